"""The life of a display: cards and monitors that come, change and go, and other programs' pictures.
"""

import fcntl
import glob
import os
import re
import subprocess
import sys
import time

import drm
from checks import Checks, wait_until
from daemon import NOBODY, ROOT, VIDEO, Daemon
from input_device import EVIOCGRAB
from screen import Emulator
from touchscreen import Touchscreen
from viewer import Viewer

# What has to be done within a second may take longer where every instruction is translated.
SECOND = 1.0

checks = Checks()
calls = drm.Calls(
    atomic="drm_mode_atomic_ioctl", setcrtc="drm_mode_setcrtc", probes="drm_mode_getconnector")


def main():
    emulator = Emulator()
    viewer = Viewer()
    with checks.section("a daemon without a card waits for one"):
        with Daemon() as daemon:
            waits_for_card(daemon)
            number = drm.card_of("virtio_gpu")
            with checks.section("the picture is on the screen"):
                is_on_screen(emulator, daemon, number)
            with checks.section("uevents about nothing change nothing"):
                spurious_uevents(daemon, number)
            with checks.section("nothing happens when nothing changes"):
                idle(daemon)
            with checks.section("another monitor has another mode"):
                another_mode(emulator, viewer, daemon)
            with checks.section("a monitor may be unplugged, and plugged in again"):
                unplugged(emulator, viewer, daemon)
            with checks.section("what others do to the screen is put right"):
                behind_its_back(emulator, daemon)
            with checks.section("a client may darken the screen"):
                darkened(daemon)
            with checks.section("a card may be unbound, and bound again"):
                unbound(emulator, daemon)
    with checks.section("another program's card is taken over when that has left"):
        another_master(drm.card_of("virtio_gpu"))
    with checks.section("a display that was called for is used"):
        several_cards()
    with checks.section("other consoles may be switched to"):
        consoles(emulator, drm.card_of("virtio_gpu"))
    with checks.section("an old framebuffer shows the panel"):
        run("modprobe", "cirrus")
        old_framebuffer(emulator, "bochs-drm", "bochs", 32)
        old_framebuffer(emulator, "cirrus", "cirrus", 16)
    with checks.section("when a card goes, another one is used"):
        another_card()


def hand_out(number):
    """What udev does with a card."""
    os.chown(drm.node(number), 0, VIDEO)
    os.chmod(drm.node(number), 0o660)


def waits_for_card(daemon):
    ready = daemon.manager.wait("READY=1")
    # It has greeted a client before: how long a program takes to start is the host's affair.
    checks.that(
        ready and ready - daemon.greeted < 2.5,
        "without a card the daemon says within two seconds that it is ready",
        ready and f"{ready - daemon.greeted:.2f} s")
    checks.that(
        daemon.manager.status and "STATUS=no display: no card" in daemon.manager.status,
        "and that it has none", daemon.manager.status)
    checks.note(daemon.manager.status)
    checks.that(daemon.answers(), "and its socket is served")
    sleeps = daemon.sleeps()
    time.sleep(3)
    checks.that(
        daemon.sleeps() - sleeps <= 1, "and it sleeps until one comes", daemon.sleeps() - sleeps)

    run("modprobe", "vgem")
    hand_out(drm.card_of("vgem"))
    checks.that(
        daemon.logs(f"cannot use {drm.node(drm.card_of('vgem'))}") is not None,
        "a card that can only render is passed over", daemon.log())
    since = len(daemon.log())
    run("modprobe", "virtio-gpu")
    number = drm.card_of("virtio_gpu")
    checks.that(
        daemon.logs(f"cannot open {drm.node(number)}: Permission denied", since) is not None,
        "a card that may not be opened yet is waited for", daemon.log())
    time.sleep(1)
    checks.that(
        len(daemon.lines("Permission denied")) == 1, "which is said once", daemon.log())
    asked = time.monotonic()
    hand_out(number)
    checks.that(
        wait_until(lambda: drm.shows(number), every=0.01),
        "a card is used when its node's permissions come", daemon.log())
    took = time.monotonic() - asked
    checks.that(took <= SECOND, "within a second", f"{took:.2f} s")
    checks.note(f"the picture came {took:.2f} s after the permissions")
    wait_until(lambda: "showing on" in (daemon.manager.status or ""))
    checks.note(daemon.manager.status)


