"""glassfader-osc, a real daemon, and the double of an X32."""

import itertools
import os
import random
import signal
import time
import tomllib
import unittest

import x32
from bridge import (DECIBELS, DIALECTS, BridgeTest, Listener, RestartTest, control, controls,
                    measured, panel_file)
from osc import Peer
from processes import free_port, wait_until

BRIDGE = """
[bridges.osc]
dialect = "x32"
send = ["127.0.0.1:{port}"]
{more}
"""
# So long may packets that were lost need until both sides agree.
SETTLING = 20
# The time to agree after one of the three was started again.
RECOVERY = 2


def colors():
    """The colours of the panel for those of the console."""
    with open(os.path.join(DIALECTS, "x32.toml"), "rb") as file:
        return tomllib.load(file)["colors"]


class X32Test(BridgeTest):
    def setUp(self):
        self.console = self.enterContext(x32.Console())

    def start(self, more="", **options):
        self.start_desk(panel_file(
            bridges=BRIDGE.format(port=self.console.port, more=more), **options))
        self.bridge = self.start_bridge()
        self.eventually(lambda: self.console.subscribers, lambda: self.bridge.log())
        self.agree()

    def fader(self, strip="/ch/01"):
        return x32.level(self.console.state[f"{strip}/mix/fader"])

    def differences(self, count=8):
        """Where the panel and the console disagree."""
        found = []
        values = {entry["control"]: entry.get("value") for entry in self.panel.list()}
        palette = colors()
        for strip in self.panel.strips("ch*"):
            number = int(strip["strip"][2:])
            state = {key.removeprefix(f"/ch/{number:02}/"): value
                     for key, value in list(self.console.state.items())
                     if key.startswith(f"/ch/{number:02}/")}
            level = values[f"ch{number}.level"]
            # Half a step of each; below -60 dB one of the console's is half a decibel.
            place = state["mix/fader"]
            step = x32.level(min(place + 0.5 / 1023, 1)) - x32.level(max(place - 0.5 / 1023, 0))
            pairs = [
                ("level", level, x32.level(place), 0.05 + step),
                ("mute", values[f"ch{number}.mute"], 1 - state["mix/on"], 0),
                ("pan", values[f"ch{number}.pan"], state["mix/pan"] * 200 - 100, 1.01)]
            found += [(number, name, ours, theirs) for name, ours, theirs, most in pairs
                      if abs(ours - theirs) > most + 1e-6]
            if (name := state["config/name"]) and strip["label"] != name:
                found.append((number, "name", strip["label"], name))
            if strip.get("color", "").lower() != (color := palette[state["config/color"]]).lower():
                found.append((number, "color", strip.get("color"), color))
        return found

    def agree(self, seconds=SETTLING):
        """Waits until panel and console have the same, and returns how long it took."""
        began = time.monotonic()
        if not wait_until(lambda: not self.differences(), seconds):
            self.fail(f"after {seconds} s: {self.differences()}\n{self.bridge.log()[-2000:]}")
        return time.monotonic() - began

    def counts(self):
        return sum(self.console.sets.values())


