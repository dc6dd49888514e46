"""The daemon on a card of each driver: by atomic commits and without, turned, and after others.

What a monitor would show, QEMU tells; what the kernel was asked for, its own counters.
"""

import os
import re
import signal
import subprocess
import sys
import time

import drm
from checks import PATIENCE, Checks, wait_until
from daemon import DAEMON, PANEL_FILE, panel_with
from panel import Panel
from screen import Card, Emulator, Picture, png
from touchscreen import Touchscreen

SOCKET = "/run/gf.sock"
SCREENSHOT = "/out/screenshot.png"
# QEMU's name for the hardware of each driver's card.
HARDWARE = {"virtio_gpu": "panel", "bochs-drm": "bochs", "cirrus": "cirrus"}
RED, GREEN = 0xFF0000, 0x00FF00

checks = Checks()


class Daemon:
    """A daemon on one card, as `with` has it: ended at the end."""

    def __init__(self, number, panel_file=PANEL_FILE, touch="none", **environment):
        self.number = number
        self.log_path = f"/out/daemon-{time.monotonic_ns()}.log"
        with open(self.log_path, "w") as log:
            self.process = subprocess.Popen(
                [DAEMON, "--panel", panel_file, "--display", f"drm:/dev/dri/card{number}",
                 "--touch", touch, "--socket", SOCKET, "--screenshot", SCREENSHOT],
                stdout=log, stderr=log,
                env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **environment})

    def __enter__(self):
        self.panel = Panel(SOCKET)
        controls = self.panel.request("list")["controls"]
        self.frames = {control["control"]: control["frame"] for control in controls}
        wait_until(lambda: "glassfaderd" in drm.planes_in_use(f"card{self.number}").values())
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()
        self.panel.close()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return f"none after {PATIENCE} s"

    def log(self):
        with open(self.log_path, errors="replace") as log:
            return log.read()

    @property
    def display(self):
        """What the daemon says that it shows its picture on."""
        found = re.search(r"showing on (.*)", self.log())
        return found and found[1]

    def set(self, control, norm):
        self.panel.request("set", control=control, norm=norm)

    def screenshot(self):
        """What the daemon believes to be on the screen."""
        return Picture.asked_of(self.process, SCREENSHOT)


def main():
    emulator = Emulator()
    cards = drm.cards()
    checks.note(f"cards: {cards}")
    calls = drm.Calls(
        atomic="drm_mode_atomic_ioctl", setcrtc="drm_mode_setcrtc",
        flip="drm_mode_page_flip_ioctl", dirty="drm_mode_dirtyfb_ioctl",
        blobs="drm_mode_createblob_ioctl", freed="drm_mode_destroyblob_ioctl",
        virtio_modeset="virtio_gpu_crtc_atomic_enable", bochs_modeset="bochs_pipe_enable",
        cirrus_modeset="cirrus_pipe_enable")
    for driver, device in HARDWARE.items():
        for atomic in (True, False):
            kind = "atomic commits" if atomic else "the calls from before atomic commits"
            with checks.section(f"{driver} shows the panel by {kind}"):
                shows(emulator, calls, driver, device, cards[driver][0], atomic)
    with checks.section("frames are drawn elsewhere, or into two buffers or three"):
        drawn_directly(emulator, cards["virtio_gpu"][0])
    with checks.section("only what has changed is flushed to the screen"):
        partial_flush(emulator, cards["virtio_gpu"][0])
    with checks.section("a picture in the right mode is taken over without a modeset"):
        no_flicker(emulator, calls, cards["virtio_gpu"][0])
    with checks.section("a splash comes between the picture of before and the panel"):
        splashed(emulator, calls, cards["virtio_gpu"][0])
    with checks.section("what the last master left on the screen is taken away"):
        strays(cards["vkms"][0])
    with checks.section("the card turns the picture, or the daemon where it refuses"):
        turned_by_the_card(cards["vkms"][0])
    with checks.section("clients are served while a slow card is busy"):
        slow_card(cards["cirrus"][0])
    with checks.section("a panel that is mounted turned shows an upright picture"):
        turned(emulator, cards["virtio_gpu"][1])
    with checks.section("setup finds out how a panel is mounted"):
        mounting_found(cards["virtio_gpu"][1])


