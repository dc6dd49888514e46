"""When frames are drawn and when they are seen: on vkms, whose vertical blanks come at 60 Hz, and on
bochs, which has none and completes a flip at once.

What was drawn when is what the kernel saw: its own events of vertical blanks, and the daemon's
reads of the touchscreen and its page flips.
"""

import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
import zlib

import drm
from checks import PATIENCE, Checks, wait_until
from daemon import DAEMON, ROOT, Daemon
from kernel_trace import KernelTrace
from panel import Panel
from screen import Card, Picture
from touchscreen import Touchscreen

PANEL_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pacing.toml")
SOCKET = "/run/gf.sock"
SCREENSHOT = "/run/screenshot.png"
VKMS, BOCHS = "/dev/dri/card0", "/dev/dri/card1"
REFRESH = 1 / 60
# Not quite 120 Hz, so that samples come at every time of a refresh in turn.
SAMPLE_INTERVAL = 0.00845

checks = Checks()


def main():
    with Surface(VKMS) as surface:
        with checks.section("an idle panel can be watched"):
            nothing_to_do(surface)
        with checks.section("an animation can be watched on vkms"):
            animation_with_vertical_blanks(surface)
        with checks.section("an animation can be watched among uevents"):
            animation_among_uevents(surface)
        with checks.section("a drag can be watched"):
            late = drag(surface, "with late latching")
        with checks.section("a drag can be watched while pictures are taken"):
            drag(surface, "with pictures taken", samples=300, picture_every=60)
        with checks.section("the buffer that is scanned out can be read"):
            same_as_scanout(surface)
    with Surface(VKMS, "late_latching = false") as surface:
        with checks.section("a drag can be watched without late latching"):
            early = drag(surface, "without late latching")
    ages(late, early)
    with Surface(VKMS, 'mode = "640x480"') as surface:
        with checks.section("pictures can be taken during a drag"):
            pictures_during_a_drag(surface)
    with checks.section("two pictures of an old framebuffer are shown in turn"):
        panning()
    with Surface(BOCHS) as surface:
        with checks.section("an animation can be watched on bochs"):
            animation_without_vertical_blanks(surface)


class Surface:
    """A running daemon on a card, with options for its display."""

    def __init__(self, card, options=""):
        self.card = card
        path = "/run/pacing.toml"
        with open(PANEL_FILE) as source, open(path, "w") as file:
            file.write(source.read() + f"[display]\n{options}\n")
        self.log = open("/out/daemon.log", "a")
        self.process = subprocess.Popen(
            [DAEMON, "--panel", path, "--display", "drm:" + card, "--touch", "auto",
             "--socket", SOCKET, "--screenshot", SCREENSHOT],
            stdout=self.log, stderr=self.log, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})

    def __enter__(self):
        self.panel = Panel(SOCKET)
        frames = {c["control"]: c["frame"] for c in self.panel.request("list")["controls"]}
        self.fader = frames["ch1.level"]
        # The panel is as large as the mode.
        crtc = Card(self.card)
        _, _, _, mode = crtc.crtc()
        crtc.close()
        self.size = mode_size(mode)
        self.touchscreen = Touchscreen(*self.size)
        self.panel.request("subscribe", events=["valueChanged"], match=["*"],
                           phases=["began", "changed", "ended", "cancelled", "set"])
        self.panel.touch_until_used(self.touchscreen, self.point(0))
        self.touchscreen.report(lift=[0])
        self.panel.settle()
        # What moved because of that has come to rest.
        time.sleep(1)
        return self

    def __exit__(self, *_):
        self.touchscreen.unplug()
        self.panel.close()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def point(self, up):
        """So many pixels above the middle of the fader."""
        x, y, width, height = self.fader
        return x + width / 2, y + height / 2 - up

    def drag_path(self):
        """From the middle up and down for ever, by a pixel and a half."""
        up, step = 0.0, 1.5
        reach = self.fader[3] / 4
        while True:
            yield self.point(up)
            if abs(up + step) > reach:
                step = -step
            up += step

    def sleeps(self):
        """How often its threads have gone to sleep: once more for each time they woke up."""
        count = 0
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{thread}/status") as file:
                count += int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", file.read())[1])
        return count

    def let_meter_fall(self, seconds):
        """Its bar falls for more than that long."""
        self.panel.socket.sendall(b'{"cmd":"meters","v":{"ch2.meter":[0]}}\n')
        time.sleep(seconds)

    def take_picture(self):
        """The daemon's picture of itself."""
        picture = Picture.asked_of(self.process, SCREENSHOT)
        if not picture:
            raise TimeoutError("no picture came")
        return picture


def mode_size(mode):
    """struct drm_mode_modeinfo: a clock, then hdisplay, hsync…, vdisplay."""
    return (int.from_bytes(mode[4:6], "little"), int.from_bytes(mode[14:16], "little"))


def nothing_to_do(surface):
    before = surface.sleeps()
    time.sleep(10)
    woken = surface.sleeps() - before
    checks.that(woken == 0, "an idle panel does not wake up once in ten seconds", woken)