class X32(X32Test):
    """A console on a good network."""

    def test_a_finger_moves_a_fader_of_the_console(self):
        self.start()
        with Listener(self.desk, "valueChanged") as listener:
            value = self.desk.drag_to(self.panel, "ch1.level", -18)
            self.eventually(lambda: abs(self.fader() - value) < 0.1,
                            lambda: f"{self.fader()} is not {value}")
            before = self.rests(self.counts, listener.count)
            self.assertEqual(self.rests(self.counts, listener.count), before)
        self.assertEqual(self.panel.get("ch1.level"), value)

    def test_mutes_are_inverted_and_pans_and_other_strips_have_their_places(self):
        fader = control("level", "slider", DECIBELS)
        self.start(pages=f"""
[[pages]]
id = "other"
strips = [{{ id = "main", controls = [{fader}] }},
  {{ id = "bus{{n}}", count = 2, controls = [{fader}] }}]""")
        state = self.console.state
        self.panel.set("ch2.mute", 1)
        self.panel.set("ch3.pan", -50)
        self.panel.set("main.level", -6)
        self.panel.set("bus2.level", -30)
        self.eventually(lambda: state["/ch/02/mix/on"] == 0, "the mute")
        self.eventually(lambda: abs(state["/ch/03/mix/pan"] - 0.25) < 0.001, "the pan")
        self.eventually(lambda: abs(self.fader("/main/st") + 6) < 0.05, "the main fader")
        self.eventually(lambda: abs(self.fader("/bus/02") + 30) < 0.05, "the fader of a bus")
        self.panel.set("ch2.mute", 0)
        self.eventually(lambda: state["/ch/02/mix/on"] == 1, "the mute")

    def test_what_others_move_at_the_console_moves_the_panel_and_is_not_sent_back(self):
        self.start()
        other = self.enterContext(Peer(self.console.port))
        sets = self.counts()
        other.send("/ch/01/mix/fader", 0.75)
        other.send("/ch/01/mix/on", 0)
        other.send("/ch/01/mix/pan", 1.0)
        self.reaches("ch1.level", x32.level(767 / 1023), 0.05)
        self.reaches("ch1.mute", 1, 0)
        self.reaches("ch1.pan", 100, 0.01)
        self.console.put("/ch/02/mix/fader", 0.5)
        self.reaches("ch2.level", -10, 0.1)
        self.rests(self.counts)
        self.assertEqual(self.counts(), sets + 3)

    def test_names_and_colours_become_those_of_the_strips(self):
        self.start()
        [control] = self.panel.list("ch1.level")
        x, y, width, _ = control["frame"]
        head = x, 0, width, y
        before = self.desk.pixels(self.panel, head)
        self.console.put("/ch/01/config/name", "Vox")
        self.console.put("/ch/01/config/color", 2)
        self.agree()
        [strip] = [one for one in self.panel.strips() if one["strip"] == "ch1"]
        self.assertEqual((strip["label"], strip["color"]), ("Vox", colors()[2]))
        self.eventually(lambda: self.desk.pixels(self.panel, head) != before, "the picture")

    def test_a_strip_without_a_name_at_the_console_keeps_its_title(self):
        self.console.put("/ch/02/config/name", "Vox")
        self.start()
        labels = lambda: [strip["label"] for strip in self.panel.strips("ch*")][:2]
        self.eventually(lambda: labels() == ["ch1", "Vox"], labels)
        self.console.put("/ch/02/config/name", "")
        self.eventually(lambda: labels() == ["ch1", "ch2"], labels)

    def test_a_first_value_that_is_lost_on_its_way_is_sent_again(self):
        self.console.state.update({"/ch/02/mix/fader": 0.25, "/ch/03/mix/on": 0})
        self.console.deaf.update({"/ch/02/mix/fader": 1, "/ch/03/mix/on": 1})
        self.start()
        self.assertEqual(self.console.deaf, {"/ch/02/mix/fader": 0, "/ch/03/mix/on": 0})
        self.assertAlmostEqual(self.fader("/ch/02"), -90, delta=0.5)
        self.assertEqual((self.console.state["/ch/03/mix/on"], self.panel.get("ch3.mute")), (1, 0))

    def test_levels_move_the_meters_and_fall_with_the_console(self):
        self.start()
        meter = self.desk.light(self.panel, "ch2.meter")
        self.console.show_levels(-40, -6)
        with Listener(self.desk, "meters", match=["ch2.meter"]) as listener:
            self.eventually(lambda: listener.count() > 5, lambda: self.bridge.log())
            level = listener.seen[-1].raw["v"]["ch2.meter"][0]
            self.assertAlmostEqual(level, -6, delta=0.1)
            began, count = time.monotonic(), listener.count()
            self.eventually(lambda: time.monotonic() > began + 1, "a second")
            measured("levels of a meter in a second", listener.count() - count)
        lit = self.brightest(meter)
        self.console.close()
        self.eventually(lambda: meter() < 0.8 * lit, "the fall")

    def test_the_subscription_is_renewed_and_little_else_happens(self):
        self.start()
        self.rests(self.counts)
        renewals = len(self.console.renewals)
        self.idles("x32 with meters each 50 ms", x32.SUBSCRIPTION + 1)
        self.assertGreater(len(self.console.renewals), renewals)
        other = self.enterContext(Peer(self.console.port))
        other.send("/ch/05/mix/fader", 0.5)
        self.reaches("ch5.level", -10, 0.1)

    def test_a_linked_pair_keeps_its_distance(self):
        self.start()
        self.panel.set("ch1.level", -5)
        self.panel.set("ch2.level", -10)
        self.panel.link("pair", ["ch1.level", "ch2.level"])
        self.agree()
        places = self.console.state
        distance = places["/ch/01/mix/fader"] - places["/ch/02/mix/fader"]
        self.assertAlmostEqual(distance, 0.125, delta=0.002)
        self.desk.drag_to(self.panel, "ch1.level", -20)
        self.agree()
        self.assertAlmostEqual(self.fader(), -20, delta=0.6)
        self.assertAlmostEqual(places["/ch/01/mix/fader"] - places["/ch/02/mix/fader"], distance,
                               delta=0.002)

    def test_a_bridge_that_stood_still_in_a_drag_sends_the_last_level(self):
        self.start()
        [control] = self.panel.list("ch1.level")
        self.desk.put_down(control["frame"])
        self.desk.move(control["frame"], 40)
        for seconds in (0.5, 3):
            self.bridge.send_signal(signal.SIGSTOP)
            end = time.monotonic() + seconds
            for rise in itertools.cycle(itertools.chain(range(40, 120), range(120, 40, -1))):
                self.desk.slide(0, *self.above(control, rise))
                time.sleep(0.008)
                if time.monotonic() > end:
                    break
            self.bridge.send_signal(signal.SIGCONT)
        self.desk.lift()
        self.eventually(lambda: not self.panel.reading("ch1.level")["touched"], "the end")
        took = self.agree()
        measured("agreement after a bridge stood still for 3 s", took, "s")

    @staticmethod
    def above(control, rise):
        x, y, width, height = control["frame"]
        return round(x + width / 2), round(y + height / 2 - rise)

    def test_ten_fingers_cost_little(self):
        self.start_desk(panel_file(
            controls(control("level", "slider", DECIBELS)), count=10,
            bridges=BRIDGE.format(port=self.console.port, more="")))
        self.bridge = self.start_bridge()
        self.eventually(lambda: self.console.subscribers, lambda: self.bridge.log())
        frames = [control["frame"] for control in self.panel.list("ch*.level")]
        self.rests(self.counts)
        sets = self.counts()
        passed = self.drag_all("x32", frames)
        # A busy machine draws fewer frames.
        self.assertGreater(self.counts() - sets, 10 * 20)
        measured("x32, ten fingers at 100 Hz: sets a second", (self.counts() - sets) / passed)
        # At most one a frame and control.
        self.assertLess((self.counts() - sets) / passed, 10 * 66)


