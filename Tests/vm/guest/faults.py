"""What cards, their drivers and other programs do wrong: on vkms, whose parameters have it do so."""

import os
import re
import subprocess
import sys
import time

import drm
from checks import Checks, wait_until
from daemon import ROOT, VIDEO, Daemon, panel_after, panel_with
from touchscreen import Touchscreen

EINTR, EAGAIN, EBUSY, EINVAL, ENOSPC = 4, 11, 16, 22, 28
RED = 0xFF0000
# The calls from before atomic commits, where the driver has those.
OLD_CALLS = {"GLASSFADER_NO_ATOMIC": "1"}
WAYS = {"atomic commits": {}, "the calls from before": OLD_CALLS}

checks = Checks()
calls = drm.Calls(
    atomic="drm_mode_atomic_ioctl", flip="drm_mode_page_flip_ioctl", modeset="drm_crtc_vblank_on",
    dirty="drm_mode_dirtyfb_ioctl", probes="drm_mode_getconnector")


class VKMS:
    """The module, while it is loaded, and its card."""

    def __init__(self, **parameters):
        # Small: every picture is read and compared.
        self.parameters = {"modes": "480x320", **parameters}
        self.buffers = []

    def __enter__(self):
        run("modprobe", "vkms", "enable_writeback=0",
            *(f"{name}={value}" for name, value in self.parameters.items()))
        driver = self.parameters.get("driver", "vkms")
        self.number = wait_until(lambda: drm.cards().get(driver, [None])[0] is not None
                                 and drm.cards()[driver])[0]
        os.chown(drm.node(self.number), 0, VIDEO)
        os.chmod(drm.node(self.number), 0o660)
        return self

    def __exit__(self, *_):
        for buffer in self.buffers:
            buffer.close()
        run("modprobe", "-r", "vkms")

    def set(self, **parameters):
        for name, value in parameters.items():
            write(f"/sys/module/vkms/parameters/{name}", str(value))

    def left(self, parameter):
        with open(f"/sys/module/vkms/parameters/{parameter}") as file:
            return int(file.read())

    def tell(self):
        """What the kernel says when a monitor may have changed."""
        self.set(hotplug=1)

    def buffer(self):
        """The one that is scanned out, which stays mapped."""
        self.buffers.append(drm.Scanout(self.number))
        return self.buffers[-1]

    def scanout(self):
        return drm.scanned_out(self.number)

    def shows(self):
        return drm.shows(self.number)

    def is_right(self, daemon):
        """Whether what is scanned out is what the daemon believes to be."""
        if not self.shows():
            return False
        try:
            own, seen = daemon.picture(), self.scanout()
        except OSError:
            return False
        if "RGB565" in "".join(daemon.lines("showing on")[-1:]):
            return own and seen.in_16_bits() == own.dithered().in_16_bits()
        return own and own == seen


def main():
    checks.note(f"guest's kernel: {os.uname().release}")
    for title, test in (
            ("buffers may have any of three formats", formats),
            ("rows may be farther apart than they are long", pitch),
            ("a card may be unable to show a picture", unusable),
            ("a monitor may be unsure, and without modes", monitors),
            ("modes may be absurd", absurd_modes),
            ("memory may be short", memory),
            ("old drivers may lack what others have", old_drivers),
            ("flips may be lost", lost_flips),
            ("a frame may be refused", refusals),
            ("a monitor may go unheard", unheard),
            ("a link may be bad", bad_link),
            ("colours may have been changed", gamma),
            ("a mode may change at any time", mode_changes),
            ("the screen ends as it should", endings),
            ("the light goes down when nobody is there", light),
            ("firmware may have left a picture", firmware)):
        with checks.section(title):
            before = time.monotonic()
            test()
            checks.note(f"{title}: {time.monotonic() - before:.1f} s")
    # Its own console finds no format for 32 bits on a card that has RGB565 only, and says so here.
    warnings = [line for line in run("dmesg").splitlines()
                if re.search(r"WARNING|BUG:|Oops|general protection", line)
                and "drm_format_info" not in line]
    checks.that(not warnings, "the kernel has nothing to complain of", warnings)


