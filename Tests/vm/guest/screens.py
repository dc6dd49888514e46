"""Touchscreens as data, of every protocol the kernel has, and fingers on them.

A screen is plugged in while its object lives. Fingers are put down, moved and lifted by slot, at
points in the panel's pixels; `place(slot)` tells where exactly the device's units put them.
"""

import functools

from hid_device import HIDDevice
from input_device import (
    ABS_MAX, ABS_MISC, ABS_MT_DISTANCE, ABS_MT_ORIENTATION, ABS_MT_POSITION_X,
    ABS_MT_POSITION_Y, ABS_MT_PRESSURE, ABS_MT_SLOT, ABS_MT_TOOL_TYPE, ABS_MT_TOUCH_MAJOR,
    ABS_MT_TOUCH_MINOR, ABS_MT_TRACKING_ID, ABS_MT_WIDTH_MAJOR, ABS_PRESSURE, ABS_X, ABS_Y,
    ABS_Z, BTN_0, BTN_LEFT, BTN_RIGHT, BTN_STYLUS, BTN_TOOL_FINGER, BTN_TOOL_PEN, BTN_TOUCH,
    BTN_TRIGGER, EV_ABS, EV_KEY, EV_SYN, INPUT_PROP_ACCELEROMETER, INPUT_PROP_DIRECT,
    INPUT_PROP_POINTER, InputDevice, MT_TOOL_FINGER, SYN_MT_REPORT, SYN_REPORT,
)

PANEL = 800, 480


class Screen:
    def __init__(self, name, x, y):
        self.name = name
        self.x, self.y = x, y
        # Where the fingers are, in units, in the order in which they came.
        self.held = {}

    def unplug(self):
        """The device vanishes, with its fingers where they are."""
        self.device.unplug()

    @property
    def node(self):
        return self.device.node

    def units(self, point):
        """The units nearest to a point in pixels."""
        return tuple(
            axis[0] + round(pixels * (axis[1] - axis[0] + 1) / size)
            for pixels, axis, size in zip(point, (self.x, self.y), PANEL))

    def place(self, slot):
        """Where a finger is, in pixels."""
        return tuple(
            (units - axis[0]) * size / (axis[1] - axis[0] + 1)
            for units, axis, size in zip(self.held[slot], (self.x, self.y), PANEL))

    def report(self, down={}, move={}, lift=()):
        """One report: fingers put down and moved, as {slot: (x, y)}, and slots lifted."""
        before = dict(self.held)
        for slot in lift:
            del self.held[slot]
        for slot, point in {**down, **move}.items():
            self.held[slot] = self.units(point)
        self.send(set(down), set(move), [(slot, before[slot]) for slot in lift], bool(before))


class SlotScreen(Screen):
    """Protocol B: each finger in a slot. `old` are the axes for programs that know one finger."""

    def __init__(self, name, slots, x, y, old=(), also={}, keys=(BTN_TOUCH,), first_id=0,
                 ids=(0, 65535)):
        super().__init__(name, x, y)
        self.also, self.keys, self.next_id, self.ids = also, keys, first_id, ids
        self.old = old if old is None else old or (x, y)
        axes = {
            ABS_MT_SLOT: (0, slots - 1), ABS_MT_POSITION_X: x, ABS_MT_POSITION_Y: y,
            ABS_MT_TRACKING_ID: ids, **also}
        if self.old:
            axes[ABS_X], axes[ABS_Y] = self.old
        self.device = InputDevice(name, keys, axes, [INPUT_PROP_DIRECT])
        self.count = 0

    def write(self, *events):
        """Sends raw events. The fingers that are held are not told."""
        self.device.write(*events)

    def at(self, point):
        """The events of a position."""
        x, y = self.units(point)
        return (EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y)

    def send(self, down, move, lifted, was_touched):
        events = []
        for slot, _ in lifted:
            events += [(EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1)]
        for slot in sorted(down | move):
            x, y = self.held[slot]
            events.append((EV_ABS, ABS_MT_SLOT, slot))
            if slot in down:
                events.append((EV_ABS, ABS_MT_TRACKING_ID, self.next_id))
                self.next_id = self.next_id + 1 if self.next_id < self.ids[1] else 0
            events += [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y)]
            events += [(EV_ABS, code, self._some(code)) for code in self.also]
        if BTN_TOUCH in self.keys and bool(self.held) != was_touched:
            events.append((EV_KEY, BTN_TOUCH, int(not was_touched)))
        if self.old and self.held:
            # The finger that has been there longest; it jumps when that lifts.
            for code, units, axis, own in zip(
                    (ABS_X, ABS_Y), next(iter(self.held.values())), self.old, (self.x, self.y)):
                span = (axis[1] - axis[0]) / (own[1] - own[0])
                events.append((EV_ABS, code, axis[0] + round((units - own[0]) * span)))
        self.write(*events, (EV_SYN, SYN_REPORT, 0))

    def _some(self, code):
        """A value that is not the last one; a finger, where tools are told apart."""
        self.count += 1
        low, high = self.also[code][:2]
        return MT_TOOL_FINGER if code == ABS_MT_TOOL_TYPE else low + self.count % (high - low + 1)


