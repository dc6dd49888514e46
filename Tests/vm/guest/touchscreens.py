"""Touchscreens of every kind: what is read, how faders follow, and what goes wrong with them.

The panels are the kernel's own, made by uinput, and by uhid with hid-multitouch. Faders are relative:
the value moves by what the finger moves, as a share of the thumb's travel.
"""

import contextlib
import fcntl
import os
import struct
import sys
import time

from checks import Checks, wait_until
from desk import FADERS, Desk
from input_device import (
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID,
    ABS_X, ABS_Y, BTN_TOUCH, EVIOCGRAB, EV_ABS, EV_KEY, EV_MSC, EV_SYN, INPUT_PROP_DIRECT,
    InputDevice, MSC_TIMESTAMP, MT_TOOL_PALM, SYN_REPORT, axis_info, revoke,
)
from screens import (
    OTHERS, PANEL, PIXELS, REJECTED, TOUCHSCREENS, hid, listed, single, slots)

STEPS = 8
# A twentieth of a pixel, as a share of the travel: values have six digits, and steps are exact.
TOLERANCE = 0.05 / 400

checks = Checks()


def main():
    desk = Desk(os.path.join(os.path.dirname(os.path.abspath(__file__)), "touchscreens.toml"))
    try:
        with checks.section("what is no touchscreen is let alone"):
            no_touchscreens(desk)
        for entry in TOUCHSCREENS:
            with checks.section(f"{entry.name}: moves faders"):
                one_touchscreen(desk, entry)
        for fault in FAULTS:
            with checks.section(fault.__name__.replace("_", " ")):
                fault(desk)
        with checks.section("the daemon is whole at the end"):
            the_end(desk)
    finally:
        desk.clean_up()


# What is read

def no_touchscreens(desk):
    files = desk.file_count()
    others = [InputDevice(name, keys, axes, properties)
              for name, keys, axes, properties in OTHERS]
    rejected = [InputDevice(name, keys, axes, [INPUT_PROP_DIRECT]) for name, keys, axes in REJECTED]
    # What comes after them is looked at after them.
    with desk.plug(TOUCHSCREENS[0]):
        desk.settle()
        opened = desk.open_nodes()
        for device, (name, *_) in zip(others, OTHERS):
            checks.that(device.node not in opened, f"{name} is not opened")
        for device, (name, *_) in zip(rejected, REJECTED):
            checks.that(device.node not in opened, f"{name}: it is not kept open")
            lines = [line for line in desk.log().splitlines() if f"{device.node}:" in line
                     or f"{device.node} " in line]
            checks.that(
                len(lines) == 1 and "reading" not in lines[0],
                f"{name}: one line in the log says why", lines or desk.log())
    for device in others + rejected:
        device.unplug()
    desk.settle()
    checks.that(
        wait_until(lambda: desk.file_count() == files),
        "nothing of them is left open", (files, desk.file_count()))


def one_touchscreen(desk, entry):
    log = len(desk.log())
    plugged = desk.plug(entry)
    with plugged as screen:
        if not checks.that(plugged.is_read, f"{entry.name}: it is opened", kernel_says(screen)):
            return
        checks.that(
            f'reading {screen.node}, "{entry.name}"' in plugged.line,
            f"{entry.name}: the log has its name", plugged.line)
        checks.that(desk.reset(), f"{entry.name}: no fader is held before")
        drag_and_check(desk, screen, entry.fingers, entry.name)
    checks.that(
        desk.logs(f"{screen.node} is gone", since=log)
        and screen.node not in desk.open_nodes(),
        f"{entry.name}: it is let go when it is unplugged", desk.log()[log:])


def kernel_says(screen):
    """What the kernel made of a device that was not opened."""
    name = os.path.basename(screen.node)
    texts = []
    for path in ("name", "properties", "capabilities/key", "capabilities/abs"):
        with open(f"/sys/class/input/{name}/device/{path}") as file:
            texts.append(f"{path}: {file.read().strip()}")
    return "\n".join(texts)


def drag_and_check(desk, screen, fingers, name, settles=False):
    """Each finger drags its fader another way; all at once."""
    ways = {slot: (45 + 7 * slot) * (-1) ** slot for slot in range(fingers)}
    moved = drag(desk, screen, ways, settles)
    if desk.travel is None:
        measure_travel(desk, moved)
    for slot in ways:
        desk.wait(slot, "ended")
    desk.settle()
    check_drag(desk, moved, name)


def drag(desk, screen, ways, settles):
    """Moves a finger in each slot by so many pixels upwards; returns by how many it was exactly.

    If it `settles`, not before the daemon knows where the fingers have landed.
    """
    screen.report(down={slot: desk.point(slot) for slot in ways})
    if settles:
        desk.settle()
    begun = {slot: screen.place(slot)[1] for slot in ways}
    for step in range(1, STEPS + 1):
        time.sleep(0.003)
        screen.report(move={
            slot: desk.point(slot, up=way * step / STEPS, aside=step) for slot, way in ways.items()})
    moved = {slot: begun[slot] - screen.place(slot)[1] for slot in ways}
    screen.report(lift=list(ways))
    return moved


def measure_travel(desk, moved):
    """From a touchscreen that has a unit for every pixel."""
    desk.wait(0, "ended")
    height = desk.frames[FADERS[0]][3]
    desk.travel = moved[0] / (desk.norm(0) - 0.5)
    checks.that(
        0.85 * height < desk.travel < height, "a fader's thumb runs along most of its height",
        (height, desk.travel))
    checks.note(f"travel {desk.travel:.2f} of {height} pixels")


def check_drag(desk, moved, name):
    wrong = []
    for slot, pixels in moved.items():
        expected = 0.5 + pixels / desk.travel
        found = desk.norm(slot)
        events = desk.events(slot)
        told = events[-1]["norm"] if events else None
        if abs(found - expected) > TOLERANCE or told != found:
            wrong.append((FADERS[slot], "expected", expected, "found", found, "told", told))
    count = "the finger" if len(moved) == 1 else f"each of {len(moved)} fingers"
    checks.that(
        not wrong, f"{name}: {count} moves its fader by what it moved",
        "\n".join(map(str, wrong)) + "\n" + desk.seen())
    checks.that(
        all(desk.phases(slot) == "bce" and desk.well_nested(slot) for slot in moved),
        f"{name}: each gesture begins, changes and ends", desk.seen())
    checks.that(
        all(desk.events(slot)[:1] and desk.events(slot)[0]["norm"] == 0.5 for slot in moved),
        f"{name}: nothing jumps when it is touched", desk.seen())
    silent = [fader for fader in range(10) if fader not in moved and desk.events(fader)]
    checks.that(not silent, f"{name}: no other fader is touched", desk.seen(*silent))


