"""A bridge program beside a daemon whose screen is in memory, and fingers on it."""

import contextlib
import io
import itertools
import os
import signal
import struct
import sys
import threading
import time
import unittest
import zlib

from processes import PATIENCE, ROOT, Session, missing, quiet, wait_until

import desk
from desk import (ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, HEIGHT,
                  WIDTH, middle)

PROGRAMS = os.environ.get("GLASSFADER_BRIDGES") or os.path.join(ROOT, ".build/release")
# Of this checkout, before those that are installed.
DIALECTS = os.environ.get("GLASSFADER_DIALECTS") or os.path.join(ROOT, "Config/dialects")
HEAD = """
version = 1
name = "desk"
[socket]
lines_per_second = 20000
[state]
save_after_ms = 10
"""
# How controls are described: faders in dB, from the middle, and meters.
DECIBELS = 'taper = "x32", unit = "dB", step = 0.1'
BALANCE = "min = -100, max = 100, default = 0, origin = 0"


def control(name, kind, *options):
    """A control for a panel file."""
    return "{ " + ", ".join([f'id = "{name}"', f'type = "{kind}"', *options]) + " }"


def controls(*texts):
    return "[\n  " + ",\n  ".join(texts) + "]"


# A strip as most of these tests have it: {n} is its number.
STRIP = controls(
    control("level", "slider", DECIBELS, "default = -90"), control("mute", "switch"),
    control("pan", "knob", BALANCE), control("meter", "meter"))


def program(kind):
    return os.path.join(PROGRAMS, f"glassfader-{kind}")


def passing(sockets):
    """What a command begins with that gets sockets as sd_listen_fds(3) has it."""
    if not sockets:
        return []
    moves = " ".join(f"{3 + n}<&{each.fileno()}" for n, each in enumerate(sockets))
    return ["bash", "-c", f'LISTEN_PID=$$ LISTEN_FDS={len(sockets)} exec "$@" {moves}', "bash"]


def panel_file(strips=STRIP, count=8, bridges="", pages=""):
    """A panel file with strips ch1, ch2 … of these controls, and the tables of bridges."""
    return f"""{HEAD}
{bridges}
[[pages]]
id = "main"
strips = [{{ id = "ch{{n}}", count = {count}, controls = {strips} }}]
{pages}
"""


@contextlib.contextmanager
def repeated(action, seconds):
    """Calls an action with 1, 2, 3 … in a thread, one each so many seconds, until the block ends."""
    ended = threading.Event()

    def repeat():
        for step in itertools.count(1):
            if ended.wait(seconds):
                return
            action(step)
    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


