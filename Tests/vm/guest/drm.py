"""Cards as another program uses them, through libdrm: as their master, or only looking."""

import ctypes
import glob
import mmap
import os
import re
from ctypes import (
    POINTER, Structure, byref, c_char, c_int, c_uint16, c_uint32, c_uint64, c_void_p,
    string_at)

from screen import Picture

_drm = ctypes.CDLL("libdrm.so.2", use_errno=True)


class _Mode(Structure):
    _fields_ = [
        ("clock", c_uint32), *((name, c_uint16) for name in (
            "hdisplay", "hsync_start", "hsync_end", "htotal", "hskew",
            "vdisplay", "vsync_start", "vsync_end", "vtotal", "vscan")),
        ("vrefresh", c_uint32), ("flags", c_uint32), ("type", c_uint32), ("name", c_char * 32)]


class _Resources(Structure):
    _fields_ = [field for name in ("fbs", "crtcs", "connectors", "encoders") for field in (
        (f"count_{name}", c_int), (name, POINTER(c_uint32)))]


class _Connector(Structure):
    _fields_ = [
        ("id", c_uint32), ("encoder", c_uint32), ("type", c_uint32), ("type_id", c_uint32),
        ("connection", c_int), ("width", c_uint32), ("height", c_uint32), ("subpixel", c_int),
        ("count_modes", c_int), ("modes", POINTER(_Mode))]


class _CRTC(Structure):
    _fields_ = [
        ("id", c_uint32), ("buffer", c_uint32), ("x", c_uint32), ("y", c_uint32),
        ("width", c_uint32), ("height", c_uint32), ("mode_valid", c_int), ("mode", _Mode),
        ("gamma_size", c_int)]


class _Planes(Structure):
    _fields_ = [("count", c_uint32), ("planes", POINTER(c_uint32))]


class _FB2(Structure):
    _fields_ = [
        ("id", c_uint32), ("width", c_uint32), ("height", c_uint32), ("format", c_uint32),
        ("modifier", c_uint64), ("flags", c_uint32), ("handles", c_uint32 * 4),
        ("pitches", c_uint32 * 4), ("offsets", c_uint32 * 4)]


class _Properties(Structure):
    _fields_ = [("count", c_uint32), ("ids", POINTER(c_uint32)), ("values", POINTER(c_uint64))]


class _Property(Structure):
    _fields_ = [("id", c_uint32), ("flags", c_uint32), ("name", c_char * 32)]


class _Blob(Structure):
    _fields_ = [("id", c_uint32), ("length", c_uint32), ("data", c_void_p)]


for _name, _type in (("Resources", _Resources), ("Connector", _Connector), ("Crtc", _CRTC),
                     ("PlaneResources", _Planes), ("FB2", _FB2), ("Property", _Property),
                     ("PropertyBlob", _Blob)):
    getattr(_drm, f"drmModeGet{_name}").restype = POINTER(_type)
_drm.drmModeObjectGetProperties.restype = POINTER(_Properties)

UNIVERSAL_PLANES, ATOMIC = 2, 3
OF_CRTC, OF_CONNECTOR, OF_PLANE = 0xCCCCCCCC, 0xC0C0C0C0, 0xEEEEEEEE


def cards():
    """The numbers of the cards, by driver, in order: {"virtio_gpu": [0, 1]}."""
    found = {}
    for number in sorted(int(path[len("/dev/dri/card"):]) for path in glob.glob("/dev/dri/card*")):
        with open(f"/sys/kernel/debug/dri/{number}/name") as name:
            found.setdefault(name.read().split()[0], []).append(number)
    return found


def card_of(driver):
    """The number of the driver's first card; None if there is none."""
    return cards().get(driver, [None])[0]


def node(number):
    return f"/dev/dri/card{number}"


def shows(number, owner="glassfaderd"):
    """Whether a card shows a buffer that a program has made."""
    try:
        return owner in planes_in_use(f"card{number}").values()
    except OSError:
        return False