def at(desk, fader, up, sentence, otherwise=""):
    """Checks that a fader is so many pixels above its middle."""
    expected, found = 0.5 + up / desk.travel, desk.norm(fader)
    return checks.that(
        abs(found - expected) <= TOLERANCE, sentence,
        f"{FADERS[fader]} is {(found - 0.5) * desk.travel:.2f} pixels up, not {up:.2f}\n"
        + desk.seen(fader) + str(otherwise))


def nothing_is_held(desk, sentence):
    desk.settle()
    nested = all(desk.well_nested(fader) for fader in range(10))
    seen = desk.seen()
    return checks.that(desk.reset() and nested, sentence, seen)


PLAIN = slots("plain", 10, *PIXELS)


# Dropped events

def events_are_dropped_while_the_daemon_is_stopped(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        log = len(desk.log())
        screen.report(down={slot: desk.point(slot) for slot in range(4)})
        for up in (5, 10, 15, 20):
            screen.report(move={slot: desk.point(slot, up) for slot in range(4)})
        desk.settle()
        for fader in range(4):
            at(desk, fader, 20, f"before the stop {FADERS[fader]} follows its finger")
        with desk.stopped():
            for frame in range(450):
                down, move, lift = {}, {0: desk.point(0, 20 + frame % 50)}, []
                if frame < 100: move[1] = desk.point(1, 20 + frame % 40)
                if frame == 100: lift.append(1)
                if frame < 150: move[2] = desk.point(2, 20 - frame % 60)
                if frame == 150: lift.append(2)
                if frame == 200: down[2] = desk.point(5)
                if frame > 200: move[2] = desk.point(5, -frame % 70)
                if frame < 50: move[3] = desk.point(3, 20 + frame)
                if frame == 50: lift.append(3)
                if frame == 120: down[3] = desk.point(3, -60)
                if frame > 120: move[3] = desk.point(3, -60 + frame % 30)
                if frame == 250: down[4] = desk.point(4)
                if frame > 250: move[4] = desk.point(4, frame % 20)
                if frame == 300: down[5] = desk.point(6)
                if 300 < frame < 310: move[5] = desk.point(6, frame - 300)
                if frame == 310: lift.append(5)
                screen.report(down, move, lift)
            resumed = {slot: screen.place(slot)[1] for slot in screen.held}
        desk.wait(4, "began")
        desk.settle()
        checks.that(
            screen.node in desk.log()[log:], "that events were dropped is in the log",
            desk.log()[log:] or "nothing new in the log")
        checks.that(
            not desk.events(6), "a finger that came and went meanwhile is not seen: events were "
            "dropped", desk.seen(6))
        at(desk, 0, 20 + 449 % 50, "a finger that went on moving is where it is", "")
        checks.that(desk.phases(0) == "bc", "and is the same gesture", desk.seen(0))
        checks.that(
            desk.phases(1) == "bce" and abs(desk.norm(1) - 0.5 - 20 / desk.travel) < TOLERANCE,
            "a finger that lifted meanwhile has ended where it was last seen", desk.seen(1))
        checks.that(
            desk.phases(2) == "bce" and desk.phases(5) == "b",
            "a finger that left its fader for another ended there and began here",
            desk.seen(2, 5))
        checks.that(
            desk.phases(3) == "bceb" and abs(desk.norm(3) - 0.5 - 20 / desk.travel) < TOLERANCE,
            "a finger that lifted and came back to its fader is a new gesture, and nothing jumped",
            desk.seen(3))
        checks.that(
            desk.phases(4) == "b" and desk.norm(4) == 0.5,
            "a finger that came meanwhile begins where it is found", desk.seen(4))

        goals = {0: (0, 10), 2: (5, -30), 3: (3, 12), 4: (4, 44)}
        for slot, (fader, up) in goals.items():
            screen.report(move={slot: desk.point(fader, up)})
        moved = {slot: resumed[slot] - screen.place(slot)[1] for slot in goals}
        screen.report(lift=list(goals))
        for fader in (0, 5, 3, 4):
            desk.wait(fader, "ended", count=2 if fader == 3 else 1)
        at(desk, 0, 10, "after it the finger that stayed moves its fader as before")
        at(desk, 5, moved[2], "and the finger that changed faders moves the new one")
        at(desk, 3, 20 + moved[3], "and the finger that came back goes on from the old value")
        at(desk, 4, moved[4], "and the finger that came meanwhile moves its fader")
        nothing_is_held(desk, "after dropped events every gesture has ended, and no fader is held")


def events_of_a_single_finger_are_dropped(desk):
    for entry in (single("dropped, one finger", *PIXELS), listed("dropped, a list", *PIXELS)):
        desk.reset()
        with desk.plug(entry) as screen:
            screen.report(down={0: desk.point(0)})
            screen.report(move={0: desk.point(0, 10)})
            desk.wait(0, "changed")
            with desk.stopped():
                for frame in range(600):
                    screen.report(move={0: desk.point(0, 10 + frame % 70)})
            # A list does not say where a finger is that was not heard of; it says so again soon.
            desk.settle()
            screen.report(move={0: desk.point(0, 90, aside=3)})
            desk.settle()
            at(desk, 0, 90, f"{entry.name}: a finger that went on moving is where it is")
            checks.that(
                desk.phases(0) == "bc", f"{entry.name}: it is the same gesture", desk.seen(0))
            with desk.stopped():
                for frame in range(600):
                    screen.report(move={0: desk.point(0, 90 - frame % 70)})
                screen.report(lift=[0])
            desk.wait(0, "ended")
            checks.that(
                desk.phases(0) == "bce", f"{entry.name}: a finger that lifted meanwhile has ended",
                desk.seen(0))
            nothing_is_held(desk, f"{entry.name}: no fader is held")


def events_of_a_HID_panel_are_dropped_again_and_again(desk):
    desk.reset()
    entry = hid("HID, dropped", 5, 10, (0, 7999, 0), (0, 4799, 0))
    with desk.plug(entry) as screen:
        screen.report(down={slot: desk.point(slot) for slot in range(3)})
        goals = {}
        for again in range(3):
            with desk.stopped():
                for frame in range(200):
                    goals = {slot: 20 * again + frame % 40 + slot for slot in range(3)}
                    screen.report(move={
                        slot: desk.point(slot, up, aside=frame % 9) for slot, up in goals.items()})
                    if frame == 100:
                        # Within two reports: gone and here again.
                        screen.report(lift=[2])
                        screen.report(down={2: desk.point(2)})
                    place = screen.place(2)[1]
            desk.wait(2, "began", count=again + 2)
            desk.settle()
            at(desk, 0, goals[0], f"dropped {again + 1} times: a finger is where it is")
            at(desk, 1, goals[1], f"dropped {again + 1} times: and so is another")
            checks.that(
                desk.phases(0) == desk.phases(1) == "bc"
                and desk.phases(2) == "b" + "eb" * (again + 1),
                f"dropped {again + 1} times: who stayed has one gesture, who came back a new one",
                desk.seen())
        screen.report(move={2: desk.point(2, 61)})
        moved = place - screen.place(2)[1]
        desk.settle()
        at(desk, 2, moved, "after that the finger that came back moves its fader")
        with desk.stopped():
            for frame in range(300):
                screen.report(move={slot: desk.point(slot, frame % 50) for slot in range(3)})
            screen.unplug()
        for fader in range(3):
            desk.wait(fader, "cancelled")
        checks.that(
            all(desk.events(fader)[-1].get("reason") == "device-lost" for fader in range(3)),
            "unplugged after events were dropped, the touches are cancelled", desk.seen())
    nothing_is_held(desk, "and no fader is held")


def a_burst_that_fits_is_not_lost(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        with desk.stopped():
            screen.report(down={0: desk.point(0)})
            for up in range(1, 40):
                screen.report(move={0: desk.point(0, up)})
            screen.report(lift=[0])
            # One more, that is a tap.
            screen.report(down={0: desk.point(1)})
            screen.report(lift=[0])
        desk.wait(1, "ended")
        at(desk, 0, 39, "a whole drag that waited to be read is not lost")
        checks.that(
            desk.phases(0) == "bce" and desk.phases(1) == "be",
            "and neither is the tap after it", desk.seen(0, 1))


# Plugging

def unplugged_with_fingers_down(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        screen.report(down={slot: desk.point(slot) for slot in range(5)})
        for up in range(1, 20):
            screen.report(move={slot: desk.point(slot, up * (slot + 1) / 2) for slot in range(5)})
        for fader in range(5):
            desk.wait(fader, "changed")
        desk.settle()
        before = [desk.norm(fader) for fader in range(5)]
        screen.unplug()
        for fader in range(5):
            desk.wait(fader, "cancelled")
        cancelled = [desk.events(fader)[-1] for fader in range(5)]
        checks.that(
            all(event["phase"] == "cancelled" and event.get("reason") == "device-lost"
                for event in cancelled),
            "all five touches are cancelled when their touchscreen is unplugged", desk.seen())
        checks.that(
            [event["norm"] for event in cancelled] == before
            and [desk.norm(fader) for fader in range(5)] == before,
            "and the values stay where they were", (before, cancelled))
    nothing_is_held(desk, "after it no fader is held")


def unplugged_while_the_daemon_is_stopped(desk):
    desk.reset()
    plugged = desk.plug(PLAIN)
    with plugged as screen:
        screen.report(down={slot: desk.point(slot) for slot in range(3)})
        screen.report(move={slot: desk.point(slot, 10) for slot in range(3)})
        for fader in range(3):
            desk.wait(fader, "changed")
        with desk.stopped():
            screen.report(move={0: desk.point(0, 30)}, lift=[1])
            screen.unplug()
            # Most likely under the same number.
            again = slots("plugged in again", 10, *PIXELS).plug()
        for fader in range(3):
            desk.wait(fader, "cancelled")
        checks.that(
            [desk.phases(fader) for fader in range(3)] == ["bcx"] * 3
            and all(desk.events(fader)[-1].get("reason") == "device-lost" for fader in range(3)),
            "unplugged while the daemon was stopped, its touches are cancelled", desk.seen())
    checks.note(f"{screen.node} was replaced by {again.node}")
    if checks.that(
            desk.logs(f'reading {again.node}, "plugged in again"'),
            "a touchscreen that took its place meanwhile is read", desk.log()[-400:]):
        nothing_is_held(desk, "and no fader is held")
        drag_and_check(desk, again, 2, "plugged in while the daemon was stopped")
    again.unplug()


def plugged_in_and_out_quickly(desk):
    files, log = desk.file_count(), len(desk.log())
    for _ in range(20):
        PLAIN.plug().unplug()
    with desk.stopped():
        for _ in range(5):
            PLAIN.plug().unplug()
    with desk.plug(PLAIN) as screen:
        desk.reset()
        drag_and_check(desk, screen, 2, "after 25 touchscreens that came and went")
    checks.that(
        wait_until(lambda: desk.file_count() == files),
        "they leave no file open", (files, desk.file_count()))
    # Neither these touchscreens nor the display in memory say how large they are.
    usual = ("reading", "is gone", "the size of the glass is unknown")
    errors = [line for line in desk.log()[log:].splitlines()
              if not any(words in line for words in usual)]
    checks.that(not errors, "and no complaint in the log", "\n".join(errors))


def two_of_a_kind(desk):
    desk.reset()
    twin = slots("twin", 10, *PIXELS)
    one, other = desk.plug(twin), desk.plug(twin)
    with one as left, other as right:
        checks.that(
            one.is_read and other.is_read and left.node != right.node,
            "two touchscreens of the same name are both read", (left.node, right.node))
        left.report(down={0: desk.point(0)})
        right.report(down={0: desk.point(1)})
        for up in range(1, 31):
            left.report(move={0: desk.point(0, up)})
            right.report(move={0: desk.point(1, -2 * up)})
        desk.settle()
        at(desk, 0, 30, "two touchscreens at once: a finger on the one moves its fader")
        at(desk, 1, -60, "and one in the same slot of the other moves another")
        left.unplug()
        desk.wait(0, "cancelled")
        # In steps of a finger, however quickly they come.
        right.report(move={0: desk.point(1, -20)})
        right.report(move={0: desk.point(1, 25)})
        right.report(lift=[0])
        desk.wait(1, "ended")
        checks.that(
            desk.phases(0) == "bcx" and desk.phases(1) == "bce",
            "when one is unplugged, only its own touch is cancelled", desk.seen(0, 1))
        at(desk, 1, 25, "and the other goes on")
    desk.reset()
    # The same finger of one panel on a fader that another panel holds.
    with desk.plug(twin) as left, desk.plug(twin) as right:
        left.report(down={0: desk.point(0)})
        desk.wait(0, "began")
        right.report(down={0: desk.point(0, 40)})
        right.report(move={0: desk.point(0, 90)})
        left.report(move={0: desk.point(0, 15)})
        desk.settle()
        at(desk, 0, 15, "a fader that one touchscreen holds is not moved by the other")
        right.report(lift=[0])
        left.report(lift=[0])
        desk.wait(0, "ended")
        checks.that(desk.phases(0) == "bce", "and has one gesture", desk.seen(0))


def fingers_that_were_there_first(desk):
    for entry in (slots("touched before, slots", 10, *PIXELS),
                  single("touched before, one finger", *PIXELS),
                  listed("touched before, a list", *PIXELS),
                  hid("touched before, HID", 5, 5, *[(*axis, 0) for axis in PIXELS])):
        desk.reset()
        with desk.stopped():
            plugged = desk.plug(entry)
            plugged.screen.report(down={0: desk.point(0)})
            plugged.screen.report(move={0: desk.point(0, 3)})
        with plugged as screen:
            for up in range(4, 30):
                screen.report(move={0: desk.point(0, up)})
            desk.settle()
            checks.that(
                plugged.is_read and not desk.panel.events and desk.norm(0) == 0.5,
                f"{entry.name}: a finger that was down before does nothing", desk.seen())
            if not entry.name.endswith("one finger"):
                screen.report(down={1: desk.point(1)})
                screen.report(move={1: desk.point(1, 33), 0: desk.point(0, 35)})
                desk.settle()
                at(desk, 1, 33, f"{entry.name}: a finger that comes beside it does")
                screen.report(lift=[1])
            screen.report(lift=[0])
            desk.settle()
            checks.that(
                not desk.events(0), f"{entry.name}: that it lifts is no event", desk.seen(0))
            screen.report(down={0: desk.point(0)})
            screen.report(move={0: desk.point(0, 21)})
            screen.report(lift=[0])
            desk.wait(0, "ended")
            at(desk, 0, 21, f"{entry.name}: after that it is a finger like others")


def somebody_else_has_grabbed_it(desk):
    desk.reset()
    log = len(desk.log())
    with desk.stopped():
        plugged = desk.plug(slots("grabbed", 10, *PIXELS))
        file = os.open(plugged.screen.node, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(file, EVIOCGRAB, 1)
    with plugged as screen:
        line = desk.logs("EVIOCGRAB", since=log)
        checks.that(
            line and "busy" in line, "that somebody else has grabbed a touchscreen is logged",
            desk.log()[log:])
        checks.that(plugged.is_read, "and it is read all the same", desk.log()[log:])
        screen.report(down={0: desk.point(2, 60)})
        screen.report(lift=[0])
        desk.settle()
        checks.that(not desk.panel.events, "while it is grabbed, its touches are the other's")
        fcntl.ioctl(file, EVIOCGRAB, 0)
        os.close(file)
        # The daemon finds out with the first report, and asks for the state: whatever was sent by
        # then counts as one.
        drag_and_check(desk, screen, 2, "no longer grabbed", settles=True)
    desk.reset()
    with desk.stopped():
        plugged = desk.plug(slots("grabbed, same place", 10, *PIXELS))
        file = os.open(plugged.screen.node, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(file, EVIOCGRAB, 1)
    with plugged as screen:
        screen.report(down={0: desk.point(2, 60)})
        screen.report(lift=[0])
        fcntl.ioctl(file, EVIOCGRAB, 0)
        os.close(file)
        # The kernel does not repeat what it has told the other: where the finger lands is what the
        # kernel knows when it is asked, so the finger stays there until it has been.
        screen.report(down={0: desk.point(2, 60)})
        desk.wait(2, "began")
        screen.report(move={0: desk.point(2, 71)})
        desk.settle()
        at(desk, 2, 11, "a finger that lands where the other one saw the last is a touch there")
        screen.report(lift=[0])
    with desk.plug(PLAIN) as screen:
        file = os.open(screen.node, os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.ioctl(file, EVIOCGRAB, 1)
            checks.that(False, "what the daemon reads, nobody else can grab")
        except OSError as error:
            checks.that(error.errno == 16, "what the daemon reads, nobody else can grab", error)
        os.close(file)
    with desk.plug(slots("shared", 10, *PIXELS)) as screen:
        file = os.open(screen.node, os.O_RDONLY | os.O_NONBLOCK)
        refusal = None
        try:
            fcntl.ioctl(file, EVIOCGRAB, 1)
        except OSError as error:
            refusal = error
        checks.that(refusal is None, "without a grab, others can grab the device", refusal)
        os.close(file)


def the_panel_file_says_something_else_of_it(desk):
    desk.reset()
    with open(desk.panel_file) as file:
        before = file.read()
    entry = slots("told again", 10, *PIXELS)
    # As if it had been mounted upside down.
    turned = before.replace("[[input.devices]]", """[[input.devices]]
match = "name:told again"
calibration = [-1, 0, 1, 0, -1, 1]
[[input.devices]]""", 1)
    with desk.plug(PLAIN) as other, desk.plug(entry) as screen:
        files, log = desk.file_count(), len(desk.log())
        other.report(down={0: desk.point(5)})
        screen.report(down={0: desk.point(0), 1: desk.point(1)})
        for up in (10, 20):
            other.report(move={0: desk.point(5, up)})
            screen.report(move={slot: desk.point(slot, up) for slot in range(2)})
        desk.settle()
        desk.reload(turned)
        for fader in range(2):
            desk.wait(fader, "cancelled")
        checks.that(
            [desk.phases(fader) for fader in range(2)] == ["bcx"] * 2
            and all(desk.events(fader)[-1].get("reason") == "device-lost" for fader in range(2)),
            "another panel file that says something else of a touchscreen cancels its touches",
            desk.seen())
        at(desk, 0, 20, "their values stay")
        checks.that(
            desk.logs(f"{screen.node}: its settings in the panel file have changed", since=log)
            and desk.logs(f"reading {screen.node},", since=log)
            and screen.node in desk.open_nodes(),
            "and it is opened again, as the log says", desk.log()[log:])
        checks.that(
            f"reading {other.node}," not in desk.log()[log:] and desk.phases(5) == "bc",
            "another touchscreen is left alone, with the finger on it",
            desk.seen(5) + desk.log()[log:])
        other.report(move={0: desk.point(5, 33)})
        other.report(lift=[0])
        screen.report(lift=[0, 1])
        desk.wait(5, "ended")
        at(desk, 5, 33, "which moves its fader as before")
        checks.that(
            desk.file_count() == files, "no file more is open than before",
            (files, desk.file_count()))
        nothing_is_held(desk, "and no fader is held")

        def opposite(fader, up=0):
            x, y = desk.point(fader, up)
            return PANEL[0] - x, PANEL[1] - y
        screen.report(down={0: opposite(2)})
        for up in (10, 20, 30):
            screen.report(move={0: opposite(2, up)})
        screen.report(lift=[0])
        desk.wait(2, "ended")
        at(desk, 2, 30, "its fingers are where the other panel file says", desk.seen())
        desk.reset()

        # One that asks for another touchscreen lets this one go, until it is asked for again.
        log = len(desk.log())
        desk.reload(before.replace("[input]", '[input]\ndevice = "name:plain"', 1))
        checks.that(
            wait_until(lambda: screen.node not in desk.open_nodes())
            and other.node in desk.open_nodes(),
            "a touchscreen that is not asked for any more is let go", desk.log()[log:])
        desk.reload(before)
        checks.that(
            desk.logs(f"reading {screen.node},", since=log)
            and screen.node in desk.open_nodes(),
            "and read again when it is", desk.log()[log:])
        drag_and_check(desk, screen, 2, "as the first panel file says")


def taken_away_while_it_stays_plugged_in(desk):
    desk.reset()
    log = len(desk.log())
    with desk.plug(slots("revoked", 10, *PIXELS)) as screen:
        screen.report(down={0: desk.point(0), 1: desk.point(1)})
        screen.report(move={0: desk.point(0, 10), 1: desk.point(1, 12)})
        desk.wait(1, "changed")
        log = len(desk.log())
        file = revoke(desk.process.pid, screen.node)
        screen.report(move={0: desk.point(0, 20)})
        desk.wait(0, "cancelled")
        desk.wait(1, "cancelled")
        checks.that(
            file is not None and [desk.phases(fader) for fader in (0, 1)] == ["bcx", "bcx"],
            "a touchscreen that the session takes away cancels its touches",
            desk.seen() + "\n" + desk.log()[log:])
        os.close(file)
        desk.settle()
        if not checks.that(
                desk.process.poll() is None,
                "and the daemon goes on, though the session still has the device open",
                desk.log()[log:]):
            return
        screen.report(lift=[0, 1])
        # When the daemon looks again by itself, or when the node changes: whichever comes first.
        os.chmod(screen.node, 0o640)
        if checks.that(
                desk.logs(f"reading {screen.node},", since=log), "and is read again",
                desk.log()[log:]):
            desk.reset()
            drag_and_check(desk, screen, 2, "read again")


def plug_as_udev_says(desk, entry, *answer):
    """Plugs in a touchscreen that udev's database knows. Returns it, and the file with the answer.

    udev does not run: only its database is played, which has a file for each device node.
    """
    desk.reset()
    with desk.stopped():
        plugged = desk.plug(entry)
        number = os.stat(plugged.screen.node).st_rdev
        path = f"/run/udev/data/c{os.major(number)}:{os.minor(number)}"
        os.makedirs("/run/udev/data", exist_ok=True)
        with open(path + ".new", "w") as file:
            file.write("I:1\nE:ID_INPUT=1\n" + "".join(f"E:{line}\n" for line in answer))
        os.rename(path + ".new", path)
    return plugged, path


def what_udev_says(desk):
    def is_let_alone(entry, answer, sentence):
        plugged, path = plug_as_udev_says(desk, entry, *answer)
        # What comes after it is looked at after it.
        with desk.plug(PLAIN):
            checks.that(
                plugged.screen.node not in desk.open_nodes()
                and f"reading {plugged.screen.node}," not in desk.log()[plugged.since:],
                sentence, desk.log()[plugged.since:])
        plugged.screen.unplug()
        os.unlink(path)

    without_ids = hid(
        "HID, no identifiers", 1, 1, (0, 4095, 154), (0, 4095, 86), has_ids=False,
        has_scan_time=False, driver="hid-generic")
    plugged, path = plug_as_udev_says(desk, without_ids, "ID_INPUT_TOUCHSCREEN=1")
    # The kernel gives this one BTN_TOUCH and no INPUT_PROP_DIRECT.
    with plugged as screen:
        if checks.that(
                plugged.is_read, "a HID panel of one finger is read when udev says what it is",
                desk.log()[plugged.since:] + kernel_says(screen)):
            drag_and_check(desk, screen, 1, without_ids.name)
    os.unlink(path)
    is_let_alone(
        slots("ignored", 5, *PIXELS),
        ["ID_INPUT_TOUCHSCREEN=1", "LIBINPUT_IGNORE_DEVICE=1"],
        "a touchscreen that libinput is to ignore is not opened")
    is_let_alone(
        slots("a touchpad, says udev", 5, *PIXELS), ["ID_INPUT_TOUCHPAD=1"],
        "what udev takes for something else is not opened")

    # Turned clockwise: its x runs up the panel, its y along it.
    plugged, path = plug_as_udev_says(
        desk, slots("turned", 10, (0, 4799), (0, 7999)),
        "ID_INPUT_TOUCHSCREEN=1", "LIBINPUT_CALIBRATION_MATRIX=0 1 0 -1 0 1")
    with plugged as screen:
        def turned(up):
            x, y = desk.point(3, up)
            return (PANEL[1] - y) / PANEL[1] * PANEL[0], x / PANEL[0] * PANEL[1]
        screen.report(down={0: turned(0)})
        screen.report(move={0: turned(50)})
        screen.report(lift=[0])
        desk.wait(3, "ended")
        at(desk, 3, 50, "udev's calibration matrix turns a touchscreen")
    os.unlink(path)
    plugged, path = plug_as_udev_says(
        desk, slots("no matrix", 10, *PIXELS),
        "ID_INPUT_TOUCHSCREEN=1", "LIBINPUT_CALIBRATION_MATRIX=1 0 nan")
    with plugged as screen:
        checks.that(
            "no matrix" in (plugged.line or "")
            and desk.logs("calibration matrix", plugged.since),
            "a matrix that is none is logged", desk.log()[plugged.since:])
        drag_and_check(desk, screen, 2, "with a matrix that is none")
    os.unlink(path)


# Reports

def fingers_within_one_report(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 2), (EV_ABS, ABS_MT_TRACKING_ID, 700), *screen.at(desk.point(0)),
            (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_SYN, SYN_REPORT, 0))
        desk.wait(0, "ended")
        checks.that(
            desk.phases(0) == "be" and desk.norm(0) == 0.5,
            "a tap within one report begins and ends, and changes nothing", desk.seen())
        screen.report(down={0: desk.point(1)})
        screen.report(move={0: desk.point(1, 18)})
        desk.wait(1, "changed")
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, -1),
            (EV_ABS, ABS_MT_TRACKING_ID, 701), *screen.at(desk.point(2)), (EV_SYN, SYN_REPORT, 0))
        screen.report(move={0: desk.point(2, -22)})
        desk.settle()
        checks.that(
            desk.phases(1) == "bce" and desk.phases(2) == "bc",
            "lifted and put down elsewhere within one report is two gestures", desk.seen())
        at(desk, 1, 18, "the first stays where it was")
        at(desk, 2, -22, "and the second moves by what it moved")
        screen.report(lift=[0])
        nothing_is_held(desk, "and no fader is held")


def a_finger_replaced_without_lifting(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        screen.report(down={0: desk.point(0)})
        desk.wait(0, "began")
        # In one go: libevdev hides the new number, and a step is a jump by the time it took.
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 0), *screen.at(desk.point(0, 18)), (EV_SYN, SYN_REPORT, 0),
            (EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 900),
            *screen.at(desk.point(4, 110)), (EV_SYN, SYN_REPORT, 0))
        desk.settle()
        at(desk, 0, 18, "another finger in the slot of the first: the fader of the first stays")
        checks.that(
            desk.phases(0) in ("bce", "bcx"), "and its gesture is over", desk.seen())
        screen.report(lift=[0])
        nothing_is_held(desk, "and after both have lifted no fader is held")


def axes_that_are_not_repeated(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        screen.report(down={0: desk.point(0, 30)})
        screen.report(move={0: desk.point(0, 50)})
        screen.report(lift=[0])
        desk.wait(0, "ended")
        # The kernel passes on neither the slot nor the axes: they are what they were.
        screen.report(down={0: desk.point(0, 50)})
        desk.wait(0, "began", count=2)
        checks.that(
            len(desk.panel.values(FADERS[0], "began")) == 2,
            "a finger that lands where the last one lifted is a touch", desk.seen())
        screen.report(move={0: desk.point(0, 45)})
        screen.report(lift=[0])
        desk.wait(0, "ended", count=2)
        at(desk, 0, 15, "and it moves the fader by what it moved itself")
    desk.reset()
    with desk.plug(single("one finger, same place", *PIXELS)) as screen:
        screen.report(down={0: desk.point(0, 30)})
        screen.report(move={0: desk.point(0, 50)})
        screen.report(lift=[0])
        screen.report(down={0: desk.point(0, 50)})
        screen.report(move={0: desk.point(0, 45)})
        screen.report(lift=[0])
        desk.wait(0, "ended", count=2)
        at(desk, 0, 15, "the same with one finger")
        desk.reset()
        # Nothing touches, yet it says where: a pointer that hovers.
        for up in range(40):
            screen.write(
                *[(EV_ABS, code, units) for code, units in
                  zip((ABS_X, ABS_Y), screen.units(desk.point(0, up)))], (EV_SYN, SYN_REPORT, 0))
        desk.settle()
        checks.that(not desk.panel.events, "positions without a touch are nothing", desk.seen())


def a_place_from_before(desk):
    """The first touch lands where the last one was, and that was before the daemon looked."""
    for entry in (slots("place from before, slots", 10, *PIXELS),
                  single("place from before, one finger", *PIXELS)):
        slot = 3 if entry.name.endswith("slots") else 0
        desk.reset()
        with desk.stopped():
            plugged = desk.plug(entry)
            plugged.screen.report(down={slot: desk.point(4, 30)})
            plugged.screen.report(lift=[slot])
        with plugged as screen:
            screen.report(down={slot: desk.point(4, 30)})
            screen.report(move={slot: desk.point(4, 41)})
            screen.report(lift=[slot])
            desk.wait(4, "ended")
            at(desk, 4, 11, f"{entry.name}: a first touch without coordinates or slot is a touch")


def an_axis_the_wrong_way_round(desk):
    log = len(desk.log())
    with desk.stopped():
        screen = slots("wrong way round", 5, *PIXELS).plug()
        file = os.open(screen.node, os.O_RDONLY | os.O_NONBLOCK)
        # EVIOCSABS, of which the kernel checks nothing.
        fcntl.ioctl(file, 0x401845C0 + ABS_MT_POSITION_X, struct.pack("6i", 0, 799, 0, 0, 0, 0))
        os.close(file)
    with desk.plug(PLAIN):
        lines = [line for line in desk.log()[log:].splitlines() if f"{screen.node}:" in line
                 or f"{screen.node} " in line]
        checks.that(
            screen.node not in desk.open_nodes() and len(lines) == 1 and "reading" not in lines[0],
            "a touchscreen whose x runs from 799 to 0 is not read, and the log says why",
            desk.log()[log:])
    screen.unplug()


def all_at_once(desk):
    files = desk.file_count()
    with contextlib.ExitStack() as stack:
        plugged = [desk.plug(entry) for entry in TOUCHSCREENS]
        for one in plugged:
            stack.enter_context(one)
        if checks.that(
                all(one.is_read for one in plugged),
                f"{len(plugged)} touchscreens are read at once",
                [one.screen.name for one in plugged if not one.is_read]):
            each_of_many(desk, plugged)
    checks.that(
        wait_until(lambda: desk.file_count() == files), "and no file is left open",
        (files, desk.file_count()))
    nothing_is_held(desk, "and no fader is held")


def each_of_many(desk, plugged):
    desk.reset()
    wrong = []
    for index, one in enumerate(plugged):
        fader, up = index % 10, 30 - 60 * (index // 10 % 2)
        before = desk.norm(fader)
        one.screen.report(down={0: desk.point(fader)})
        start = one.screen.place(0)[1]
        one.screen.report(move={0: desk.point(fader, up)})
        way = start - one.screen.place(0)[1]
        one.screen.report(lift=[0])
        desk.settle()
        found = desk.norm(fader) - before
        if desk.phases(fader)[-3:] != "bce" or abs(found - way / desk.travel) > TOLERANCE:
            wrong.append((one.screen.name, way, found * desk.travel))
    checks.that(not wrong, "and each of them moves a fader by what its finger moved", wrong)
    desk.reset()
    for index, one in enumerate(plugged[:10]):
        one.screen.report(down={0: desk.point(index)})
        one.screen.report(move={0: desk.point(index, 20)})
    desk.settle()
    for one in plugged:
        one.screen.unplug()
    for fader in range(10):
        desk.wait(fader, "cancelled")
    checks.that(
        all(desk.phases(fader) == "bcx" for fader in range(10)),
        "when all are unplugged, every fader that was held is cancelled", desk.seen())


def the_kernels_filter_is_off(desk):
    with desk.plug(slots("filtered", 10, (0, 799, 0, 16), (0, 479, 0, 16))) as screen:
        found = {code: axis_info(screen.node, code)[3]
                 for code in (ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y)}
        checks.that(
            not any(found.values()), "the fuzz of a touchscreen that is read is 0", found)
        for near in (3, 6, 12, 25):
            desk.reset()
            screen.report(down={0: desk.point(0)})
            screen.report(lift=[0])
            screen.report(down={0: desk.point(0, near)})
            screen.report(move={0: desk.point(0, near + 40)})
            screen.report(move={0: desk.point(0, near + 80)})
            screen.report(lift=[0])
            desk.wait(0, "ended", count=2)
            at(desk, 0, 80, f"fuzz 16: a touch {near} units beside the last one is not distorted")


def outside_the_range(desk):
    desk.reset()
    x, y = desk.point(0)
    with desk.plug(PLAIN) as screen:
        screen.report(down={0: (x, -3616)})
        for up in (200, 100, 0, -50):
            screen.report(move={0: desk.point(0, up)})
        screen.report(down={1: desk.point(1)})
        screen.report(move={1: desk.point(1, 14)})
        desk.settle()
        checks.that(
            not desk.events(0), "a touch that begins far outside is no touch, wherever it goes",
            desk.seen())
        at(desk, 1, 14, "and a finger beside it moves its fader")
        screen.report(lift=[0, 1])
        desk.wait(1, "ended")
        desk.reset()
        screen.report(down={0: desk.point(0)})
        # In steps of a finger: what is farther is another one.
        for up in (50, 100, 150, 200):
            screen.report(move={0: desk.point(0, up)})
        y = int(desk.point(0, 200)[1])
        for pixels in (*range(y - 40, -10, -40), -10, -500, -30000, -10):
            screen.report(move={0: (x, pixels)})
        desk.settle()
        checks.that(
            desk.phases(0) == "bc" and desk.norm(0) == 1,
            "a finger dragged off the edge is the same touch, at the end", desk.seen())
        for pixels in range(30, int(desk.point(0, 35)[1]), 40):
            screen.report(move={0: (x, pixels)})
        screen.report(move={0: desk.point(0, 35)})
        screen.report(lift=[0])
        desk.wait(0, "ended")
        at(desk, 0, 35, "and comes back to where it was")

    # A twentieth of the panel is beyond each edge of the glass: its left edge is on the first fader.
    plugged, path = plug_as_udev_says(
        desk, slots("smaller than the panel", 10, *PIXELS),
        "ID_INPUT_TOUCHSCREEN=1", "LIBINPUT_CALIBRATION_MATRIX=0.9 0 0.05 0 0.9 0.05")
    with plugged as screen:
        screen.report(down={0: (-3616, y)})
        screen.report(move={0: (-3616, y - 20)})
        screen.report(move={0: (5, y - 40)})
        desk.settle()
        checks.that(
            not desk.events(0), "nor is one whose nearest edge is on a fader", desk.seen())
        screen.report(lift=[0])
        screen.report(down={0: (-20, y)})
        screen.report(move={0: (-20, y - 40)})
        screen.report(lift=[0])
        desk.wait(0, "ended")
        at(desk, 0, 36, "but one that begins a little outside is")
    os.unlink(path)


def palms(desk):
    desk.reset()
    entry = slots("palms", 10, *PIXELS, also={ABS_MT_TOOL_TYPE: (0, 2)})
    palm = (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM)
    with desk.plug(entry) as screen:
        screen.report(down={0: desk.point(0), 1: desk.point(1)})
        screen.report(move={0: desk.point(0, 10), 1: desk.point(1, 10)})
        desk.wait(1, "changed")
        screen.write((EV_ABS, ABS_MT_SLOT, 0), palm, (EV_SYN, SYN_REPORT, 0))
        desk.wait(0, "cancelled")
        screen.report(move={0: desk.point(0, 30), 1: desk.point(1, 20)})
        desk.settle()
        checks.that(
            desk.phases(0) == "bcx" and desk.events(0)[-1].get("reason") == "palm",
            "a finger that turns out to be a palm is cancelled, also if it is a finger again",
            desk.seen(0))
        at(desk, 0, 10, "its fader stays")
        at(desk, 1, 20, "and a finger beside it goes on")
        screen.report(lift=[0, 1])
        desk.wait(1, "ended")
        desk.reset()
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 3), (EV_ABS, ABS_MT_TRACKING_ID, 800), *screen.at(desk.point(3)),
            palm, (EV_SYN, SYN_REPORT, 0))
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 3), *screen.at(desk.point(3, 30)), (EV_SYN, SYN_REPORT, 0))
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 3), (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_SYN, SYN_REPORT, 0))
        desk.settle()
        checks.that(not desk.panel.events, "a palm from the start is nothing", desk.seen())