def animation_with_vertical_blanks(surface):
    with KernelTrace(surface.process.pid) as trace:
        surface.let_meter_fall(3.3)
    # Not the frame that shows the new level, from which on the bar falls.
    frames = trace.seen[2:182]
    if not checks.that(len(frames) == 180, "an animation of three seconds has 180 frames", frames):
        return
    steps = [after[0] - before[0] for before, after in zip(frames, frames[1:])]
    checks.note(f"180 frames in {frames[-1][1] - frames[0][1] + REFRESH:.4f} s;"
                f" refreshes from one to the next: {counts(steps)}")
    checks.that(steps.count(0) == 0, "no refresh of it has two frames", counts(steps))
    checks.that(steps.count(1) == len(steps), "and each has a new one", counts(steps))
    span = frames[-1][1] - frames[0][1] + REFRESH
    checks.that(abs(span - 3) < 0.002, "they take three seconds", span)


def animation_among_uevents(surface):
    """The kernel says a hundred times that something about the card has changed, and nothing has."""
    calls = drm.Calls(probes="drm_mode_getconnector", modesets="drm_crtc_vblank_on")
    with KernelTrace(surface.process.pid) as trace:
        surface.let_meter_fall(1)
        began = time.monotonic()
        for count in range(1, 101):
            with open(f"/sys/class/drm/{os.path.basename(surface.card)}/uevent", "w") as uevent:
                uevent.write("change")
            time.sleep(max(0, began + count / 1000 - time.monotonic()))
        took = time.monotonic() - began
        time.sleep(2.3)
    # Those from before the first uevent to long after the last.
    frames = trace.seen[30:150]
    seen_among = sum(began <= moment <= began + took for _, moment in frames)
    steps = [after[0] - before[0] for before, after in zip(frames, frames[1:])]
    found = calls.counts()
    checks.note(f"100 uevents in {took:.3f} s, during {seen_among} frames of an animation;"
                f" refreshes from one to the next: {counts(steps)}; calls {found}")
    checks.that(
        took < 0.15 and seen_among >= 5 and steps == [1] * 119,
        "a hundred uevents in a tenth of a second cost an animation no frame",
        (took, seen_among, counts(steps)))
    checks.that("modesets" not in found, "and no mode is set because of them", found)
    # Each probe asks once how many modes there are and once for them.
    checks.that(
        0 < found.get("probes", 0) <= 2 * (took / 0.1 + 2),
        "and the card is looked at ten times a second at most", found)


def animation_without_vertical_blanks(surface):
    with KernelTrace(surface.process.pid) as trace:
        surface.let_meter_fall(3.3)
    times = [moment for _, moment in trace.seen]
    # The most in any second.
    most = max(sum(start <= moment < start + 1 for moment in times) for start in times)
    checks.note(f"{len(times)} frames in 3.3 s on bochs, at most {most} in a second")
    checks.that({sequence for sequence, _ in trace.seen} == {0}, "bochs has no vertical blanks")
    checks.that(55 <= most <= 61, "an animation there has at most 61 frames in a second", most)


def drag(surface, how, samples=600, picture_every=None):
    """Moves a finger by so many samples. Returns how old the newest sample was that each frame drew
    when its vertical blank came, in milliseconds."""
    path = surface.drag_path()
    surface.touchscreen.report(down={0: next(path)})
    # The finger's slack is over, and the first frames are drawn.
    for _ in range(60):
        time.sleep(SAMPLE_INTERVAL)
        surface.touchscreen.report(move={0: next(path)})
    moments = []
    with KernelTrace(surface.process.pid) as trace:
        start = time.monotonic()
        for index in range(samples):
            if picture_every and index % picture_every == 0:
                surface.process.send_signal(signal.SIGUSR1)
            sample = surface.touchscreen.sample(0, next(path))
            time.sleep(max(0, start + index * SAMPLE_INTERVAL - time.monotonic()))
            moments.append(time.monotonic())
            os.write(surface.touchscreen.device.file, sample)
        time.sleep(0.05)
    surface.touchscreen.report(lift=[0])

    sequences = [sequence for sequence, _ in trace.seen]
    steps = [after - before for before, after in zip(sequences, sequences[1:])]
    checks.note(f"a drag {how}: {samples} samples, {len(trace.seen)} frames;"
                f" refreshes from one to the next: {counts(steps)}")
    checks.that(
        len(steps) > samples * 0.47 and all(step >= 1 for step in steps),
        f"a drag {how} has at most one frame in a refresh", counts(steps))
    checks.that(
        steps.count(1) >= 0.97 * len(steps), f"and hardly any refresh without one, {how}",
        counts(steps))
    frames = []
    for flip in trace.flips:
        read = max((moment for moment in trace.reads if moment < flip), default=None)
        drawn = read and max((moment for moment in moments if moment < read), default=None)
        shown = next((moment for _, moment in trace.seen if moment > flip), None)
        if drawn and shown:
            frames.append(((shown - drawn) * 1000, (shown - flip) * 1000))
    checks.note(f"handed over {statistics.mean(left for _, left in frames):.2f} ms"
                f" before its vertical blank on average, {how}")
    return [age for age, _ in frames]