def on(card, **options):
    return Daemon(f"drm:{drm.node(card.number)}", **options)


def shown(card, daemon, sentence):
    """Checks that the panel is seen, and again when a value has changed."""
    checks.that(
        wait_until(lambda: card.is_right(daemon)), f"{sentence}: the panel is seen",
        (daemon.log(), drm.planes_in_use(f"card{card.number}")))
    before = card.scanout() if card.shows() else None
    last = daemon.panel.request("get", control="ch1.level")["norm"]
    for norm in (0.2, 0.9 if last < 0.8 else 0.6):
        daemon.panel.request("set", control="ch1.level", norm=norm)
    checks.that(
        wait_until(lambda: card.is_right(daemon) and card.scanout() != before),
        f"{sentence}: and what changes of it", daemon.log())


def formats():
    for code, name in (("RG16", "RGB565"), ("XB24", "XBGR8888")):
        with VKMS(formats=code) as card, on(card) as daemon:
            shown(card, daemon, f"a card with {name} only")
            said = daemon.lines("showing on")[-1]
            checks.that(name in said, f"a card with {name} only: the daemon says so", said)
            checks.note(said)
    with VKMS(formats="RG24") as card, on(card) as daemon:
        daemon.logs("no display")
        said = daemon.lines("no display")
        checks.that(
            "RGB565" in said[0] and "only: RG24" in said[0],
            "a card with RGB888 only is refused, by the names of its formats", said)
        checks.note(said[0])
        checks.that(daemon.answers(), "and the socket is served")


def pitch():
    """A canary behind each row of the buffers: nobody writes there."""
    for code, shadow in (("XR24", "always"), ("XR24", "never"), ("RG16", "always")):
        name = f"{code}, shadow {shadow}"
        with VKMS(formats=code) as card:
            card.set(padding=148)
            with on(card, panel_file=panel_with(f'shadow = "{shadow}"')) as daemon:
                wait_until(lambda: card.is_right(daemon))
                buffers = {}
                for norm in (0.1, 0.3, 0.5, 0.7):
                    daemon.panel.request("set", control="ch1.level", norm=norm)
                    wait_until(lambda: card.is_right(daemon))
                    buffer = card.buffer()
                    if buffer.id not in buffers:
                        buffer.write_canary()
                    buffers.setdefault(buffer.id, buffer)
                buffer = next(iter(buffers.values()))
                checks.that(
                    len(buffers) == 2 and buffer.pitch == buffer.row + 148,
                    f"{name}: rows are {buffer.pitch} bytes apart and {buffer.row} long", buffers)
                # All of it is drawn again.
                daemon.panel.request("display", blank=True)
                wait_until(lambda: not card.shows())
                daemon.panel.request("display", blank=False)
                shown(card, daemon, name)
                checks.that(
                    all(buffer.has_canary() for buffer in buffers.values()),
                    f"{name}: what lies between them is not written to")


def unusable():
    with VKMS(dumb=0) as card, on(card) as daemon:
        daemon.logs("no display")
        time.sleep(6)
        said = daemon.lines("no display")
        checks.that(
            len(said) == 1 and "it has no dumb buffers" in said[0],
            "a card without dumb buffers is passed over, which is said once", said)
        checks.that(daemon.answers(), "and the socket is served")