def a_palm_of_a_HID_panel(desk):
    desk.reset()
    entry = hid("HID, confident", 5, 5, (0, 4095, 300), (0, 4095, 188), fields=("confidence",),
                certified=True)
    with desk.plug(entry) as screen:
        # All in one go: 100 ms after the last report the kernel takes the fingers for lifted.
        with desk.stopped():
            screen.report(down={0: desk.point(0), 1: desk.point(1)})
            screen.report(move={0: desk.point(0, 10), 1: desk.point(1, 10)})
            screen.send(set(), {0, 1}, [], True, fields={0: {"confidence": False}})
            screen.report(lift=[0])
            began = time.monotonic()
        desk.wait(0, "cancelled")
        # Nothing more is heard of the other finger: the kernel's own timer lifts it.
        ended = desk.wait(1, "ended")
        checks.that(
            desk.phases(0) == "bcx" and desk.events(0)[-1].get("reason") == "palm"
            and desk.phases(1) == "bce",
            "a HID contact without confidence is a palm, and is cancelled", desk.seen())
        checks.that(
            ended, "a finger that a certified panel forgets to lift has ended", desk.seen(1))
        checks.note(f"ended {time.monotonic() - began:.2f} s after the last report")
        screen.held.clear()


def contradictions(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        screen.report(down={0: desk.point(0)})
        screen.write((EV_KEY, BTN_TOUCH, 0), (EV_SYN, SYN_REPORT, 0))
        screen.report(move={0: desk.point(0, 12)})
        desk.settle()
        at(desk, 0, 12, "where there are slots, BTN_TOUCH ends no touch")
        time.sleep(0.6)
        desk.settle()
        checks.that(
            desk.phases(0) == "bc", "a finger that rests and says nothing is still a touch",
            desk.seen(0))
        screen.write((EV_MSC, MSC_TIMESTAMP, 5), (EV_SYN, SYN_REPORT, 0))
        screen.write((EV_SYN, SYN_REPORT, 0))
        screen.write((EV_ABS, ABS_MT_SLOT, 0), *screen.at(desk.point(0, 40)))
        desk.settle()
        at(desk, 0, 12, "a report that is not finished is not used")
        screen.write((EV_SYN, SYN_REPORT, 0))
        desk.settle()
        at(desk, 0, 40, "and then it is")
        # A slot with nothing in it moves and lifts.
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 5), *screen.at(desk.point(5)),
            (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_SYN, SYN_REPORT, 0))
        # The same identifier, twice.
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 6), (EV_ABS, ABS_MT_TRACKING_ID, 0), *screen.at(desk.point(6)),
            (EV_SYN, SYN_REPORT, 0))
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 6), *screen.at(desk.point(6, 17)), (EV_SYN, SYN_REPORT, 0))
        desk.settle()
        checks.that(not desk.events(5), "an empty slot that moves is nothing", desk.seen(5))
        at(desk, 6, 17, "two fingers with the same identifier are two fingers")
        at(desk, 0, 40, "and do not move one another")
        screen.write(
            (EV_ABS, ABS_MT_SLOT, 6), (EV_ABS, ABS_MT_TRACKING_ID, -1),
            (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_SYN, SYN_REPORT, 0))
        screen.report(lift=[0])
        nothing_is_held(desk, "after contradictions no fader is held")