def is_on_screen(emulator, daemon, number, name="shown", size=(800, 480)):
    wait_until(lambda: drm.shows(number))

    def is_same():
        # Without a display there is no picture.
        wanted = daemon.picture()
        return wanted and emulator.picture(name, "gpu") == wanted
    seen = wait_until(is_same)
    found, wanted = emulator.picture(name, "gpu"), daemon.picture()
    checks.that(
        seen and (found.width, found.height) == size,
        f"what is on the screen is the panel in {size[0]}x{size[1]}, pixel for pixel",
        f"{found.width}x{found.height}, differs in {wanted and found.bounds_of_difference(wanted)}")


def spurious_uevents(daemon, number):
    calls.restart()
    since = len(daemon.log())
    began = time.monotonic()
    for _ in range(100):
        with open(f"/sys/class/drm/card{number}/uevent", "w") as uevent:
            uevent.write("change")
    took = time.monotonic() - began
    time.sleep(0.5)
    counts = calls.counts()
    # Each probe asks once how many modes there are and once for them.
    most = 2 * (took / 0.1 + 2)
    checks.that(
        counts.get("atomic", 0) + counts.get("setcrtc", 0) == 0 and daemon.log()[since:] == "",
        "a hundred uevents set nothing", (counts, daemon.log()[since:]))
    checks.that(
        0 < counts.get("probes", 0) <= most,
        "and the card is looked at ten times a second at most", (counts, took))
    checks.note(f"100 uevents in {took:.2f} s: {counts}")


def idle(daemon):
    sleeps = daemon.sleeps()
    time.sleep(10)
    checks.that(
        daemon.sleeps() == sleeps, "in ten idle seconds the daemon wakes up not once",
        daemon.sleeps() - sleeps)


def another_mode(emulator, viewer, daemon):
    frame = daemon.frame("ch1.level")
    since = len(daemon.log())
    asked = time.monotonic()
    # Its pictures are large enough to be written past the processor's caches.
    viewer.resize(1440, 900)
    checks.that(
        daemon.logs("1440x900", since) is not None, "another mode is noticed", daemon.log())
    checks.note(f"after {time.monotonic() - asked:.2f} s: {daemon.lines('1440x900', since)[-1:]}")
    is_on_screen(emulator, daemon, drm.card_of("virtio_gpu"), "another-mode", (1440, 900))
    checks.that(
        daemon.frame("ch1.level") != frame, "the panel is laid out again", daemon.frame("ch1.level"))


def unplugged(emulator, viewer, daemon):
    daemon.panel.request("set", control="ch1.level", norm=0.25)
    since = len(daemon.log())
    viewer.resize(0, 0)
    checks.that(
        daemon.logs("no display", since) is not None, "a monitor that is unplugged is noticed",
        daemon.log())
    wait_until(lambda: "no display" in daemon.manager.status)
    checks.note(daemon.manager.status)
    checks.that(
        daemon.panel.request("set", control="ch2.level", norm=0.75)["applied"],
        "without a monitor values are set all the same")
    sleeps = daemon.sleeps()
    calls.restart()
    time.sleep(5)
    checks.that(
        daemon.sleeps() - sleeps < 6, "and the daemon sleeps", daemon.sleeps() - sleeps)
    checks.that(
        set(calls.counts()) <= {"probes"}, "and nothing is drawn", calls.counts())
    viewer.resize(800, 480)
    number = drm.card_of("virtio_gpu")
    status = glob.glob(f"/sys/class/drm/card{number}-*/status")[0]
    # The way through the viewer and QEMU is the host's affair.
    wait_until(lambda: read(status) == "connected\n", every=0.01)
    asked = time.monotonic()
    checks.that(
        wait_until(lambda: drm.shows(number), every=0.01), "when it is back, so is the picture",
        daemon.log())
    took = time.monotonic() - asked
    checks.that(took <= SECOND, "within a second", f"{took:.2f} s")
    checks.note(f"the picture came {took:.2f} s after the monitor")
    is_on_screen(emulator, daemon, number, "replugged")
    values = [daemon.panel.request("get", control=f"ch{n}.level")["norm"] for n in (1, 2)]
    checks.that(
        all(abs(value - set) < 0.01 for value, set in zip(values, (0.25, 0.75))),
        "and the faders are where they were put", values)