def shows(emulator, calls, driver, device, number, atomic):
    name = f"{driver}-{'atomic' if atomic else 'legacy'}"
    before = emulator.picture(f"{name}-before", device)
    card = Card(f"/dev/dri/card{number}")
    console = card.crtc()
    calls.restart()
    with Daemon(number, **({} if atomic else {"GLASSFADER_NO_ATOMIC": "1"})) as daemon:
        first = same(emulator, daemon, name, device, before)
        said = daemon.display or daemon.log()
        checks.that(
            driver in said and ("without atomic" in said) != atomic,
            f"{name}: the daemon says what it shows its picture on", said)
        checks.note(f"{name}: {said}")
        checks.that(
            card.crtc()[0] != console[0], f"{name}: the CRTC shows a buffer of the daemon")
        daemon.set("ch1.level", 0.9)
        daemon.set("ch3.pan", 0.1)
        second = same(emulator, daemon, f"{name}-moved", device, first)
        checks.that(second != first, f"{name}: a value that changes is seen")
        counts = calls.counts()
        checks.note(f"{name}: calls {counts}")
        checks.that(
            ("atomic" in counts) == atomic and ("flip" in counts) != atomic,
            f"{name}: the kernel was asked by {'atomic commits' if atomic else 'page flips'} alone",
            counts)
        checks.that(
            counts.get("blobs", 0) == counts.get("freed", 0) and ("blobs" in counts) == atomic,
            f"{name}: what was told of modes and damage is forgotten again", counts)
        emulator.command(
            "screendump", filename=f"{emulator.out}/{name}.png", format="png", device=device)
        calls.restart()
        idle = daemon.panel.request("ping")
        time.sleep(1)
        checks.that(
            not calls.counts(), f"{name}: nothing is asked of the card while nothing changes",
            (calls.counts(), idle))
        status = daemon.end()
        checks.that(status == 0, f"{name}: the daemon ends with status 0", (status, daemon.log()))
        checks.that(
            "cannot" not in daemon.log(), f"{name}: nothing was refused", daemon.log())
        checks.that(
            card.crtc() == console, f"{name}: the CRTC is as it was found",
            (console, card.crtc()))
    card.close()


def same(emulator, daemon, name, device, last, is_turned=False):
    """The picture on the screen, once it is another than the last: the daemon's own, pixel for
    pixel, as far as the buffer's format allows. What is turned by a quarter on the glass may be
    upright in the daemon's own."""
    own = picture = None
    sixteen_bits = "RGB565" in (daemon.display or "")

    def is_same():
        nonlocal own, picture
        picture = emulator.still_picture(name, other_than=last, device=device)
        own = daemon.screenshot()
        if own and sixteen_bits:
            return picture.in_16_bits() == own.dithered().in_16_bits()
        return own and (own == picture or is_turned and own == turned_back(picture))
    found = wait_until(is_same)
    kind = "the daemon's own in 16 bits" if sixteen_bits else "the daemon's own"
    difference = ""
    if not found and own:
        a, b = (picture, own) if not sixteen_bits else (
            picture.in_16_bits(), own.dithered().in_16_bits())
        difference = ("they differ in", a.bounds_of_difference(b))
    checks.that(found, f"{name}: the picture on the screen is {kind}, pixel for pixel", difference)
    return picture


def drawn_directly(emulator, number):
    for shadow, buffers in (("always", 2), ("never", 2), ("never", 3)):
        name = f"shadow-{shadow}-{buffers}"
        panel_file = panel_with(f'shadow = "{shadow}"', f"buffers = {buffers}")
        with Daemon(number, panel_file) as daemon:
            checks.that(
                ("drawn into directly" in daemon.display) == (shadow == "never"),
                f"{name}: the daemon says where it draws", daemon.display)
            last, seen = same(emulator, daemon, name, "panel", None), set()
            for norm in (0.9, 0.2, 0.6):
                seen.add(Card(f"/dev/dri/card{number}").crtc()[0])
                daemon.set("ch1.level", norm)
                last = same(emulator, daemon, f"{name}-{norm}", "panel", last)
            checks.that(
                own_pictures(number) == buffers,
                f"{name}: the card has {buffers} pictures of the daemon", own_pictures(number))
            checks.note(f"{name}: {daemon.display}, seen in {len(seen)} buffers")


