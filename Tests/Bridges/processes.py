"""Processes of other programs, in a home and with sockets of their own, which end with the test."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests/Clients"))

from desk import PATIENCE, wait_until  # noqa: E402: it is found there

# What a program of the user's own session would find its sound and its windows by.
OTHERS = ("DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER", "PULSE_SINK", "PIPEWIRE_REMOTE",
          "XDG_STATE_HOME", "XDG_DATA_HOME", "ALSA_CONFIG_PATH", "NOTIFY_SOCKET", "LISTEN_FDS",
          "LISTEN_PID", "GLASSFADER_SOCKET")


def missing(*programs):
    """The first of these programs and files that this machine lacks, or None."""
    for program in programs:
        if not (os.path.exists(program) if program.startswith("/") else shutil.which(program)):
            return program
    return None


def free_port(kind=socket.SOCK_DGRAM):
    """A port of 127.0.0.1 that nobody has now."""
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Session:
    """A private home, runtime folder and JACK server's name; a context manager."""

    def __init__(self):
        self.place = tempfile.TemporaryDirectory(prefix="glassfader-", ignore_cleanup_errors=True)
        self.folder = self.place.name
        self.processes = []
        self.runtime = self.subfolder("run")
        self.environment = {key: value for key, value in os.environ.items() if key not in OTHERS}
        self.environment.update(
            HOME=self.subfolder("home"), XDG_RUNTIME_DIR=self.runtime,
            XDG_CONFIG_HOME=self.subfolder("home/.config"),
            XDG_CACHE_HOME=self.subfolder("home/.cache"), PIPEWIRE_RUNTIME_DIR=self.runtime,
            PULSE_RUNTIME_PATH=os.path.join(self.runtime, "pulse"),
            DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.runtime}/bus",
            JACK_DEFAULT_SERVER=os.path.basename(self.folder), JACK_NO_AUDIO_RESERVATION="1",
            JACK_NO_START_SERVER="1", LC_ALL="C.UTF-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def subfolder(self, name):
        path = os.path.join(self.folder, name)
        os.makedirs(path, mode=0o700, exist_ok=True)
        return path

    def start(self, *command, **options):
        """Starts a program in a process group of its own, which does not survive this one."""
        process = Program(self, command, **options)
        self.processes.append(process)
        return process

    def run(self, *command, check=True, timeout=PATIENCE):
        """Runs a program to its end, and returns what it prints."""
        done = subprocess.run(command, env=self.environment, cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout)
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)}: {done.returncode}: {done.stdout}")
        return done.stdout

    def end(self):
        """Ends all of them, the newest first, and removes the folder."""
        for process in reversed(self.processes):
            process.end()
        self.place.cleanup()


class Program:
    """A process of a session, with its log."""

    def __init__(self, session, command, name=None, environment=None, **options):
        self.session = session
        self.command = command
        self.environment = {**session.environment, **(environment or {})}
        self.options = options
        name = name or os.path.basename(command[0])
        self.path = os.path.join(session.folder, f"{name}-{len(session.processes)}.log")
        self.process = None
        self.start()

    def start(self):
        """Starts it, or starts it again; the log goes on."""
        with open(self.path, "a") as log:
            self.begins = log.tell()
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *self.command],
                env=self.environment, cwd=self.session.folder, start_new_session=True,
                **{"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, **self.options})

    @property
    def pid(self):
        return self.process.pid

    def is_running(self):
        return self.process.poll() is None

    def log(self):
        """What it has written since it was started last."""
        with open(self.path, "rb") as file:
            file.seek(self.begins)
            return file.read().decode(errors="replace")

    def lines(self, *words):
        """The lines of the log in which all of these words are, in any case."""
        return [line for line in self.log().splitlines()
                if all(word.lower() in line.lower() for word in words)]

    def await_log(self, pattern, seconds=PATIENCE):
        """Waits for what matches the pattern in the log, and returns the match."""
        found = wait_until(
            lambda: re.search(pattern, self.log()) or not self.is_running(), seconds)
        if not found or found is True:
            raise AssertionError(f"{pattern!r} is not in the log:\n{self.log()[-4000:]}")
        return found

    def send_signal(self, number):
        """Sends a signal to the process and to what it has started."""
        os.killpg(self.pid, number)

    def kill(self):
        """Ends it without a word of farewell."""
        self.end(signal.SIGKILL)

    def restart(self):
        self.kill()
        self.start()

    def end(self, how=signal.SIGTERM, seconds=3):
        """Ends it and what it has started: by the signal, or else by SIGKILL."""
        for number in (how, signal.SIGKILL):
            try:
                os.killpg(self.pid, number)
                os.killpg(self.pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
            try:
                self.process.wait(seconds)
            except subprocess.TimeoutExpired:
                pass
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()

    # What the kernel knows of it

    def processor_seconds(self):
        """The time of the processor that it has had, with its threads."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wakeups(self):
        """How often its threads have waited and gone on, by the names of the threads."""
        counts = {}
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/status") as file:
                status = dict(line.split(":", 1) for line in file if ":" in line)
            counts[f"{status['Name'].strip()} {thread}"] = int(status["voluntary_ctxt_switches"])
        return counts

    def udp_ports(self):
        """The ports that its UDP sockets are bound to."""
        links = set()
        for name in os.listdir(f"/proc/{self.pid}/fd"):
            try:
                links.add(os.readlink(f"/proc/{self.pid}/fd/{name}"))
            except OSError:
                pass
        ports = []
        for table in ("udp", "udp6"):
            with open(f"/proc/net/{table}") as file:
                for line in file.readlines()[1:]:
                    fields = line.split()
                    if f"socket:[{fields[9]}]" in links:
                        ports.append(int(fields[1].rpartition(":")[2], 16))
        return ports


def quiet(count, seconds, deadline=PATIENCE):
    """Waits until a count has not changed for so long, and returns it."""
    last, since, end = count(), time.monotonic(), time.monotonic() + deadline
    while time.monotonic() - since < seconds:
        if (now := count()) != last:
            last, since = now, time.monotonic()
        if time.monotonic() > end:
            raise AssertionError(f"still changing after {deadline} s: {last}")
        time.sleep(0.02)
    return last
