"""glassfader-pipewire, a real daemon, PipeWire and WirePlumber with sinks that nobody hears."""

import math
import signal
import time
import unittest

import pipewire
from bridge import (BALANCE, DECIBELS, BridgeTest, Listener, RestartTest, control, controls,
                    measured, panel_file)
from processes import PATIENCE, Session
from sound import gain

# The names in the panel file are those of nodes, with what each kind of control is there.
BRIDGE = """
[bridges.pipewire]
{more}
"""
NODE = 'bind.pipewire = "mixer.ch{n}"'
LEVEL = control("level", "slider", DECIBELS, "default = 0", NODE)
STRIPS = controls(
    LEVEL, control("mute", "switch", NODE), control("pan", "knob", BALANCE, NODE),
    control("meter", "meter", "channels = 2", NODE))
PAGES = f"""
[[pages]]
id = "other"
strips = [
  {{ id = "app", controls = [
    {control("level", "slider", DECIBELS, 'bind.pipewire = "application.name=Tone"')}] }},
  {{ id = "all", controls = [
    {control("level", "slider", DECIBELS, 'bind.pipewire = "default.sink"')}] }}]
"""


class PipeWireTest(BridgeTest):
    kind = "pipewire"
    programs = pipewire.PROGRAMS

    def setUp(self):
        self.session = self.enterContext(Session())
        self.server = self.enterContext(
            pipewire.PipeWire(self.session, "mixer.ch1", "mixer.ch2"))
        self.sink = self.server.await_node("mixer.ch1")

    def start(self, more="", pages="", strips=STRIPS):
        self.start_desk(panel_file(
            strips, count=2, bridges=BRIDGE.format(more=more), pages=pages))
        self.bridge = self.start_bridge()
        self.says(self.bridge, "connected")
        self.has(self.sink, 0)

    def hear(self, sink="mixer.ch1"):
        """Plays a sine into a sink: its trace."""
        self.player = self.enterContext(self.server.play(sink))
        return self.enterContext(self.server.record(sink))

    def has(self, node, level, channel=0, seconds=PATIENCE):
        """Waits until a node has this level, in dB."""
        def reached():
            volumes, _ = self.server.properties(node)
            return volumes and abs(volumes[channel] - gain(level)) <= 0.005 * gain(level)
        self.eventually(reached, lambda: f"{self.server.properties(node)} {self.bridge.log()}",
                        seconds)