class ListScreen(Screen):
    """Protocol A: each report lists the fingers, without names unless it `has_ids`."""

    def __init__(self, name, x, y, has_ids=False, shuffled=False, closes_list=True,
                 keys=(BTN_TOUCH,), also={}):
        super().__init__(name, x, y)
        self.has_ids, self.shuffled, self.closes_list, self.keys = (
            has_ids, shuffled, closes_list, keys)
        self.also, self.count = also, 0
        axes = {ABS_MT_POSITION_X: x, ABS_MT_POSITION_Y: y, **also}
        if has_ids:
            axes[ABS_MT_TRACKING_ID] = (0, 15)
        self.device = InputDevice(name, keys, axes, [INPUT_PROP_DIRECT])

    def send(self, down, move, lifted, was_touched):
        events = []
        self.count += 1
        fingers = list(self.held.items())
        if self.shuffled and self.count % 2:
            fingers.reverse()
        for slot, (x, y) in fingers:
            if self.has_ids:
                events.append((EV_ABS, ABS_MT_TRACKING_ID, slot))
            events += [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y)]
            events += [(EV_ABS, code, axis[1] // 2) for code, axis in self.also.items()]
            events.append((EV_SYN, SYN_MT_REPORT, 0))
        if fingers and not self.closes_list:
            events.pop()
        if not fingers:
            events.append((EV_SYN, SYN_MT_REPORT, 0))
        if BTN_TOUCH in self.keys and bool(self.held) != was_touched:
            events.append((EV_KEY, BTN_TOUCH, int(not was_touched)))
        self.device.write(*events, (EV_SYN, SYN_REPORT, 0))


class SingleScreen(Screen):
    """One finger, on ABS_X and ABS_Y."""

    def __init__(self, name, x, y, also={}, key_first=False, ends_at_zero=False):
        super().__init__(name, x, y)
        self.also, self.key_first, self.ends_at_zero = also, key_first, ends_at_zero
        self.device = InputDevice(
            name, (BTN_TOUCH,), {ABS_X: x, ABS_Y: y, **also}, [INPUT_PROP_DIRECT])

    def write(self, *events):
        self.device.write(*events)

    def send(self, down, move, lifted, was_touched):
        key = [(EV_KEY, BTN_TOUCH, int(bool(self.held)))] * (bool(self.held) != was_touched)
        events = []
        for x, y in self.held.values():
            events += [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
            events += [(EV_ABS, code, axis[1] // 2) for code, axis in self.also.items()]
        if self.ends_at_zero and not self.held:
            events += [(EV_ABS, ABS_X, 0), (EV_ABS, ABS_Y, 0)]
        events = key + events if self.key_first else events + key
        self.write(*events, (EV_SYN, SYN_REPORT, 0))


class HIDScreen(Screen):
    """What `HIDDevice` says. A finger's identifier is its slot and `first_id`."""

    def __init__(self, name, contacts, maximum, x, y, driver="hid-multitouch", first_id=0,
                 **options):
        super().__init__(name, x, y)
        self.driver, self.first_id = driver, first_id
        self.device = HIDDevice(name, contacts, maximum, x, y, **options)
        if self.device.driver != driver:
            raise RuntimeError(f"{name} is driven by {self.device.driver}, not {driver}")

    def send(self, down, move, lifted, was_touched, fields={}):
        contacts = [
            (slot + self.first_id, True, *units, fields.get(slot, {}))
            for slot, units in self.held.items()]
        contacts += [(slot + self.first_id, False, *units) for slot, units in lifted]
        self.device.report(contacts)


class Entry:
    """A line of the table: a touchscreen to plug in, and how many fingers it follows."""

    def __init__(self, kind, fingers, name, *arguments, **options):
        self.name, self.fingers = name, fingers
        self.plug = functools.partial(kind, name, *arguments, **options)


def slots(name, count, *arguments, fingers=2, **options):
    return Entry(SlotScreen, min(fingers, count), name, count, *arguments, **options)


def listed(name, *arguments, fingers=2, **options):
    return Entry(ListScreen, fingers, name, *arguments, **options)


def single(name, *arguments, **options):
    return Entry(SingleScreen, 1, name, *arguments, **options)


def hid(name, contacts, maximum, *arguments, fingers=2, **options):
    return Entry(HIDScreen, min(fingers, maximum), name, contacts, maximum, *arguments, **options)


PIXELS = (0, 799), (0, 479)
TOUCHSCREENS = [
    # Axes are (minimum, maximum, units per mm, fuzz). The first has a unit for every pixel: it is
    # what the others are measured by.
    slots("a unit a pixel", 10, *PIXELS, fingers=10),
    slots("one slot", 1, (0, 4095), (0, 4095)),
    slots("two slots", 2, (0, 4095, 20), (0, 2559, 20)),
    slots("five slots, areas and pressure", 5, (0, 1023), (0, 599), fingers=5, also={
        ABS_MT_TOUCH_MAJOR: (0, 255), ABS_MT_WIDTH_MAJOR: (0, 255), ABS_MT_PRESSURE: (0, 255)}),
    slots("ten slots, 16 bits", 10, (0, 65535, 400), (0, 65535, 700), fingers=10),
    slots("twenty slots", 20, (0, 32767, 94), (0, 32767, 167), fingers=10),
    slots("y much finer than x", 10, (0, 255, 2), (0, 16383, 150)),
    slots("x much finer than y", 10, (0, 16383, 100), (0, 1919, 19)),
    slots("portrait", 5, (0, 1199), (0, 1919)),
    slots("negative minimum", 10, (-32768, 32767, 300), (-1000, 1000, 20)),
    slots("all negative", 5, (-8000, -1), (-5000, -200)),
    slots("minimum above zero", 5, (200, 3900, 20), (320, 3800, 30)),
    slots("resolution on x only", 5, (0, 4095, 20), (0, 4095)),
    slots("resolution beyond reason", 5, (0, 4095, 1), (0, 4095, 30000)),
    slots("fuzz 16", 10, (0, 799, 0, 16), (0, 479, 0, 16)),
    slots("fuzz 4 of 4096", 5, (0, 4095, 20, 4), (0, 4095, 30, 4), fingers=5),
    slots("tools told apart", 10, (0, 3999), (0, 2399), also={
        ABS_MT_TOOL_TYPE: (0, 2), ABS_MT_TOUCH_MAJOR: (0, 63), ABS_MT_TOUCH_MINOR: (0, 63),
        ABS_MT_ORIENTATION: (-3, 4)}),
    slots("hovers", 10, (0, 3999), (0, 2399), also={ABS_MT_DISTANCE: (0, 1)}),
    slots("other axes for one finger", 10, (0, 4095), (0, 4095), old=((0, 1023), (-512, 511))),
    slots("no axes for one finger", 10, (0, 4095), (0, 4095), old=None),
    slots("no BTN_TOUCH", 10, (0, 4095), (0, 4095), keys=()),
    slots("identifiers that wrap at 15", 5, (0, 4095), (0, 4095), ids=(0, 15), first_id=15),
    slots("identifiers that wrap at 65535", 5, (0, 4095), (0, 4095), first_id=65535),
    listed("a list of fingers", (0, 4095), (0, 4095)),
    listed("a list in changing order", (0, 4095, 20), (0, 4095, 30), fingers=5, shuffled=True),
    listed("a list that is not closed", (0, 1023), (0, 1023), closes_list=False),
    listed("a list with identifiers", (-2048, 2047), (-2048, 2047), shuffled=True, has_ids=True),
    listed("a list without BTN_TOUCH", (0, 4095), (0, 4095), keys=(), also={
        ABS_MT_TOUCH_MAJOR: (0, 15), ABS_MT_PRESSURE: (0, 255)}),
    single("one finger", (0, 4095), (0, 4095)),
    single("one finger, with pressure", (200, 3900), (200, 3900), also={ABS_PRESSURE: (0, 255)}),
    single("one finger, BTN_TOUCH first", (-500, 500, 6), (-300, 300, 6), key_first=True),
    single("one finger, fuzz 8", (0, 1023, 0, 8), (0, 1023, 0, 8)),
    single("one finger that ends at 0,0", (0, 4095), (0, 4095), ends_at_zero=True),
    # HID: contacts in a report, and on the glass; axes are (minimum, maximum, mm).
    hid("HID, 1 contact", 1, 1, (0, 4095, 0), (0, 4095, 0), has_scan_time=False),
    hid("HID, 2 contacts", 2, 2, (0, 32767, 344), (0, 32767, 194), fields=("in range",)),
    hid("HID, 5 contacts", 5, 5, (0, 4095, 154), (0, 2559, 86), fingers=5,
        fields=("width", "height")),
    hid("HID, 10 contacts", 10, 10, (0, 16383, 476), (0, 9599, 268), fingers=10, fields=(
        "in range", "confidence", "width", "height", "pressure")),
    hid("HID, 10 contacts, one a report", 1, 10, (0, 4095, 200), (0, 4095, 120), fingers=10),
    hid("HID, 10 contacts, five a report", 5, 10, (0, 4095, 200), (0, 4095, 120), fingers=10,
        first_id=3),
    hid("HID, certified, 10 contacts", 5, 10, (0, 32767, 300), (0, 20479, 188), fingers=10,
        fields=("confidence", "width", "height"), certified=True),
    hid("HID, negative minimum", 5, 5, (-2048, 2047, 200), (-2048, 2047, 120)),
]

# What has axes, or a key called touch, and is no panel: name, keys, axes, properties.
_PLANE = {ABS_X: (0, 32767), ABS_Y: (0, 32767)}
_SLOTS = {ABS_MT_SLOT: (0, 4), ABS_MT_POSITION_X: (0, 1920), ABS_MT_POSITION_Y: (0, 1080),
          ABS_MT_TRACKING_ID: (0, 65535)}
OTHERS = [
    ("a keyboard", range(1, 120), {}, ()),
    ("a tablet like a mouse", (BTN_LEFT, BTN_RIGHT), _PLANE, ()),
    ("a pen on the glass", (BTN_TOOL_PEN, BTN_STYLUS, BTN_TOUCH),
     {**_PLANE, ABS_PRESSURE: (0, 8191)}, (INPUT_PROP_DIRECT,)),
    ("a pen beside the screen", (BTN_TOOL_PEN, BTN_STYLUS, BTN_TOUCH),
     {**_PLANE, ABS_PRESSURE: (0, 8191)}, (INPUT_PROP_POINTER,)),
    ("a touchpad", (BTN_LEFT, BTN_TOUCH, BTN_TOOL_FINGER), {**_PLANE, **_SLOTS},
     (INPUT_PROP_POINTER,)),
    ("a joystick", (BTN_TRIGGER,), {**_PLANE, ABS_Z: (0, 255)}, ()),
    ("an accelerometer", (), {**_PLANE, ABS_Z: (-512, 511)}, (INPUT_PROP_ACCELEROMETER,)),
    ("buttons on a tablet", (BTN_0, BTN_TOUCH), {**_PLANE, ABS_MISC: (0, 1)}, ()),
    ("every axis there is", (BTN_TRIGGER,), {
        code: (0, 4) if code == ABS_MT_SLOT else (0, 255) for code in range(ABS_MAX)}, ()),
]
# What looks like a panel and cannot be one; the log says why.
REJECTED = [
    ("every axis there is, and direct", (BTN_TOUCH,), {
        code: (0, 4) if code == ABS_MT_SLOT else (0, 255) for code in range(ABS_MAX)}),
    ("fingers without y", (BTN_TOUCH,), {
        **_PLANE, ABS_MT_SLOT: (0, 4), ABS_MT_POSITION_X: (0, 255)}),
    ("an axis of one unit", (BTN_TOUCH,), {**_SLOTS, ABS_MT_POSITION_X: (7, 7)}),
    ("a negative resolution", (BTN_TOUCH,), {**_SLOTS, ABS_MT_POSITION_Y: (0, 1080, -3)}),
]