def ages(late, early):
    for how, values in ("with", late), ("without", early):
        checks.note(f"age of the newest sample at its vertical blank, {how} late latching:"
                    f" mean {statistics.mean(values):.2f} ms,"
                    f" {min(values):.2f} to {max(values):.2f}")
        bins = counts(int(value // 2) * 2 for value in values)
        for age, count in bins.items():
            checks.note(f"  {age:2} to {age + 2:2} ms {count:4} {'#' * (count * 60 // len(values))}")
    mean = statistics.mean(late)
    checks.that(
        mean <= 6, "a drag is seen with its newest sample no older than 6 ms on average",
        f"{mean:.2f} ms")
    checks.that(
        statistics.mean(early) > mean + 5, "which it would not be without late latching",
        f"{statistics.mean(early):.2f} ms")


def same_as_scanout(surface):
    # What the last drag left is over.
    time.sleep(1)
    own = surface.take_picture()
    shutil.copy(SCREENSHOT, "/out/pacing.png")
    card = Card(surface.card)
    scanned = card.picture()
    card.close()
    same = own == scanned
    checks.that(same, "a picture that the daemon takes is what is scanned out, pixel for pixel",
                "" if same else own.bounds_of_difference(scanned))


class Checksums:
    """The kernel's checksums of what is on the screen, from now on."""

    def __init__(self, card):
        folder = f"/sys/kernel/debug/dri/{os.path.basename(card)[4:]}/crtc-0/crc"
        with open(folder + "/control", "w") as control:
            control.write("auto")
        self.data = os.open(folder + "/data", os.O_RDONLY | os.O_NONBLOCK)
        self.shown = []

    def read(self):
        while True:
            try:
                line = os.read(self.data, 64)
            except BlockingIOError:
                return
            self.shown.append(int(line.split()[1], 16))

    def close(self):
        os.close(self.data)


def pictures_during_a_drag(surface):
    """The kernel's checksums say which pictures were on the screen."""
    checksums = Checksums(surface.card)
    shown = checksums.shown
    path = surface.drag_path()
    surface.touchscreen.report(down={0: next(path)})
    wanted, pictures = 8, []
    for index in range(wanted):
        for _ in range(3):
            surface.touchscreen.report(move={0: next(path)})
            # The kernel takes its time for a checksum: every frame must be seen for as long.
            time.sleep(0.15)
            checksums.read()
        # A picture is asked for before, while and after the frame is drawn and waits to be seen.
        surface.touchscreen.report(move={0: next(path)})
        time.sleep(index * 0.003)
        pictures.append(surface.take_picture())
        time.sleep(0.15)
    time.sleep(0.5)
    checksums.read()
    surface.touchscreen.report(lift=[0])
    checksums.close()
    own = [checksum(picture) for picture in pictures]
    checks.note(f"{len(set(shown))} different pictures were on the screen during the drag,"
                f" {sum(one in shown for one in own)} of {len(own)} taken are among them")
    checks.that(
        len(own) == wanted and len(set(own)) == wanted and all(one in shown for one in own),
        "pictures that are taken during a drag were on the screen, pixel for pixel",
        ([hex(one) for one in own], [hex(one) for one in shown]))


def panning():
    """The driver's old framebuffer, with room for two pictures."""
    with Daemon("fb:/dev/fb0", PANEL_FILE, **ROOT) as daemon:
        daemon.logs("showing on")
        checks.that(
            "two pictures" in daemon.log(), "an old framebuffer may have room for two pictures",
            daemon.log())
        checks.note(daemon.lines("showing on"))
        checksums = Checksums(VKMS)
        places = set()
        for norm in (0.2, 0.4, 0.6, 0.8):
            daemon.panel.request("set", control="ch1.level", norm=norm)

            def is_shown():
                checksums.shown.clear()
                checksums.read()
                return checksums.shown and checksum(daemon.picture()) in checksums.shown
            checks.that(
                wait_until(is_shown), f"which are shown in turn, pixel for pixel: {norm}",
                daemon.log())
            with open("/sys/class/graphics/fb0/pan") as pan:
                places.add(pan.read().strip())
        checksums.close()
        checks.that(places == {"0,0", "0,768"}, "by panning", places)
        checks.that(daemon.end() == 0, "and the daemon ends well", daemon.log())


def checksum(picture):
    """As vkms has it: a CRC over rows of 16-bit alpha, red, green and blue."""
    crc = 0
    for y in range(picture.height):
        row = picture.pixels[y * picture.width * 3:(y + 1) * picture.width * 3]
        wide = bytearray(b"\xff" * (picture.width * 8))
        for channel in range(3):
            wide[2 + 2 * channel::8] = wide[3 + 2 * channel::8] = row[channel::3]
        crc = zlib.crc32(wide, crc ^ 0xFFFFFFFF) ^ 0xFFFFFFFF
    return crc


def counts(values):
    """How often each value occurs, in their order."""
    found = {}
    for value in sorted(values):
        found[value] = found.get(value, 0) + 1
    return found


with checks.section("the test runs to its end"):
    main()
sys.exit(1 if checks.failed else 0)