def monitors():
    with VKMS(status=2) as card, on(card) as daemon:
        daemon.logs("no display")
        checks.that("disconnected" in daemon.log(), "without a monitor there is no picture")
        calls.restart()
        time.sleep(11)
        counts = calls.counts()
        checks.that(
            # Each probe asks once how many modes there are and once for them.
            set(counts) == {"probes"} and counts["probes"] <= 6,
            "and no mode is set, and the card looked at every five seconds", counts)
        card.set(status=3)
        card.tell()
        asked = time.monotonic()
        checks.that(
            wait_until(card.shows, every=0.01), "a connector that cannot tell is used",
            daemon.log())
        checks.note(f"the picture came {time.monotonic() - asked:.2f} s after the monitor")
        shown(card, daemon, "on a connector that cannot tell")
        since = len(daemon.log())
        card.set(modes="none", status=1)
        card.tell()
        checks.that(
            daemon.logs("connected, without modes", since) is not None,
            "a monitor without modes is not used", daemon.log())
        # The daemon is not told.
        card.set(modes="480x320")
        asked = time.monotonic()
        found = wait_until(card.shows)
        took = time.monotonic() - asked
        checks.that(
            found and took < 7, "but looked at again within five seconds", (took, daemon.log()))
        checks.note(f"modes that nobody told of were found after {took:.2f} s")
        shown(card, daemon, "in a mode that has come")


def absurd_modes():
    with VKMS(modes="8192x8192,480x320") as card:
        card.set(largest=32 << 20)
        with on(card) as daemon:
            shown(card, daemon, "with too little memory for the best mode")
            said = daemon.lines("showing on")[-1]
            checks.that(
                "480x320" in said and "8192x8192" in said and "Cannot allocate memory" in said,
                "the next mode is taken, which is said", said)
            checks.note(said)
    with VKMS(modes="8192x8192") as card:
        card.set(largest=32 << 20)
        with on(card) as daemon:
            daemon.logs("no display")
            time.sleep(6)
            said = daemon.lines("no display")
            checks.that(
                len(said) == 1 and "Cannot allocate memory" in said[0] and daemon.answers(),
                "with too little memory for any mode the daemon goes on, and says so once",
                daemon.log())
    with VKMS(modes="32x24") as card, on(card) as daemon:
        checks.that(
            wait_until(lambda: card.is_right(daemon)), "a screen of 32x24 is drawn on",
            daemon.log())
        checks.that(
            daemon.lines("panel.toml:"), "and what does not fit is said", daemon.log())
        checks.note(daemon.lines("panel.toml:")[:1])


def memory():
    for way, environment in WAYS.items():
        with VKMS() as card:
            card.set(buffers=1)
            with on(card, environment=environment) as daemon:
                shown(card, daemon, f"with memory for one buffer, by {way}")
                said = daemon.lines("showing on")[-1]
                checks.that("one buffer" in said, f"by {way} that is said", said)
                checks.note(said)


def old_drivers():
    for flips in (1, 0):
        name = f"a driver without atomic commits{'' if flips else ' and page flips'}"
        with VKMS(atomic=0, flips=flips) as card, on(card) as daemon:
            calls.restart()
            shown(card, daemon, name)
            checks.note(daemon.lines("showing on")[-1])
            checks.note(daemon.lines("cannot"))
            if not flips:
                shown(card, daemon, f"{name}: another time")
                counts = calls.counts()
                checks.that(
                    counts.get("dirty", 0) <= 1,
                    f"{name}: one that need not be told of changes is told once at most", counts)
            sleeps = daemon.sleeps()
            time.sleep(3)
            checks.that(daemon.sleeps() == sleeps, f"{name}: nothing wakes it up in between",
                        daemon.sleeps() - sleeps)


def answers_while(daemon, condition, seconds=40):
    """Waits for a condition; returns how long that took, and the longest that an answer did."""
    asked, longest = time.monotonic(), 0
    while not condition() and time.monotonic() < asked + seconds:
        before = time.monotonic()
        daemon.panel.request("ping")
        longest = max(longest, time.monotonic() - before)
        time.sleep(0.02)
    return time.monotonic() - asked, longest