class BridgeDesk(desk.Desk):
    """A daemon with a panel file of these tests, which is not a template."""

    def __init__(self, panel):
        super().__init__(panel.replace("{", "{{").replace("}", "}}"))
        # What it has survives a kill.
        self.options = ["--state", os.path.join(self.folder, "state")]

    def change(self, old, new):
        """Changes the panel file, and has it read again."""
        with open(os.path.join(self.folder, "panel.toml")) as file:
            text = file.read()
        assert old in text, text
        self.write("panel.toml", text.replace(old, new))
        with self.connect() as panel:
            panel.request("reload")

    def await_saved(self, since):
        """Waits until the state was saved after this moment of time.time()."""
        folder = self.options[1]
        if not wait_until(lambda: any(
                entry.stat().st_mtime > since for entry in os.scandir(folder))):
            raise AssertionError(f"nothing was saved: {self.log()}")

    # One finger

    def drag_to(self, panel, control, wanted, tolerance=0.5):
        """A finger drags a fader until it is near a value, and lifts: the value in the end."""
        [found] = panel.list(control)
        x, y = middle(found["frame"])
        self.put_down(found["frame"])
        place, step = y, 8
        for _ in range(400):
            value = self.settled(panel, control, place)
            if abs(value - wanted) <= tolerance:
                break
            up = value < wanted
            place = min(max(place - step if up else place + step, 0), HEIGHT - 1)
            self.slide(0, x, place)
            # Fewer pixels once it has been on both sides.
            moved = self.settled(panel, control, place)
            step = max(step // 2, 1) if (moved < wanted) != up else step
        self.lift()
        wait_until(lambda: not panel.reading(control)["touched"])
        return panel.get(control)

    @staticmethod
    def settled(panel, control, _):
        """The value once the daemon has read what the touchscreen reported."""
        panel.ping()
        time.sleep(0.008)
        return panel.get(control)

    def slide(self, slot, x, y):
        self.report((ABS_MT_SLOT, slot), (ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y))

    # Several fingers

    def land(self, frames):
        """Puts a finger on the middle of each frame: slot 0, 1 …"""
        axes = []
        for slot, frame in enumerate(frames):
            x, y = middle(frame)
            self.contact += 1
            axes += [(ABS_MT_SLOT, slot), (ABS_MT_TRACKING_ID, self.contact),
                     (ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y)]
        self.report(*axes, key=1)

    def slide_all(self, frames, rise):
        """All fingers are so many pixels above where they landed."""
        self.report(*(axis for slot, frame in enumerate(frames) for axis in (
            (ABS_MT_SLOT, slot), (ABS_MT_POSITION_Y, round(middle(frame)[1] - rise)))))

    def lift_all(self, count):
        self.report(*(axis for slot in range(count) for axis in (
            (ABS_MT_SLOT, slot), (ABS_MT_TRACKING_ID, -1))), key=0)

    # What is seen

    def pixels(self, panel, frame):
        """The rows of a frame on the screen, as bytes of RGB."""
        width, height, rows = decode_png(panel.screenshot())
        assert (width, height) == (WIDTH, HEIGHT)
        x, y, w, h = (round(edge) for edge in frame)
        return [row[3 * x:3 * (x + w)] for row in rows[y:y + h]]

    def light(self, panel, control):
        """A function that counts the pixels of a control that are not as they are now."""
        [found] = panel.list(control)
        dark = self.pixels(panel, found["frame"])

        def count():
            rows = self.pixels(panel, found["frame"])
            return sum(row[n:n + 3] != other[n:n + 3] for row, other in zip(rows, dark)
                       for n in range(0, len(row), 3))
        return count


def decode_png(data):
    """The width, the height and the rows, as bytes of RGB, of a PNG with eight bits a colour."""
    stream, compressed = io.BytesIO(data), b""
    assert stream.read(8) == b"\x89PNG\r\n\x1a\n"
    while head := stream.read(8):
        size, kind = struct.unpack(">I4s", head)
        chunk = stream.read(size + 4)[:size]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", chunk[:10])
            assert depth == 8 and color in (2, 6), (depth, color)
        elif kind == b"IDAT":
            compressed += chunk
    size = 3 if color == 2 else 4
    raw, rows, above = zlib.decompress(compressed), [], bytearray(width * size)
    for number in range(height):
        start = number * (width * size + 1)
        row = bytearray(raw[start + 1:start + 1 + width * size])
        unfilter(raw[start], row, above, size)
        above = row
        rows.append(bytes(row) if size == 3 else
                    bytes(byte for n, byte in enumerate(row) if n % 4 < 3))
    return width, height, rows


def unfilter(kind, row, above, size):
    """Undoes what PNG does to a row before it is compressed."""
    for n in range(len(row) if kind else 0):
        left = row[n - size] if n >= size else 0
        corner = above[n - size] if n >= size else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[n]
        elif kind == 3:
            guess = (left + above[n]) // 2
        else:
            most = left + above[n] - corner
            guess = min((abs(most - left), 0, left), (abs(most - above[n]), 1, above[n]),
                        (abs(most - corner), 2, corner))[2]
        row[n] = row[n] + guess & 255


class Listener:
    """A client of the daemon that counts events, without waiting for them."""

    def __init__(self, board, *kinds, match=("*",)):
        self.panel = board.connect(name="listener")
        self.events = self.panel.events(match, events=kinds or None)
        next(self.events)
        self.seen = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.panel.close()

    def count(self):
        """How many there have been."""
        self.panel.ping()
        while self.panel._waiting:
            self.seen.append(next(self.events))
        return len(self.seen)


class BridgeTest(unittest.TestCase):
    """A test of one kind of bridge; its session, desk and bridge end with it."""

    kind = "osc"
    programs = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if lacking := missing(program(cls.kind), "setpriv", *cls.programs):
            raise unittest.SkipTest(f"{cls.__name__}: {lacking} is missing")

    def start_desk(self, panel):
        """The daemon, and a client of the test."""
        self.desk = self.enterContext(BridgeDesk(panel))
        self.panel = self.enterContext(self.desk.connect(name="test"))

    def start_bridge(self, *options, kind=None, session=None, sockets=()):
        """A bridge between the desk and whatever its panel file names; these sockets are passed to it
        as by a service manager."""
        self.session = session or getattr(self, "session", None) or \
            self.enterContext(Session())
        kind = kind or self.kind
        if kind == "osc":
            options = ("--dialects", DIALECTS, *options)
        bridge = self.session.start(
            *passing(sockets), program(kind), "--socket", self.desk.path, *options,
            name=f"bridge-{kind}", pass_fds=[each.fileno() for each in sockets])
        self.addCleanup(bridge.end)
        return bridge

    def reaches(self, control, value, tolerance=0.11, seconds=PATIENCE):
        """Waits until a control has a value."""
        last = []

        def reached():
            last[:] = [self.panel.get(control)]
            return abs(last[0] - value) <= tolerance
        if not wait_until(reached, seconds):
            self.fail(f"{control} is {last[0]}, not {value}")

    def eventually(self, condition, what="it", seconds=PATIENCE):
        """Waits until a condition is true, and returns what it returned."""
        result = wait_until(condition, seconds)
        if not result:
            self.fail(f"{what() if callable(what) else what}: not in {seconds} s")
        return result

    def rests(self, *counts, seconds=1):
        """Waits until nothing has been counted for so long."""
        return quiet(lambda: [count() for count in counts], seconds)

    def drag_all(self, name, frames, seconds=3):
        """Fingers drag these faders up and down a hundred times a second; the seconds it took."""
        self.desk.land(frames)
        spent, began = self.bridge.processor_seconds(), time.monotonic()
        for step in range(100 * seconds):
            self.desk.slide_all(frames, 90 * (1 - abs(step % 100 / 50 - 1)))
            time.sleep(max(began + (step + 1) * 0.01 - time.monotonic(), 0))
        passed = time.monotonic() - began
        spent = self.bridge.processor_seconds() - spent
        self.desk.lift_all(len(frames))
        measured(f"{name}, {len(frames)} fingers at 100 Hz: processor time", 100 * spent / passed,
                 "%")
        return passed

    def brightest(self, light, seconds=1):
        """The most that a meter is lit, once it is: on a busy machine it falls between reports."""
        most, end = self.eventually(light, "light"), time.monotonic() + seconds
        while time.monotonic() < end:
            most = max(most, light())
        return most

    def idles(self, name, seconds=3):
        """How often the threads of the bridge wake in so many seconds, by their names."""
        before, began = self.bridge.wakeups(), time.monotonic()
        spent = self.bridge.processor_seconds()
        time.sleep(seconds)
        passed = time.monotonic() - began
        woken = {thread: count - before.get(thread, 0)
                 for thread, count in self.bridge.wakeups().items()}
        measured(f"{name}, idle: wake-ups a second", sum(woken.values()) / passed)
        measured(f"{name}, idle: processor time",
                 100 * (self.bridge.processor_seconds() - spent) / passed, "%")
        return woken

    def says(self, bridge, *words):
        """The lines of a bridge's log with these words; at least one, which may take its time."""
        return self.eventually(lambda: bridge.lines(*words), lambda: bridge.log())


class RestartTest(BridgeTest):
    """Daemon, bridge and engine are killed and started again, in every order.

    A test has `kill_engine` and `start_engine`, and `agree`, which waits until the engine has what
    the panel has, for at most so many seconds, and returns how long it took.
    """

    EVERYONE = "engine", "bridge", "daemon"
    # As the promise is, in seconds.
    RECOVERY = 2

    def change(self, step):
        """Moves something while one is away."""
        if self.desk.process:
            self.panel.set("ch1.level", -10 - step)

    def kill(self, who):
        if who == "engine":
            self.kill_engine()
        elif who == "bridge":
            self.bridge.kill()
        else:
            self.desk.end(signal.SIGKILL)
            os.unlink(self.desk.path)

    def revive(self, who):
        if who == "engine":
            self.start_engine()
        elif who == "bridge":
            self.bridge.start()
        else:
            self.desk.start()

    def one_after_the_other(self, name):
        longest = 0
        for step, order in enumerate(itertools.permutations(self.EVERYONE)):
            for who in order:
                self.kill(who)
                self.change(step)
                self.revive(who)
                longest = max(longest, self.agree(3 * self.RECOVERY))
                self.change(step + 10)
                self.agree(3 * self.RECOVERY)
        measured(f"{name}: longest time to agree after a restart", longest, "s")
        self.assertLess(longest, self.RECOVERY)

    def all_at_once(self, name):
        longest = 0
        for step, order in enumerate(itertools.permutations(self.EVERYONE)):
            self.change(step)
            for who in self.EVERYONE:
                self.kill(who)
            for who in order:
                self.revive(who)
            longest = max(longest, self.agree(3 * self.RECOVERY))
        measured(f"{name}: longest time to agree after a restart of all", longest, "s")
        self.assertLess(longest, self.RECOVERY)


def measured(name, value, unit=""):
    """Prints a figure, for the report of the run."""
    print(f"  {name}: {value:.3g} {unit}".rstrip(), file=sys.stderr)