def a_slot_that_does_not_exist(desk):
    desk.reset()
    with desk.plug(PLAIN) as screen:
        screen.report(down={0: desk.point(0)})
        # The kernel drops the slot and passes the axes on, which are then the slot's before it. Both
        # reports in one go: after a pause nobody could say how fast the finger was.
        screen.write(
            *screen.at(desk.point(0, 12)), (EV_SYN, SYN_REPORT, 0),
            (EV_ABS, ABS_MT_SLOT, 12), (EV_ABS, ABS_MT_TRACKING_ID, 950),
            *screen.at(desk.point(7, -120)), (EV_SYN, SYN_REPORT, 0))
        desk.settle()
        at(desk, 0, 12, "a finger in a slot that does not exist moves no fader of another finger")
        screen.report(lift=[0])
        nothing_is_held(desk, "and no fader is held")


def more_fingers_than_slots(desk):
    desk.reset()
    with desk.plug(hid("HID, 2 of 3", 2, 2, (0, 4095, 0), (0, 4095, 0))) as screen:
        screen.report(down={0: desk.point(0), 1: desk.point(1)})
        screen.report(move={0: desk.point(0, 10), 1: desk.point(1, 10)})
        desk.wait(1, "changed")
        screen.report(down={2: desk.point(2)})
        screen.report(move={2: desk.point(2, 30)})
        desk.settle()
        checks.that(
            not desk.events(2) and [desk.phases(fader) for fader in (0, 1)] == ["bc", "bc"],
            "a finger more than there are slots is not seen, and disturbs nobody", desk.seen())
        screen.report(lift=[0, 1, 2])
        nothing_is_held(desk, "and no fader is held")


