#!/usr/bin/python3
"""alone.py PROGRAM [--keep]: what the daemon costs in instructions of its own, without the kernel's.

Valgrind counts them, and how often memory is allocated for a report and its frame, while fingers drag
faders of the example desk and a client hears of it. So the figures depend on the program alone: the
same program has nearly the same, on a busy machine too. Each is printed beside the one that was kept,
and more than a tenth above that is a failure.
"""

import json
import math
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../Clients"))

import desk  # noqa: E402: it is found there

KEPT = os.path.join(HERE, "alone.json")
EXAMPLE = os.path.join(HERE, "../../Config/mixer.toml")
SIZE = (1024, 768)
#: How much more than the kept figure is a failure.
TOLERANCE = 1.1
#: How far a finger goes with each report, in pixels, and how often: slowly, as the daemon runs under
#: valgrind. Each report has a frame of its own then.
STEP, RATE = 2, 25
#: After how many steps a finger is back, in how many steps all is drawn that is drawn once, and how
#: many are counted.
WAY, BEFORE, COUNTED = 120, 130, 240
#: The functions that are counted, by a part of the compiler's names for them, or by C's whole name.
FUNCTIONS = {
    "read": "11TouchRouterC4read",
    "post": "11PanelServerC4post",
    "flush": "11PanelServerC5flush",
    "update": "6ScreenC6update",
    "draw": "6WindowC4draw",
    "allocate": "malloc",
}


class Counted(desk.Desk):
    """A daemon that valgrind runs, with the example desk, several fingers, and a client."""

    def __init__(self, program):
        with open(EXAMPLE) as file:
            panel = file.read().replace("{", "{{").replace("}", "}}")
        super().__init__(panel, size=SIZE)
        self.program = program
        self.counts = os.path.join(self.folder, "counts")
        self.dumps = 0

    def command(self):
        return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.counts}", self.program]

    def control(self, what):
        subprocess.run(
            ["callgrind_control", what, str(self.process.pid)], check=True, stdout=subprocess.DEVNULL)

    def count(self):
        """What was executed since the last count: the sum, and {name: (calls, instructions)}."""
        self.control("--dump")
        self.dumps += 1
        with open(f"{self.counts}.{self.dumps}") as file:
            return read(file)

    def drag(self, frames, steps, listener):
        """Moves fingers on some controls, one report after the other."""
        for step in steps:
            until = time.monotonic() + 1 / RATE
            self.report(*[
                event for finger, frame in enumerate(frames)
                for event in at(finger, place(finger, frame, step))])
            while (left := until - time.monotonic()) > 0:
                listener.poll(left)


def at(finger, point):
    return ((desk.ABS_MT_SLOT, finger), (desk.ABS_MT_POSITION_X, point[0]),
            (desk.ABS_MT_POSITION_Y, point[1]))


def place(finger, frame, step):
    """Up and down a fader, or to and fro around a knob."""
    x, y = desk.middle(frame)
    way = (abs((step + WAY / 4) % WAY - WAY / 2) - WAY / 4) * STEP
    if finger < 9:
        return x, round(y - way)
    radius = min(frame[2:]) * 0.4
    angle = way / radius - math.pi / 2
    return round(x + radius * math.cos(angle)), round(y + radius * math.sin(angle))


def read(file):
    """Reads callgrind's format: calls are below `cfn=`, and the sum is in the last line."""
    names, found = {}, {name: (0, 0) for name in FUNCTIONS}
    callee = calls = None
    total = 0
    for line in file:
        if match := re.match(r"c?fn=(\(\d+\))(?: (.*))?", line):
            number, name = match.groups()
            if name:
                names[number] = name
            callee = names[number]
        elif line.startswith("calls="):
            calls = int(line[6:].split()[0])
        elif calls is not None:
            for name, part in FUNCTIONS.items():
                # The function itself, and no closure in it.
                if callee == part or part[0].isdigit() and part in callee and "U_" not in callee:
                    counted = found[name]
                    found[name] = counted[0] + calls, counted[1] + int(line.split()[1])
            calls = None
        elif line.startswith(("summary:", "totals:")):
            total = int(line.split()[1])
    return total, found


def measure(program):
    figures = {}
    for fingers, plural in (1, ""), (10, "s"):
        with Counted(program) as daemon, daemon.connect() as panel:
            if fingers == 1:
                figures["start, example desk"] = daemon.count()[0]
            names = [f"ch{n}.level" for n in range(1, 9)] + ["master.level", "ch1.pan"]
            listed = {control["control"]: control["frame"] for control in panel.list()}
            frames = [listed[name] for name in names[:fingers]]
            for name in names:
                panel.set(name, norm=0.5)
            panel.subscribe(["*"])
            daemon.report(*[
                event for finger, frame in enumerate(frames)
                for event in (*at(finger, place(finger, frame, 0)),
                              (desk.ABS_MT_TRACKING_ID, finger + 1))], key=1)
            daemon.drag(frames, range(BEFORE), panel)
            daemon.control("--zero")
            daemon.drag(frames, range(BEFORE, BEFORE + COUNTED), panel)
            counted = daemon.count()[1]
        calls = {name: calls for name, (calls, _) in counted.items()}
        cost = {name: cost for name, (_, cost) in counted.items()}
        if not all(calls.values()):
            sys.exit(f"nobody calls {[name for name in calls if not calls[name]]}")
        figures[f"report, {fingers} finger{plural}"] = (cost["read"] - cost["post"]) // COUNTED
        figures[f"frame, {fingers} control{plural}"] = cost["update"] // calls["draw"]
        figures[f"allocations, {fingers} finger{plural}"] = calls["allocate"] // COUNTED
        figures["event, one subscriber"] = (cost["post"] + cost["flush"]) // calls["post"]
    return figures


def main():
    program, *options = sys.argv[1:]
    figures = measure(os.path.abspath(program))
    if options == ["--keep"]:
        with open(KEPT, "w") as file:
            json.dump(figures, file, indent=4)
            file.write("\n")
    with open(KEPT) as file:
        kept = json.load(file)
    failed = set(figures) != set(kept)
    for row, figure in figures.items():
        known = kept.get(row, 0)
        is_more = figure > known * TOLERANCE
        failed |= is_more
        print(f"{row}: {figure:,}, kept {known:,}" + ("  MORE THAN A TENTH MORE" if is_more else ""))
    sys.exit(1 if failed else 0)


main()