class Borrowed:
    """The daemon's own descriptor of its card."""

    def __init__(self, daemon, number):
        self.file = drm.borrow(daemon.process.pid, drm.node(number))

    def drop_master(self):
        fcntl.ioctl(self.file, 0x641F)

    def switch_off(self):
        resources = drm._drm.drmModeGetResources(self.file).contents
        drm.check(drm._drm.drmModeSetCrtc(self.file, resources.crtcs[0], 0, 0, 0, None, 0, None))

    def close(self):
        os.close(self.file)


def behind_its_back(emulator, daemon):
    number = drm.card_of("virtio_gpu")
    card = Borrowed(daemon, number)
    for what, do in (("switched off", card.switch_off), ("taken away", card.drop_master)):
        since = len(daemon.log())
        do()
        if what == "switched off":
            checks.that(not drm.shows(number), "the screen is off")
        daemon.panel.request("set", control="ch1.level", norm=0.5)
        daemon.panel.request("set", control="ch1.level", norm=0.75)
        wait_until(lambda: drm.shows(number))
        is_on_screen(emulator, daemon, number, what.replace(" ", "-"))
        checks.note(f"after the screen was {what}: {daemon.log()[since:].splitlines()}")
    card.close()


def darkened(daemon):
    number = drm.card_of("virtio_gpu")
    checks.that(
        daemon.panel.request("display", blank=True)["blank"] is True
        and wait_until(lambda: not drm.shows(number)), "a screen that is darkened is off", daemon.log())
    sleeps = daemon.sleeps()
    time.sleep(2)
    checks.that(daemon.sleeps() == sleeps, "and costs nothing", daemon.sleeps() - sleeps)
    daemon.panel.request("display", blank=False)
    checks.that(wait_until(lambda: drm.shows(number)), "and is on again when it is to be", daemon.log())


class Console:
    """A text console."""

    def __init__(self, number):
        self.number = number
        self.terminal = open(f"/dev/tty{number}", "r+b", buffering=0)

    def write(self, text):
        """Nothing else is on it."""
        self.terminal.write(b"\033[2J\033[H" + text.encode())

    def activate(self):
        """Shows it, as `chvt` does, and waits until the one before has let go."""
        VT_ACTIVATE, VT_WAITACTIVE = 0x5606, 0x5607
        fcntl.ioctl(self.terminal, VT_ACTIVATE, self.number)
        fcntl.ioctl(self.terminal, VT_WAITACTIVE, self.number)

    @property
    def paints(self):
        KDGETMODE = 0x4B3B
        mode = bytearray(4)
        fcntl.ioctl(self.terminal, KDGETMODE, mode)
        return mode[0] == 0


def masters(number):
    """The programs that are the card's master."""
    with open(f"/sys/kernel/debug/dri/{number}/clients") as clients:
        return [line.split()[0] for line in clients if re.search(r" y +[yn] ", line)]


def is_free(node):
    """Whether no program has the events of a device for itself."""
    with open(node, "rb", buffering=0) as device:
        try:
            fcntl.ioctl(device, EVIOCGRAB, 1)
        except OSError:
            return False
        fcntl.ioctl(device, EVIOCGRAB, 0)
        return True


