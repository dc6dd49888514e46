"""The MIDI bridge in Swift, a real daemon, and a terminal's pair of ends in place of the device."""

import os
import select
import subprocess
import time
import tty
import unittest

from desk import PATIENCE, ROOT, Desk, wait_until

BRIDGE = os.environ.get("MIDI_BRIDGE") or os.path.join(ROOT, ".build-midi/debug/midi-bridge")

PANEL = """
version = 1
name = "desk"
[socket]
lines_per_second = 20000
[bridges.rawmidi]
device = "DEVICE"
channel = 2
[[pages]]
id = "main"
strips = [{{ id = "ch1", controls = [
  {{ id = "level", type = "slider", TAPER, default = 0.0, step = 0.1, bind = {{ rawmidi = "7 as x32" }} }},
  {{ id = "mute", type = "switch", bind = {{ rawmidi = "20" }} }},
  {{ id = "bad", type = "switch", bind = {{ rawmidi = "7 as loud" }} }},
] }}, {{ id = "ch2", controls = [
  {{ id = "level", type = "slider", TAPER, default = 0.0, step = 0.1, bind = {{ rawmidi = "1:14 as x32" }} }},
] }}, {{ id = "ch3", controls = [
  {{ id = "level", type = "slider", TAPER, default = 0.0, step = 0.1 }},
] }}]
""".replace("TAPER", 'taper = "x32", unit = "dB"')

# Where the controls are at the beginning: at 0.75 of their travel, and off.
BEGINNING = [0xB1, 7, 95], [0xB1, 20, 0], [0xB1, 1, 95, 0xB1, 33, 127]


