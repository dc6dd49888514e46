"""glassfader-osc and several programs at once: each has what one of them, or the panel, moves."""

import os
import signal
import socket
import tempfile
import time
import unittest

from bridge import BridgeTest, Listener, panel_file
from osc import Peer, packed
from processes import free_port


class Rounding(Peer):
    """Confirms each level in steps of its own."""

    step = 1.0

    def heard(self, address, values, sender):
        if address.endswith(".level"):
            level = round(values[0] / self.step) * self.step
            self.socket.sendto(packed(address, float(level)), sender)


class Surface(Peer):
    """As Ardour has it: it sends all that it has after a greeting, and answers whether it is there."""

    def __init__(self, name):
        self.name = name
        self.gains = {1: -6.0, 2: -7.0, 3: -8.0}
        self.greetings = 0
        super().__init__()

    def heard(self, address, values, sender):
        self.to = sender[1]
        if address == "/set_surface":
            self.greetings += bool(values)
            for track, gain in self.gains.items() if values else ():
                self.send("/strip/gain", track, gain)
                self.send("/strip/name", track, f"{self.name} {track}")
            self.send("/set_surface", 0, 159, 155, 0)
        elif address == "/strip/gain":
            self.gains[values[0]] = values[1]
            self.send(address, *values)


class Surfaces(BridgeTest):
    def start(self, *names, count=2, more=""):
        self.engines = [self.enterContext(Surface(name)) for name in names]
        addresses = ", ".join(f'"127.0.0.1:{engine.port}"' for engine in self.engines)
        self.start_desk(panel_file(count=count, bridges=f"""
            [bridges.osc]
            dialect = "ardour"
            send = [{addresses}]
            {more}"""))
        self.bridge = self.start_bridge()
        self.eventually(lambda: len(self.bridge.lines("connected")) == len(names), self.bridge.log)

    def label(self, name):
        return next(strip["label"] for strip in self.panel.strips() if strip["strip"] == name)

    def named(self, name, label):
        self.eventually(lambda: self.label(name) == label, lambda: self.label(name))

    def test_a_pull_takes_the_values_again_after_a_reload(self):
        self.start("Track", more='on_connect = "pull"')
        [engine] = self.engines
        for strip, level in enumerate((-6, -7), 1):
            self.reaches(f"ch{strip}.level", level)
        self.assertEqual(engine.greetings, 1)
        time.sleep(1)
        self.desk.change("count = 2", "count = 3")
        self.reaches("ch3.level", -8)
        self.assertEqual((engine.gains[3], engine.greetings), (-8, 2))

    def test_a_strip_that_a_reload_adds_gets_its_name_and_keeps_the_level_of_the_panel(self):
        self.start("Track")
        [engine] = self.engines
        self.named("ch2", "Track 2")
        self.panel.set("ch1.level", -12)
        self.eventually(lambda: engine.gains[1] == -12, engine.gains)
        self.desk.change("count = 2", "count = 3")
        self.named("ch3", "Track 3")
        self.eventually(lambda: engine.gains[3] == -90, engine.gains)
        self.rests(lambda: self.panel.get("ch1.level"), seconds=0.5)
        self.assertEqual((self.panel.get("ch1.level"), self.panel.get("ch3.level")), (-12, -90))

    def test_the_first_that_is_there_names_the_strips_and_moves_the_meters(self):
        self.start("First", "Second")
        first, second = self.engines
        self.named("ch1", "First 1")
        second.send("/strip/name", 1, "Bass")
        with Listener(self.desk, "meters", match=["ch1.meter"]) as listener:
            for _ in range(5):
                second.send("/strip/meter", 1, -50.0)
                first.send("/strip/meter", 1, -10.0)
            self.rests(listener.count, seconds=0.5)
            levels = {level for event in listener.seen for level in event.raw["v"]["ch1.meter"]}
        self.assertEqual(levels, {-10})
        self.assertEqual(self.label("ch1"), "First 1")
        first.close()
        self.named("ch1", "Second 1")