def fingers_that_flicker(desk):
    """947 contacts of one frame each, as an optical frame in the sun has them."""
    desk.reset()
    before = desk.resident_kilobytes()
    count = 0
    with desk.plug(PLAIN) as screen:
        for frame in range(263):
            fingers = 4 if frame % 5 < 3 else 3
            count += fingers
            screen.report(down={
                (frame + index) % 10: desk.point((frame + 2 * index) % 10, frame % 90 - 45)
                for index in range(fingers)})
            screen.report(lift=list(screen.held))
            if frame % 16 == 0:
                desk.settle()
        desk.settle()
        began = len([event for event in desk.panel.events if event["phase"] == "began"])
        ended = len([event for event in desk.panel.events if event["phase"] == "ended"])
        checks.that(began == ended > 0, "every flicker that begins also ends", (began, ended))
        checks.that(
            all(desk.norm(fader) == 0.5 for fader in range(10)), "and none changes a value")
        grown = desk.resident_kilobytes() - before
        checks.that(grown < 2048, "and they leave no memory behind", f"{grown} KiB")
        checks.note(f"{count} contacts, {began} gestures, {grown} KiB")
        nothing_is_held(desk, "and no fader is held")
        drag_and_check(desk, screen, 3, "after fingers that flicker")


def the_clock_is_set(desk):
    """It is when the machine wakes up, and then touches are taken away. This machine did not sleep."""
    desk.reset()
    with desk.plug(PLAIN) as screen:
        screen.report(down={0: desk.point(0)})
        screen.report(move={0: desk.point(0, 10)})
        desk.settle()

        def is_idle():
            before = desk.sleeps()
            time.sleep(1)
            return desk.sleeps() == before
        checks.that(
            wait_until(is_idle), "a daemon with a finger that rests on it does not wake up")
        before = desk.sleeps()
        time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME) + 3600)
        checks.that(
            wait_until(lambda: desk.sleeps() > before, every=0.01),
            "it does when somebody sets the clock")
        screen.report(move={0: desk.point(0, 30)})
        desk.settle()
        at(desk, 0, 30, "a clock that is set takes no finger away")
        checks.that(desk.phases(0) == "bc", "and the gesture goes on", desk.seen(0))
        screen.report(lift=[0])
        time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_REALTIME) - 3600)
        nothing_is_held(desk, "and no fader is held")


