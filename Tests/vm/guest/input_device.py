"""An input device made by the kernel's uinput, out of keys, axes and properties.

Needs nothing but the standard library. The numbers are those of linux/input-event-codes.h,
linux/input.h and linux/uinput.h.
"""

import ctypes
import fcntl
import os
import struct

EV_SYN, EV_KEY, EV_ABS, EV_MSC = 0, 1, 3, 4
SYN_REPORT, SYN_MT_REPORT = 0, 2
KEY_A, KEY_SPACE = 30, 57
BTN_0, BTN_LEFT, BTN_RIGHT, BTN_TRIGGER = 0x100, 0x110, 0x111, 0x120
BTN_TOOL_PEN, BTN_TOOL_FINGER, BTN_TOUCH, BTN_STYLUS = 0x140, 0x145, 0x14A, 0x14B
ABS_X, ABS_Y, ABS_Z, ABS_PRESSURE, ABS_MISC = 0x00, 0x01, 0x02, 0x18, 0x28
ABS_MT_SLOT, ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR, ABS_MT_WIDTH_MAJOR = 0x2F, 0x30, 0x31, 0x32
ABS_MT_ORIENTATION, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TOOL_TYPE = 0x34, 0x35, 0x36, 0x37
ABS_MT_TRACKING_ID, ABS_MT_PRESSURE, ABS_MT_DISTANCE = 0x39, 0x3A, 0x3B
ABS_MAX = 0x3F
MSC_TIMESTAMP = 5
MT_TOOL_FINGER, MT_TOOL_PALM = 0, 2
INPUT_PROP_POINTER, INPUT_PROP_DIRECT, INPUT_PROP_ACCELEROMETER = 0, 1, 6
BUS_USB, BUS_VIRTUAL = 3, 6

UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = (
    0x40045564, 0x40045565, 0x40045567, 0x4004556E)
UI_GET_SYSNAME = 0x8040552C
EVIOCGRAB, EVIOCREVOKE = 0x40044590, 0x40044591


class InputDevice:
    """Plugged in while the object lives. `axes` are {code: (minimum, maximum[, resolution[, fuzz]])}."""

    def __init__(self, name, keys=(), axes={}, properties=()):
        self.file = os.open("/dev/uinput", os.O_WRONLY)
        for request, values in (
            (UI_SET_EVBIT, (EV_KEY, EV_MSC) + ((EV_ABS,) if axes else ())),
            (UI_SET_KEYBIT, keys),
            (UI_SET_PROPBIT, properties),
        ):
            for value in values:
                fcntl.ioctl(self.file, request, value)
        for code, axis in axes.items():
            minimum, maximum, resolution, fuzz = (*axis, 0, 0)[:4]
            fcntl.ioctl(self.file, UI_SET_ABSBIT, code)
            fcntl.ioctl(self.file, UI_ABS_SETUP, struct.pack(
                # value, minimum, maximum, fuzz, flat, resolution
                "Hxx6i", code, min(max(0, minimum), maximum), minimum, maximum, fuzz, 0,
                resolution))
        encoded = name if isinstance(name, bytes) else name.encode()
        fcntl.ioctl(self.file, UI_DEV_SETUP, struct.pack(
            "4H80sI", BUS_VIRTUAL, 0x1209, 0x0001, 1, encoded, 0))
        fcntl.ioctl(self.file, UI_DEV_CREATE)
        answer = fcntl.ioctl(self.file, UI_GET_SYSNAME, bytes(64))
        self.node = event_node("/sys/devices/virtual/input/" + answer.split(b"\0")[0].decode())

    def unplug(self):
        """The device vanishes, as it is; unless it has already."""
        if self.file is not None:
            fcntl.ioctl(self.file, UI_DEV_DESTROY)
            os.close(self.file)
            self.file = None

    def write(self, *events):
        """Sends (type, code, value) events, in one go."""
        os.write(self.file, self.packed(*events))

    @staticmethod
    def packed(*events):
        """What is to be written to the device's file for these."""
        return b"".join(struct.pack("qqHHi", 0, 0, *event) for event in events)


def event_node(folder):
    """The device node of an input device in sysfs; None while it has none."""
    names = [name for name in os.listdir(folder) if name.startswith("event")]
    return "/dev/input/" + names[0] if names else None


def axis_info(node, code):
    """What the kernel has of an axis: value, minimum, maximum, fuzz, flat, resolution."""
    file = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
    try:
        # EVIOCGABS
        return struct.unpack("6i", fcntl.ioctl(file, 0x80184540 + code, bytes(24)))
    finally:
        os.close(file)


def revoke(process, node):
    """Takes a node away from a process that has it open, as logind does at a switch of sessions.

    Returns the process's own open file, which logind holds too; None if it has none.
    """
    library = ctypes.CDLL(None, use_errno=True)
    for name in os.listdir(f"/proc/{process}/fd"):
        if os.readlink(f"/proc/{process}/fd/{name}") == node:
            # pidfd_open and pidfd_getfd, which the C library of Debian 12 does not have by name.
            pidfd = library.syscall(434, process, 0)
            file = library.syscall(438, pidfd, int(name), 0)
            os.close(pidfd)
            if file < 0:
                raise OSError(ctypes.get_errno(), "pidfd_getfd")
            fcntl.ioctl(file, EVIOCREVOKE, 0)
            return file
    return None
