"""What the daemon costs: counted instructions, memory and wake-ups, beside the last kept figures.

The guest's processor takes two nanoseconds for an instruction, however busy the host is, so the
processor time of the daemon, its own and the kernel's for it, is a count of instructions.
"""

import json
import math
import os
import re
import select
import subprocess
import sys
import time

from checks import Checks
from daemon import DAEMON, PANEL_FILE, ROOT, Daemon
from panel import Panel
from touchscreen import Touchscreen

HERE = os.path.dirname(os.path.abspath(__file__))
KEPT = os.path.join(HERE, "cost.json")
DEMO = os.path.join(HERE, "../../../Config/demo.evemu")
#: What QEMU's `-icount shift=1` makes of an instruction, in nanoseconds.
INSTRUCTION = 2
#: The mode of vkms.
WIDTH, HEIGHT, REFRESH = 1024, 768, 60
#: The bytes of the picture of a display in memory. Its rows have an odd number of cache lines.
PICTURE = HEIGHT * (WIDTH * 4 // 64 | 1) * 64
#: How much more than the kept figure is a failure.
TOLERANCE = 1.1
#: A finger goes up, down and back in so many seconds: one such way before what is measured, and four
#: that are.
WAY = 1.2
DRAG = 4 * WAY
RATE = 100
#: How many drags are averaged: in each, reports come at other moments of the screen's refresh.
PASSES = 3
#: How far it goes in a second, in pixels.
SPEED = 200
#: How often the daemon starts.
STARTS = 3
#: How many values a client sets.
SETS = 800

checks = Checks()
#: What was measured, as {row: figure}.
found = {}


def main():
    with checks.section("a start can be measured"):
        start()
    with checks.section("drags can be measured"):
        drags()
    with checks.section("events can be measured"):
        event()
    with checks.section("the parsing of a recording can be measured"):
        recording()
    with checks.section("the program's size can be measured"):
        program()
    with checks.section("memory can be measured"):
        memory()
    with checks.section("a blinking key can be measured"):
        found["wake-ups/s, a key that blinks"] = wake_ups(
            '{ id = "key", type = "switch", label = "Cue", blink = true, default = true }')
    with checks.section("a clock can be measured"):
        found["wake-ups/s, a clock with seconds"] = wake_ups(
            '{ id = "clock", type = "clock", seconds = true }')
    with open(KEPT) as file:
        kept = json.load(file)
    with open("/out/cost.json", "w") as file:
        json.dump(found, file, indent=4)
        file.write("\n")
    for row, figure in found.items():
        limit = kept.get(row, 0) * TOLERANCE
        checks.that(
            figure <= limit, f"{row}: {figure:,}, kept {kept.get(row, 0):,}",
            f"more than {limit:,.0f}")
    checks.that(set(found) == set(kept), "nothing else is kept", set(kept) - set(found))


def on_card(panel_file=PANEL_FILE, touch="none"):
    return Daemon("drm:/dev/dri/card0", panel_file, touch, **ROOT)


def instructions(daemon):
    """How many it has executed so far, of all its threads."""
    # CPUCLOCK_SCHED of a process: linux/posix-timers.h, which clock_getcpuclockid(3) makes.
    return time.clock_gettime_ns((~daemon.process.pid << 3) | 2) // INSTRUCTION


def start():
    """Up to its answer to the first client: the first frame is before that. The least of some, since
    what the kernel does for others meanwhile, in an interrupt, counts as the daemon's."""
    counts = []
    for _ in range(STARTS):
        with on_card() as daemon:
            counts.append(instructions(daemon))
    checks.note("starts: " + ", ".join(f"{count:,}" for count in counts))
    found["start, example desk"] = min(counts)


def drags():
    """Reports cost what more of them cost while as many frames are drawn, and frames the rest."""
    for fingers, plural in (1, ""), (10, "s"):
        with Fingers(fingers) as surface:
            once, twice = (
                sum(surface.drag(rate) for _ in range(PASSES)) / PASSES
                for rate in (RATE, 2 * RATE))
            report = (twice - once) / (RATE * DRAG)
            found[f"report, {fingers} finger{plural}"] = round(report)
            found[f"frame, {fingers} control{plural}"] = round(
                (once - report * RATE * DRAG) / (REFRESH * DRAG))
            if fingers > 1:
                found["a second of ten fingers, 100 Hz"] = round(once / DRAG)


class Fingers:
    """A daemon, with fingers on as many controls of its first page: nine faders and a knob."""

    def __init__(self, count):
        self.daemon = on_card(touch="auto")
        self.touchscreen = Touchscreen(WIDTH, HEIGHT)
        self.count = count

    def __enter__(self):
        panel = self.daemon.__enter__().panel
        frames = {c["control"]: c["frame"] for c in panel.request("list")["controls"]}
        names = [f"ch{n}.level" for n in range(1, 9)] + ["master.level", "ch1.pan"]
        self.frames = [frames[name] for name in names[:self.count]]
        for name in names:
            panel.request("set", control=name, norm=0.5)
        panel.request("subscribe", events=["valueChanged"], match=["*"])
        panel.touch_until_used(self.touchscreen, self.place(0, 0))
        self.touchscreen.report(lift=[0])
        panel.request("unsubscribe")
        panel.settle()
        # Once around, so that all is drawn that is drawn once.
        self.drag(RATE)
        return self

    def __exit__(self, *error):
        self.touchscreen.unplug()
        self.daemon.__exit__(*error)

    def place(self, finger, moment):
        """Up and down a fader, or to and fro around a knob, and back in the middle after each `WAY`."""
        x, y, width, height = self.frames[finger]
        around = SPEED * WAY
        way = abs((moment * SPEED + around / 4) % around - around / 2) - around / 4
        if finger < 9:
            return x + width / 2, y + height / 2 - way
        radius = min(width, height) * 0.4
        angle = way / radius - math.pi / 2
        return x + width / 2 + radius * math.cos(angle), y + height / 2 + radius * math.sin(angle)

    def drag(self, rate):
        """How many instructions a drag takes that lasts for a while, without its ends."""
        fingers = range(self.count)
        reports = [
            self.touchscreen.moves({finger: self.place(finger, step / rate) for finger in fingers})
            for step in range(round(rate * (WAY + DRAG)) + 1)]
        self.touchscreen.report(down={finger: self.place(finger, 0) for finger in fingers})
        began = time.monotonic()
        for step, report in enumerate(reports):
            if step == round(rate * WAY):
                before = instructions(self.daemon)
            time.sleep(max(0, began + step / rate - time.monotonic()))
            os.write(self.touchscreen.device.file, report)
        took = instructions(self.daemon) - before
        self.touchscreen.report(lift=fingers)
        self.daemon.panel.settle()
        # What shows that a finger was there fades.
        time.sleep(1)
        return took


def event():
    """What a value costs more that somebody hears of: on a page that is not shown, of which nothing is
    drawn, and ten at a time, as ten fingers make them."""
    with on_card() as daemon:
        listener = Panel(daemon.socket)
        # All is drawn once that is drawn once.
        sets(daemon, listener, 0)
        alone = sets(daemon, listener, 0.002)
        listener.request("subscribe", events=["valueChanged"], match=["*"])
        told = sets(daemon, listener, 0.004)
        listener.close()
    found["event, one subscriber"] = round((told - alone) / SETS)


def sets(daemon, listener, beside):
    """How many instructions it takes that a client sets values, a little beside the last ones."""
    before = instructions(daemon)
    for step in range(0, SETS, 10):
        daemon.panel.socket.sendall(b"".join(
            b'{"cmd":"set","control":"ch%d.ratio","norm":%.3f}\n'
            % (n % 8 + 1, 0.8 * step / SETS + n / 100 + beside) for n in range(10)))
        # As slowly as the limit of lines has it.
        time.sleep(0.02)
        for panel in daemon.panel, listener:
            while select.select([panel.socket], [], [], 0)[0]:
                panel.socket.recv(1 << 20)
    return instructions(daemon) - before


def recording():
    """A line of it that comes in an hour: it is read, and not played."""
    with open(DEMO) as file:
        given = file.read()
    lines = [re.sub(r"^E: [0-9]+", "E: 3600", line) for line in given.splitlines() if line[:2] == "E:"]
    counts = []
    for times in (1, 3):
        path = f"/run/recording-{times}.evemu"
        with open(path, "w") as file:
            file.write("\n".join([
                given[:given.index("E:")] + "E: 0.000000 0000 0000 0000", *lines * times, ""]))
        with on_card(touch="replay:" + path) as daemon:
            # What a start leaves for later.
            time.sleep(1)
            counts.append(instructions(daemon))
    found["line of a recording"] = round((counts[1] - counts[0]) / (2 * len(lines)))


def program():
    subprocess.run(["strip", "-o", "/run/glassfaderd", DAEMON], check=True)
    found["bytes, stripped program"] = os.stat("/run/glassfaderd").st_size


def memory():
    """Of no file, so nobody else's."""
    with Daemon(f"memory:{WIDTH}x{HEIGHT}", **ROOT) as daemon:
        time.sleep(1)
        found["bytes of memory, example desk"] = daemon.status_of("RssAnon") * 1024 - PICTURE
    sizes = []
    for count in (256, 512):
        path = panel_of(", ".join(
            '{ row = [' + ", ".join(
                f'{{ id = "k{row}x{column}", type = "knob" }}' for column in range(16)) + "] }"
            for row in range(count // 16)))
        with Daemon(f"memory:{WIDTH}x{HEIGHT}", path, **ROOT) as daemon:
            time.sleep(1)
            sizes.append(daemon.status_of("RssAnon") * 1024)
    found["bytes of memory, each further knob"] = (sizes[1] - sizes[0]) // 256


def wake_ups(control):
    """In a second in which nothing happens but what one control shows."""
    with on_card(panel_of(control)) as daemon:
        time.sleep(3)
        before = daemon.sleeps()
        time.sleep(10)
        return round((daemon.sleeps() - before) / 10)


def panel_of(controls):
    path = "/run/panel.toml"
    with open(path, "w") as file:
        file.write(
            'version = 1\n[[pages]]\nid = "main"\n'
            f'strips = [{{ id = "only", controls = [{controls}] }}]\n')
    return path


with checks.section("the test runs to its end"):
    main()
sys.exit(1 if checks.failed else 0)
