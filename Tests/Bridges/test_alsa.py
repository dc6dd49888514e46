"""glassfader-alsa, a real daemon, and a mixer of ALSA that leads to PipeWire: no sound card."""

import math
import re
import time
import unittest

import pipewire
from bridge import (DECIBELS, BridgeTest, Listener, RestartTest, control, controls, measured,
                    panel_file)
from processes import PATIENCE, Session

BRIDGE = """
[bridges.alsa]
card = "pulse"
"""
ELEMENT = 'bind.alsa = "Master"'
# The plug-in's elements are as wide as this, and have no decibels.
MOST = 65536


class ALSATest(BridgeTest):
    kind = "alsa"
    programs = (*pipewire.PROGRAMS, "pipewire-pulse", "amixer")

    def setUp(self):
        self.session = self.enterContext(Session())
        self.server = self.enterContext(pipewire.PipeWire(self.session, "mixer.ch1", pulse=True))
        if "Master" not in self.session.run("amixer", "-D", "pulse", "scontrols", check=False):
            self.skipTest("the plug-in 'pulse' of alsa-lib is missing")
        self.start_desk(panel_file(controls(
            control("level", "slider", "min = 0", "max = 100", "default = 100", ELEMENT),
            control("mute", "switch", ELEMENT),
            control("gain", "slider", DECIBELS, 'bind.alsa = "Nothing"')),
            count=1, bridges=BRIDGE))
        self.bridge = self.start_bridge()

    def mixer(self, *setting):
        """What amixer says of the element, once it was set: the volume, and if it is on."""
        said = self.session.run("amixer", "-D", "pulse", "sset" if setting else "sget", "Master",
                                *setting)
        volume, state = re.search(r"Playback (\d+) \[\d+%\] \[(on|off)\]", said).groups()
        return int(volume), state == "on"

    def has(self, percent, on=True, seconds=PATIENCE):
        """Waits until the mixer has this volume."""
        def reached():
            volume, is_on = self.mixer()
            return abs(volume / MOST * 100 - percent) < 0.6 and is_on == on
        self.eventually(reached, lambda: f"{self.mixer()} {self.bridge.log()}", seconds)


class ALSA(ALSATest):
    def test_a_finger_moves_the_mixer_and_the_sound(self):
        trace = self.enterContext(self.server.record("mixer.ch1"))
        self.enterContext(self.server.play("mixer.ch1"))
        value = self.desk.drag_to(self.panel, "ch1.level", 40)
        self.has(value)
        # The volumes of PulseAudio are cubic.
        heard = trace.awaits(60 * math.log10(value / 100), 0.3)
        measured(f"ALSA: sound at {value:.0f} %", heard, "dB")
        self.panel.set("ch1.mute", 1)
        self.has(value, on=False)
        trace.awaits(-200)
        self.panel.set("ch1.mute", 0)
        self.has(value)

    def test_amixer_moves_the_panel_and_nothing_oscillates(self):
        self.says(self.bridge, "connected")
        with Listener(self.desk, "valueChanged") as listener:
            for percent in (40, 75, 10):
                self.mixer(f"{percent}%")
                self.reaches("ch1.level", percent, 0.6)
            self.mixer("off")
            self.reaches("ch1.mute", 1, 0)
            self.mixer("on")
            self.reaches("ch1.mute", 0, 0)
            before = self.rests(listener.count, self.mixer, seconds=0.5)
            self.assertEqual(self.rests(listener.count, self.mixer, seconds=1), before)

    def test_an_element_that_is_not_there_is_explained_and_the_others_work(self):
        self.says(self.bridge, "ch1.gain", "Nothing")
        self.panel.set("ch1.level", 55)
        self.has(55)

    def test_a_server_that_was_started_again_is_found(self):
        self.has(100)
        self.panel.set("ch1.level", 30)
        self.has(30)
        self.server.restart()
        began = time.monotonic()
        self.has(30)
        self.panel.set("ch1.level", 45)
        self.has(45)
        measured("ALSA: time to agree after the restart of the server",
                 time.monotonic() - began, "s")

    def test_a_drag_costs_little(self):
        self.has(100)
        self.drag_all("ALSA", [control["frame"] for control in self.panel.list("ch1.level")])
        self.eventually(lambda: not self.panel.reading("ch1.level")["touched"], "the end")
        self.has(self.panel.get("ch1.level"))

    def test_idle_it_does_not_wake(self):
        self.has(100)
        self.rests(lambda: len(self.bridge.log()))
        self.assertEqual(sum(self.idles("ALSA").values()), 0)


class Restarts(ALSATest, RestartTest):
    """The levels of these faders are percents."""

    def kill_engine(self):
        self.server.kill()

    def start_engine(self):
        self.server.start()

    def change(self, step):
        if self.desk.process:
            self.panel.set("ch1.level", 40 + step)

    def agree(self, seconds):
        began = time.monotonic()
        self.has(self.panel.get("ch1.level"), seconds=seconds)
        return time.monotonic() - began

    def test_one_after_the_other_in_every_order(self):
        self.has(100)
        self.one_after_the_other("ALSA")

    def test_all_at_once_in_every_order(self):
        self.has(100)
        self.all_at_once("ALSA")


if __name__ == "__main__":
    unittest.main()
