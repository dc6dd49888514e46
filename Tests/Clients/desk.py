"""A daemon with a panel in memory, and a finger on it, for the tests of client programs."""

import contextlib
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Sources/Clients/python"))

import glassfader  # noqa: E402: it is found there

DAEMON = os.environ.get("GLASSFADERD") or os.path.join(ROOT, ".build/debug/glassfaderd")

# How long to wait for what must come: a busy host takes much of it, and only a failure takes all.
PATIENCE = 30
WIDTH, HEIGHT = 640, 400
PANEL = """
version = 1
name = "desk"
[socket]
lines_per_second = 20000
[socket.monitor]
path = "{folder}/monitor.sock"
[bridges.osc]
send = ["127.0.0.1:3819"]
[[pages]]
id = "main"
strips = [{{ id = "ch{{n}}", count = 4, controls = [
  {{ id = "level", type = "slider", taper = "x32", unit = "dB", default = 0.0, step = 0.1, bind = {{ osc = "/ch/{{n:02}}/level" }} }},
  {{ id = "count", type = "knob", min = 0, max = 1000000, step = 1 }},
  {{ id = "mute", type = "switch" }},
  {{ id = "talk", type = "button", mode = "momentary" }},
  {{ id = "meter", type = "meter", channels = 2 }},
  {{ id = "gate", type = "range", min = -60, max = 0, unit = "dB" }},
] }}]
[[pages]]
id = "other"
strips = [{{ id = "x", controls = [{{ id = "mode", type = "segmented", options = ["a", "b"] }},
  {{ id = "scope", type = "plot" }}] }}]
"""
# What a touchscreen with a unit for each pixel says of itself.
TOUCHSCREEN = """# EVEMU 1.3
N: test touchscreen
I: 0018 0000 0000 0001
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 {right} 0 0 4
A: 01 0 {bottom} 0 0 4
A: 2f 0 9 0 0 0
A: 35 0 {right} 0 0 4
A: 36 0 {bottom} 0 0 4
A: 39 0 65535 0 0 0
"""
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH, ABS_X, ABS_Y = 0x14A, 0, 1
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39


class Desk:
    """A daemon, which can be killed and started again, and a finger. A context manager."""

    def __init__(self, panel=PANEL, options=(), size=(WIDTH, HEIGHT)):
        self.options = options
        self.size = size
        self.place = tempfile.TemporaryDirectory(prefix="glassfader-")
        self.folder = self.place.name
        self.path = os.path.join(self.folder, "panel.sock")
        self.monitor_path = os.path.join(self.folder, "monitor.sock")
        self.pipe = os.path.join(self.folder, "touch")
        os.mkfifo(self.pipe)
        self.write("touch.desc", TOUCHSCREEN.format(right=size[0] - 1, bottom=size[1] - 1))
        self.write("panel.toml", panel.format(folder=self.folder))
        # Both ends, so that neither waits for the other; while it is open the finger is there.
        self.touchscreen = os.open(self.pipe, os.O_RDWR)
        self.process = None
        self.contact = 0

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.end(signal.SIGTERM)
        os.close(self.touchscreen)
        self.place.cleanup()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def log(self):
        with open(os.path.join(self.folder, "log")) as file:
            return file.read()

    def start(self):
        """Starts the daemon, and waits until it can be connected to."""
        environment = {
            key: value for key, value in os.environ.items()
            if key not in ("NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "GLASSFADER_SOCKET")}
        with open(os.path.join(self.folder, "log"), "w") as log:
            self.process = subprocess.Popen(
                [*self.command(), "--panel", os.path.join(self.folder, "panel.toml"),
                 "--display", "memory:{}x{}".format(*self.size), "--touch", f"events:{self.pipe}",
                 "--socket", self.path, *self.options],
                stdout=log, stderr=log, env=environment)
        if not wait_until(lambda: self.process.poll() is not None or self.listens(), 2 * PATIENCE) \
                or self.process.poll() is not None:
            raise AssertionError(self.log())

    def command(self):
        return [DAEMON]

    def listens(self):
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(self.path)
                return True
            except OSError:
                return False

    def end(self, how):
        """Ends the daemon by a signal."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def restart(self):
        """Kills the daemon, and starts another: no word of farewell, and no state."""
        self.end(signal.SIGKILL)
        os.unlink(self.path)
        self.start()

    @contextlib.contextmanager
    def hung(self):
        """The daemon does nothing in a `with` block, as if it hung."""
        stop(self.process)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def connect(self, **options):
        """A client, which has the patience of the tests."""
        return glassfader.Panel(self.path, **{"timeout": PATIENCE, **options})

    # The finger

    def drag(self, frame, rise, steps=10):
        """Drags up, from the middle of a control's frame, by so many pixels."""
        self.put_down(frame)
        self.move(frame, rise, steps)
        self.lift()

    def put_down(self, frame):
        x, y = middle(frame)
        self.contact += 1
        self.report((ABS_MT_SLOT, 0), (ABS_MT_TRACKING_ID, self.contact),
                    (ABS_MT_POSITION_X, x), (ABS_MT_POSITION_Y, y), (ABS_X, x), (ABS_Y, y),
                    key=1)

    def move(self, frame, rise, steps=10):
        _, y = middle(frame)
        for step in range(1, steps + 1):
            place = round(y - rise * step / steps)
            time.sleep(0.008)
            self.report((ABS_MT_POSITION_Y, place), (ABS_Y, place))

    def lift(self):
        time.sleep(0.008)
        self.report((ABS_MT_TRACKING_ID, -1), key=0)

    def report(self, *axes, key=None):
        now = time.clock_gettime(time.CLOCK_MONOTONIC)
        events = [(EV_ABS, axis, value) for axis, value in axes]
        if key is not None:
            events.append((EV_KEY, BTN_TOUCH, key))
        events.append((EV_SYN, 0, 0))
        os.write(self.touchscreen, b"".join(
            struct.pack("=qqHHi", int(now), int(now % 1 * 1e6), *event) for event in events))


def middle(frame):
    x, y, width, height = frame
    return round(x + width / 2), round(y + height / 2)


def stop(process):
    """Stops a program, and returns when it stands still: a signal alone may come later."""
    process.send_signal(signal.SIGSTOP)

    def stands_still():
        with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] == "T"
    if not wait_until(stands_still):
        raise AssertionError(f"process {process.pid} does not stop")


def wait_until(condition, seconds=PATIENCE):
    """Polls until the condition is true, and returns what it returned last."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result or time.monotonic() > deadline:
            return result
        time.sleep(0.01)