class Restarts(X32Test, RestartTest):
    """The daemon, the bridge and the console are killed and started again."""

    def kill_engine(self):
        self.port = self.console.port
        self.console.close()

    def start_engine(self):
        state = self.console.state
        self.console = self.enterContext(x32.Console(self.port))
        self.console.state.update(state)

    def change(self, step):
        """Something moves at both ends; who was there may know of it or not."""
        super().change(step)
        self.console.put("/ch/02/mix/fader", 0.3 + step / 50)

    def test_one_after_the_other_in_every_order(self):
        self.start()
        self.one_after_the_other("X32")

    def test_all_at_once_in_every_order(self):
        self.start()
        self.all_at_once("X32")

    def test_a_console_that_forgets_its_subscribers_is_told_again_at_once(self):
        self.start()
        self.panel.set("ch1.level", -18)
        self.agree()
        for step in range(3):
            self.rests(self.counts, seconds=0.5)
            # It was off for a moment, and something was moved before anybody had subscribed.
            self.console.forget_clients()
            self.console.put("/ch/02/mix/fader", 0.3 + step / 50)
            self.assertLess(self.agree(3 * self.RECOVERY), self.RECOVERY)

    def test_two_consoles_have_what_one_of_them_moves(self):
        other = self.enterContext(x32.Console())
        self.start_desk(panel_file(bridges=f"""
            [bridges.osc]
            dialect = "x32"
            send = ["127.0.0.1:{self.console.port}", "127.0.0.1:{other.port}"]"""))
        self.bridge = self.start_bridge()
        self.eventually(lambda: other.subscribers and self.console.subscribers, self.bridge.log)
        self.agree()
        self.console.state["/ch/01/config/name"] = "first"
        other.state["/ch/01/config/name"] = "second"
        for one, place in (self.console, 0.5), (other, 0.75), (self.console, 0.25):
            one.put("/ch/01/mix/fader", place)
            self.reaches("ch1.level", x32.level(place), 0.05)
            for console in self.console, other:
                self.eventually(
                    lambda: abs(console.state["/ch/01/mix/fader"] - place) < 1 / 1023, place)
            sets = [sum(console.sets.values()) for console in (self.console, other)]
            # Longer than a renewal, with which all is read again.
            self.rests(lambda: [sum(console.sets.values()) for console in (self.console, other)],
                       seconds=9)
            self.assertEqual(
                [sum(console.sets.values()) for console in (self.console, other)], sets)
        [strip] = self.panel.strips("ch1")
        self.assertEqual(strip["label"], "first")
        # The second is the one that is there.
        self.console.close()
        self.says(self.bridge, "refused")
        self.panel.set("ch2.level", -30)
        self.eventually(lambda: abs(x32.level(other.state["/ch/02/mix/fader"]) + 30) < 0.1, "-30")

    def test_a_console_that_comes_later_does_not_end_the_subscription_of_the_first(self):
        port = free_port()
        self.start_desk(panel_file(bridges=f"""
            [bridges.osc]
            dialect = "x32"
            send = ["127.0.0.1:{self.console.port}", "127.0.0.1:{port}"]"""))
        self.bridge = self.start_bridge()
        self.eventually(lambda: self.console.renewals, self.bridge.log)
        time.sleep(6)
        self.enterContext(x32.Console(port))
        self.eventually(lambda: len(self.bridge.lines("connected")) == 2, self.bridge.log)
        # It is renewed after eight seconds, and not eight seconds after the other one came.
        self.eventually(lambda: len(self.console.renewals) > 1, self.bridge.log, 4)

    def test_a_send_has_fewer_places_than_a_fader_and_comes_to_rest(self):
        self.start_desk(panel_file(controls(
            control("level", "slider", DECIBELS),
            control("send", "slider", DECIBELS, 'bind.osc = "/ch/{n:02}/mix/01/level"')),
            bridges=BRIDGE.format(port=self.console.port, more="")))
        self.bridge = self.start_bridge()
        address = "/ch/01/mix/01/level"
        self.eventually(lambda: address in self.console.asked, self.bridge.log)
        for level in -7.1, -7.0, -6.9, -12.3, -33.3:
            self.rests(lambda: sum(self.console.asked.values()), seconds=1)
            sets = self.console.sets.get(address, 0)
            self.panel.set("ch1.send", level)
            self.eventually(lambda: self.console.sets.get(address, 0) > sets, f"{level}")
            self.rests(lambda: self.console.sets.get(address, 0), seconds=1.5)
            self.assertEqual(self.panel.get("ch1.send"), level)
            self.assertEqual(self.console.sets[address], sets + 1)

    def test_a_console_that_joins_a_pull_gets_what_the_first_has(self):
        other = self.enterContext(x32.Console())
        port = other.port
        self.console.put("/ch/01/mix/fader", 0.5)
        self.start_desk(panel_file(bridges=f"""
            [bridges.osc]
            dialect = "x32"
            on_connect = "pull"
            send = ["127.0.0.1:{self.console.port}", "127.0.0.1:{port}"]"""))
        other.close()
        self.bridge = self.start_bridge()
        self.reaches("ch1.level", -10, 0.1)
        other = self.enterContext(x32.Console(port))
        other.put("/ch/01/mix/fader", 0.9)
        self.eventually(lambda: abs(x32.level(other.state["/ch/01/mix/fader"]) + 10) < 0.1,
                        lambda: (other.state["/ch/01/mix/fader"], self.bridge.log()))
        self.reaches("ch1.level", -10, 0.1)

    def test_pull_takes_the_values_of_the_console(self):
        self.console.put("/ch/01/mix/fader", 0.5)
        self.console.put("/ch/04/mix/on", 0)
        self.start('on_connect = "pull"')
        self.reaches("ch1.level", -10, 0.1)
        self.reaches("ch4.mute", 1, 0)
        self.assertEqual(self.counts(), 0)
        self.kill("engine")
        # One that comes back unnoticed has lost its subscribers until they renew.
        self.says(self.bridge, "refused")
        self.revive("engine")
        self.console.put("/ch/01/mix/fader", 0.75)
        self.agree()
        self.reaches("ch1.level", 0, 0.1)

    def test_a_console_that_is_not_there_is_logged_once_and_found_later(self):
        port = self.console.port
        self.console.close()
        self.start_desk(panel_file(bridges=BRIDGE.format(port=port, more="")))
        self.bridge = self.start_bridge()
        self.says(self.bridge, str(port))
        self.panel.set("ch1.level", -12)
        began = time.monotonic()
        self.eventually(lambda: time.monotonic() > began + 3, "three seconds")
        self.assertEqual(len(self.bridge.lines(str(port))), 1, self.bridge.log())
        self.console = self.enterContext(x32.Console(port))
        self.agree()
        self.assertAlmostEqual(self.fader(), -12, delta=0.05)