def lost_flips():
    for way, environment in WAYS.items():
        with VKMS() as card, on(card, environment=environment) as daemon:
            shown(card, daemon, f"by {way}")
            since = len(daemon.log())
            card.set(lost=1)
            daemon.panel.request("set", control="ch1.level", norm=0.3)
            took, longest = answers_while(
                daemon, lambda: not card.left("lost") and card.is_right(daemon))
            checks.that(
                took < 2 and longest < 0.2,
                f"when one flip is lost, by {way}, the picture is right within two seconds",
                (took, longest, daemon.log()))
            checks.note(f"one lost flip, {way}: right after {took:.2f} s, the longest answer "
                        f"{longest * 1000:.1f} ms")
            checks.that(
                "gone" not in daemon.log()[since:], f"and the card stays open, by {way}",
                daemon.log())
            files = len(os.listdir(f"/proc/{daemon.process.pid}/fd"))
            card.set(lost=1000)
            for norm in (0.4, 0.5):
                daemon.panel.request("set", control="ch1.level", norm=norm)
            found = daemon.logs("no page flip completes", since)
            checks.that(
                found is not None, f"when all are, by {way}, the card is opened again", daemon.log())
            checks.note(daemon.lines("no page flip", since)[:1])
            time.sleep(4)
            lines = daemon.log()[since:].count("\n")
            checks.that(
                daemon.answers() and lines < 20, f"and the daemon goes on in peace, by {way}",
                daemon.log())
            card.set(lost=0)
            checks.that(
                wait_until(lambda: card.is_right(daemon)), f"until none is lost any more, by {way}",
                daemon.log())
            checks.that(
                len(os.listdir(f"/proc/{daemon.process.pid}/fd")) <= files,
                f"with as many files as before, by {way}",
                (files, os.listdir(f"/proc/{daemon.process.pid}/fd")))
    with VKMS() as card, on(card, panel_file=panel_after(
            'strips = [', '{ id = "time", controls = ['
            '{ id = "clock", type = "clock", seconds = true }] },')) as daemon:
        shown(card, daemon, "beside a clock with seconds")
        for count in (1, 2):
            calls.restart()
            card.set(lost=count)
            # Nothing but the clock wakes the daemon up.
            time.sleep(4.5)
            checks.that(
                not card.left("lost") and calls.counts().get("atomic", 0) >= 4
                and "gone" not in daemon.log(),
                f"when {count} of a clock's flips get lost, it goes on by itself",
                (card.left("lost"), calls.counts(), daemon.log()))
            checks.that(
                wait_until(lambda: card.is_right(daemon)), "and the picture is right",
                daemon.log())
        shown(card, daemon, "after a clock's lost flips")
    with VKMS() as card, on(card) as daemon:
        shown(card, daemon, "before a CRTC is stuck")
        card.set(stuck=1)
        daemon.panel.request("set", control="ch1.level", norm=0.3)
        took, longest = answers_while(
            daemon, lambda: not card.left("stuck") and card.is_right(daemon))
        checks.that(
            # The kernel waits ten seconds for each of two commits.
            longest < 0.2 and took < 30,
            "a CRTC that the kernel itself waits for keeps nobody from being answered",
            (took, longest, daemon.log()))
        checks.note(f"a stuck CRTC: right after {took:.2f} s, the longest answer "
                    f"{longest * 1000:.1f} ms; {daemon.log().splitlines()[3:]}")


def refusals():
    for way, environment in WAYS.items():
        with VKMS() as card, on(card, environment=environment) as daemon:
            shown(card, daemon, f"before commits are refused, by {way}")
            for name, error, count, is_said, norm in (
                    ("EBUSY", EBUSY, 5, False, 0.1), ("EINTR", EINTR, 5, False, 0.9),
                    ("EAGAIN", EAGAIN, 5, False, 0.1), ("EINVAL", EINVAL, 3, True, 0.9),
                    ("ENOSPC", ENOSPC, 3, True, 0.1)):
                since = len(daemon.log())
                before = card.scanout()
                calls.restart()
                card.set(refusal=error, refusals=count)
                daemon.panel.request("set", control="ch1.level", norm=0.3)
                daemon.panel.request("set", control="ch1.level", norm=norm)
                took, longest = answers_while(
                    daemon, lambda: not card.left("refusals") and card.is_right(daemon)
                    and card.scanout() != before)
                said = daemon.log()[since:].splitlines()
                checks.that(
                    took < 4 and longest < 0.2, f"frames refused with {name}, by {way}, are shown",
                    (took, longest, said))
                checks.that(
                    len(said) <= 3 if is_said else not said,
                    f"of {name}, by {way}, {'little' if is_said else 'nothing'} is said", said)
                checks.note(f"{count} × {name}, {way}: right after {took:.2f} s; "
                            f"calls {calls.counts()}; said {said}")


