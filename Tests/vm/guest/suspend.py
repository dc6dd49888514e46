"""A machine that sleeps, with a finger on the panel and a picture that moves.

The kernel goes to sleep with all devices and its own clock, and wakes up two seconds later: all but
the last step, which is the hardware's.
"""

import os
import sys
import time

import drm
from checks import Checks, wait_until
from daemon import ROOT, Daemon
from touchscreen import Touchscreen

PANEL_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pacing.toml")
RED = 0xFF0000

checks = Checks()


def main():
    number = drm.card_of("bochs-drm")
    calls = drm.Calls(modeset="bochs_pipe_enable", commit="drm_mode_atomic_ioctl")
    with Daemon(f"drm:{drm.node(number)}", PANEL_FILE, touch="auto", **ROOT) as daemon:
        panel = daemon.panel
        wait_until(lambda: drm.shows(number))
        scanout = drm.scanned_out(number)
        touchscreen = Touchscreen(scanout.width, scanout.height)
        panel.request(
            "subscribe", events=["valueChanged"], match=["*"],
            phases=["began", "changed", "ended", "cancelled", "set"])
        x, y, width, height = daemon.frame("ch1.level")
        middle = x + width / 2, y + height / 2
        checks.that(
            panel.touch_until_used(touchscreen, middle), "a finger is on the panel", daemon.log())
        touchscreen.report(move={0: (middle[0], middle[1] - 40)})
        panel.settle()
        value = panel.request("get", control="ch1.level")["norm"]
        buffer = drm.Scanout(number)
        buffer.mark([4, buffer.height - 20, 16, 16], RED)
        buffer.close()

        # A bar that falls for seconds is in motion when the machine falls asleep.
        panel.request("meters", v={"ch2.meter": [0]})
        since = len(daemon.log())
        calls.restart()
        slept = sleep()
        woke = time.monotonic()
        checks.that(slept > 0.5, "the machine has slept", slept)
        event = panel.wait(
            lambda event: event.get("control") == "ch1.level" and event["phase"] == "cancelled")
        checks.that(
            event and event["reason"] == "suspend",
            "after it, the finger that was there before is taken away", panel.events)
        checks.that(
            panel.request("get", control="ch1.level")["norm"] == value,
            "and the fader stays where it was")
        checks.that(
            daemon.logs("showing on", since) is not None, "the picture is set again", daemon.log())
        time.sleep(max(0, woke + 1 - time.monotonic()))
        counts, took = calls.counts(), time.monotonic() - woke
        checks.that(
            # Once before, the kernel brings back what there was.
            counts.get("modeset", 0) == 2, "by a whole modeset of its own", counts)
        checks.that(
            # The mode is one of 75 Hz.
            counts["commit"] <= 77 * took + 4, "and no frame comes that was due meanwhile",
            (counts, took))
        checks.note(f"slept {slept:.1f} s; {took:.2f} s later: {counts}; "
                    f"{daemon.log()[since:].splitlines()}")

        # The bar is still falling.
        checks.that(
            wait_until(lambda: daemon.picture() == drm.scanned_out(number)),
            "all of the panel is on the screen, pixel for pixel", daemon.log())
        panel.events.clear()
        touchscreen.report(move={0: (middle[0], middle[1] + 40)})
        panel.settle()
        checks.that(
            not panel.values("ch1.level"), "a finger that was there all the time moves nothing",
            panel.events)
        touchscreen.report(lift=[0])
        checks.that(
            panel.touch_until_used(touchscreen, (middle[0], middle[1] - 40)),
            "but may touch again when it has lifted", panel.events)
        touchscreen.report(lift=[0])

        def is_idle():
            sleeps = daemon.sleeps()
            time.sleep(3)
            return daemon.sleeps() == sleeps
        # What that moved comes to rest first.
        checks.that(wait_until(is_idle), "and in the end nothing wakes the daemon up")
        touchscreen.unplug()
        checks.that(daemon.end() == 0, "and ends well", daemon.log())


def sleep():
    """Returns for how long, in seconds: by how much the clock that counts sleep has gone ahead."""
    before = suspended()
    # In seconds, in which the kernel only counts to some number: that takes the host ten times as long.
    write("/sys/module/suspend/parameters/pm_test_delay", "2")
    write("/sys/power/mem_sleep", "deep")
    write("/sys/power/pm_test", "core")
    write("/sys/power/state", "mem")
    write("/sys/power/pm_test", "none")
    return suspended() - before


def suspended():
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


if __name__ == "__main__":
    with checks.section("the test runs to its end"):
        main()
    sys.exit(1 if checks.failed else 0)