def axes_by_another_name(desk):
    """As touchscreens.toml has it for this name: x and y are exchanged."""
    desk.reset()
    entry = slots("exchanged axes", 10, (0, 479), (0, 799), old=None)
    with desk.plug(entry) as screen:
        def events(slot, point):
            x, y = point
            return [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_POSITION_X, round(y)),
                    (EV_ABS, ABS_MT_POSITION_Y, round(x))]
        fingers = {0: (2, 30), 1: (7, -40)}
        for slot, (fader, _) in fingers.items():
            screen.write(
                *events(slot, desk.point(fader)), (EV_ABS, ABS_MT_TRACKING_ID, 100 + slot))
        screen.write((EV_SYN, SYN_REPORT, 0))
        for slot, (fader, up) in fingers.items():
            screen.write(*events(slot, desk.point(fader, up)))
        screen.write((EV_SYN, SYN_REPORT, 0))
        desk.settle()
        for fader, up in fingers.values():
            at(desk, fader, up, "a multitouch device whose axes are exchanged moves its faders")
        screen.unplug()
        for fader, _ in fingers.values():
            desk.wait(fader, "cancelled")
    nothing_is_held(desk, "and no fader is held")


def a_name_that_is_garbage(desk):
    log = len(desk.log())
    name = b'irt\xff\xfe"\n\x1b[31m\xe8\xa7\xa6'
    with desk.plug(slots(name, 5, *PIXELS)):
        lines = [line for line in desk.log()[log:].splitlines() if "reading" in line]
        checks.that(
            len(lines) == 1 and lines[0].count('"') >= 2 and "\x1b" not in lines[0]
            and lines[0].endswith('"'),
            "a name that is garbage stays in its line of the log", desk.log()[log:])
        checks.note(ascii(lines))


