"""A touchscreen made by the kernel's uinput: multitouch protocol B, ten slots, direct."""

import time

from input_device import (
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y,
    BTN_TOUCH, EV_ABS, EV_KEY, EV_SYN, INPUT_PROP_DIRECT, InputDevice, SYN_REPORT,
)

SLOTS = 10
# Not the panel's pixels: whoever takes one for the other is found out.
WIDTH, HEIGHT = 4096, 2560
UNITS_PER_MM_X, UNITS_PER_MM_Y = 26, 27


class Touchscreen:
    """Plugged in while the object lives. Points are given in the panel's pixels.

    `lies` says how the glass lies on the screen: what it reports for a place, both from 0 to 1.
    """

    def __init__(self, panel_width, panel_height, name="Test touchscreen", size=(WIDTH, HEIGHT),
                 resolution=(UNITS_PER_MM_X, UNITS_PER_MM_Y), lies=lambda x, y: (x, y)):
        self.panel = panel_width, panel_height
        self.size = size
        self.lies = lies
        self.next_id = 0
        self.held = {}
        self.device = InputDevice(
            name, keys=[BTN_TOUCH], properties=[INPUT_PROP_DIRECT],
            axes={
                ABS_X: (0, size[0] - 1, resolution[0]),
                ABS_Y: (0, size[1] - 1, resolution[1]),
                ABS_MT_SLOT: (0, SLOTS - 1),
                ABS_MT_POSITION_X: (0, size[0] - 1, resolution[0]),
                ABS_MT_POSITION_Y: (0, size[1] - 1, resolution[1]),
                ABS_MT_TRACKING_ID: (0, 65535),
            })

    def unplug(self):
        """The device vanishes, with its fingers where they are."""
        self.device.unplug()

    def report(self, down={}, move={}, lift=()):
        """One report: fingers put down and moved, as {slot: (x, y)}, and slots lifted."""
        before = bool(self.held)
        for slot, point in down.items():
            self._emit(EV_ABS, ABS_MT_SLOT, slot)
            self._emit(EV_ABS, ABS_MT_TRACKING_ID, self.next_id)
            self.next_id = (self.next_id + 1) % 65536
            self._position(slot, point)
        for slot, point in move.items():
            self._emit(EV_ABS, ABS_MT_SLOT, slot)
            self._position(slot, point)
        for slot in lift:
            self._emit(EV_ABS, ABS_MT_SLOT, slot)
            self._emit(EV_ABS, ABS_MT_TRACKING_ID, -1)
            del self.held[slot]
        if bool(self.held) != before:
            self._emit(EV_KEY, BTN_TOUCH, int(not before))
        if self.held:
            # Single-touch emulation, as hid-multitouch has it: the oldest finger.
            x, y = next(iter(self.held.values()))
            self._emit(EV_ABS, ABS_X, x)
            self._emit(EV_ABS, ABS_Y, y)
        self._emit(EV_SYN, SYN_REPORT, 0)

    def sample(self, slot, point):
        """A report of one finger that moves, to be written in one go, as a controller does it."""
        self.held[slot] = self._units(point)
        return self.moves({slot: point})

    def moves(self, points):
        """A report of several fingers that move, as {slot: (x, y)}, to be written in one go."""
        return self.device.packed(*(
            event for slot, point in points.items() for event in zip(
                (EV_ABS,) * 3, (ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y),
                (slot, *self._units(point)))), (EV_SYN, SYN_REPORT, 0))

    def follow(self, paths, interval=0.012):
        """Moves fingers that are down along paths of equal length, as {slot: [(x, y) …]}."""
        for step in range(len(next(iter(paths.values())))):
            time.sleep(interval)
            self.report(move={slot: path[step] for slot, path in paths.items()})

    def _position(self, slot, point):
        x, y = self._units(point)
        self._emit(EV_ABS, ABS_MT_POSITION_X, x)
        self._emit(EV_ABS, ABS_MT_POSITION_Y, y)
        self.held[slot] = (x, y)

    def _units(self, point):
        share = self.lies(*(value / size for value, size in zip(point, self.panel)))
        x, y = (min(int(value * size), size - 1) for value, size in zip(share, self.size))
        return x, y

    def _emit(self, kind, code, value):
        self.device.write((kind, code, value))
