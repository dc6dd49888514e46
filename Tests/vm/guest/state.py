"""What is saved, on disks that lose their power, are full, slow, broken or read-only."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time

import slots
from checks import PATIENCE, Checks, wait_until
from disk import SECTOR, Disk, run
from panel import Panel

DAEMON = "/usr/libexec/glassfaderd"
TOOL = "/usr/bin/glassfader"
CUTS = 200
COUNTERS = [f"ch{number}.count" for number in range(1, 9)]
PANEL = """
[state]
save_after_ms = {delay}
[[pages]]
id = "main"
strips = [{{ id = "ch{{n}}", count = 8, controls = [
  {{ id = "count", type = "knob", min = 0, max = 1000000, step = 1 }},
] }}]
"""

checks = Checks()


class Daemon:
    """A daemon that keeps its state in a folder, and tells how it is."""

    def __init__(self, name, folder, delay=10):
        self.folder = folder
        self.socket = f"/run/{name}.sock"
        self.file = f"/run/{name}.toml"
        self.log_file = f"/run/{name}.log"
        self.count = 0
        with open(self.file, "w") as file:
            file.write(PANEL.format(delay=delay))
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(f"/run/{name}.notify")
        self.notices.setblocking(False)
        self.status = ""
        with open(self.log_file, "w") as log:
            self.process = subprocess.Popen(
                [DAEMON, "--panel", self.file, "--display", "memory:64x48", "--touch", "none",
                 "--socket", self.socket, "--state", folder],
                stdout=log, stderr=log,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no",
                     "NOTIFY_SOCKET": f"/run/{name}.notify"})
        self.panel = Panel(self.socket)

    def set(self, count=None):
        """Gives all counters the same number, as one transaction; the next one if none is named."""
        self.count = self.count + 1 if count is None else count
        self.panel.request("batch", ops=[
            {"cmd": "set", "control": control, "value": self.count} for control in COUNTERS])
        return self.count

    def value(self):
        return int(self.panel.request("get", control=COUNTERS[0])["value"])

    def says(self, text, seconds=PATIENCE):
        """Whether the status for the service manager has a text, or comes to have it."""
        def has():
            while True:
                try:
                    message = self.notices.recv(4096).decode()
                except BlockingIOError:
                    return text in self.status
                if message.startswith("STATUS="):
                    self.status = message
        return wait_until(has, seconds)

    def log(self):
        with open(self.log_file) as file:
            return file.read()

    def saves(self, count, seconds=PATIENCE):
        """Whether this number comes to be what is saved."""
        return wait_until(lambda: saved(self.folder) == count, seconds)

    def sleeps(self):
        """How often its threads have gone to sleep."""
        total = 0
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/status") as file:
                total += int(next(
                    line for line in file if line.startswith("voluntary")).split()[1])
        return total

    def is_writing(self):
        """Whether a thread of it waits for a disk."""
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "D":
                    return True
        return False

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


def counts(state):
    """The counters of a saved state."""
    return [int(state["values"][control]) for control in COUNTERS]


def saved(folder):
    """What the counters are in what was saved last; None if nothing was."""
    state = slots.newest(folder)
    return state and counts(state)[0]


def test_power_cuts():
    disk = Disk("power")
    daemon = Daemon("power", f"{disk.folder}/state")
    random.seed(6)
    image, mount = "/dev/shm/cut.img", "/run/cut"
    os.makedirs(mount)
    oldest = 0
    unreadable = mixed = old = lost = 0
    seen = set()
    problems = []
    daemon.set()
    daemon.saves(1)
    for cut in range(CUTS):
        for _ in range(random.randrange(1, 6)):
            daemon.set()
            time.sleep(random.random() * 0.03)
        # A cut comes while everything is saved, while values change, or soon after a change.
        kind = cut % 10
        if kind == 0:
            daemon.saves(daemon.count)
            oldest = daemon.count
        disk.picture(image, daemon.set if kind % 2 == 1 else None)
        reached = daemon.count
        # The journal is replayed, as at the next start of the machine.
        checked = subprocess.run(["fsck.ext4", "-p", image], stdout=subprocess.PIPE, text=True)
        run("mount", "-o", "ro,loop", image, mount)
        state = slots.newest(f"{mount}/state")
        tool = None
        if cut % 40 == 0:
            tool = subprocess.run(
                [TOOL, "state", "export", "--state", f"{mount}/state"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
        run("umount", mount)
        if checked.returncode > 1 or state is None:
            unreadable += 1
            problems.append(f"cut {cut}: fsck {checked.returncode} {checked.stdout} {state}")
            continue
        found = counts(state)
        mixed += len(set(found)) > 1
        seen.add(reached - found[0])
        # What was on the disk at the last cut is there at this one, or something newer.
        if not oldest <= found[0] <= reached:
            old += 1
            problems.append(f"cut {cut}: {found[0]}, where {oldest}...{reached} may be")
        oldest = max(oldest, found[0])
        if tool is not None and json.loads(tool) != state:
            lost += 1
            problems.append(f"cut {cut}: glassfader says {tool}")
    checks.that(unreadable == 0, f"after each of {CUTS} power cuts a state is there",
                "\n".join(problems))
    checks.that(mixed == 0, "it is never a mix of two", f"{mixed} are")
    checks.that(old == 0, "it is never older than one that was saved", "\n".join(problems))
    checks.that(lost == 0, "the tool reads the same", "\n".join(problems))
    checks.that(len(seen) > 1, "the cuts come before and after saves", f"{seen}")
    checks.that(daemon.end() == 0, "the daemon ends as told")
    checks.that(saved(daemon.folder) == daemon.count, "and has saved the last change",
                f"{saved(daemon.folder)}, not {daemon.count}")
    return disk


def test_wear(disk):
    """Bytes that reach the device for each save, the file system's own included."""
    daemon = Daemon("wear", f"{disk.folder}/state")
    daemon.count = daemon.value()
    daemon.saves(daemon.set())
    run("sync")
    before = disk.sectors_written()
    saves = 20
    for _ in range(saves):
        count = daemon.set()
        checks_saved = daemon.saves(count)
        if not checks_saved:
            break
    # The times of the files, which nobody waits for.
    run("sync")
    each = (disk.sectors_written() - before) * SECTOR / saves
    checks.note(f"{each:.0f} bytes reach the device for each save")
    # A save every five seconds for two hours a day is 1440.
    checks.that(each <= 6147 * 1.5, "a save writes what a disk is good for", f"{each:.0f} bytes")
    written = disk.sectors_written()
    sleeps = daemon.sleeps()
    time.sleep(3)
    checks.that(disk.sectors_written() == written and daemon.sleeps() == sleeps,
                "while nothing changes nothing is written, and nobody wakes up",
                f"{disk.sectors_written() - written} sectors, {daemon.sleeps() - sleeps} sleeps")
    # The files have room: a disk that is full takes no part in it.
    with open(f"{disk.folder}/filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError as error:
            checks.note(f"the disk is full: {error}")
    checks.that(daemon.saves(daemon.set()), "on a disk that has filled up, saves go on", daemon.log())
    daemon.end()


def test_slow_disk():
    disk = Disk("slow")
    daemon = Daemon("slow", f"{disk.folder}/state", delay=100)
    daemon.saves(daemon.set())
    watcher = Panel(daemon.socket)
    watcher.request("subscribe", match=[COUNTERS[0]])
    # Reads at once, writes two seconds later.
    disk.become("delay", "0", "0", disk.loop, "0", "2000")
    latencies, waits = [], 0
    end = time.monotonic() + 8
    while time.monotonic() < end:
        began = time.monotonic()
        count = daemon.set()
        event = watcher.wait(lambda event: event.get("value") == count)
        latencies.append(time.monotonic() - began if event else PATIENCE)
        watcher.events.clear()
        waits += daemon.is_writing()
        # Now and then a while without changes: the save begins.
        time.sleep(0.3 if len(latencies) % 10 == 0 else 0.02)
    slowest = max(latencies) * 1000
    checks.that(waits > 0, "the disk stalls saves for two seconds", "no thread waited for it")
    checks.note(f"{len(latencies)} changes, {waits} of them during a save; "
                f"the slowest was told after {slowest:.1f} ms")
    checks.that(slowest < 100, "no event is late while it does", f"{slowest:.1f} ms")
    checks.that(daemon.saves(daemon.count), "the last change is saved all the same", daemon.log())
    disk.become("linear", "0")
    daemon.end()


def test_faults():
    """A disk that fails, one that has no room, and one that is read-only, at the same time: each
    is tried again after thirty seconds."""
    # Without a journal a file system outlives its disk's failures.
    disk = Disk("broken", options=("-O", "^has_journal"))
    broken = Daemon("broken", f"{disk.folder}/state")
    broken.saves(broken.set())
    broken.saves(broken.set())

    os.makedirs("/run/full")
    run("mount", "-t", "tmpfs", "-o", "size=4k", "full", "/run/full")
    full = Daemon("full", "/run/full")

    frozen_disk = Disk("frozen")
    first = Daemon("frozen-first", f"{frozen_disk.folder}/state")
    first.saves(first.set(41))
    first.end()
    run("mount", "-o", "remount,ro", frozen_disk.folder)
    frozen = Daemon("frozen", f"{frozen_disk.folder}/state")

    disk.become("flakey", "0", "0", "60", "1", "error_writes")
    began = time.monotonic()
    good = broken.count
    broken.set()
    full.set()
    checks.that(frozen.value() == 41, "a read-only disk is read", frozen.log())
    frozen.set(42)
    checks.that(broken.says("the state is not saved: Input/output error"),
                "a disk that fails is in the status", broken.status + broken.log())
    checks.that(full.says("the state is not saved: No space left on device"),
                "a file system without room is in the status", full.status + full.log())
    checks.that(frozen.says("the state is not saved: Read-only file system"),
                "a read-only file system is in the status", frozen.status + frozen.log())
    run("sh", "-c", "echo 3 > /proc/sys/vm/drop_caches")
    checks.that(saved(broken.folder) == good, "what was saved before is still there",
                f"{saved(broken.folder)}, not {good}")
    for name, daemon in {"broken": broken, "full": full, "frozen": frozen}.items():
        # What of the program is not in memory any more comes from the host, however slow that is.
        daemon.value()
        began_set = time.monotonic()
        count = daemon.set()
        took = (time.monotonic() - began_set) * 1000
        checks.that(daemon.value() == count and took < 100, f"the panel runs on ({name})",
                    f"{took:.0f} ms")

    disk.become("linear", "0")
    run("mount", "-o", "remount,size=1M", "/run/full")
    run("mount", "-o", "remount,rw", frozen_disk.folder)
    for name, daemon in {"broken": broken, "full": full, "frozen": frozen}.items():
        ok = daemon.saves(daemon.count, 60) and daemon.says("showing on memory")
        took = time.monotonic() - began
        checks.that(ok and "not saved" not in daemon.status and took > 25,
                    f"it is saved half a minute after the failure, and not before ({name})",
                    f"{took:.0f} s, {daemon.status}, {daemon.log()}")
        lines = [line for line in daemon.log().splitlines() if "trying again" in line]
        checks.that(len(lines) == 1, f"that is one line in the log ({name})", daemon.log())
        daemon.end()


def test_unnoticed_changes():
    limit = "/proc/sys/fs/inotify/max_user_instances"
    with open(limit) as file:
        before = file.read()
    with open(limit, "w") as file:
        file.write("0")
    try:
        daemon = Daemon("unnoticed", "/run/unnoticed-state")
        daemon.set()
    finally:
        with open(limit, "w") as file:
            file.write(before)
    log = daemon.log()
    checks.that(
        f"warning: changes of {daemon.file} are not noticed: Too many open files" in log,
        "where the kernel tells of no change, it is said of the panel file", log)
    checks.that(
        "warning: imports into /run/unnoticed-state take effect at the next start only: "
        "Too many open files" in log, "and of imports", log)
    with open(daemon.file, "a") as file:
        file.write("# changed\n")
    daemon.panel.request("reload")
    checks.that(daemon.end() == 0, "and the panel runs")


def main():
    with checks.section("the test of power cuts ran to its end"):
        disk = test_power_cuts()
        with checks.section("the test of wear ran to its end"):
            test_wear(disk)
    with checks.section("the test of a slow disk ran to its end"):
        test_slow_disk()
    with checks.section("the test of faults ran to its end"):
        test_faults()
    with checks.section("the test of what goes unnoticed ran to its end"):
        test_unnoticed_changes()
    return 1 if checks.failed else 0


sys.exit(main())