class PipeWire(PipeWireTest):
    def test_the_sound_follows_the_finger(self):
        self.start()
        trace = self.hear()
        trace.awaits(0)
        for wanted in (-18, -3, -40):
            value = self.desk.drag_to(self.panel, "ch1.level", wanted)
            heard = trace.awaits(value)
            measured(f"PipeWire: sound at {value:.1f} dB of the panel", heard, "dB")
        self.panel.set("ch1.mute", 1)
        trace.awaits(-200)
        self.panel.set("ch1.mute", 0)
        trace.awaits(value)
        self.panel.set("ch1.level", -90)
        trace.awaits(-200)

    def test_wpctl_moves_the_panel_and_nothing_oscillates(self):
        self.start()
        monitor = self.session.start("pw-dump", "--monitor", "--no-colors", str(self.sink))
        with Listener(self.desk, "valueChanged") as listener:
            for volume in (0.5, 0.8, 0.25):
                self.server.set_volume(self.sink, volume)
                self.reaches("ch1.level", 60 * math.log10(volume))
                self.has(self.sink, 60 * math.log10(volume))
            self.server.set_mute(self.sink, True)
            self.reaches("ch1.mute", 1, 0)
            self.server.set_mute(self.sink, False)
            self.reaches("ch1.mute", 0, 0)
            self.desk.drag_to(self.panel, "ch1.level", -12)
            before = self.rests(listener.count, lambda: len(monitor.log()), seconds=0.5)
            self.assertEqual(
                self.rests(listener.count, lambda: len(monitor.log()), seconds=1), before)
        # What the panel has rounded is not sent back.
        self.server.set_volume(self.sink, 0.4321)
        self.reaches("ch1.level", 60 * math.log10(0.4321))
        self.rests(lambda: len(monitor.log()), seconds=0.5)
        self.assertAlmostEqual(self.server.properties(self.sink)[0][0], 0.4321 ** 3, places=4)

    def test_what_is_taken_back_at_once_is_followed(self):
        self.start()
        for _ in range(2):
            for state in 0, 1:
                self.panel.set("ch1.mute", state)
                self.eventually(lambda: self.server.properties(self.sink)[1] == bool(state))
            self.server.set_mute(self.sink, False)
            self.reaches("ch1.mute", 0, 0)
        for level in -12, -6:
            self.panel.set("ch1.level", level)
            self.has(self.sink, level)
        self.server.set_volume(self.sink, 10 ** (-12 / 60))
        self.reaches("ch1.level", -12)
        # Another control of the node leaves its level.
        self.panel.set("ch1.pan", 50)
        self.rests(lambda: self.panel.get("ch1.level"), seconds=0.3)
        self.has(self.sink, -12, channel=1)

    def test_balance_leaves_the_louder_side_at_the_level(self):
        self.start()
        self.panel.set("ch1.level", -6)
        self.has(self.sink, -6)
        self.panel.set("ch1.pan", 100)
        self.eventually(lambda: self.server.properties(self.sink)[0][0] < 0.001,
                        lambda: str(self.server.properties(self.sink)))
        self.has(self.sink, -6, channel=1)
        self.panel.set("ch1.pan", 0)
        self.has(self.sink, -6, channel=0)

    def test_silence_keeps_the_differences_of_the_channels(self):
        self.start(strips=controls(LEVEL))
        self.server.set_volumes(self.sink, gain(-6), gain(-12))
        self.reaches("ch1.level", -6)
        self.panel.set("ch1.level", -90)
        self.eventually(lambda: self.server.properties(self.sink)[0] == [0, 0], "silence")
        self.panel.set("ch1.level", -3)
        self.has(self.sink, -3)
        self.has(self.sink, -9, channel=1)

    def test_streams_by_name_and_the_default_sink(self):
        self.start(pages=PAGES)
        self.panel.set("app.level", -20)
        trace = self.hear()
        # It came after the level.
        trace.awaits(-20)
        self.panel.set("all.level", -10)
        chosen = self.server.await_node("mixer.ch1")
        self.eventually(
            lambda: any(abs(self.server.properties(self.server.await_node(name))[0][0]
                            - gain(-10)) < 0.002 for name in ("mixer.ch1", "mixer.ch2")),
            lambda: f"{self.server.properties(chosen)} {self.bridge.log()}")

    def test_a_push_wins_over_streams_that_are_there(self):
        trace = self.hear()
        trace.awaits(0)
        self.start(pages=PAGES)
        self.panel.set("app.level", -20)
        trace.awaits(-20)
        for _ in range(8):
            self.bridge.kill()
            self.server.set_volume(self.player.number, 1)
            trace.awaits(0)
            self.bridge.start()
            trace.awaits(-20, seconds=5)
            self.assertEqual(self.panel.get("app.level"), -20)

    def test_a_push_wins_over_streams_that_come_meanwhile(self):
        self.start(pages=PAGES)
        self.panel.set("app.level", -20)
        for step in range(8):
            self.bridge.restart()
            time.sleep(step * 0.02)
            with self.server.play("mixer.ch1") as player:
                self.has(player.number, -20)
                self.assertEqual(self.panel.get("app.level"), -20)

    def test_the_monitor_moves_the_meter(self):
        self.start()
        light = self.desk.light(self.panel, "ch1.meter")
        with Listener(self.desk, "meters", match=["ch1.meter"]) as listener:
            self.hear()
            self.panel.set("ch1.level", -12)

            def levels():
                listener.count()
                return listener.seen and listener.seen[-1].raw["v"]["ch1.meter"]
            self.eventually(lambda: levels() and abs(levels()[0] + 12) < 0.3,
                            lambda: f"{levels()} {self.bridge.log()}")
            self.assertEqual(len(levels()), 2)
        self.eventually(light, "light")

    def test_nodes_come_and_go(self):
        self.start()
        self.panel.set("ch2.level", -15)
        self.has(self.server.await_node("mixer.ch2"), -15)
        self.server.remove("mixer.ch2")
        self.eventually(lambda: not self.server.node("mixer.ch2"), "the end")
        self.panel.set("ch2.level", -25)
        self.has(self.server.make_sink("mixer.ch2"), -25)
        self.assertTrue(self.bridge.is_running())

    def test_pull_takes_the_volume_of_the_node(self):
        self.server.set_volume(self.sink, 0.5)
        self.start_desk(panel_file(
            STRIPS, count=2, bridges=BRIDGE.format(more='on_connect = "pull"')))
        self.bridge = self.start_bridge()
        self.reaches("ch1.level", 60 * math.log10(0.5))
        self.assertAlmostEqual(self.server.properties(self.sink)[0][0], 0.125, places=4)

    def test_a_linked_pair_keeps_its_distance(self):
        self.start()
        self.panel.set("ch1.level", -2)
        self.panel.set("ch2.level", -5)
        self.panel.link("pair", ["ch1.level", "ch2.level"])
        value = self.desk.drag_to(self.panel, "ch1.level", 3)
        self.has(self.sink, value)
        self.has(self.server.await_node("mixer.ch2"), self.panel.get("ch2.level"))
        self.assertAlmostEqual(value - self.panel.get("ch2.level"), 3, delta=0.15)

    def test_a_bridge_that_stood_still_in_a_drag_sends_the_last_level(self):
        self.start()
        [control] = self.panel.list("ch1.level")
        self.desk.put_down(control["frame"])
        self.bridge.send_signal(signal.SIGSTOP)
        self.desk.move(control["frame"], -60, steps=300)
        self.bridge.send_signal(signal.SIGCONT)
        self.desk.lift()
        self.eventually(lambda: not self.panel.reading("ch1.level")["touched"], "the end")
        self.has(self.sink, self.panel.get("ch1.level"))