class MIDI(unittest.TestCase):
    """A fader with seven bits, one with fourteen, and a key, on channel 2."""

    def setUp(self):
        # The controller's end, and the end that the bridge takes for the device.
        self.controller, self.device = os.openpty()
        self.addCleanup(lambda: self.unplug())
        tty.setraw(self.controller)
        self.path = os.ttyname(self.device)
        self.desk = self.enterContext(Desk(PANEL.replace("DEVICE", self.path)))
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.log = os.path.join(self.desk.folder, "bridge.log")
        with open(self.log, "w") as log:
            self.bridge = subprocess.Popen([BRIDGE, "--socket", self.desk.path], stderr=log)
        self.addCleanup(self.end)
        self.expect_all(*BEGINNING)

    def end(self):
        self.bridge.kill()
        self.bridge.wait()

    def unplug(self):
        for end in (self.device, self.controller):
            if end is not None:
                os.close(end)
        self.device = self.controller = None

    def says(self, words):
        """Waits until the bridge has logged these words."""
        def said():
            with open(self.log) as file:
                return words in file.read()
        self.assertTrue(wait_until(said), words)

    def expect_all(self, *messages):
        """All of these, in any order."""
        heard = self.hear(sum(map(len, messages)))
        for message in messages:
            self.assertTrue(any(heard[n:n + len(message)] == message
                                for n in range(len(heard))), (message, heard))

    def hear(self, count, seconds=PATIENCE):
        """So many bytes from the bridge, or fewer if there are no more."""
        heard = b""
        deadline = time.monotonic() + seconds
        while len(heard) < count:
            left = deadline - time.monotonic()
            if left < 0 or not select.select([self.controller], [], [], left)[0]:
                break
            heard += os.read(self.controller, count - len(heard))
        return list(heard)

    def expect(self, *messages):
        wanted = [byte for message in messages for byte in message]
        self.assertEqual(self.hear(len(wanted)), wanted)

    def value(self, control, norm):
        """Waits until a control is at a place of its travel."""
        found = wait_until(lambda: abs(self.panel.reading(control)["norm"] - norm) < 0.002)
        self.assertTrue(found, self.panel.reading(control))

    def hear_until(self, message):
        """Waits for a message; others may come before it."""
        while (heard := self.hear(3)) != message:
            self.assertEqual(len(heard), 3, message)

    def test_what_others_set_is_sent_and_what_an_engine_says_is_not(self):
        self.panel.set("ch1.level", norm=1)
        self.expect([0xB1, 7, 127])
        self.panel.set("ch2.level", norm=0)
        self.expect([0xB1, 1, 0, 0xB1, 33, 0])
        self.panel.feedback("ch1.level", -20)
        self.panel.set("ch3.level", norm=1)
        self.panel.set("ch1.mute", 1)
        self.expect([0xB1, 20, 127])

    def test_a_finger_moves_a_motor_fader_to_where_it_lifts(self):
        [control] = self.panel.list("ch1.level")
        self.desk.drag(control["frame"], 20)
        norm = wait_until(lambda: not (now := self.panel.reading("ch1.level"))["touched"]
                          and now["norm"] > 0.75 and now["norm"])
        last = None
        while last != round(norm * 127):
            message = self.hear(3)
            self.assertEqual(message[:2], [0xB1, 7])
            self.assertGreaterEqual(message[2], last or 0)
            last = message[2]

    def test_a_controller_moves_the_panel_and_hears_no_echo(self):
        os.write(self.controller, bytes([0xB1, 7, 0]))
        self.value("ch1.level", 0)
        # Running status, a clock within a message, and another channel's message.
        os.write(self.controller, bytes([0xB1, 7, 127, 0xF8, 7, 0xF8, 64, 0xB0, 7, 1]))
        self.value("ch1.level", 64 / 127)
        # A note and a system message in between are others' business.
        os.write(self.controller, bytes([0x91, 7, 1, 0xF0, 7, 2, 0xF7, 7, 3, 0xB1, 20, 127]))
        self.value("ch1.mute", 1)
        self.value("ch1.level", 64 / 127)
        os.write(self.controller, bytes([0xB1, 1, 64, 33, 0]))
        self.value("ch2.level", 8192 / 16383)
        self.panel.set("ch1.mute", 0)
        self.expect([0xB1, 20, 0])

    def test_the_members_of_a_vca_have_its_level_in_theirs(self):
        self.panel.set("ch1.level", -12)
        self.expect([0xB1, 7, round(self.panel.reading("ch1.level")["norm"] * 127)])
        expected = self.panel.reading("ch1.level")["norm"]
        self.panel.set("ch1.level", 0)
        self.expect([0xB1, 7, 95])
        self.panel.link("drums", ["ch3.level", "ch1.level"], mode="vca")
        self.hear_until([0xB1, 7, 95])
        self.panel.set("ch3.level", -12)
        self.hear_until([0xB1, 7, round(expected * 127)])
        # What the device moves, the fader moves by.
        os.write(self.controller, bytes([0xB1, 7, 30]))
        self.assertTrue(wait_until(lambda: abs(
            self.panel.reading("ch1.level")["effective"]["norm"] - 30 / 127) < 0.01))
        self.assertEqual(self.panel.get("ch3.level"), -12)

    def test_a_finger_wins_and_the_controller_is_told(self):
        [control] = self.panel.list("ch1.level")
        self.desk.put_down(control["frame"])
        wait_until(lambda: self.panel.reading("ch1.level")["touched"])
        # The finger's beginning.
        self.expect([0xB1, 7, 95])
        os.write(self.controller, bytes([0xB1, 7, 3]))
        self.expect([0xB1, 7, 95])
        self.desk.lift()

    def test_a_panel_that_comes_back_says_where_its_controls_are(self):
        self.panel.set("ch1.level", norm=0)
        self.expect([0xB1, 7, 0])
        self.desk.restart()
        self.expect_all(*BEGINNING)
        os.write(self.controller, bytes([0xB1, 7, 127]))
        self.value("ch1.level", 1)

    def test_another_panel_file_may_write_a_value_otherwise(self):
        self.panel.set("ch1.level", -20)
        self.expect([0xB1, 7, round(0.375 * 127)])
        with open(os.path.join(self.desk.folder, "panel.toml")) as file:
            panel = file.read()
        self.desk.write("panel.toml", panel.replace('"7 as x32"', '"7 as db -60 40"'))
        self.panel.request("reload")
        self.expect_all([0xB1, 7, 51])

    def test_a_device_that_is_unplugged_is_waited_for(self):
        os.symlink(self.path, link := os.path.join(self.desk.folder, "device"))
        with open(os.path.join(self.desk.folder, "panel.toml")) as file:
            panel = file.read()
        self.desk.write("panel.toml", panel.replace(self.path, link))
        self.panel.request("reload")
        self.expect_all(*BEGINNING)
        self.unplug()
        self.says(f"engine {link}: {link}: ")
        self.says("; trying again")
        self.panel.set("ch1.mute", 1)
        self.controller, self.device = os.openpty()
        tty.setraw(self.controller)
        os.symlink(os.ttyname(self.device), link + "~")
        os.rename(link + "~", link)
        self.expect_all([0xB1, 7, 95], [0xB1, 20, 127])

    def test_a_bind_that_cannot_be_understood_is_named_and_the_others_work(self):
        self.says("ch1.bad: bind.rawmidi = \"7 as loud\": 'loud' is not a law")
        check = subprocess.run([BRIDGE, "check", "--socket", self.desk.path], capture_output=True,
                               text=True)
        self.assertEqual(check.returncode, 1)
        self.assertIn("ch2.level  controller 1:14 as x32  (bind)", check.stdout)
        self.assertIn("ch1.bad", check.stderr)


if __name__ == "__main__":
    unittest.main()
