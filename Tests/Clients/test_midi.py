"""The MIDI bridge in Swift, a real daemon, and a terminal's pair of ends in place of the device."""

import os
import select
import subprocess
import time
import tty
import unittest

from desk import PATIENCE, ROOT, Desk, wait_until

BRIDGE = os.environ.get("MIDI_BRIDGE") or os.path.join(ROOT, ".build-midi/debug/midi-bridge")

# Where the controls are at the beginning: at 0.75 of their travel, and off.
BEGINNING = [0xB1, 7, 95], [0xB1, 20, 0], [0xB1, 1, 95, 0xB1, 33, 127]


class Bridge(unittest.TestCase):
    """A fader with seven bits, one with fourteen, and a key, on channel 2."""

    options = ()

    def setUp(self):
        self.desk = self.enterContext(Desk())
        self.panel = self.enterContext(self.desk.connect(name="test"))
        # The controller's end, and the end that the bridge takes for the device.
        self.controller, device = os.openpty()
        tty.setraw(self.controller)
        self.bridge = subprocess.Popen(
            [BRIDGE, *self.options, "--channel", "2", "--socket", self.desk.path, os.ttyname(device),
             "ch1.level=7", "ch2.level=1:14", "ch1.mute=20"], stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, device)
        # In the order of the panel.
        self.expect(*BEGINNING)

    def end(self, device):
        self.bridge.kill()
        self.bridge.wait()
        self.bridge.stderr.close()
        for end in (device, self.controller):
            if end is not None:
                os.close(end)

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


class MIDI(Bridge):
    """A device that makes the sound."""

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

    def test_a_mixer_gets_the_effective_levels_of_the_members_of_a_vca(self):
        # The effective level of a member is that of its own fader at this place.
        self.panel.set("ch1.level", -12)
        self.expect([0xB1, 7, round(self.panel.reading("ch1.level")["norm"] * 127)])
        expected = self.panel.reading("ch1.level")["norm"]
        self.panel.set("ch1.level", 0)
        self.expect([0xB1, 7, 95])
        self.panel.link("drums", ["ch3.level", "ch1.level"], mode="vca")
        self.hear_until([0xB1, 7, 95])
        self.panel.set("ch3.level", -12)
        self.hear_until([0xB1, 7, round(expected * 127)])
        # What the mixer moves, the fader moves by; the mixer hears what comes of it.
        own = self.panel.reading("ch1.level")["norm"]
        os.write(self.controller, bytes([0xB1, 7, 30]))
        heard = self.hear(3)
        reading = self.panel.reading("ch1.level")
        self.assertEqual(heard, [0xB1, 7, round(reading["effective"]["norm"] * 127)])
        self.assertAlmostEqual(reading["norm"], own + 30 / 127 - expected, delta=0.01)

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
        self.expect(*BEGINNING)
        os.write(self.controller, bytes([0xB1, 7, 127]))
        self.value("ch1.level", 1)

    def test_another_panel_file_may_put_a_control_elsewhere_on_its_travel(self):
        self.panel.set("ch1.level", -20)
        self.expect([0xB1, 7, 48])
        with open(os.path.join(self.desk.folder, "panel.toml")) as file:
            panel = file.read()
        # The same value, further down.
        self.desk.write("panel.toml", panel.replace(
            'taper = "x32", unit = "dB",', 'taper = "linear", unit = "dB", min = -60, max = 40,'))
        self.panel.request("reload")
        # In any order.
        wanted = [0xB1, 7, 51] + [0xB1, 1, 76, 0xB1, 33, 102] + [0xB1, 20, 0]
        self.assertEqual(sorted(self.hear(len(wanted))), sorted(wanted))

    def test_without_its_device_it_ends_and_says_so(self):
        for command, status, reason in [
                ([self.desk.path, "ch1.level=7"], 1, "No such device"),
                (["/dev/null"], 2, "at least one assignment"),
                (["/dev/null", "ch1.level=120"], 2, "'ch1.level=120' is not an assignment"),
                (["/dev/null", "ch1.level=32:14"], 2, "is not an assignment"),
                (["--channel", "17", "/dev/null", "ch1.level=7"], 2, "'17' is not a channel")]:
            ended = subprocess.run([BRIDGE, *command], capture_output=True, text=True)
            self.assertEqual(ended.returncode, status)
            self.assertIn(reason, ended.stderr)
        os.close(self.controller)
        self.controller = None
        self.assertEqual(self.bridge.wait(PATIENCE), 1)
        self.assertIn("the device was disconnected", self.bridge.stderr.read())


class Surface(Bridge):
    """A device with motor faders."""

    options = ("--surface",)

    def test_a_surface_gets_the_positions_of_the_faders(self):
        self.panel.link("drums", ["ch3.level", "ch1.level"], mode="vca")
        self.panel.set("ch3.level", -12)
        self.panel.set("ch1.mute", 1)
        self.expect([0xB1, 20, 127])


if __name__ == "__main__":
    unittest.main()