def own_pictures(number):
    """How many framebuffers of the daemon the kernel has."""
    with open(f"/sys/kernel/debug/dri/{number}/framebuffer") as file:
        return file.read().count("allocated by = glassfaderd\n")


def partial_flush(emulator, number):
    """Marks are written into both buffers behind the daemon's back. virtio-gpu shows what is flushed
    to it and no more: a mark is seen where a flush goes beyond what the daemon drew."""
    for atomic in (True, False):
        with Daemon(number, **({} if atomic else {"GLASSFADER_NO_ATOMIC": "1"})) as daemon:
            x, y, width, height = map(int, daemon.frames["ch1.level"])
            picture = emulator.still_picture("flush", device="panel")
            mark = [4, picture.height - 20, 16, 16]
            buffers = {}
            for norm in (0.2, 0.3, 0.4):
                daemon.set("ch1.level", norm)
                picture = emulator.still_picture(
                    "flush-before", other_than=picture, device="panel")
                buffer = drm.Scanout(number)
                buffers[buffer.id] = buffer
            for buffer in buffers.values():
                buffer.mark(mark, RED)
            before = after = picture
            for norm in (0.6, 0.7):
                daemon.set("ch1.level", norm)
                after = emulator.still_picture("flush-after", other_than=after, device="panel")
            seen = bytes((255, 0, 0)) in after.inside(mark)
            if atomic:
                checks.that(len(buffers) == 2, "two buffers are shown in turn", buffers)
                checks.that(not seen, "what the daemon has not drawn is not flushed")
                bounds = before.bounds_of_difference(after)
                # The shadow of a cap falls beside its fader, and the value is below it.
                checks.that(
                    bounds and x - 6 <= bounds[0] and bounds[0] + bounds[2] <= x + width + 6
                    and y - 6 <= bounds[1] and bounds[1] + bounds[3] <= y + height + 30,
                    "and what it has drawn is: the fader and its value",
                    (bounds, daemon.frames["ch1.level"]))
                checks.note(f"fader {[x, y, width, height]}, changed {bounds}")
            else:
                checks.that(seen, "page flips of before, which tell of no damage, flush all")


def no_flicker(emulator, calls, number):
    """A splash screen is there before, in the mode that the daemon takes; then in another."""
    for expected in (0, 1):
        splash = drm.Master(number)
        sizes = [(mode.hdisplay, mode.vdisplay) for mode in splash.modes]
        mode = sizes.index((640, 480)) if expected else 0
        splash.show(RED, mode)
        splash.let_go()
        shown = splash.modes[mode].name.decode()
        calls.restart()
        with Daemon(number) as daemon:
            picture = emulator.still_picture(f"splash-{expected}", device="panel")
            count = calls.counts().get("virtio_modeset", 0)
            checks.that(
                count == expected,
                f"after a picture in {shown} the panel comes with {expected} modesets",
                (count, daemon.log()))
            checks.note(f"{shown} to {daemon.display}: {calls.counts()}")
            daemon.end()
            if expected == 0:
                after = emulator.still_picture("splash-after", device="panel")
                checks.that(
                    after.pixels == bytes((255, 0, 0)) * (after.width * after.height),
                    "at the daemon's end the screen is the splash screen's again")
                checks.that(picture != after, "which it was not before")
        splash.close()