def consoles(emulator, number):
    def control():
        os.setsid()
        fcntl.ioctl(0, 0x540E, 0)

    checks.that(masters(number) == [], "nobody has the card", masters(number))
    other, own = Console(1), Console(2)
    for console in (other, own):
        console.write(f"This is console {console.number}.")
    other.activate()
    others_picture = emulator.still_picture("console-other", device="gpu")
    own.activate()
    own_picture = emulator.still_picture("console", other_than=others_picture, device="gpu")
    touchscreen = Touchscreen(800, 480)
    with Daemon(f"drm:{drm.node(number)}", touch="auto", stdin=own.terminal, preexec_fn=control,
                **ROOT) as daemon:
        checks.that(
            daemon.logs("showing on") is not None and wait_until(lambda: drm.shows(number)),
            "started on a console, the panel is shown", daemon.log())
        checks.that(not own.paints, "and the console does not paint")
        own.write("This is behind the panel.")
        is_on_screen(emulator, daemon, number, "on-a-console")
        own.write("This is console 2.")
        daemon.panel.request(
            "subscribe", events=["valueChanged"], match=["*"],
            phases=["began", "changed", "ended", "cancelled", "set"])
        x, y, width, height = daemon.frame("ch1.level")
        middle = x + width / 2, y + height / 2
        began = daemon.panel.touch_until_used(touchscreen, middle)
        checks.that(began, "and touched", daemon.log())
        checks.that(not is_free(touchscreen.device.node), "the touchscreen is the panel's alone")
        for times in (1, 2):
            held = times == 1
            other.activate()
            checks.that(
                wait_until(lambda: masters(number) == []),
                f"{times}: switched to, another console has the card", masters(number))
            seen = emulator.still_picture(
                "console-switched-to", other_than=own_picture, device="gpu")
            checks.that(
                seen == others_picture, f"{times}: and the screen",
                seen.bounds_of_difference(others_picture))
            daemon.panel.settle()
            checks.that(
                is_free(touchscreen.device.node), f"{times}: and the touchscreen, if it wants it")
            if held:
                checks.that(
                    [event["phase"] for event in daemon.panel.values("ch1.level")][-1]
                    == "cancelled",
                    f"{times}: the finger that was there is taken away",
                    daemon.panel.events)
                touchscreen.report(lift=[0])
            daemon.panel.events.clear()
            touchscreen.report(down={0: middle})
            touchscreen.report(move={0: (middle[0], middle[1] - 40)})
            touchscreen.report(lift=[0])
            daemon.panel.settle()
            checks.that(
                not daemon.panel.events, f"{times}: what touches the other console does nothing",
                daemon.panel.events)
            checks.that(
                daemon.panel.request("set", control="ch1.level", norm=0.2 * times)["applied"],
                f"{times}: the socket is served meanwhile")
            own.activate()
            checks.that(
                wait_until(lambda: drm.shows(number)) and masters(number) == ["glassfaderd"],
                f"{times}: switched back, the daemon has the card", masters(number))
            is_on_screen(emulator, daemon, number, f"switched-back-{times}")
            checks.that(
                not is_free(touchscreen.device.node), f"{times}: and the touchscreen for itself")
            daemon.panel.events.clear()
            checks.that(
                daemon.panel.touch_until_used(touchscreen, middle), f"{times}: and is touched")
            touchscreen.report(lift=[0])
            daemon.panel.settle()
        checks.that(daemon.end() == 0, "the daemon ends well", daemon.log())
        checks.note(daemon.log())
    touchscreen.unplug()
    # Its session is over, and what was open of it is hung up.
    own = Console(2)
    checks.that(own.paints, "at its end the console paints again")
    seen = emulator.still_picture("console-again", device="gpu")
    checks.that(
        seen == own_picture, "and its text is on the screen",
        seen.bounds_of_difference(own_picture))
    Console(1).activate()


def old_framebuffer(emulator, driver, device, bits):
    name = next(path for path in glob.glob("/sys/class/graphics/fb*/name")
                if open(path).read().startswith(driver.split("-")[0]))
    with Daemon("fb:/dev/" + name.split("/")[-2], **ROOT) as daemon:
        daemon.logs("showing on")
        said = daemon.lines("showing on")
        checks.that(
            said and f"{bits} bits, " in said[0],
            f"the framebuffer of {driver} has {bits} bits", daemon.log())
        checks.note(said)
        for norm in (0.25, 0.75):
            daemon.panel.request("set", control="ch1.level", norm=norm)

            def is_right():
                seen, wanted = emulator.picture("fb-" + driver, device), daemon.picture()
                if wanted and bits == 16:
                    return seen.in_16_bits() == wanted.dithered().in_16_bits()
                return wanted and seen == wanted
            checks.that(
                wait_until(is_right), f"what is on the screen of {driver} is the panel, by its "
                f"framebuffer, pixel for pixel: {norm}", daemon.log())
        emulator.command(
            "screendump", filename=f"{emulator.out}/fb-{driver}.png", format="png", device=device)
        checks.that(daemon.end() == 0, "and the daemon ends well")


