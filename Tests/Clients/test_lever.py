"""A program with a control of its own, and a finger on it: Tests/OwnControl/Sources/leverd."""

import os
import unittest

import desk
from desk import ROOT, Desk, wait_until

desk.DAEMON = os.environ.get("LEVERD") or os.path.join(ROOT, ".build-own/debug/leverd")

# 200 pixels are the whole range: 100 percent.
PANEL = """
name = "engine room"
[theme]
base = "THEME"
[[pages]]
id = "main"
strips = [{{ id = "engine", controls = [
  {{ id = "speed", type = "lever", unit = "%", step = 1, length = 200, on_remote = "allow" }},
] }}]
"""


class Lever(unittest.TestCase):
    """A lever that springs back, as the documentation builds it."""

    def setUp(self):
        self.desk = self.start("dark")
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.frame = self.panel.list("engine.speed")[0]["frame"]

    def start(self, theme):
        return self.enterContext(Desk(PANEL.replace("THEME", theme)))

    def values(self, events, until):
        """The events of the lever up to a phase, as (phase, value)."""
        seen = []
        for event in events:
            if event.kind == "valueChanged":
                seen.append((event.phase, event.value))
                if event.phase == until:
                    return seen
        self.fail("the connection has ended")

    def test_it_follows_the_finger_and_falls_back_when_it_is_let_go(self):
        with self.desk.connect() as listener:
            events = listener.events("engine.speed")
            next(events)
            self.desk.drag(self.frame, 100)
            seen = self.values(events, "ended")
        self.assertEqual(seen[0], ("began", 0.0))
        self.assertAlmostEqual(max(value for _, value in seen), 50, delta=3)
        self.assertEqual(seen[-1], ("ended", 0.0))
        self.assertTrue(wait_until(lambda: self.panel.get("engine.speed") == 0))

    def test_it_continues_from_where_a_client_puts_it_under_the_finger(self):
        with self.desk.connect() as listener:
            events = listener.events("engine.speed")
            next(events)
            self.desk.put_down(self.frame)
            self.desk.move(self.frame, 40)
            self.assertTrue(wait_until(lambda: self.panel.get("engine.speed") >= 19))
            before = self.panel.get("engine.speed")
            self.panel.set("engine.speed", 80)
            # Back by as much: from 80, not from where the finger had it.
            for rise in range(39, -1, -1):
                self.desk.move(self.frame, rise, steps=1)
            expected = 80 - before
            self.assertTrue(
                wait_until(lambda: abs(self.panel.get("engine.speed") - expected) <= 3),
                self.panel.get("engine.speed"))
            self.desk.lift()
            seen = self.values(events, "ended")
        # However many movements come at once, each value is between the client's and the last.
        values = [value for _, value in seen]
        after = values[values.index(80):-1]
        self.assertEqual(after, sorted(after, reverse=True), values)
        self.assertGreaterEqual(min(after), expected - 3, values)

    def test_it_is_redrawn_in_another_theme(self):
        dark = self.panel.screenshot()
        with self.desk.connect() as listener:
            events = listener.events()
            next(events)
            self.desk.write("panel.toml", PANEL.replace("THEME", "light").format())
            while next(events).kind != "configReloaded":
                pass
        light = self.start("light")
        with light.connect() as fresh:
            picture = fresh.screenshot()
        self.assertNotEqual(picture, dark)
        self.assertTrue(wait_until(lambda: self.panel.screenshot() == picture))

    def test_clients_get_its_options(self):
        lever = self.panel.list("engine.speed")[0]
        self.assertEqual((lever["type"], lever["unit"], lever["value"]), ("lever", "%", 0))


if __name__ == "__main__":
    unittest.main()