class Restarts(PipeWireTest, RestartTest):
    def kill_engine(self):
        self.server.kill()

    def start_engine(self):
        self.server.start()
        self.sink = self.server.await_node("mixer.ch1")

    def agree(self, seconds):
        began, level = time.monotonic(), self.panel.get("ch1.level")
        self.has(self.sink, level, seconds=seconds)
        return time.monotonic() - began

    def test_one_after_the_other_in_every_order(self):
        self.start()
        self.one_after_the_other("PipeWire")

    def test_all_at_once_in_every_order(self):
        self.start()
        self.all_at_once("PipeWire")

    def test_a_server_that_is_not_there_is_logged_once_and_found_later(self):
        for program in (self.server.manager, self.server.server):
            program.kill()
        self.start_desk(panel_file(STRIPS, count=2, bridges=BRIDGE.format(more="")))
        self.bridge = self.start_bridge()
        self.panel.set("ch1.level", -7)
        self.eventually(lambda: len(self.bridge.log().splitlines()) > 0, "a line")
        lines = len(self.bridge.log().splitlines())
        began = time.monotonic()
        self.eventually(lambda: time.monotonic() > began + 3, "three seconds")
        self.assertLessEqual(len(self.bridge.log().splitlines()), lines + 2, self.bridge.log())
        self.server.restart()
        self.has(self.server.await_node("mixer.ch1"), -7)


class Cost(PipeWireTest):
    def test_idle_it_does_not_wake(self):
        self.start(strips=controls(LEVEL))
        self.rests(lambda: len(self.bridge.log()), seconds=1)
        self.assertEqual(sum(self.idles("PipeWire").values()), 0)

    def test_a_drag_of_both_faders(self):
        self.start(strips=controls(LEVEL))
        self.drag_all("PipeWire",
                      [control["frame"] for control in self.panel.list("ch*.level")])


if __name__ == "__main__":
    unittest.main()
