"""The monitor's other end: a VNC client, which may have another size or none at all."""

import glob
import os
import select
import struct
import threading


class Viewer:
    """QEMU's VNC server listens on a serial port. What it sends is thrown away."""

    RAW, DESKTOP_SIZE, EXTENDED_DESKTOP_SIZE = 0, -223, -308

    def __init__(self):
        ports = (
            "/dev/" + os.path.basename(os.path.dirname(name))
            for name in glob.glob("/sys/class/virtio-ports/*/name")
            if open(name).read().strip() == "vnc")
        self.port = os.open(next(ports), os.O_RDWR)
        self._read(12)
        self._write(b"RFB 003.008\n")
        self._read(self._read(1)[0])
        self._write(b"\1")
        if self._read(4) != bytes(4):
            raise RuntimeError("QEMU refused the viewer")
        self._write(b"\1")
        size = self._read(24)
        self._read(struct.unpack(">I", size[20:])[0])
        encodings = [self.RAW, self.DESKTOP_SIZE, self.EXTENDED_DESKTOP_SIZE]
        self._write(struct.pack(f">BxH{len(encodings)}i", 2, len(encodings), *encodings))
        threading.Thread(target=self._drain, daemon=True).start()

    def resize(self, width, height):
        """Plugs in a monitor of this size in place of the last one; 0, 0 unplugs it."""
        self._write(struct.pack(">BxHHBxIHHHHI", 251, width, height, 1, 1, 0, 0, width, height, 0))

    def _write(self, data):
        while data:
            data = data[os.write(self.port, data):]

    def _read(self, count):
        data = b""
        while len(data) < count:
            select.select([self.port], [], [])
            data += os.read(self.port, count - len(data))
        return data

    def _drain(self):
        while True:
            self._read(1)