class Buffer:
    """A dumb buffer of 32 bits a pixel, mapped."""

    def __init__(self, master, width, height):
        handle, pitch, size, offset, self.id = (
            c_uint32(), c_uint32(), c_uint64(), c_uint64(), c_uint32())
        self.width, self.height = width, height
        check(_drm.drmModeCreateDumbBuffer(
            master.file, width, height, 32, 0, byref(handle), byref(pitch), byref(size)))
        check(_drm.drmModeAddFB(
            master.file, width, height, 24, 32, pitch, handle, byref(self.id)))
        check(_drm.drmModeMapDumbBuffer(master.file, handle, byref(offset)))
        self.handle, self.pitch = handle.value, pitch.value
        self.map = mmap.mmap(master.file, size.value, offset=offset.value)

    def fill(self, pixel):
        self.map[:] = pixel.to_bytes(4, "little") * (len(self.map) // 4)


class Master:
    """The master of a card, with one picture on its first connector."""

    def __init__(self, number):
        self.file = os.open(f"/dev/dri/card{number}", os.O_RDWR)
        _drm.drmSetClientCap(self.file, c_uint64(UNIVERSAL_PLANES), c_uint64(1))
        resources = _drm.drmModeGetResources(self.file).contents
        self.crtc = resources.crtcs[0]
        self.connector = _drm.drmModeGetConnector(self.file, resources.connectors[0]).contents
        self.modes = [self.connector.modes[index] for index in range(self.connector.count_modes)]
        self.kept = []

    def show(self, pixel, mode=0):
        """Fills the screen, in the mode with this number."""
        mode = self.modes[mode]
        buffer = Buffer(self, mode.hdisplay, mode.vdisplay)
        buffer.fill(pixel)
        check(_drm.drmModeSetCrtc(
            self.file, self.crtc, buffer.id, 0, 0, byref(c_uint32(self.connector.id)), 1,
            byref(mode)))
        self.kept.append(buffer)

    def show_everywhere(self, pixel):
        """Shows a buffer of 32 × 32 pixels on each plane that is free. Returns how many took it."""
        planes, taken = _drm.drmModeGetPlaneResources(self.file).contents, 0
        buffer = Buffer(self, 32, 32)
        buffer.fill(pixel)
        self.kept.append(buffer)
        shown = set(planes_in_use(os.path.basename(os.readlink(f"/proc/self/fd/{self.file}"))))
        for plane in planes.planes[:planes.count]:
            if plane in shown:
                continue
            taken += 0 == _drm.drmModeSetPlane(
                self.file, plane, self.crtc, buffer.id, 0, 8, 8, 32, 32, 0, 0, 32 << 16, 32 << 16)
        return taken

    def turn_colours_round(self):
        """What is dark is shown bright."""
        size = _drm.drmModeGetCrtc(self.file, self.crtc).contents.gamma_size
        ramp = (c_uint16 * size)(*(65535 - index * 65535 // (size - 1) for index in range(size)))
        check(_drm.drmModeCrtcSetGamma(self.file, self.crtc, size, ramp, ramp, ramp))

    def leave_turned(self):
        """Switches the screen off, with the plane turned by a quarter that showed its picture."""
        check(_drm.drmModeSetCrtc(self.file, self.crtc, 0, 0, 0, None, 0, None))
        planes = _drm.drmModeGetPlaneResources(self.file).contents
        for plane in planes.planes[:planes.count]:
            found = _drm.drmModeObjectGetProperties(self.file, plane, c_uint32(OF_PLANE)).contents
            for name in found.ids[:found.count]:
                if _drm.drmModeGetProperty(self.file, name).contents.name == b"rotation":
                    check(_drm.drmModeObjectSetProperty(
                        self.file, plane, c_uint32(OF_PLANE), name, c_uint64(2)))

    def let_go(self):
        """Is master no more; what is shown stays."""
        check(_drm.drmDropMaster(self.file))

    def close(self):
        for buffer in self.kept:
            buffer.map.close()
        os.close(self.file)


def planes_in_use(card):
    """The planes that show something, as {number: the program that made the buffer}."""
    with open(f"/sys/kernel/debug/dri/{card.removeprefix('card')}/state") as state:
        text = state.read()
    return {
        int(number): owner for number, owner in re.findall(
            r"^plane\[(\d+)\][^\n]*\n\tcrtc=crtc-\d+\n\tfb=[1-9]\d*\n\t\tallocated by = (.*)$", text,
            re.M)}


def open_to_look(number):
    """A card's descriptor. The first to open a card is its master, asked or not: this one is none."""
    file = os.open(f"/dev/dri/card{number}", os.O_RDWR)
    _drm.drmDropMaster(file)
    return file


def borrow(pid, path):
    """The descriptor that a process has of a file: what is done with it, that process does."""
    folder = f"/proc/{pid}/fd"
    its = next(int(name) for name in os.listdir(folder)
               if os.readlink(f"{folder}/{name}") == path)
    libc = ctypes.CDLL(None, use_errno=True)
    process = os.pidfd_open(pid)
    PIDFD_GETFD = 438
    file = libc.syscall(PIDFD_GETFD, process, its, 0)
    os.close(process)
    if file < 0:
        raise OSError(ctypes.get_errno(), "pidfd_getfd")
    return file


def properties(file, kind, number):
    """The properties of a CRTC or a connector, as {name: value}."""
    found = _drm.drmModeObjectGetProperties(file, number, c_uint32(kind)).contents
    return {
        _drm.drmModeGetProperty(file, found.ids[index]).contents.name.decode(): found.values[index]
        for index in range(found.count)}


def first_properties(number, kind):
    """The properties of a card's first CRTC or connector."""
    file = open_to_look(number)
    _drm.drmSetClientCap(file, c_uint64(ATOMIC), c_uint64(1))
    try:
        resources = _drm.drmModeGetResources(file).contents
        ids = resources.crtcs if kind == OF_CRTC else resources.connectors
        return properties(file, kind, ids[0])
    finally:
        os.close(file)


def link_status(number):
    """0 if the picture reaches the monitor, 1 if it does not."""
    return first_properties(number, OF_CONNECTOR)["link-status"]


def is_active(number):
    """Whether the CRTC is on."""
    return bool(first_properties(number, OF_CRTC)["ACTIVE"])


def gamma(number):
    """What the CRTC does with brightness: "linear", "reversed" or something else."""
    file = open_to_look(number)
    try:
        _drm.drmSetClientCap(file, c_uint64(ATOMIC), c_uint64(1))
        crtc = _drm.drmModeGetResources(file).contents.crtcs[0]
        table = properties(file, OF_CRTC, crtc)["GAMMA_LUT"]
        if not table:
            return "linear"
        blob = _drm.drmModeGetPropertyBlob(file, c_uint32(table)).contents
        entries = string_at(blob.data, blob.length)
    finally:
        os.close(file)
    # Red, green, blue and nothing.
    red = [int.from_bytes(entries[start:start + 2], "little") for start in range(0, len(entries), 8)]
    rises = [after - before for before, after in zip(red, red[1:])]
    if (red[0], red[-1]) == (0, 65535) and max(rises) - min(rises) <= 1:
        return "linear"
    return "reversed" if (red[0], red[-1]) == (65535, 0) else "something else"


class Scanout:
    """The buffer that a card shows now, as the master of another card's program left it: mapped by
    root, who need not be master for that."""

    CANARY = 0xA5

    def __init__(self, number):
        self.file = open_to_look(number)
        resources = _drm.drmModeGetResources(self.file).contents
        crtc = _drm.drmModeGetCrtc(self.file, resources.crtcs[0]).contents
        self.id = crtc.buffer
        found = _drm.drmModeGetFB2(self.file, crtc.buffer)
        if not found:
            os.close(self.file)
            raise OSError(ctypes.get_errno(), f"card {number} shows no buffer, or one that goes")
        buffer = found.contents
        self.width, self.height, self.pitch = buffer.width, buffer.height, buffer.pitches[0]
        self.format = buffer.format.to_bytes(4, "little").decode()
        #: How many bytes the pixels of a row have.
        self.row = self.width * (2 if self.format == "RG16" else 4)
        offset = c_uint64()
        check(_drm.drmModeMapDumbBuffer(self.file, buffer.handles[0], byref(offset)))
        self.map = mmap.mmap(self.file, self.pitch * self.height, offset=offset.value)

    def pixels(self):
        """Rows of 8-bit red, green and blue; of fewer bits, these are the upper ones."""
        found = bytearray(self.width * self.height * 3)
        rows = b"".join(
            self.map[y * self.pitch:y * self.pitch + self.row] for y in range(self.height))
        if self.format == "RG16":
            low, high = rows[::2], rows[1::2]
            found[::3] = high.translate(bytes(value & 0xF8 for value in range(256)))
            found[1::3] = bytes((h & 7) << 5 | (l & 0xE0) >> 3 for h, l in zip(high, low))
            found[2::3] = low.translate(bytes((value & 0x1F) << 3 for value in range(256)))
        else:
            for channel in range(3):
                found[channel::3] = rows[channel if self.format == "XB24" else 2 - channel::4]
        return found

    def mark(self, frame, pixel):
        """Writes into a rectangle behind the daemon's back."""
        x, y, width, height = frame
        for row in range(y, y + height):
            start = row * self.pitch + x * 4
            self.map[start:start + width * 4] = pixel.to_bytes(4, "little") * width

    def write_canary(self):
        """Writes to where no pixel is: between the rows."""
        for between in self._between():
            self.map[between] = bytes([self.CANARY]) * (self.pitch - self.row)

    def has_canary(self):
        """Whether nobody else has written there since."""
        return all(
            self.map[between] == bytes([self.CANARY]) * (self.pitch - self.row)
            for between in self._between())

    def _between(self):
        for y in range(self.height):
            yield slice(y * self.pitch + self.row, (y + 1) * self.pitch)

    def close(self):
        self.map.close()
        os.close(self.file)


def scanned_out(number):
    """The picture that a card shows, as its buffer has it."""
    buffer = Scanout(number)
    picture = Picture(buffer.width, buffer.height, buffer.pixels())
    buffer.close()
    return picture


class Calls:
    """How often the kernel's functions were called since the last `restart()`."""

    TRACING = "/sys/kernel/tracing"

    def __init__(self, **functions):
        with open(f"{self.TRACING}/kprobe_events", "w") as events:
            events.write("".join(
                f"p:calls/{name} {function}\n" for name, function in functions.items()))
        with open(f"{self.TRACING}/events/calls/enable", "w") as enable:
            enable.write("1")
        self.restart()

    def restart(self):
        self.before = self._profile()

    def counts(self):
        return {name: count - self.before[name] for name, count in self._profile().items()
                if count != self.before[name]}

    def _profile(self):
        with open(f"{self.TRACING}/kprobe_profile") as profile:
            return {line.split()[0]: int(line.split()[1]) for line in profile}


def check(result):
    if result != 0:
        code = ctypes.get_errno() or -result
        raise OSError(code, os.strerror(code))