def unheard():
    """The monitor goes and the kernel says nothing."""
    with VKMS() as card, on(card) as daemon:
        shown(card, daemon, "before the monitor goes")
        since = len(daemon.log())
        # A refusal soon after a look at the monitor is not forgotten.
        calls.restart()
        card.tell()
        checks.that(
            wait_until(lambda: calls.counts().get("probes")), "the monitor is looked at when told")
        card.set(status=2)
        daemon.panel.request("set", control="ch1.level", norm=0.3)
        checks.that(
            wait_until(lambda: card.is_right(daemon)) and not daemon.lines("gone", since),
            "a monitor that goes unheard is not missed while frames are taken", daemon.log())
        # The frame itself, and two attempts to set the mode again.
        card.set(refusal=EINVAL, refusals=3)
        daemon.panel.request("set", control="ch1.level", norm=0.9)
        checks.that(
            daemon.logs("has no monitor any more", since) is not None,
            "but it is when one is refused", daemon.log())
        card.set(status=1)
        card.tell()
        shown(card, daemon, "when the monitor is back")


def bad_link():
    for way, environment in WAYS.items():
        with VKMS() as card, on(card, environment=environment) as daemon:
            shown(card, daemon, f"before the link is bad, by {way}")
            since = len(daemon.log())
            calls.restart()
            card.set(bad_link=1)
            checks.that(
                daemon.logs("has lost its link", since) is not None,
                f"a bad link is noticed, by {way}", daemon.log())
            checks.that(
                wait_until(lambda: drm.link_status(card.number) == 0 and card.is_right(daemon)),
                f"and the mode set again with a good one, by {way}",
                (drm.link_status(card.number), daemon.log()))
            checks.that(calls.counts().get("modeset", 0) >= 1, f"in the hardware, by {way}",
                        calls.counts())
            shown(card, daemon, f"after a bad link, by {way}")
            checks.note(f"{way}: {calls.counts()}, {daemon.log()[since:].splitlines()}")


def gamma():
    for way, environment in WAYS.items():
        with VKMS() as card:
            other = drm.Master(card.number)
            other.show(RED)
            other.turn_colours_round()
            other.let_go()
            checks.that(
                drm.gamma(card.number) == "reversed", "another program has changed the colours",
                drm.gamma(card.number))
            with on(card, environment=environment) as daemon:
                checks.that(
                    wait_until(lambda: card.is_right(daemon)
                               and drm.gamma(card.number) == "linear"),
                    f"which are put right, by {way}", drm.gamma(card.number))
            other.close()


