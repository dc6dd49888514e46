"""The bridge to start from, Sources/Clients/python/terminal-bridge.py, and a real daemon."""

import os
import select
import signal
import subprocess
import time
import unittest

from desk import PATIENCE, ROOT, Desk, stop, wait_until

BRIDGE = os.path.join(ROOT, "Sources/Clients/python/terminal-bridge.py")


class Terminal(unittest.TestCase):
    """A fader that follows the master of a VCA, and an engine that one types at."""

    def setUp(self):
        self.desk = self.enterContext(Desk())
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.panel.set("ch2.level", -6)
        self.panel.link("drums", ["ch2.level", "ch1.level"], mode="vca")
        self.addCleanup(self.end)
        self.start("ch1.level")
        self.hears("engine: ch1.level = -6.0")

    def start(self, pattern):
        self.bridge = subprocess.Popen(
            ["/usr/bin/python3", "-B", BRIDGE, pattern], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "GLASSFADER_SOCKET": self.desk.path})

    def end(self):
        self.bridge.kill()
        self.bridge.communicate()

    def hears(self, line):
        """Waits for a line of the bridge. Returns what it has written."""
        heard = b""
        deadline = time.monotonic() + PATIENCE
        while line not in heard.decode().split("\n")[:-1]:
            left = deadline - time.monotonic()
            if left < 0 or not select.select([self.bridge.stdout], [], [], left)[0]:
                self.fail(f"{line!r} is not heard: {heard}")
            heard += os.read(self.bridge.stdout.fileno(), 4096)
        return heard

    def type(self, line):
        os.write(self.bridge.stdin.fileno(), f"{line}\n".encode())

    def waits(self):
        """Whether the bridge has done all and waits in pselect6(2), which is select(2) there."""
        with open(f"/proc/{self.bridge.pid}/syscall", encoding="ascii") as file:
            return file.read().split()[0] == {"aarch64": "72"}.get(os.uname().machine, "270")

    def test_the_engine_gets_the_level_that_is_heard(self):
        self.panel.set("ch1.level", -10)
        self.hears("engine: ch1.level = -16.0")
        self.panel.set("ch2.level", -20)
        self.hears("engine: ch1.level = -30.0")
        self.panel.unlink("drums")
        self.hears("engine: ch1.level = -10.0")

    def test_the_fader_moves_by_what_the_engine_moves(self):
        self.type("ch1.level -16")
        self.assertTrue(wait_until(lambda: self.panel.get("ch1.level") == -10))
        self.type("ch2.level -3")
        self.assertTrue(wait_until(lambda: self.panel.get("ch2.level") == -3))
        self.type("nothing -3")
        self.hears("rejected: no control 'nothing'")

    def test_the_fader_finds_its_place_again_after_silence(self):
        self.type("ch1.level -inf")
        self.assertTrue(wait_until(lambda: self.panel.get("ch1.level") == -90))
        self.type("ch1.level -16")
        self.assertTrue(wait_until(lambda: self.panel.get("ch1.level") == -10),
                        self.panel.get("ch1.level"))

    def test_an_engine_may_be_silent_or_have_no_level(self):
        self.type("ch1.level -inf")
        self.assertTrue(wait_until(lambda: self.panel.get("ch1.level") == -90))
        self.type("ch1.level nan")
        self.hears("rejected: ch1.level: value: expected a finite number, found nan")
        self.type("ch2.level -3")
        self.assertTrue(wait_until(lambda: self.panel.get("ch2.level") == -3))

    def test_a_change_of_the_engine_is_not_taken_back_by_an_older_one_of_the_panel(self):
        self.panel.unlink("drums")
        self.hears("engine: ch1.level = 0.0")
        # A bridge that is stopped after it has waited would read what the panel says first.
        self.assertTrue(wait_until(self.waits))
        stop(self.bridge)
        self.panel.set("ch1.level", -5)
        self.type("ch1.level -12")
        self.bridge.send_signal(signal.SIGCONT)
        self.assertTrue(wait_until(lambda: self.panel.get("ch1.level") == -12))
        self.panel.set("ch1.level", -13)
        self.assertNotIn(b"= -5.0", self.hears("engine: ch1.level = -13.0"))

    def test_the_engine_gets_the_levels_of_controls_that_a_reload_adds(self):
        self.end()
        self.start("ch*.level")
        self.hears("engine: ch4.level = 0.0")
        with open(os.path.join(self.desk.folder, "panel.toml")) as file:
            text = file.read()
        self.desk.write("panel.toml", text.replace("count = 4", "count = 6"))
        self.hears("engine: ch6.level = 0.0")

    def test_the_bridge_waits_for_a_panel_that_comes_later(self):
        self.end()
        self.desk.end(9)
        os.unlink(self.desk.path)
        self.start("ch1.level")
        self.assertIn(b"waiting: no panel at", self.bridge.stderr.readline())
        self.desk.start()
        self.hears("engine: ch1.level = 0.0")

    def test_while_the_panel_is_gone_the_engine_goes_on(self):
        self.desk.end(9)
        self.hears("the panel is gone; the engine keeps its levels")
        self.type("ch1.level -12")
        os.unlink(self.desk.path)
        self.desk.start()
        self.hears("engine: ch1.level = 0.0")
        self.type("ch1.level -16")
        with self.desk.connect() as panel:
            self.assertTrue(wait_until(lambda: panel.get("ch1.level") == -16))


if __name__ == "__main__":
    unittest.main()
