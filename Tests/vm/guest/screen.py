"""What is on the screen: QEMU's picture of it, the daemon's own, and the kernel's CRTC."""

import array
import contextlib
import ctypes
import fcntl
import glob
import json
import mmap
import os
import re
import signal
import struct
import threading
import time
import zlib

from checks import PATIENCE, wait_until


# Bayer's pattern, which every channel of a pixel is compared with before it loses bits.
THRESHOLDS = (0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5)


class PNGImage(ctypes.Structure):
    """What libpng has of a picture that it reads: `png_image` in png.h."""

    RGB = 2
    _fields_ = [("opaque", ctypes.c_void_p), *((name, ctypes.c_uint32) for name in (
        "version", "width", "height", "format", "flags", "colormap_entries", "warning_or_error"
    )), ("message", ctypes.c_char * 64)]


class Picture:
    """Width, height, and rows of 8-bit red, green and blue."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, bytes(pixels)

    @staticmethod
    def ppm(path):
        with open(path, "rb") as file:
            kind, size, maximum = file.readline(), file.readline(), file.readline()
            width, height = map(int, size.split())
            pixels = file.read()
        if kind != b"P6\n" or maximum != b"255\n" or len(pixels) != width * height * 3:
            raise ValueError(f"{path} is not a whole PPM picture")
        return Picture(width, height, pixels)

    @staticmethod
    def png(path):
        libpng, image = ctypes.CDLL("libpng16.so.16"), PNGImage(version=1)
        if not libpng.png_image_begin_read_from_file(ctypes.byref(image), path.encode()):
            raise ValueError(f"{path} is not a PNG picture: {image.message.decode()}")
        image.format = PNGImage.RGB
        pixels = ctypes.create_string_buffer(3 * image.width * image.height)
        if not libpng.png_image_finish_read(ctypes.byref(image), None, pixels, 0, None):
            raise ValueError(f"{path} is not a whole PNG picture: {image.message.decode()}")
        return Picture(image.width, image.height, pixels)

    @staticmethod
    def asked_of(process, path, seconds=PATIENCE):
        """What a daemon believes to be on the screen, which it writes to that file when it is asked;
        None if no picture comes."""
        if os.path.exists(path):
            os.unlink(path)
        process.send_signal(signal.SIGUSR1)
        # It is there whole, or not at all.
        found = wait_until(lambda: os.path.exists(path), seconds, every=0.01)
        return Picture.png(path) if found else None

    def __eq__(self, other):
        return (self.width, self.height, self.pixels) == (other.width, other.height, other.pixels)

    def inside(self, frame):
        """The pixels of a rectangle [x, y, width, height]."""
        x, y, width, height = self._clip(frame)
        return b"".join(
            self.pixels[(row * self.width + x) * 3:(row * self.width + x + width) * 3]
            for row in range(y, y + height))

    def without(self, frames):
        """The same picture, black in these rectangles."""
        pixels = bytearray(self.pixels)
        for frame in frames:
            x, y, width, height = self._clip(frame)
            for row in range(y, y + height):
                start = (row * self.width + x) * 3
                pixels[start:start + width * 3] = bytes(width * 3)
        return Picture(self.width, self.height, pixels)

    def bounds_of_difference(self, other):
        """The rectangle [x, y, width, height] that holds every pixel that differs, or None."""
        if (self.width, self.height) != (other.width, other.height):
            return [0, 0, self.width, self.height]
        stride = self.width * 3
        rows = [
            row for row in range(self.height)
            if self.pixels[row * stride:][:stride] != other.pixels[row * stride:][:stride]
        ]
        if not rows:
            return None
        columns = [
            index // 3
            for row in rows
            for index in range(stride)
            if self.pixels[row * stride + index] != other.pixels[row * stride + index]
        ]
        left, top = min(columns), rows[0]
        return [left, top, max(columns) - left + 1, rows[-1] - top + 1]

    def dithered(self):
        """The picture as RGB565 has it; each channel's bits are the upper ones of a byte."""
        def table(bits, threshold):
            most = (1 << bits) - 1
            return bytes(
                (value * most * 16 + threshold * 255 + 127) // (255 * 16) << (8 - bits)
                for value in range(256))
        tables = {
            (bits, threshold): table(bits, threshold)
            for bits in (5, 6) for threshold in range(16)}
        pixels = bytearray(self.pixels)
        stride = self.width * 3
        for y in range(self.height):
            row = pixels[y * stride:(y + 1) * stride]
            for x in range(4):
                for channel, bits in enumerate((5, 6, 5)):
                    part = slice(3 * x + channel, None, 12)
                    row[part] = row[part].translate(tables[bits, THRESHOLDS[y % 4][x]])
            pixels[y * stride:(y + 1) * stride] = row
        return Picture(self.width, self.height, pixels)

    def in_16_bits(self):
        """The picture without the bits that RGB565 lacks: devices fill them in one way or
        another."""
        pixels = bytearray(self.pixels)
        for channel, bits in enumerate((5, 6, 5)):
            kept = bytes(value >> (8 - bits) << (8 - bits) for value in range(256))
            pixels[channel::3] = pixels[channel::3].translate(kept)
        return Picture(self.width, self.height, pixels)

    def _clip(self, frame):
        # Outwards to whole pixels, then to the picture.
        left, top = max(0, int(frame[0])), max(0, int(frame[1]))
        right = min(self.width, -int(-(frame[0] + frame[2]) // 1))
        bottom = min(self.height, -int(-(frame[1] + frame[3]) // 1))
        return left, top, max(0, right - left), max(0, bottom - top)


def png(width, height, colour):
    """A PNG file of one colour."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    return (b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress((b"\0" + colour * width) * height))
            + chunk(b"IEND", b""))


class AlreadyNegotiated(Exception):
    """QEMU knows what its listener can do."""


class Emulator:
    """QEMU itself, which listens to this guest on a serial port: it sees what a monitor would."""

    def __init__(self):
        ports = (
            "/dev/" + os.path.basename(os.path.dirname(name))
            for name in glob.glob("/sys/class/virtio-ports/*/name")
            if open(name).read().strip() == "qmp")
        self.port = open(next(ports), "r+b", buffering=0)
        self.received = b""
        # QEMU writes /out by its own name for the folder.
        words = open("/proc/cmdline").read().split()
        self.out = next(word[len("vm.out="):] for word in words if word.startswith("vm.out="))
        # Once for all who open the port, one after the other.
        with contextlib.suppress(AlreadyNegotiated):
            self.command("qmp_capabilities")

    def command(self, name, **arguments):
        message = {"execute": name}
        if arguments:
            message["arguments"] = arguments
        self.port.write(json.dumps(message).encode() + b"\n")
        while True:
            reply = json.loads(self._line())
            if "return" in reply:
                return reply["return"]
            if "error" in reply:
                if "already complete" in reply["error"]["desc"]:
                    raise AlreadyNegotiated()
                raise RuntimeError(f"QEMU refused {name}: {reply['error']['desc']}")

    def picture(self, name, device=None):
        """What is on the screen now; it stays in /out as NAME.ppm. With more than one card, the
        device of QEMU's that is meant is named."""
        which = {"device": device} if device else {}
        self.command("screendump", filename=f"{self.out}/{name}.ppm", **which)
        return Picture.ppm(f"/out/{name}.ppm")

    def still_picture(self, name, other_than=None, device=None):
        """What is on the screen when nothing has moved for a third of a second, and another picture
        is not there any more."""
        deadline = time.monotonic() + PATIENCE
        picture = self.picture(name, device)
        while True:
            time.sleep(0.35)
            last, picture = picture, self.picture(name, device)
            is_another = other_than is None or picture != other_than
            if picture == last and is_another or time.monotonic() > deadline:
                return picture

    def _line(self):
        # Two may come at once.
        while b"\n" not in self.received:
            self.received += self.port.read(4096)
        line, self.received = self.received.split(b"\n", 1)
        return line


def painter():
    """The program whose framebuffer the only card shows."""
    with open("/sys/kernel/debug/dri/0/state") as state:
        found = re.search(r"fb=[1-9]\d*\s+allocated by = (.*)", state.read())
    return found and found[1]


class Watcher:
    """Looks at the screen as long as the block runs: `with Watcher(emulator) as watcher`. Who painted
    it is looked up more often than frames are shown, and its pixels about five times a second: what
    is watched needs the processor too."""

    def __init__(self, emulator, but_for=()):
        """`but_for` has the rectangles that may change."""
        self.emulator, self.but_for = emulator, but_for
        self.painters, self.looks, self.pictures, self.changes = set(), 0, 0, []

    def __enter__(self):
        self.before = self.emulator.still_picture("watched").without(self.but_for)
        self.ends = False
        self.threads = [
            threading.Thread(target=self._repeat, args=(look,))
            for look in (self._look_up_painter, self._look_at_pixels)]
        for thread in self.threads:
            thread.start()
        return self

    def _repeat(self, look):
        while not self.ends:
            look()

    def _look_up_painter(self):
        self.painters.add(painter())
        self.looks += 1
        time.sleep(0.006)

    def _look_at_pixels(self):
        # Each picture that differs stays in /out.
        picture = self.emulator.picture(f"watched-{len(self.changes)}").without(self.but_for)
        if picture != self.before:
            self.changes.append(picture.bounds_of_difference(self.before))
        self.pictures += 1
        time.sleep(0.16)

    def __exit__(self, *_):
        self.ends = True
        for thread in self.threads:
            thread.join()

    @property
    def saw_one_picture(self):
        """Whether the daemon's picture stayed on the screen, and did not change."""
        return self.painters == {"glassfaderd"} and self.pictures > 0 and not self.changes

    def __str__(self):
        return (f"painted by {self.painters}, looked {self.looks} times; of {self.pictures} pictures "
                f"these differed: {self.changes}")


class Card:
    """A card opened to look at, never its master."""

    GET_RESOURCES, GET_CRTC, DROP_MASTER = 0xC04064A0, 0xC06864A1, 0x641F
    GET_FRAMEBUFFER, MAP_DUMB, CLOSE_HANDLE = 0xC06864CE, 0xC01064B3, 0x40086409

    def __init__(self, path="/dev/dri/card0"):
        self.file = os.open(path, os.O_RDWR)
        try:
            # The first to open a card is its master, asked or not.
            fcntl.ioctl(self.file, self.DROP_MASTER)
        except OSError:
            pass

    def crtc(self):
        """Framebuffer, position and mode of the first CRTC, as one value to compare."""
        ids = array.array("I", [0] * 8)
        resources = bytearray(64)
        struct.pack_into("Q", resources, 8, ids.buffer_info()[0])
        struct.pack_into("I", resources, 36, len(ids))
        fcntl.ioctl(self.file, self.GET_RESOURCES, resources)
        crtc = bytearray(104)
        struct.pack_into("I", crtc, 12, ids[0])
        fcntl.ioctl(self.file, self.GET_CRTC, crtc)
        framebuffer, x, y, _, valid = struct.unpack_from("5I", crtc, 16)
        mode = bytes(crtc[36:]).rstrip(b"\0") if valid else None
        return framebuffer, x, y, mode

    def picture(self):
        """What is scanned out: the pixels of the first CRTC's framebuffer, of 32 bits."""
        framebuffer = bytearray(104)
        struct.pack_into("I", framebuffer, 0, self.crtc()[0])
        fcntl.ioctl(self.file, self.GET_FRAMEBUFFER, framebuffer)
        width, height = struct.unpack_from("2I", framebuffer, 4)
        handle, pitch = struct.unpack_from("I", framebuffer, 20)[0], struct.unpack_from(
            "I", framebuffer, 36)[0]
        place = bytearray(struct.pack("IIQ", handle, 0, 0))
        fcntl.ioctl(self.file, self.MAP_DUMB, place)
        with mmap.mmap(self.file, pitch * height, mmap.MAP_SHARED, mmap.PROT_READ,
                       offset=struct.unpack_from("Q", place, 8)[0]) as memory:
            data = b"".join(memory[row * pitch:row * pitch + width * 4] for row in range(height))
        fcntl.ioctl(self.file, self.CLOSE_HANDLE, struct.pack("II", handle, 0))
        # Blue, green, red, nothing.
        pixels = bytearray(width * height * 3)
        for channel in range(3):
            pixels[channel::3] = data[2 - channel::4]
        return Picture(width, height, pixels)

    def close(self):
        os.close(self.file)