def splashed(emulator, calls, number):
    """What is on the screen from the start to the panel, without a splash and with one."""
    width, height, blue = 120, 60, bytes((0, 0, 255))
    logo = "/run/logo.png"
    with open(logo, "wb") as file:
        file.write(png(width, height, blue))
    for lines in ([], [f'splash = "{logo}"']):
        before = drm.Master(number)
        before.show(RED)
        before.let_go()
        seen = [emulator.picture("start", device="panel")]
        calls.restart()
        with_splash = "with" if lines else "without"
        daemon = Daemon(number, panel_file=panel_with(*lines))
        began, times = time.monotonic(), []
        deadline = began + PATIENCE
        while len(seen) < 2 + len(lines) and time.monotonic() < deadline:
            picture = emulator.picture("start", device="panel")
            if picture != seen[-1]:
                seen.append(picture)
                times.append(time.monotonic() - began)
        with daemon:
            last = emulator.still_picture(f"started-{with_splash}", device="panel")
            count = calls.counts().get("virtio_modeset", 0)
            checks.that(
                seen[0].pixels == bytes((255, 0, 0)) * (last.width * last.height)
                and len(seen) == 2 + len(lines) and seen[-1] == last and count == 0,
                f"{with_splash} a splash, nothing else is on the screen from the picture of before "
                "to the whole panel", (len(seen), count, daemon.log()))
            checks.note("seconds to each picture: " + ", ".join(f"{when:.2f}" for when in times))
            if lines and len(seen) == 3:
                frame = [(last.width - width) / 2, (last.height - height) / 2, width, height]
                rest = seen[1].without([frame]).pixels
                around = {rest[index:index + 3] for index in range(0, len(rest), 3 * 97)}
                checks.that(
                    seen[1].inside(frame) == blue * (width * height),
                    "the splash is in the middle of the screen, at its own size")
                checks.that(len(around - {bytes(3)}) == 1, "on the theme's background", around)
        before.close()


def strays(number):
    names = os.listdir(f"/sys/class/drm/card{number}")
    checks.that(
        any("Writeback" in name for name in names), "the card has a writeback connector", names)
    for atomic in (True, False):
        way = "atomic commits" if atomic else "the calls from before"
        other = drm.Master(number)
        other.show(RED)
        taken = other.show_everywhere(GREEN)
        checks.that(taken >= 2, "another program shows overlays and a cursor", taken)
        other.let_go()
        before = drm.planes_in_use(f"card{number}")
        with Daemon(number, **({} if atomic else {"GLASSFADER_NO_ATOMIC": "1"})) as daemon:
            def alone():
                owners = list(drm.planes_in_use(f"card{number}").values())
                return owners == ["glassfaderd"]
            checks.that(
                wait_until(alone), f"only the panel is on the screen, by {way}",
                (before, drm.planes_in_use(f"card{number}"), daemon.log()))
            checks.note(f"before {before}, then {drm.planes_in_use(f'card{number}')}")
            checks.that(
                "Virtual" in (daemon.display or ""), "and the writeback connector is passed over",
                daemon.log())
        other.close()


    for atomic in (True, False):
        way = "atomic commits" if atomic else "the calls from before"
        other = drm.Master(number)
        other.leave_turned()
        other.let_go()
        checks.that(
            "rotation=2" in main_plane(number), "another program has left the plane turned",
            main_plane(number))
        with Daemon(number, **({} if atomic else {"GLASSFADER_NO_ATOMIC": "1"})) as daemon:
            checks.that(
                "rotation=1" in main_plane(number)
                and wait_until(lambda: drm.scanned_out(number) == daemon.screenshot()),
                f"which is undone, by {way}", (main_plane(number), daemon.log()))
        other.close()


def main_plane(number):
    """What the kernel says of the plane that shows the panel."""
    with open(f"/sys/kernel/debug/dri/{number}/state") as state:
        return re.search(r"^plane\[\d+\]: plane-0\n(\t.*\n)*", state.read(), re.M)[0]


def turned_by_the_card(number):
    """vkms says that it can turn its picture; but by half, it refuses to when it is asked."""
    for degrees, rotation, size in ((90, "8", (768, 1024)), (180, "1", (1024, 768))):
        with Daemon(number, panel_with(f"rotate = {degrees}")) as daemon:
            plane = main_plane(number)
            said = daemon.display or daemon.log()
            checks.that(
                f"rotation={rotation}" in plane and f"size={size[0]}x{size[1]}" in plane,
                f"turned by {degrees}°, the plane has a picture of {size[0]}x{size[1]} and rotation "
                f"{rotation}", plane)
            checks.that(
                ("by the card" in said) == (degrees == 90)
                and ("cannot test mode" in said) == (degrees == 180),
                "the daemon says so" if degrees == 90 else "the daemon says what was refused", said)
            checks.note(said)
            picture = own = None

            def is_same():
                nonlocal picture, own
                picture = drm.scanned_out(number)
                own = daemon.screenshot()
                return own in (picture, half_turned(picture))
            checks.that(
                wait_until(is_same), "the buffer on the screen holds the daemon's own picture",
                "" if own is None else own.bounds_of_difference(picture))