def mode_changes():
    touchscreen = Touchscreen(480, 320)
    with VKMS() as card, on(card, touch="auto", **ROOT) as daemon:
        shown(card, daemon, "in one mode")
        daemon.panel.request(
            "subscribe", events=["valueChanged"], match=["*"],
            phases=["began", "changed", "ended", "cancelled", "set"])

        def middle():
            x, y, width, height = daemon.frame("ch1.level")
            return x + width / 2, y + height / 2
        daemon.panel.touch_until_used(touchscreen, middle())
        card.set(modes="640x360")
        card.tell()
        event = daemon.panel.wait(
            lambda event: event.get("control") == "ch1.level" and event["phase"] == "cancelled")
        checks.that(event, "a finger that is down when the mode changes is taken away",
                    daemon.panel.events)
        shown(card, daemon, "in another mode")
        daemon.panel.events.clear()
        touchscreen.report(move={0: (240, 100)})
        daemon.panel.settle()
        checks.that(
            not daemon.panel.values("ch1.level", "changed"),
            "and does nothing until it has lifted", daemon.panel.events)
        touchscreen.report(lift=[0])
        # The touchscreen is as large as the picture on it.
        x, y = middle()
        event = daemon.panel.touch_until_used(touchscreen, (x * 480 / 640, y * 320 / 360))
        checks.that(
            event and event["control"] == "ch1.level", "a finger hits what is drawn under it now",
            event)
        touchscreen.report(lift=[0])
        for lost in range(3):
            # While the flip is awaited: the kernel has it, and the event does not come.
            size = ("480x320", "640x360")[lost % 2]
            card.set(lost=1)
            daemon.panel.request("set", control="ch1.level", norm=0.1 + lost / 5)
            wait_until(lambda: not card.left("lost"), every=0.001)
            card.set(modes=size)
            card.tell()
            wait_until(lambda: size in daemon.lines("showing on")[-1])
            checks.that(
                wait_until(lambda: card.is_right(daemon)),
                f"{lost + 1}: a mode may change while a flip is pending", daemon.log())
    touchscreen.unplug()


def endings():
    for ending in ("restore", "keep", "black"):
        with VKMS() as card:
            other = drm.Master(card.number)
            other.show(RED)
            other.let_go()
            before = card.buffer().id
            # A service manager that keeps the card is what the picture is left to.
            manager = {"NOTIFY_SOCKET": None} if ending == "restore" else {}
            with on(card, panel_file=panel_with(f'at_exit = "{ending}"'),
                    environment=manager) as daemon:
                shown(card, daemon, f"before its end, {ending},")
                last = card.scanout()
                # What the service manager would keep.
                held = drm.borrow(daemon.process.pid, drm.node(card.number))
                checks.that(daemon.end() == 0, f"{ending}: the daemon ends well", daemon.log())
                if ending == "black":
                    checks.that(
                        not drm.planes_in_use(f"card{card.number}")
                        and not drm.is_active(card.number),
                        f"{ending}: the screen is off", drm.planes_in_use(f"card{card.number}"))
                elif ending == "restore":
                    after = card.buffer()
                    checks.that(
                        after.id == before and set(after.pixels()) == {0, 255},
                        f"{ending}: the picture from before is shown", (after.id, before))
                else:
                    checks.that(
                        card.shows() and card.scanout() == last,
                        f"{ending}: the last picture stays")
                os.close(held)
            other.close()
    with VKMS() as card:
        other = drm.Master(card.number)
        other.show(RED)
        other.let_go()
        with on(card, environment={"NOTIFY_SOCKET": None}) as daemon:
            shown(card, daemon, "before its end, with a picture from before that goes,")
            other.close()
            checks.that(daemon.end() == 0, "the daemon ends well all the same", daemon.log())
            checks.that("cannot" not in daemon.log(), "and says nothing of it", daemon.log())
            checks.that(wait_until(lambda: not card.shows()), "and its own picture is gone")


