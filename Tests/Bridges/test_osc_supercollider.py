"""glassfader-osc, a real daemon, and scsynth: a synth's parameter, and its meter."""

import time
import unittest

import jackrig
import supercollider
from bridge import (DECIBELS, BridgeTest, Listener, RestartTest, control, controls, measured,
                    panel_file)
from processes import Session
from sound import decibels

BRIDGE = """
[bridges.osc]
dialect = "supercollider"
send = ["127.0.0.1:{port}"]
{more}
"""
# The form of a meter's bind is here alone.
LEVEL = control("level", "slider", DECIBELS, "default = -90",
                f'bind.osc = "/n_set {supercollider.NODE} amp as gain"')
METER = control("meter", "meter", f'bind.osc = "/meter {supercollider.NODE}"')


class SuperColliderTest(BridgeTest):
    programs = supercollider.PROGRAMS

    def setUp(self):
        self.session = self.enterContext(Session())
        jackrig.start_server(self.session)
        self.synth = self.enterContext(supercollider.Synth(self.session))
        probe = self.enterContext(jackrig.Probe(self.session))
        self.probe = probe
        self.listen()

    def listen(self):
        self.trace = self.probe.listen_to(self.probe.await_port("scs:out_1"))

    def start(self, more="", strips=controls(LEVEL, METER)):
        self.start_desk(panel_file(
            strips, count=1, bridges=BRIDGE.format(port=self.synth.port, more=more)))
        self.bridge = self.start_bridge()
        self.says(self.bridge, "connected")


class SuperCollider(SuperColliderTest):
    def test_the_sound_follows_the_finger(self):
        self.start()
        for wanted in (-18, -3, -40):
            value = self.desk.drag_to(self.panel, "ch1.level", wanted)
            heard = self.trace.awaits(value)
            measured(f"scsynth: sound at {value:.1f} dB of the panel", heard, "dB")
            self.assertAlmostEqual(decibels(self.synth.amplitude()), value, delta=0.01)
        self.panel.set("ch1.level", -90)
        self.trace.awaits(-200)

    def test_its_meter_shows_at_twenty_a_second_and_falls_with_it(self):
        self.start()
        light = self.desk.light(self.panel, "ch1.meter")
        with Listener(self.desk, "meters", match=["ch1.meter"]) as listener:
            self.panel.set("ch1.level", -6)
            self.trace.awaits(-6)
            self.eventually(lambda: listener.count() > 5, lambda: self.bridge.log())
            began, count = time.monotonic(), listener.count()
            self.eventually(lambda: time.monotonic() > began + 1, "a second")
            measured("scsynth: levels of a meter in a second", listener.count() - count)
            self.assertAlmostEqual(listener.count() - count, supercollider.REPORTS, delta=4)
            [level] = listener.seen[-1].raw["v"]["ch1.meter"]
            self.assertAlmostEqual(level, -6, delta=0.2)
        lit = self.brightest(light)
        self.synth.server.kill()
        self.eventually(lambda: light() < 0.8 * lit, "the fall")
        self.says(self.bridge, str(self.synth.port), "again")

    def test_pull_takes_the_parameter_of_the_synth(self):
        self.synth.peer.send("/n_set", supercollider.NODE, "amp", 0.1)
        self.trace.awaits(-20)
        self.start('on_connect = "pull"')
        self.reaches("ch1.level", -20)
        self.trace.awaits(-20)

    def test_idle(self):
        """With the test that the server is there, and its meter, which never rests."""
        self.start(strips=controls(LEVEL))
        self.synth.peer.send("/n_free", supercollider.NODE)
        self.rests(lambda: len(self.bridge.log()), seconds=0.5)
        self.assertLessEqual(sum(self.idles("scsynth").values()), 10)


class Restarts(SuperColliderTest, RestartTest):
    def kill_engine(self):
        self.synth.server.kill()

    def start_engine(self):
        self.synth.start()
        self.listen()

    def agree(self, seconds):
        began = time.monotonic()
        self.trace.awaits(self.panel.get("ch1.level"), seconds=seconds)
        return time.monotonic() - began

    def test_one_after_the_other_in_every_order(self):
        self.start()
        self.one_after_the_other("scsynth")

    def test_all_at_once_in_every_order(self):
        self.start()
        self.all_at_once("scsynth")


if __name__ == "__main__":
    unittest.main()
