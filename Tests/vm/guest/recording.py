"""What a customer does: records a touchscreen, and sends the file to somebody who plays it."""

import json
import os
import signal
import subprocess
import sys
import time

from checks import PATIENCE, Checks, wait_until
from touchscreen import Touchscreen

TOOL = "/usr/bin/glassfader"
DAEMON = "/usr/libexec/glassfaderd"
PANEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "touchscreens.toml")
SIZE = 1000, 500
RECORDING = "/out/recorded.evemu"

checks = Checks()


def start(command, output):
    """A command of the tool, once it has opened the touchscreen."""
    process = subprocess.Popen(
        [TOOL, *command], stdout=open(output, "w"), stderr=subprocess.PIPE, text=True)
    process.stderr.readline()
    return process


def stop(process):
    process.send_signal(signal.SIGINT)
    process.stderr.read()
    return process.wait(PATIENCE)


def fingers(screen):
    """Two fingers on two of the ten faders, one of which is dragged."""
    screen.report(down={0: (150, 250)})
    time.sleep(0.05)
    screen.report(down={1: (350, 250)}, move={0: (150, 240)})
    screen.follow({0: [(150, 240 - 4 * step) for step in range(10)]})
    screen.report(lift=[0])
    time.sleep(0.05)
    screen.report(lift=[1])


def wait_for(path, text, count):
    """Waits until a file has a text so many times: what is written last has been written."""
    def has_all():
        with open(path) as file:
            return file.read().count(text) == count
    return wait_until(has_all)


def main():
    screen = Touchscreen(*SIZE)
    recorder = start(["record"], RECORDING)
    recorder.stderr.readline()
    fingers(screen)
    # The two tracking identifiers that end.
    wait_for(RECORDING, " 0003 0039 -001", 2)
    checks.that(stop(recorder) == 0, "a recording ends with Ctrl-C")
    watcher = start(["touches", "--json"], "/out/touches")
    fingers(screen)
    wait_for("/out/touches", '"ended"', 2)
    checks.that(stop(watcher) == 0, "so does watching the contacts")
    with open("/out/touches") as file:
        contacts = [json.loads(line) for line in file]
    phases = [contact["phase"] for contact in contacts]
    checks.that(
        phases.count("began") == 2 and phases.count("ended") == 2 and "moved" in phases,
        "each contact is printed from its beginning to its end", phases)
    screen.unplug()
    missing = subprocess.run([TOOL, "record"], capture_output=True, text=True)
    checks.that(
        missing.returncode == 2 and missing.stderr.strip(),
        "without a touchscreen there is nothing to record", missing)
    replay()


def replay():
    """The recording on the panel: the same two fingers."""
    played = subprocess.run(
        [DAEMON, "--demo", "--panel", PANEL, "--display", f"memory:{SIZE[0]}x{SIZE[1]}",
         "--touch", f"replay:{RECORDING}", "--replay-speed", "max",
         "--screenshot", "/out/replayed.png", "--socket", "/run/replay.sock"],
        capture_output=True, text=True, timeout=10 * PATIENCE)
    events = [json.loads(line) for line in played.stdout.splitlines()]
    checks.that(played.returncode == 0, "the recording can be played", played.stderr)
    told = {}
    for event in events:
        told.setdefault(event["control"], []).append(event["phase"])
    checks.that(
        set(told) == {"ch2.level", "ch4.level"}, "it touches the faders that were under the fingers",
        told)
    for control, phases in told.items():
        checks.that(
            phases[0] == "began" and phases[-1] == "ended", f"{control} is touched and let go",
            phases)
    last = {event["control"]: event["norm"] for event in events}
    checks.that(
        last.get("ch2.level", 0) > 0.5 and last.get("ch4.level") == 0.5,
        "one is dragged up, and the other is only touched", last)


with checks.section("a touchscreen can be recorded and played"):
    main()
sys.exit(1 if checks.failed else 0)