def light():
    """Of the backlight's 200 levels."""
    path = "/sys/class/backlight/vkms/brightness"

    def level():
        with open(path) as file:
            return int(file.read())
    touchscreen = Touchscreen(480, 320)
    with VKMS(backlight=1) as card:
        panel_file = panel_with(
            "brightness = 80",
            'dim = { after_s = 3, brightness = 20, first_touch = "act" }',
            'blank = { after_s = 6, first_touch = "swallow" }')
        with on(card, panel_file=panel_file, touch="auto", **ROOT) as daemon:
            shown(card, daemon, "with a backlight")
            daemon.panel.request(
                "subscribe", events=["valueChanged"], match=["*"],
                phases=["began", "changed", "ended", "cancelled"])
            x, y, width, height = daemon.frame("ch1.level")
            middle = x + width / 2, y + height / 2
            daemon.panel.touch_until_used(touchscreen, middle)
            touchscreen.report(lift=[0])
            touched = time.monotonic()
            checks.that(level() == 160, "brightness: 80 percent of 200 are 160", level())
            checks.that(
                wait_until(lambda: level() == 40, every=0.02), "left alone the light grows dim",
                level())
            checks.note(f"dim after {time.monotonic() - touched:.2f} s of 3")
            checks.that(card.shows(), "the panel is still seen")
            daemon.panel.settle()
            daemon.panel.events.clear()
            touchscreen.report(down={0: middle})
            daemon.panel.settle()
            checks.that(
                wait_until(lambda: level() == 160) and daemon.panel.values("ch1.level"),
                "a touch brightens it, and acts", (level(), daemon.panel.events))
            touchscreen.report(lift=[0])
            touched = time.monotonic()
            checks.that(
                wait_until(lambda: not card.shows(), every=0.02), "left alone it is dark at last",
                daemon.log())
            checks.note(f"dark after {time.monotonic() - touched:.2f} s of 6")
            daemon.panel.settle()
            daemon.panel.events.clear()
            touchscreen.report(down={0: middle})
            checks.that(
                wait_until(lambda: card.is_right(daemon)) and level() == 160,
                "a touch wakes it", (level(), daemon.log()))
            touchscreen.report(move={0: (middle[0], middle[1] - 60)})
            touchscreen.report(lift=[0])
            daemon.panel.settle()
            checks.that(not daemon.panel.events, "and does nothing else", daemon.panel.events)
            event = daemon.panel.touch_until_used(touchscreen, middle)
            checks.that(event and event["control"] == "ch1.level", "but the next one does", event)
            touchscreen.report(lift=[0])
            checks.that(
                daemon.panel.request("display", brightness=0.1)["brightness"] == 1
                and level() == 2, "no client makes it darker than one percent", level())
        # Not its own, and the file is root's.
        with on(card, panel_file=panel_file) as daemon:
            shown(card, daemon, "with a backlight that may not be set")
            said = daemon.lines("cannot change the brightness")
            time.sleep(4)
            checks.that(
                len(said) == 1 and "Permission denied" in said[0]
                and len(daemon.lines("brightness")) == 1,
                "a backlight that may not be set is told of once", daemon.log())
            checks.note(said)
    touchscreen.unplug()


def firmware():
    """The driver of what firmware has left, by its name; and then another card."""
    with Daemon("drm") as daemon:
        with VKMS(driver="simpledrm", modes="1024x768,800x600") as card:
            asked = time.monotonic()
            daemon.logs("shows only the firmware's picture")
            daemon.panel.request("set", control="ch1.level", norm=0.25)
            checks.that(not card.shows(), "a makeshift is not used at once", daemon.log())
            found = wait_until(card.shows)
            took = time.monotonic() - asked
            checks.that(
                found and 3 < took < 8, "but after five seconds without another card",
                (took, daemon.log()))
            checks.note(f"a makeshift of the firmware was taken after {took:.2f} s")
            shown(card, daemon, "on what firmware has left")
            daemon.panel.request("set", control="ch1.level", norm=0.25)
            run("modprobe", "bochs")
            wait_until(lambda: drm.card_of("bochs-drm") is not None)
            other = drm.card_of("bochs-drm")
            os.chown(drm.node(other), 0, VIDEO)
            os.chmod(drm.node(other), 0o660)
            card.set(status=2)
            card.tell()
            checks.that(
                wait_until(lambda: drm.shows(other)),
                "when the picture of the firmware goes, the hardware's card is used",
                daemon.log())
            value = daemon.panel.request("get", control="ch1.level")["norm"]
            checks.that(abs(value - 0.25) < 0.01, "with the faders where they were", value)
            checks.note(daemon.lines("showing on"))


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}: {result.stdout}")
    return result.stdout


if __name__ == "__main__":
    with checks.section("the test runs to its end"):
        main()
    sys.exit(1 if checks.failed else 0)