class Air(BridgeTest):
    """The little relative."""

    def test_strips_have_their_places(self):
        console = self.enterContext(x32.AirConsole())
        fader, mute = control("level", "slider", DECIBELS), control("mute", "switch")
        self.start_desk(panel_file(
            controls(fader, mute), count=2,
            bridges=BRIDGE.format(port=console.port, more="").replace("x32", "xair"), pages=f"""
[[pages]]
id = "other"
strips = [{{ id = "main", controls = [{fader}, {mute}] }},
  {{ id = "bus{{n}}", count = 2, controls = [{fader}] }}]"""))
        bridge = self.start_bridge()
        self.eventually(lambda: console.subscribers, lambda: bridge.log())
        state = console.state
        for name, address in [("ch2.level", "/ch/02/mix/fader"), ("main.level", "/lr/mix/fader"),
                              ("bus2.level", "/bus/2/mix/fader")]:
            self.panel.set(name, -6)
            self.eventually(lambda: abs(x32.level(state[address]) + 6) < 0.05, address)
            console.put(address, 0.5)
            self.reaches(name, -10, 0.1)
        self.panel.set("main.mute", 1)
        self.eventually(lambda: state["/lr/mix/on"] == 0, "the mute")
        console.put("/ch/01/config/name", "Vox")
        self.eventually(lambda: "Vox" in [strip["label"] for strip in self.panel.strips()],
                        lambda: bridge.log())
        self.assertEqual(console.unknown, {})

    def test_its_levels_move_the_meters(self):
        console = self.enterContext(x32.AirConsole())
        meter = control("meter", "meter", "channels = 2")
        self.start_desk(panel_file(
            controls(meter), count=2,
            bridges=BRIDGE.format(port=console.port, more="").replace("x32", "xair")))
        self.bridge = self.start_bridge()
        with Listener(self.desk, "meters", match=["ch2.meter"]) as listener:
            light = self.desk.light(self.panel, "ch2.meter")
            console.show_levels(-40, -18)

            def level():
                listener.count()
                return listener.seen and listener.seen[-1].raw["v"]["ch2.meter"]
            self.eventually(lambda: level() == [-18, -18], lambda: f"{level()}")
        self.eventually(light, "light")