class Several(BridgeTest):
    def start(self, first, second, more="", options=()):
        self.engines = first, second
        addresses = ", ".join(
            f'"127.0.0.1:{engine if isinstance(engine, int) else engine.port}"'
            for engine in self.engines)
        self.start_desk(panel_file(bridges=f"[bridges.osc]\nsend = [{addresses}]\n{more}"))
        self.bridge = self.start_bridge(*options)

    def start_both(self, kind=Peer):
        self.start(*(self.enterContext(kind()) for _ in range(2)))
        for engine in self.engines:
            engine.awaits(lambda: engine.last("/ch8.level") is not None, "all values")
            [engine.to] = engine.senders
        self.settle()

    def settle(self, seconds=0.5):
        self.rests(lambda: sum(engine.packets for engine in self.engines), seconds=seconds)

    def slow(self, seconds):
        """The options for a dialect whose engines say all that they have after a greeting."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        with open(os.path.join(folder, "slow.toml"), "w") as file:
            file.write(f'hello = ["/hello"]\nhello_s = {seconds}\naddress = "/{{control}}"\n')
        return "--dialects", folder

    def test_two_engines_have_what_one_of_them_moves(self):
        self.start_both()
        engines = self.engines
        for (here, there), first in ((engines, -20.0), (engines[::-1], -30.0)):
            levels = first, -25.0, first
            for engine in engines:
                engine.clear()
            for level in levels:
                here.send("/ch1.level", level)
                there.awaits(lambda: there.last("/ch1.level") == level, f"{level}")
                # It confirms each.
                there.send("/ch1.level", level)
                self.reaches("ch1.level", level)
            self.settle()
            self.assertEqual(here.values("/ch1.level"), [])
            self.assertEqual(there.values("/ch1.level"), [[level] for level in levels])

    def test_engines_that_round_otherwise_come_to_rest(self):
        self.start_both(Rounding)
        self.engines[1].step = 0.75
        self.panel.set("ch1.level", -7.3)
        self.settle(1.5)
        for engine in self.engines:
            self.assertLess(len(engine.values("/ch1.level")), 6)
            self.assertAlmostEqual(engine.last("/ch1.level"), self.panel.get("ch1.level"), delta=1)

    def test_one_that_confirms_nothing_moves_the_other_at_once(self):
        self.start_both()
        first, second = self.engines
        for level in -20.0, -25.0:
            first.send("/ch1.level", level)
            second.awaits(lambda: second.last("/ch1.level") == level, f"{level}")
            first.send("/ch1.mute", 1)
            second.awaits(lambda: second.last("/ch1.mute") == 1, "mute")
            # Its own hand is as fast, but for levels within a second.
            second.send("/ch1.mute", 0)
            first.awaits(lambda: first.last("/ch1.mute") == 0, "the end of the mute")
            time.sleep(1.2)
            second.send("/ch1.level", level - 10)
            first.awaits(lambda: first.last("/ch1.level") == level - 10, f"{level - 10}")

    def test_one_that_is_not_there_takes_no_packet_of_the_other(self):
        there = self.enterContext(Peer())
        self.start(free_port(), there)
        there.awaits(lambda: there.last("/ch8.level") is not None, "all values")
        self.says(self.bridge, "refused")
        self.rests(lambda: there.packets, seconds=1.2)
        there.clear()
        for step in range(40):
            self.panel.set("ch1.level", -10 - step)
            there.awaits(lambda: there.last("/ch1.level") == -10 - step, f"{-10 - step}")
            time.sleep(0.05)
        self.assertEqual(there.values("/ch8.level"), [], "all values again")

    def test_one_that_does_not_read_sends_nothing_to_the_one_that_moves(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        path = os.path.join(folder, "engine")
        # A socket of which nobody reads.
        deaf = self.enterContext(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        deaf.bind(path)
        here = self.enterContext(Peer())
        self.start_desk(panel_file(
            bridges=f'[bridges.osc]\nsend = ["127.0.0.1:{here.port}", "osc.unix://{path}"]'))
        self.bridge = self.start_bridge()
        here.awaits(lambda: here.last("/ch8.level") is not None, "all values")
        [here.to] = here.senders
        self.rests(lambda: here.packets, seconds=0.5)
        here.clear()
        for step in range(100):
            here.send("/ch1.level", -10.0 - step % 40)
            time.sleep(0.02)
        self.rests(lambda: here.packets, seconds=0.5)
        self.assertEqual(here.values("/ch1.level"), [])

    def test_a_file_with_fewer_engines_is_read_while_one_says_what_it_has(self):
        first, second = [self.enterContext(Peer()) for _ in range(2)]
        self.start(first, second, 'dialect = "slow"\non_connect = "pull"', self.slow(1))
        self.eventually(lambda: first.packets and second.packets, self.bridge.log)
        self.desk.change(f', "127.0.0.1:{second.port}"', "")
        self.eventually(lambda: len(self.bridge.lines("controls bound")) == 2, self.bridge.log)
        time.sleep(1.5)
        self.assertTrue(self.bridge.is_running(), self.bridge.log())
        self.panel.set("ch1.level", -20)
        first.awaits(lambda: first.last("/ch1.level") == -20, "-20")

    def test_what_the_first_moves_while_the_panel_is_away_is_for_the_second_too(self):
        first, second = [self.enterContext(Peer()) for _ in range(2)]
        self.start(first, second, 'dialect = "slow"\non_connect = "pull"', self.slow(0.2))
        second.awaits(lambda: second.last("/ch8.level") is not None, "all values")
        [first.to] = first.senders
        first.send("/ch1.level", -20.0)
        second.awaits(lambda: second.last("/ch1.level") == -20, "-20")
        self.desk.end(signal.SIGKILL)
        os.unlink(self.desk.path)
        first.send("/ch1.level", -33.0)
        self.desk.start()
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.reaches("ch1.level", -33)
        second.awaits(lambda: second.last("/ch1.level") == -33, "-33")


if __name__ == "__main__":
    unittest.main()