def turned_back(picture):
    """A picture that was turned clockwise by a quarter, upright again."""
    stride = picture.width * 3
    pixels = bytearray(len(picture.pixels))
    for y in range(picture.width):
        row = slice(y * picture.height * 3, (y + 1) * picture.height * 3)
        upright = bytearray(picture.height * 3)
        for channel in range(3):
            upright[channel::3] = picture.pixels[(picture.width - 1 - y) * 3 + channel::stride]
        pixels[row] = upright
    return Picture(picture.height, picture.width, pixels)


def half_turned(picture):
    pixels = bytearray(len(picture.pixels))
    for channel in range(3):
        pixels[channel::3] = picture.pixels[channel::3][::-1]
    return Picture(picture.width, picture.height, pixels)


def slow_card(number):
    """cirrus copies each picture to its own memory while it is shown, for milliseconds."""
    for atomic in (True, False):
        with Daemon(number, **({} if atomic else {"GLASSFADER_NO_ATOMIC": "1"})) as daemon:
            times = []
            for step in range(200):
                daemon.set("ch1.level", 0.2 + step / 400)
                time.sleep(0.007)
                asked = time.monotonic()
                daemon.panel.request("ping")
                times.append(1000 * (time.monotonic() - asked))
            times.sort()
            checks.that(
                times[197] < 5,
                f"clients are answered within 5 ms by {'atomic commits' if atomic else 'page flips'}",
                times[-5:])
            checks.note(
                f"answers after {times[100]:.2f} ms (median), {times[197]:.2f} ms (99th of 100), "
                f"{times[199]:.2f} ms (the longest)")


def mounting_found(number):
    """What setup says of the turned panel, and writes for it."""
    path = "/tmp/panel.toml"
    connector = next(
        name.split("-", 1)[1] for name in os.listdir("/sys/class/drm")
        if name.startswith(f"card{number}-"))
    said = subprocess.run(
        ["glassfader", "setup", "--yes", "--skip-touch", "--connector", connector, "--panel", path],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    with open(path) as file:
        written = file.read()
    checks.that(
        "rotation: 90°, as the kernel reports" in said, "the kernel's rotation is said", said)
    checks.that(
        connector in written and not re.search("(?m)^rotate", written),
        "and not written, as the daemon takes it too", written[:500])


def turned(emulator, number):
    """The card's panel is 480x800, mounted with its right side up: the panel is 800x480."""
    touchscreen = Touchscreen(480, 800)
    with Daemon(number, touch="auto") as daemon:
        glass = same(emulator, daemon, "turned", "turned", None, is_turned=True)
        emulator.command(
            "screendump", filename=f"{emulator.out}/turned.png", format="png", device="turned")
        checks.that(
            (glass.width, glass.height) == (480, 800), "the glass is 480x800",
            (glass.width, glass.height))
        x, y, width, height = daemon.frames["ch1.level"]
        right = max(frame[0] + frame[2] for frame in daemon.frames.values() if frame)
        checks.that(480 < right <= 800, "the controls are laid out on 800 columns", right)
        daemon.panel.request("subscribe", events=["valueChanged"], match=["*"],
                             phases=["began", "changed", "ended", "cancelled", "set"])
        # The top of the picture is at the right of the glass.
        upright = x + width / 2, y + height / 2
        event = daemon.panel.touch_until_used(touchscreen, (480 - upright[1], upright[0]))
        checks.that(
            event and event["control"] == "ch1.level",
            "a finger on the glass hits what is drawn under it", event)
        touchscreen.report(lift=[0])
    touchscreen.unplug()


with checks.section("the test runs to its end"):
    main()
for path in os.listdir("/out"):
    if path.endswith(".ppm"):
        os.unlink(f"/out/{path}")
sys.exit(1 if checks.failed else 0)