class Storms(X32Test):
    """One datagram in ten is lost, each way, while both sides move."""

    def test_after_a_storm_both_agree(self):
        self.start()
        other = self.enterContext(Peer(self.console.port))
        [control] = self.panel.list("ch1.level")
        longest = 0
        for seed in range(2):
            chance = random.Random(seed)
            self.console.loss = 0.1
            self.desk.put_down(control["frame"])
            end = time.monotonic() + 2
            while time.monotonic() < end:
                self.desk.slide(0, *X32.above(control, chance.randrange(-80, 80)))
                self.move(chance, other)
                time.sleep(0.005)
            self.desk.lift()
            longest = max(longest, self.agree())
        measured("storms: datagrams lost", self.console.lost)
        measured("storms: longest time to agree", longest, "s")

    def move(self, chance, other):
        """One movement here and one there, of the same strips."""
        ours, theirs = chance.randint(1, 8), chance.randint(1, 8)
        kind = chance.randrange(6)
        if kind == 0:
            self.panel.tell(f"ch{ours}.mute", chance.randrange(2))
            other.send(f"/ch/{theirs:02}/mix/on", chance.randrange(2))
        elif kind == 1:
            self.panel.tell(f"ch{ours}.pan", chance.randint(-100, 100))
            other.send(f"/ch/{theirs:02}/mix/pan", chance.random())
        elif kind == 2:
            self.console.put(f"/ch/{theirs:02}/config/name", f"n{chance.randrange(100)}")
            self.console.put(f"/ch/{theirs:02}/config/color", chance.randrange(16))
        else:
            self.panel.tell(f"ch{ours}.level", chance.uniform(-60, 10))
            other.send(f"/ch/{theirs:02}/mix/fader", chance.random())


if __name__ == "__main__":
    unittest.main()
