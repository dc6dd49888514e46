"""A running daemon with ten faders, seen from outside: its socket, its log and its files."""

import os
import re
import shutil
import signal
import subprocess

from checks import PATIENCE, wait_until
from panel import Panel
from screens import PANEL

DAEMON = "/usr/libexec/glassfaderd"
SOCKET = "/run/gf.sock"
LOG = "/run/daemon.log"
FADERS = [f"ch{number}.level" for number in range(1, 11)]


class Desk:
    def __init__(self, panel_file):
        width, height = PANEL
        # A copy, for tests that write another one.
        self.panel_file = "/run/panel.toml"
        shutil.copy(panel_file, self.panel_file)
        with open(LOG, "w") as log:
            self.process = subprocess.Popen(
                [DAEMON, "--panel", self.panel_file, "--display", f"memory:{width}x{height}",
                 "--touch", "auto", "--socket", SOCKET],
                stdout=log, stderr=log, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        self.panel = Panel(SOCKET)
        controls = self.panel.request("list")["controls"]
        self.frames = {control["control"]: control["frame"] for control in controls}
        self.panel.request("subscribe", events=["valueChanged"], match=["*"],
                           phases=["began", "changed", "ended", "cancelled", "set"])
        # How far a fader's thumb runs, in pixels; measured with the first touchscreen.
        self.travel = None

    # The daemon

    def log(self):
        with open(LOG, errors="replace") as file:
            return file.read()

    def logs(self, text, since=0):
        """Waits until the log has a line with the text in it, and returns that."""
        def found():
            return next((line for line in self.log()[since:].splitlines() if text in line), None)
        return wait_until(found, every=0.01)

    def open_nodes(self):
        """The input devices that the daemon has open; none if it has ended."""
        if self.process.poll() is not None:
            return []
        nodes = []
        for name in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                nodes.append(os.readlink(f"/proc/{self.process.pid}/fd/{name}"))
            except FileNotFoundError:
                continue
        return [node for node in nodes if node.startswith("/dev/input/event")]

    def file_count(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def sleeps(self):
        """How often the daemon has gone to sleep: once more for each time it woke up."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"voluntary_ctxt_switches:\s+(\d+)", file.read())[1])

    def resident_kilobytes(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def stopped(self):
        """`with desk.stopped():` the daemon, which has read all there was, does not run."""
        self.settle()
        return Stopped(self.process)

    def end(self):
        """Ends the daemon as the service manager does; returns its status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            return f"none after {PATIENCE} s"

    def clean_up(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.copy(LOG, "/out/daemon.log")

    def reload(self, panel):
        """Has the daemon read another panel file in the place of its own."""
        with open(self.panel_file, "w") as file:
            file.write(panel)
        self.panel.request("reload")

    # Touchscreens

    def plug(self, entry):
        """Plugs a touchscreen of the table in, and waits until it is read; `with` unplugs it."""
        return Plugged(self, entry)

    # Faders

    def point(self, fader, up=0, aside=0):
        """So many pixels above the middle of a fader, which are counted from 0."""
        x, y, width, height = self.frames[FADERS[fader]]
        return x + width / 2 + aside, y + height / 2 - up

    def reset(self):
        """Puts every fader into its middle and forgets what was heard. Returns whether all moved."""
        self.settle()
        self.panel.events.clear()
        replies = [self.panel.request("set", control=name, norm=0.5) for name in FADERS]
        return all(reply["applied"] for reply in replies)

    def settle(self):
        """Waits until all that was sent to the daemon has come out of it again."""
        self.panel.settle()

    def norm(self, fader):
        return self.panel.request("get", control=FADERS[fader])["norm"]

    def events(self, fader):
        return self.panel.values(FADERS[fader])

    def phases(self, fader):
        """The phases so far, as a word: b, c, e and x, with many c as one."""
        letters = {"began": "b", "changed": "c", "ended": "e", "cancelled": "x", "set": "s"}
        return re.sub("c+", "c", "".join(letters[event["phase"]] for event in self.events(fader)))

    def wait(self, fader, phase, count=1):
        """Waits until a fader has been told of a phase so many times."""
        def enough(_):
            return len(self.panel.values(FADERS[fader], phase)) >= count
        return self.panel.wait(enough)

    def well_nested(self, fader):
        """Whether each gesture began once, ended once, and had a number of its own."""
        gestures = []
        for event in self.events(fader):
            if event["phase"] == "began":
                gestures.append([event])
            elif not gestures:
                return False
            else:
                gestures[-1].append(event)
        numbers = [gesture[0]["gesture"] for gesture in gestures]
        return len(set(numbers)) == len(numbers) and all(
            len({event["gesture"] for event in gesture}) == 1
            and gesture[-1]["phase"] in ("ended", "cancelled")
            and all(event["phase"] == "changed" for event in gesture[1:-1])
            for gesture in gestures)

    def seen(self, *faders):
        """What was heard of faders, for the explanation of a failure."""
        lines = [
            f"{event['control']} {event['phase']} {event['norm']} gesture {event['gesture']}"
            + (f" {event['reason']}" if "reason" in event else "")
            for event in self.panel.events
            if not faders or event["control"] in [FADERS[fader] for fader in faders]]
        middle = ["…"] if len(lines) > 24 else []
        return "\n".join(lines[:12] + middle + lines[max(12, len(lines) - 12):])


class Stopped:
    def __init__(self, process):
        self.process = process

    def __enter__(self):
        self.process.send_signal(signal.SIGSTOP)

        def is_stopped():
            with open(f"/proc/{self.process.pid}/stat") as file:
                return file.read().rpartition(")")[2].split()[0] == "T"
        if not wait_until(is_stopped, every=0.005):
            raise RuntimeError("the daemon does not stop")

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGCONT)


class Plugged:
    def __init__(self, desk, entry):
        self.desk = desk
        self.since = len(desk.log())
        self.screen = entry.plug()

    def __enter__(self):
        # That the node is open is no sign: it is opened to see what it is, too.
        self.line = self.desk.logs(f"reading {self.screen.node},", self.since)
        self.is_read = self.line is not None and self.screen.node in self.desk.open_nodes()
        return self.screen

    def __exit__(self, *_):
        self.screen.unplug()
        wait_until(lambda: self.screen.node not in self.desk.open_nodes(), every=0.005)