def unbound(emulator, daemon):
    driver = "/sys/bus/virtio/drivers/virtio_gpu"
    device = next(os.path.basename(path) for path in glob.glob(driver + "/virtio*"))
    number = drm.card_of("virtio_gpu")
    since = len(daemon.log())
    # In mid-drawing: a fader moves for as long.
    daemon.panel.request("set", control="ch1.level", norm=0.1)
    daemon.panel.request("set", control="ch1.level", norm=0.9, over_ms=2000)
    write(driver + "/unbind", device)
    checks.that(
        daemon.logs("the display is gone", since) is not None, "a card that vanishes is noticed",
        daemon.log())
    checks.note(daemon.lines("gone", since)[-1:])
    checks.that(
        "FDSTOREREMOVE=1\nFDNAME=drm-card" in daemon.manager.messages(),
        "and the service manager need not keep it any more", daemon.manager.messages())
    checks.that(daemon.answers(), "and the daemon goes on without it")
    write(driver + "/bind", device)
    wait_until(lambda: drm.card_of("virtio_gpu") is not None)
    again = drm.card_of("virtio_gpu")
    asked = time.monotonic()
    hand_out(again)
    checks.that(
        wait_until(lambda: drm.shows(again), every=0.01), "a card that is back is used again",
        daemon.log())
    took = time.monotonic() - asked
    checks.that(took <= SECOND, "within a second", f"{took:.2f} s")
    checks.note(f"card{number} came back as card{again}, and the picture {took:.2f} s later")
    is_on_screen(emulator, daemon, again, "rebound")
    checks.that(daemon.end() == 0, "and then the daemon ends well")


HOLDER = """
import os, sys
file = os.open(sys.argv[1], os.O_RDWR)
print("holds", flush=True)
sys.stdin.read()
"""


def another_master(number):
    holder = subprocess.Popen(
        ["/usr/bin/python3", "-c", HOLDER, drm.node(number)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, user=NOBODY, group=NOBODY, extra_groups=[VIDEO])
    holder.stdout.readline()
    with Daemon() as daemon:
        daemon.logs("no display")
        checks.that(
            daemon.lines(f'used by "python3" (pid {holder.pid})'),
            "the log says which program has the card", daemon.log())
        time.sleep(4)
        checks.that(
            len(daemon.lines("no display")) == 1, "once, however long it has it", daemon.log())
        checks.that(daemon.answers(), "and the socket is served meanwhile")
        holder.stdin.close()
        holder.wait()
        asked = time.monotonic()
        checks.that(
            wait_until(lambda: drm.shows(number), every=0.01),
            "when the program has left the panel is shown", daemon.log())
        took = time.monotonic() - asked
        checks.that(took <= 2 + SECOND, "it is tried again within two seconds", f"{took:.2f} s")
        checks.note(f"the picture came {took:.2f} s after the other program had left")


def several_cards():
    run("modprobe", "bochs")
    first, second = drm.card_of("bochs-drm"), drm.card_of("virtio_gpu")
    hand_out(first)
    for display, number in (
            ("driver:bochs-drm", first), ("driver:virtio_gpu", second),
            (f"drm:{drm.node(first)}", first)):
        with Daemon(display) as daemon:
            checks.that(
                wait_until(lambda: drm.shows(number)), f"the panel is shown on {display}", daemon.log())
    os.makedirs("/dev/dri/by-path", exist_ok=True)
    link = "/dev/dri/by-path/the-panel"
    os.symlink(f"../card{second}", link)
    with Daemon("drm:" + link) as daemon:
        checks.that(
            wait_until(lambda: drm.shows(second)), "and on a card that a link leads to", daemon.log())
    lowest = min(first, second)
    status = next(iter(glob.glob(f"/sys/class/drm/card{lowest}-*/status")))
    other = second if lowest == first else first
    write(status, "off")
    with Daemon() as daemon:
        checks.that(
            wait_until(lambda: drm.shows(other)),
            "of several cards the first with a monitor is taken", daemon.log())
        checks.note(daemon.lines("showing on"))
    write(status, "detect")


def another_card():
    first, second = sorted((drm.card_of("bochs-drm"), drm.card_of("virtio_gpu")))
    with Daemon() as daemon:
        checks.that(
            wait_until(lambda: drm.shows(first)), "the panel is on the first card", daemon.log())
        daemon.panel.request("set", control="ch1.level", norm=0.25)
        device = os.path.realpath(f"/sys/class/drm/card{first}/device")
        write(device + "/driver/unbind", os.path.basename(device))
        checks.that(
            wait_until(lambda: drm.shows(second)), "when that goes, it is on the other one",
            daemon.log())
        value = daemon.panel.request("get", control="ch1.level")["norm"]
        checks.that(
            abs(value - 0.25) < 0.01, "of the same daemon, with the faders where they were", value)
        checks.note(daemon.lines("showing on"))


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def run(*command):
    subprocess.run(command, check=True)


if __name__ == "__main__":
    with checks.section("the test runs to its end"):
        main()
    sys.exit(1 if checks.failed else 0)
