"""The ALSA bridge in Python, and a real daemon. A pipe stands for the sound card; Tests/vm has one."""

import contextlib
import importlib.util
import os
import signal
import threading
import unittest

from desk import PATIENCE, ROOT, Desk, wait_until

PROGRAM = os.path.join(ROOT, "Sources/Clients/python/alsa-bridge.py")
FADER, MASTER = "ch1.level", "ch2.level"


class Card:
    """A volume in dB, None if muted, that other programs can change too."""

    def __init__(self):
        self.known = 0.0
        # What it was set to.
        self.heard = []
        self.pipe = os.pipe()

    def fileno(self):
        return self.pipe[0]

    def set(self, decibels, is_silent):
        self.known = None if is_silent else decibels
        self.heard.append(self.known)

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

        def go(*arguments):
            self.bridge.panel.list = ask
            self.desk.end(signal.SIGKILL)
            try:
                return ask(*arguments)
            finally:
                os.unlink(self.desk.path)
                self.desk.start()

        self.bridge.panel.list = go
        self.desk.restart()
        self.sounds(0)
        self.assertEqual(self.bridge.panel.list, ask)

    def test_a_card_that_is_silent_stays_so_when_the_range_of_the_fader_changes(self):
        self.panel.unlink("drums")
        self.panel.set(FADER, -90)
        self.sounds(None)
        heard = self.card.heard = []
        self.reload('taper = "x32"', 'taper = "linear", min = -50, max = 5, min_is_off = true')
        self.assertTrue(wait_until(lambda: self.bridge.silence == -50))
        self.panel.set("ch4.level", -1)
        self.panel.set(FADER, -20)
        self.sounds(-20)
        self.assertEqual([volume for volume in heard if volume is not None], [-20])
        self.panel.set(FADER, -50)
        self.sounds(None)

    def test_the_card_keeps_its_volume_while_the_panel_has_no_such_fader(self):
        self.reload('id = "level"', 'id = "volume"')
        self.assertTrue(wait_until(lambda: self.bridge.value is None))
        self.card.change(-30)
        self.reload('id = "volume"', 'id = "level"')
        self.assertTrue(wait_until(lambda: self.bridge.value is not None))
        self.panel.set(FADER, -10)
        self.assertTrue(wait_until(lambda: self.card.known in (-10, -16)), self.card.known)

    def reload(self, old, new):
        with open(os.path.join(self.desk.folder, "panel.toml")) as file:
            text = file.read()
        self.desk.write("panel.toml", text.replace(old, new))
        self.panel.request("reload")

    def test_a_change_of_the_card_is_not_taken_back_by_an_older_one_of_the_panel(self):
        self.panel.unlink("drums")
        self.sounds(-3)
        with self.bridge_stopped():
            self.panel.set(FADER, -5)
            self.card.change(-12)
        self.assertTrue(wait_until(lambda: self.panel.get(FADER) == -12), self.panel.get(FADER))
        self.panel.set(FADER, -13)
        self.sounds(-13)
        self.assertNotIn(-5, self.card.heard)

    @contextlib.contextmanager
    def bridge_stopped(self):
        """The bridge waits in its next call of the card, so that both sides have something."""
        has_changed = self.card.has_changed
        has_stopped, goes_on = threading.Event(), threading.Event()

        def wait():
            has_stopped.set()
            goes_on.wait(PATIENCE)
            self.card.has_changed = has_changed
            return False

        self.card.has_changed = wait
        os.write(self.card.pipe[1], b"!")
        self.assertTrue(has_stopped.wait(PATIENCE))
        yield
        goes_on.set()

    def test_no_fader_gives_a_volume_under_a_silent_master(self):
        self.panel.set(MASTER, -90)
        self.sounds(None)
        self.card.change(-16)
        self.panel.set(MASTER, -6)
        self.sounds(-9)
        self.assertEqual(self.panel.get(FADER), -3)


if __name__ == "__main__":
    unittest.main()
