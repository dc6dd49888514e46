"""From a finger to the screen and to a subscriber, over real kernel interfaces.

The touchscreen is uinput's, the card is virtio-gpu, and QEMU says what a monitor would show.
"""

import math
import os
import signal
import subprocess
import sys
import time

from checks import PATIENCE, Checks, wait_until
from panel import Panel
from screen import Card, Emulator, Picture
from touchscreen import Touchscreen

DAEMON = "/usr/libexec/glassfaderd"
PANEL_FILE = "/etc/glassfader/panel.toml"
SOCKET = "/run/gf.sock"
SCREENSHOT = "/out/screenshot.png"
STEPS = 24
# The height of a line of text, in pixels.
LINE = 24
# How far a shadow may reach, in pixels.
SHADOW = 6

checks = Checks()


def main():
    emulator = Emulator()
    # Something to come back to, which no daemon would draw.
    write_to_console("The text console was here before.\n" * 20)
    console = emulator.still_picture("console")
    card = Card()
    console_crtc = card.crtc()
    card.close()

    touchscreen = Touchscreen(console.width, console.height)
    log = open("/out/daemon.log", "w")
    started = time.monotonic()
    daemon = subprocess.Popen(
        [DAEMON, "--panel", PANEL_FILE, "--display", "drm",
         "--touch", "auto", "--socket", SOCKET, "--screenshot", SCREENSHOT],
        stdout=log, stderr=log, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
    try:
        panel = Panel(SOCKET)
        checks.that(True, "the daemon greets a client")
        checks.note(f"greeting {time.monotonic() - started:.2f} s after the start")
        # Held until after the daemon's end: while a card is open the kernel does not bring the
        # console back by itself, so what is then seen is what the daemon restored.
        card = Card()
        run(emulator, panel, touchscreen, daemon, card, console, console_crtc)
    finally:
        if daemon.poll() is None:
            daemon.kill()
            daemon.wait()


def write_to_console(text):
    """Nothing else is on it."""
    with open("/dev/tty1", "w") as console:
        console.write("\033[2J\033[H" + text)


def run(emulator, panel, touchscreen, daemon, card, console, console_crtc):
    controls = {control["control"]: control for control in panel.request("list")["controls"]}
    panel.request("subscribe", events=["valueChanged"], match=["*"],
                  phases=["began", "changed", "ended", "cancelled", "set"])

    before = emulator.still_picture("before", other_than=console)
    checks.that(before != console, "the panel replaces the console on the screen")
    checks.that(card.crtc()[0] != console_crtc[0], "the CRTC shows a framebuffer of the daemon")
    before = same_as_screenshot(emulator, daemon, "before", console)

    write_to_console("This is behind the panel.\n" * 20)
    checks.that(
        emulator.still_picture("written-over") == before, "what the console writes is not seen")
    write_to_console("The text console was here before.\n" * 20)

    fingers = three_fingers(controls)
    with checks.section("three fingers move three controls at the same time"):
        move_three_controls(panel, touchscreen, controls, fingers)
    with checks.section("the screen shows the new values"):
        after = same_as_screenshot(emulator, daemon, "after", before)
        only_these_moved(before, after, controls, fingers)
    with checks.section("the touchscreen may be unplugged in mid-drag and plugged in again"):
        touchscreen = unplug_in_mid_drag(panel, touchscreen, controls, before)
    with checks.section("the daemon ends when it is told to"):
        end(emulator, panel, daemon, card, console, console_crtc)


def three_fingers(controls):
    """The way of each finger, as {control: points}: one fader up, one down, one knob turned."""
    return {
        "ch1.level": straight(controls["ch1.level"]["frame"], up=True),
        "ch2.level": straight(controls["ch2.level"]["frame"], up=False),
        "ch3.pan": quarter_turn(controls["ch3.pan"]["frame"]),
    }


def straight(frame, up):
    """From the middle of a fader by a quarter of its height."""
    x, y, width, height = frame
    step = (-1 if up else 1) * height / 4 / STEPS
    return [(x + width / 2, y + height / 2 + step * index) for index in range(STEPS + 1)]


def quarter_turn(frame):
    """Clockwise by 90 degrees around the middle of a knob, from its left to its top."""
    x, y, width, height = frame
    radius = min(width, height) * 0.4
    angles = [math.pi + math.pi / 2 * index / STEPS for index in range(STEPS + 1)]
    return [
        (x + width / 2 + radius * math.cos(angle), y + height / 2 + radius * math.sin(angle))
        for angle in angles
    ]


def move_three_controls(panel, touchscreen, controls, fingers):
    put_down = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    touchscreen.report(down={slot: path[0] for slot, path in enumerate(fingers.values())})
    touchscreen.follow({slot: path[1:] for slot, path in enumerate(fingers.values())})
    time.sleep(0.1)
    touchscreen.report(lift=range(len(fingers)))
    lifted = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    for name in fingers:
        panel.wait(lambda event: event.get("control") == name and event["phase"] == "ended")

    for name in fingers:
        phases = [event["phase"] for event in panel.values(name)]
        checks.that(
            phases[:1] == ["began"] and phases[-1:] == ["ended"]
            and len(phases) > 2 and set(phases[1:-1]) == {"changed"},
            f"{name} began, changed and ended", phases)
        events = panel.values(name)
        checks.that(
            events[0]["value"] == controls[name]["value"],
            f"{name} does not jump when it is touched", (controls[name]["value"], events[0]))
        travel = [event["norm"] for event in events]
        falling = name == "ch2.level"
        checks.that(
            travel == sorted(travel, reverse=falling) and travel[0] != travel[-1],
            f"{name} follows its finger one way, {'down' if falling else 'up'}", travel)
        value = panel.request("get", control=name)["value"]
        checks.that(
            value == events[-1]["value"], f"{name} stays where it was lifted", (value, events[-1]))
    knob = panel.values("ch3.pan")
    turned = knob[-1]["norm"] - knob[0]["norm"]
    # An arc of 270 degrees; the pixel and the detent have their say.
    checks.that(
        0.28 < turned < 0.39, "a quarter turn moves the knob by a third of its arc", turned)

    moved = [event for name in fingers for event in panel.values(name)]
    last_began = max(event["seq"] for event in moved if event["phase"] == "began")
    first_ended = min(event["seq"] for event in moved if event["phase"] == "ended")
    checks.that(last_began < first_ended, "all three gestures run at the same time")
    checks.that(
        len({event["gesture"] for event in moved}) == 3
        and all(len({event["gesture"] for event in panel.values(name)}) == 1 for name in fingers),
        "each finger's gesture has a number of its own")
    checks.that(
        all(put_down <= event["t"] <= lifted for event in moved),
        "every event carries the time of the touch, on the monotonic clock",
        (put_down, [event["t"] for event in moved], lifted))


def same_as_screenshot(emulator, daemon, name, last):
    """The picture on the screen once it is another than the last, and the daemon's own.

    What the daemon draws goes on until it is drawn, so they may differ at first.
    """
    sentence = f"the screen {name} the drag is the daemon's own picture, pixel for pixel"
    own = picture = None

    def is_same():
        nonlocal own, picture
        picture = emulator.still_picture(name, other_than=last)
        own = Picture.asked_of(daemon, SCREENSHOT)
        return own and own == picture

    same = wait_until(is_same)
    checks.that(same, sentence, "" if same else "no screenshot came after SIGUSR1" if not own else (
        own.width, own.height, "they differ in", own.bounds_of_difference(picture)))
    if own:
        os.rename(SCREENSHOT, f"/out/{name}.png")
    return picture


def only_these_moved(before, after, controls, fingers):
    for name in fingers:
        frame = controls[name]["frame"]
        checks.that(before.inside(frame) != after.inside(frame), f"{name} looks different now")
    # A value may be shown by a label of the same strip, or by a line of text under a knob.
    strips = {name.rpartition(".")[0] for name in fingers}
    frames = [
        control["frame"] for name, control in controls.items()
        if control.get("frame") and (
            name in fingers
            or control["type"] == "label" and name.rpartition(".")[0] in strips)
    ]
    for name in fingers:
        x, y, width, height = controls[name]["frame"]
        if controls[name]["type"] == "knob":
            frames.append([x, y + height, width, LINE])
        else:
            # The shadow of a cap as wide as its control falls beside it.
            frames.append([x - SHADOW, y, width + 2 * SHADOW, height])
    same = before.without(frames) == after.without(frames)
    checks.that(
        same, "nothing else on the screen changed",
        "" if same else before.without(frames).bounds_of_difference(after.without(frames)))


def unplug_in_mid_drag(panel, touchscreen, controls, picture):
    name = "ch4.level"
    path = straight(controls[name]["frame"], up=True)
    touchscreen.report(down={0: path[0]})
    touchscreen.follow({0: path[1:STEPS // 2]})
    panel.wait(lambda event: event.get("control") == name and event["phase"] == "changed")
    touchscreen.unplug()
    cancelled = panel.wait(
        lambda event: event.get("control") == name and event["phase"] == "cancelled")
    if checks.that(
            cancelled, "a drag is cancelled when the touchscreen is unplugged",
            [event["phase"] for event in panel.values(name)]):
        checks.that(
            cancelled.get("reason") == "device-lost", "and the event says why", cancelled)
        last = panel.values(name, "changed")[-1]
        checks.that(
            cancelled["value"] == last["value"], "and the value stays where it was seen",
            (last, cancelled))
    panel.request("ping")
    checks.that(True, "the daemon goes on without a touchscreen")

    touchscreen = Touchscreen(picture.width, picture.height)
    name = "ch5.level"
    path = straight(controls[name]["frame"], up=True)

    if checks.that(
            panel.touch_until_used(touchscreen, path[0]),
            "a touchscreen that is plugged in again is used"):
        touchscreen.follow({0: path[1:]})
        touchscreen.report(lift=[0])
        ended = panel.wait(
            lambda event: event.get("control") == name and event["phase"] == "ended")
        checks.that(
            ended and ended["norm"] > panel.values(name, "began")[0]["norm"],
            "and a drag on it moves a fader", ended)
    return touchscreen


def end(emulator, panel, daemon, card, console, console_crtc):
    daemon.send_signal(signal.SIGTERM)
    asked = time.monotonic()
    bye = panel.wait(lambda event: event["event"] == "bye")
    checks.that(
        bye and bye.get("reason") == "shutdown", "a subscriber is told that the daemon ends", bye)
    # Up to the end of the stream.
    panel.wait(lambda event: False)
    checks.that(panel.closed, "and its connection is closed")
    try:
        status = daemon.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        status = f"none after {PATIENCE} s"
    checks.that(status == 0, "the daemon ends with status 0", status)
    checks.note(f"ended {time.monotonic() - asked:.2f} s after SIGTERM")
    checks.that(not os.path.exists(SOCKET), "its socket is gone")
    now = card.crtc()
    checks.that(
        now == console_crtc, "the CRTC has the framebuffer and the mode it had before",
        (console_crtc, now))
    checks.that(
        wait_until(lambda: emulator.still_picture("restored") == console),
        "the console is on the screen again")


with checks.section("the test runs to its end"):
    main()
sys.exit(1 if checks.failed else 0)