FAULTS = [
    events_are_dropped_while_the_daemon_is_stopped,
    events_of_a_single_finger_are_dropped,
    events_of_a_HID_panel_are_dropped_again_and_again,
    a_burst_that_fits_is_not_lost,
    unplugged_with_fingers_down,
    unplugged_while_the_daemon_is_stopped,
    plugged_in_and_out_quickly,
    two_of_a_kind,
    all_at_once,
    fingers_that_were_there_first,
    somebody_else_has_grabbed_it,
    the_panel_file_says_something_else_of_it,
    what_udev_says,
    fingers_within_one_report,
    a_finger_replaced_without_lifting,
    axes_that_are_not_repeated,
    a_place_from_before,
    an_axis_the_wrong_way_round,
    the_kernels_filter_is_off,
    outside_the_range,
    palms,
    a_palm_of_a_HID_panel,
    contradictions,
    a_slot_that_does_not_exist,
    more_fingers_than_slots,
    fingers_that_flicker,
    a_name_that_is_garbage,
    axes_by_another_name,
    the_clock_is_set,
    # The last: what does not stand this does not run afterwards.
    taken_away_while_it_stays_plugged_in,
]


def the_end(desk):
    status = desk.process.poll()
    if not checks.that(status is None, "the daemon has run all the time", f"status {status}"):
        return
    checks.that(not desk.open_nodes(), "no input device is open at the end", desk.open_nodes())
    status = desk.end()
    checks.that(status == 0, "and ends with status 0", status)


with checks.section("the test runs to its end"):
    main()
sys.exit(1 if checks.failed else 0)
