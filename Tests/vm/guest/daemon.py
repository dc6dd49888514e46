"""A daemon on any card, and the service manager that it talks to.

It is no root: it may use what udev would let it use, here what the test lets it.
"""

import grp
import os
import re
import resource
import signal
import socket
import subprocess
import threading
import time

from checks import PATIENCE, wait_until
from panel import Panel
from screen import Picture

DAEMON = "/usr/libexec/glassfaderd"
PANEL_FILE = "/etc/glassfader/panel.toml"
FOLDER = "/run/gf"
NOBODY = 65534
VIDEO = grp.getgrnam("video").gr_gid
#: For a daemon that may do everything.
ROOT = {"user": None, "group": None, "extra_groups": None}

# As its unit lets it.
with open("/usr/lib/systemd/system/glassfaderd.service") as unit:
    locked = int(re.search(r"\nLimitMEMLOCK=(\d+)M\n", unit.read())[1]) << 20
resource.setrlimit(resource.RLIMIT_MEMLOCK, (locked, locked))


def panel_after(line, *lines):
    """The panel file, with more lines after the first one that ends like this."""
    path = f"/run/panel-{time.monotonic_ns()}.toml"
    with open(PANEL_FILE) as given, open(path, "w") as file:
        file.write(given.read().replace(line + "\n", "\n".join([line, *lines, ""]), 1))
    os.chmod(path, 0o644)
    return path


def panel_with(*lines):
    """The panel file, with more lines in [display]."""
    return panel_after("[display]", *lines)


class ServiceManager:
    """What a daemon says to its service manager, with the time at which it was heard."""

    def __init__(self):
        self.path = FOLDER + "/notify"
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        os.chown(self.path, NOBODY, NOBODY)
        self.heard = []
        # Always: a daemon waits while too much of what it says has not been read.
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self):
        while True:
            data, descriptors, _, _ = socket.recv_fds(self.socket, 4096, 4)
            for descriptor in descriptors:
                os.close(descriptor)
            if not data:
                return
            self.heard.append((time.monotonic(), data.decode()))

    def messages(self):
        return [message for _, message in self.heard]

    def wait(self, text):
        """Waits for a message with a text in it; returns when it was heard."""
        wait_until(lambda: any(text in message for message in self.messages()), every=0.01)
        return next((when for when, message in self.heard if text in message), None)

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.listener.join()
        self.socket.close()

    @property
    def status(self):
        return next((message for message in reversed(self.messages())
                     if message.startswith("STATUS=")), None)


class Daemon:
    """A daemon on any card, as `with` has it: ended at the end. A variable of its environment that
    is None is not there."""

    count = 0

    def __init__(
            self, display="auto", panel_file=PANEL_FILE, touch="none", environment={}, **process):
        Daemon.count += 1
        self.log_path = f"/out/daemon-{Daemon.count}.log"
        if not os.path.exists(FOLDER):
            os.mkdir(FOLDER)
            os.chown(FOLDER, NOBODY, NOBODY)
        self.socket = FOLDER + "/panel.sock"
        self.manager = ServiceManager()
        environment = {
            **os.environ, "SWIFT_BACKTRACE": "enable=no", "NOTIFY_SOCKET": self.manager.path,
            **environment}
        with open(self.log_path, "w") as log:
            self.process = subprocess.Popen(
                [DAEMON, "--panel", panel_file, "--display", display, "--touch", touch,
                 "--socket", self.socket, "--screenshot", FOLDER + "/picture.png"],
                stdout=log, stderr=log,
                env={name: value for name, value in environment.items() if value is not None},
                **{"user": NOBODY, "group": NOBODY, "extra_groups": [VIDEO], **process})

    def __enter__(self):
        self.panel = Panel(self.socket)
        #: When it had greeted a client.
        self.greeted = time.monotonic()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()
        self.panel.close()
        self.manager.close()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return f"none after {PATIENCE} s"

    def log(self):
        with open(self.log_path, errors="replace") as log:
            return log.read()

    def lines(self, text, since=0):
        return [line for line in self.log()[since:].splitlines() if text in line]

    def logs(self, text, since=0):
        """Waits for a line in the log; returns how long that took, in seconds."""
        asked = time.monotonic()
        if wait_until(lambda: self.lines(text, since), every=0.01):
            return time.monotonic() - asked
        return None

    def sleeps(self):
        """How often the daemon has gone to sleep: once more for each time it woke up."""
        return self.status_of("voluntary_ctxt_switches")

    def status_of(self, key):
        """A number of /proc/PID/status."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(rf"\n{key}:\s+(\d+)", file.read())[1])

    def answers(self):
        return self.panel.request("ping") is not None

    def picture(self):
        """What the daemon believes to be on the screen; None without a display."""
        return Picture.asked_of(self.process, FOLDER + "/picture.png", seconds=2)

    def frame(self, control):
        controls = self.panel.request("list")["controls"]
        return next(entry["frame"] for entry in controls if entry["control"] == control)
