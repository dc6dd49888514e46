"""Two bridges for one control: an X32 by OSC, and a sink of PipeWire."""

import math
import time
import unittest

import pipewire
import x32
from bridge import (DECIBELS, BridgeTest, Listener, control, controls, measured, panel_file,
                    program)
from processes import PATIENCE, Session
from sound import decibels

BRIDGES = """
[bridges.osc]
dialect = "x32"
send = ["127.0.0.1:{port}"]
[bridges.pipewire]
"""


class Two(BridgeTest):
    programs = (*pipewire.PROGRAMS, program("pipewire"))

    def setUp(self):
        self.session = self.enterContext(Session())
        self.server = self.enterContext(pipewire.PipeWire(self.session, "mixer.ch1"))
        self.node = self.server.await_node("mixer.ch1")
        self.console = self.enterContext(x32.Console())
        self.start_desk(panel_file(
            controls(control("level", "slider", DECIBELS, 'bind.pipewire = "mixer.ch{n}"')),
            count=1, bridges=BRIDGES.format(port=self.console.port)))
        self.panel.set("ch1.level", -30)
        self.bridges = [self.start_bridge(), self.start_bridge(kind="pipewire")]
        self.agree(-30)

    def agree(self, level, seconds=PATIENCE):
        """Waits until all have this level."""
        def state():
            volumes, _ = self.server.properties(self.node)
            return (self.panel.get("ch1.level"), decibels(volumes[0]) if volumes else None,
                    x32.level(self.console.state["/ch/01/mix/fader"]))
        self.eventually(
            lambda: all(one is not None and abs(one - level) < 0.11 for one in state()),
            lambda: f"{level}: {state()}\n" + "".join(bridge.log() for bridge in self.bridges),
            seconds)

    def test_what_one_engine_does_the_other_gets(self):
        with Listener(self.desk, "valueChanged") as listener:
            self.console.put("/ch/01/mix/fader", 0.5)
            self.agree(-10)
            self.server.set_volume(self.node, 0.5)
            self.agree(60 * math.log10(0.5))
            self.agree(self.desk.drag_to(self.panel, "ch1.level", -3))
            for step in range(20):
                self.console.put("/ch/01/mix/fader", 0.5 + step / 100)
                time.sleep(0.02)
            self.agree(x32.level(self.console.state["/ch/01/mix/fader"]))
            sets = sum(self.console.sets.values())
            before = self.rests(listener.count, lambda: self.console.sets, seconds=0.5)
            self.assertEqual(self.rests(listener.count, lambda: self.console.sets), before)
            measured("two bridges: events of 20 moves of an engine", before[0])
            self.assertEqual(sum(self.console.sets.values()), sets)

    def test_both_move_at_once_and_agree(self):
        for turn in range(10):
            for step in range(4):
                self.server.set_volume(self.node, 0.3 + step / 50 + turn / 40)
                self.console.put("/ch/01/mix/fader", 0.4 + step / 100 + turn / 30)
                time.sleep(turn * 0.003)
            self.rests(lambda: self.console.state["/ch/01/mix/fader"],
                       lambda: self.server.properties(self.node), seconds=0.3)
            self.agree(self.panel.get("ch1.level"), seconds=5)

    def test_an_engine_that_is_gone_is_none_of_the_other_ones_business(self):
        self.console.close()
        self.panel.set("ch1.level", -13)
        self.eventually(lambda: abs(decibels(self.server.properties(self.node)[0][0]) + 13) < 0.1,
                        "the volume")
        self.console = self.enterContext(x32.Console(self.console.port))
        self.agree(-13)


if __name__ == "__main__":
    unittest.main()
