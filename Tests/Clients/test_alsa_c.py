"""The client in C, and a real daemon. A pipe stands for the sound card; Tests/vm has one."""

import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from desk import PATIENCE, ROOT, Desk, stop, wait_until

SOURCES = [os.path.join(ROOT, "Sources/Clients/c/alsa-volume.c"),
           os.path.join(ROOT, "Tests/Clients/mixer.c")]
FADER, MASTER = "ch1.level", "ch2.level"


def setUpModule():
    """Builds the program with a card that is a pipe, and with checks of its memory."""
    global PROGRAM
    if not shutil.which("cc") or not shutil.which("pkg-config") \
            or subprocess.run(["pkg-config", "--exists", "alsa", "jansson"]).returncode:
        raise unittest.SkipTest("there is no cc, no libasound2-dev or no libjansson-dev")
    folder = tempfile.TemporaryDirectory(prefix="glassfader-")
    unittest.addModuleCleanup(folder.cleanup)
    PROGRAM = os.path.join(folder.name, "alsa-volume")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "alsa", "jansson"],
                           capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(["cc", "-std=gnu11", "-g", "-Wall", "-Wextra", "-Werror",
                    "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                    "-o", PROGRAM, *SOURCES, *flags, "-lm"], check=True)


class Program(unittest.TestCase):
    """What all of them need: the program, and the card in front of it."""

    def start(self, path, control=FADER):
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="glassfader-"))
        pipe = os.path.join(folder, "card")
        os.mkfifo(pipe)
        self.card = os.open(pipe, os.O_RDWR)
        self.addCleanup(os.close, self.card)
        self.bridge = subprocess.Popen(
            [PROGRAM, "-s", path, control], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "MIXER": pipe})
        self.addCleanup(self.end)

    def end(self):
        self.bridge.kill()
        self.bridge.communicate()

    def lines(self, file, last):
        """The lines until one that has these words."""
        lines = []
        deadline = time.monotonic() + PATIENCE
        while not lines or last not in lines[-1]:
            left = deadline - time.monotonic()
            # A line is written at once.
            if left < 0 or not select.select([file], [], [], left)[0]:
                self.fail(f"{last!r} does not come: {lines}")
            line = b""
            while not line.endswith(b"\n"):
                byte = os.read(file.fileno(), 1)
                self.assertTrue(byte, f"it has ended: {lines}")
                line += byte
            lines.append(line.decode().strip())
        return lines

    def sounds(self, volume):
        """Waits until the card is set to a volume. Returns all that it was set to."""
        return self.lines(self.bridge.stdout, str(volume))

    def change(self, volume):
        """What alsamixer does."""
        os.write(self.card, str(volume).encode())


class Following(Program):
    """A fader and a sound card."""

    def setUp(self):
        self.desk = self.enterContext(Desk())
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.panel.set(FADER, -3)
        self.start(self.desk.path)
        self.sounds(-300)

    def reload(self, old, new):
        with open(os.path.join(self.desk.folder, "panel.toml")) as file:
            text = file.read()
        self.desk.write("panel.toml", text.replace(old, new))
        self.panel.request("reload")

    def shows(self, value):
        self.assertTrue(wait_until(lambda: self.panel.get(FADER) == value), self.panel.get(FADER))

    def test_both_follow_each_other(self):
        self.panel.set(FADER, -10)
        self.sounds(-1000)
        self.change(-2000)
        self.shows(-20)
        self.change("m")
        self.shows(-90)
        self.panel.set(FADER, -5)
        self.sounds(-500)
        self.panel.link("drums", [MASTER, FADER], mode="vca")
        self.panel.set(MASTER, -6)
        self.sounds(-1100)
        self.change(-2600)
        self.shows(-20)
        self.panel.set(MASTER, -90)
        self.sounds("m")

    def test_a_card_that_is_silent_stays_so_when_the_range_of_the_fader_changes(self):
        self.panel.set(FADER, -90)
        self.sounds("m")
        self.reload('taper = "x32"', 'taper = "linear", min = -50, max = 5, min_is_off = true')
        # At first by the event, and then by the snapshot.
        self.assertEqual(self.sounds("m") + self.sounds("m"), ["m", "m"])
        self.panel.set(FADER, -20)
        self.assertEqual(self.sounds(-2000), ["-2000"])
        self.change("m")
        self.shows(-50)

    def test_the_card_keeps_its_volume_while_the_panel_has_no_such_fader(self):
        self.reload('id = "level"', 'id = "volume"')
        self.lines(self.bridge.stderr, "the panel has no ch1.level")
        self.change(-3000)
        self.reload('id = "volume"', 'id = "level"')
        self.sounds(-300)
        self.panel.set(FADER, -10)
        self.sounds(-1000)

    def test_a_change_of_the_card_is_not_taken_back_by_an_older_one_of_the_panel(self):
        stop(self.bridge)
        self.panel.set(FADER, -5)
        self.change(-1200)
        self.bridge.send_signal(signal.SIGCONT)
        self.shows(-12)
        self.panel.set(FADER, -13)
        self.assertEqual(self.sounds(-1300), ["-1300"])

    def test_a_panel_that_was_restarted_is_followed(self):
        self.desk.end(signal.SIGKILL)
        self.lines(self.bridge.stderr, "waiting for")
        os.unlink(self.desk.path)
        self.desk.start()
        self.sounds(0)


class Failing(Program):
    """Controls that cannot be followed, and sockets without a panel."""

    def ends(self, path, control, status, words):
        self.start(path, control)
        _, said = self.bridge.communicate(timeout=PATIENCE)
        self.assertEqual(self.bridge.returncode, status, said)
        self.assertIn(words, said.decode())

    def test_a_control_that_cannot_be_followed_ends_the_program(self):
        with Desk() as desk:
            self.ends(desk.path, "ch9.level", 1, "the panel has no ch9.level")
            self.ends(desk.path, "ch1.count", 1, "ch1.count is not in dB")
            self.ends(desk.path, "x" * 70000, 1, "65536")
            self.ends(desk.path, b"ch1.\xff", 2, "CONTROL is not in UTF-8")

    def serve(self, line):
        """Somebody who says a line to whoever connects, and closes."""
        folder = self.enterContext(tempfile.TemporaryDirectory(prefix="glassfader-"))
        server = self.enterContext(socket.socket(socket.AF_UNIX))
        server.bind(os.path.join(folder, "panel.sock"))
        server.listen()
        self.connections = 0

        def run():
            try:
                while True:
                    connection, _ = server.accept()
                    with connection:
                        self.connections += 1
                        connection.sendall(line)
            except OSError:
                pass
        threading.Thread(target=run, daemon=True).start()
        return server.getsockname()

    def test_a_problem_that_stays_is_reported_once(self):
        for line, words in (
                (b"", "closes the connection: is it the socket of a panel?"),
                (b'{"id":null,"error":{"code":"busy","message":"32 connections"}}\n',
                 "32 connections"),
                (b'{"id":null,"error":{"code":"busy"}}\n', "busy"),
                (b'{"id":null,"error":{}}\n', "without words")):
            self.start(self.serve(line))
            self.assertTrue(wait_until(lambda: self.connections > 1))
            self.bridge.terminate()
            _, said = self.bridge.communicate(timeout=PATIENCE)
            self.assertEqual(said.count(b"\n"), 1, said)
            self.assertIn(words, said.decode())


if __name__ == "__main__":
    unittest.main()
