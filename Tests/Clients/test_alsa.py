"""The ALSA bridge in Python, and a real daemon. A pipe stands for the sound card; Tests/vm has one."""

import importlib.util
import os
import threading
import unittest

from desk import ROOT, Desk, wait_until

import glassfader

PROGRAM = os.path.join(ROOT, "Sources/Clients/python/alsa-bridge.py")
FADER, MASTER = "ch1.level", "ch2.level"


class Card:
    """A volume in dB, None if muted, that other programs can change too."""

    def __init__(self):
        self.known = 0.0
        self.pipe = os.pipe()

    def fileno(self):
        return self.pipe[0]

    def set(self, decibels, is_silent):
        self.known = None if is_silent else decibels

    def has_changed(self):
        os.read(self.pipe[0], 1)
        return True

    def change(self, volume):
        """What alsamixer does."""
        self.known = volume
        os.write(self.pipe[1], b"!")


class ALSA(unittest.TestCase):
    """A fader, the master of its VCA, and a sound card."""

    def setUp(self):
        module = importlib.util.spec_from_file_location("alsa_bridge", PROGRAM)
        program = importlib.util.module_from_spec(module)
        module.loader.exec_module(program)
        self.desk = self.enterContext(Desk())
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.panel.set(FADER, -3)
        self.panel.set(MASTER, -6)
        self.panel.link("drums", [MASTER, FADER], mode="vca")
        self.card = Card()
        self.bridge = program.Bridge(self.desk.connect(name="alsa-bridge"), FADER, self.card)
        threading.Thread(target=self.bridge.run, daemon=True).start()
        self.sounds(-9)

    def sounds(self, decibels):
        """Waits until the card has a volume."""
        self.assertTrue(wait_until(lambda: self.card.known == decibels), self.card.known)

    def test_the_card_has_the_level_that_is_heard(self):
        self.panel.set(FADER, -10)
        self.sounds(-16)
        self.panel.set(MASTER, -20)
        self.sounds(-30)
        self.panel.set(MASTER, -90)
        self.sounds(None)
        self.panel.set(MASTER, 0)
        self.sounds(-10)
        self.panel.set(MASTER, -6)
        self.sounds(-16)
        self.panel.unlink("drums")
        self.sounds(-10)

    def test_the_fader_shows_what_is_left_of_the_masters_level(self):
        self.card.change(-26)
        self.assertTrue(wait_until(lambda: self.panel.get(FADER) == -20), self.panel.get(FADER))
        self.assertEqual(self.panel.reading(FADER)["effective"]["value"], -26)
        self.card.change(None)
        self.assertTrue(wait_until(lambda: self.panel.get(FADER) == -90), self.panel.get(FADER))
        # The fader is at silence, where the master's part cannot be seen.
        self.card.change(-16)
        self.assertTrue(wait_until(lambda: self.panel.get(FADER) == -10), self.panel.get(FADER))

    def test_a_panel_that_goes_again_while_it_is_asked_does_not_end_the_bridge(self):
        ask = self.bridge.panel.list

        def go(*_):
            self.bridge.panel.list = ask
            self.bridge.panel._disconnect()
            raise glassfader.Disconnected("gone again")

        self.bridge.panel.list = go
        self.desk.restart()
        self.sounds(0)
        self.assertEqual(self.bridge.panel.list, ask)

    def test_no_fader_gives_a_volume_under_a_silent_master(self):
        self.panel.set(MASTER, -90)
        self.sounds(None)
        self.card.change(-16)
        self.panel.set(MASTER, -6)
        self.sounds(-9)
        self.assertEqual(self.panel.get(FADER), -3)


if __name__ == "__main__":
    unittest.main()
