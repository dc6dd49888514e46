"""A HID touchscreen made by the kernel's uhid: a report descriptor, and reports that fit it.

The kernel parses the descriptor and binds hid-multitouch, or hid-generic where there are no contact
identifiers, just as if the panel were plugged in. The numbers are those of the HID Usage Tables
(digitizers, page 0x0D) and of linux/uhid.h.
"""

import os
import struct
import threading
import time

from checks import wait_until
from input_device import BUS_USB, event_node

UHID_DESTROY, UHID_GET_REPORT, UHID_GET_REPORT_REPLY, UHID_CREATE2, UHID_INPUT2 = 1, 9, 10, 11, 12
# An identity for tests, of which the kernel knows no quirks.
VENDOR, PRODUCT = 0x1209, 0x0001
TOUCH_REPORT, MAXIMUM_REPORT, CERTIFICATE_REPORT = 1, 2, 3


class HIDDevice:
    """Plugged in while the object lives. `contacts` fit in a report, of `maximum` on the glass.

    `axis` are (minimum, maximum, millimetres), where 0 mm is unknown. `fields` are what a contact
    has beside: "in range", "confidence", "width", "height", "pressure". A `certified` one has the
    blob that makes Linux treat it as Windows 8 does.
    """

    def __init__(self, name, contacts, maximum, x, y, fields=(), has_ids=True,
                 has_scan_time=True, certified=False):
        self.contacts, self.maximum = contacts, maximum
        self.x, self.y, self.fields, self.has_ids = x, y, fields, has_ids
        self.has_scan_time, self.certified = has_scan_time, certified
        self.started = time.monotonic()
        descriptor = self.descriptor()
        self.file = os.open("/dev/uhid", os.O_RDWR)
        self.answering = threading.Thread(target=self._answer, daemon=True)
        self.answering.start()
        self._write(UHID_CREATE2, struct.pack(
            "128s64s64sHHIIII", name.encode(), b"", str(id(self)).encode(), len(descriptor),
            BUS_USB, VENDOR, PRODUCT, 0, 0) + descriptor)
        self.node, self.driver = wait_until(lambda: self._find(name), 10, every=0.01) or (None, "")
        if not self.node:
            raise RuntimeError(f"no driver took the HID device {name}")

    def unplug(self):
        """The device vanishes, with its fingers where they are; unless it has already."""
        if self.file is not None:
            self._write(UHID_DESTROY)
            os.close(self.file)
            self.file = None

    def report(self, contacts):
        """Reports contacts, as [(identifier, is_touching, x, y)], in as many packets as it takes.

        A contact may have a fifth part, a dictionary of fields.
        """
        count = len(contacts)
        ticks = int((time.monotonic() - self.started) * 10000) & 0xFFFF
        while True:
            packet, contacts = contacts[:self.contacts], contacts[self.contacts:]
            data = bytes([TOUCH_REPORT])
            for index in range(self.contacts):
                data += self._contact(*packet[index]) if index < len(packet) else self._contact(
                    0, False, self.x[0], self.y[0])
            if self.has_scan_time:
                data += struct.pack("<H", ticks)
            if self.has_ids:
                # In the first packet all that are on the glass, and none in the others.
                data += bytes([count])
            self._write(UHID_INPUT2, struct.pack("H", len(data)) + data)
            count = 0
            if not contacts:
                return

    def _contact(self, identifier, is_touching, x, y, values={}):
        bits = int(is_touching)
        for index, field in enumerate(self._flags()):
            bits |= int(values.get(field, is_touching or field == "confidence")) << index + 1
        data = bytes([bits]) + (bytes([identifier]) if self.has_ids else b"")
        for value, axis in ((x, self.x), (y, self.y)):
            data += struct.pack("<h" if axis[0] < 0 else "<H", value)
        for field in self._sizes():
            data += bytes([values.get(field, 20 if is_touching else 0)])
        return data

    def _flags(self):
        return [field for field in ("in range", "confidence") if field in self.fields]

    def _sizes(self):
        return [field for field in ("width", "height", "pressure") if field in self.fields]

    # The descriptor: a list of items, each a tag and a number.

    def descriptor(self):
        items = _item(0x04, 0x0D) + _item(0x08, 0x04) + _item(0xA0, 1) + _item(0x84, TOUCH_REPORT)
        items += self._contact_items() * self.contacts
        items += _item(0x04, 0x0D)
        if self.has_scan_time:
            # In units of 100 microseconds.
            items += _item(0x54, 0x0C) + _item(0x64, 0x1001) + _field(0x56, 0, 0xFFFF, 16)
            items += _item(0x54, 0) + _item(0x64, 0)
        if self.has_ids:
            items += _field(0x54, 0, 127, 8)
            items += _item(0x84, MAXIMUM_REPORT) + _field(0x55, 0, self.maximum, 8, feature=True)
        if self.certified:
            items += _item(0x84, CERTIFICATE_REPORT) + _item(0x04, 0xFF00)
            items += _field(0xC5, 0, 255, 8, count=256, feature=True)
        return items + _item(0xC0)

    def _contact_items(self):
        usages = {"in range": 0x32, "confidence": 0x47, "width": 0x48, "height": 0x49,
                  "pressure": 0x30}
        items = _item(0x04, 0x0D) + _item(0x08, 0x22) + _item(0xA0, 2) + _field(0x42, 0, 1, 1)
        for field in self._flags():
            items += _field(usages[field], 0, 1, 1)
        # Up to the next byte, constant.
        items += _item(0x74, 1) + _item(0x94, 7 - len(self._flags())) + _item(0x80, 3)
        if self.has_ids:
            items += _field(0x51, 0, 127, 8)
        items += _item(0x04, 0x01)
        for usage, (minimum, maximum, millimetres) in ((0x30, self.x), (0x31, self.y)):
            if millimetres:
                # In units of 0.1 mm.
                items += _item(0x54, 0x0E) + _item(0x64, 0x11)
                items += _item(0x34, 0) + _item(0x44, millimetres * 10)
            items += _field(usage, minimum, maximum, 16)
        items += _item(0x54, 0) + _item(0x64, 0) + _item(0x34, 0) + _item(0x44, 0)
        items += _item(0x04, 0x0D)
        for field in self._sizes():
            items += _field(usages[field], 0, 255, 8)
        return items + _item(0xC0)

    # What the kernel wants to know.

    def _answer(self):
        try:
            while True:
                event = os.read(self.file, 4400)
                kind, number, report = struct.unpack_from("<IIB", event)
                if kind != UHID_GET_REPORT:
                    continue
                data = bytes([report]) + (
                    bytes([self.maximum]) if report == MAXIMUM_REPORT else bytes(256))
                self._write(UHID_GET_REPORT_REPLY, struct.pack("<IHH", number, 0, len(data)) + data)
        except (OSError, TypeError):
            # Unplugged.
            pass

    def _write(self, kind, data=b""):
        os.write(self.file, struct.pack("<I", kind) + data)

    def _find(self, name):
        root = "/sys/bus/hid/devices"
        for device in os.listdir(root):
            try:
                for entry in os.listdir(f"{root}/{device}/input"):
                    folder = f"{root}/{device}/input/{entry}"
                    with open(folder + "/name") as file:
                        found = file.read().strip() == name
                    node = event_node(folder)
                    if found and node and os.path.exists(node):
                        return node, os.path.basename(os.readlink(f"{root}/{device}/driver"))
            except OSError:
                # Not yet, or not any more.
                continue
        return None


def _item(tag, value=None):
    """One item of a descriptor: the tag with the length of the number, and the number."""
    if value is None:
        return bytes([tag])
    for code, length in ((1, 1), (2, 2), (3, 4)):
        if -(1 << 8 * length - 1) <= value < 1 << 8 * length - 1:
            return bytes([tag | code]) + value.to_bytes(length, "little", signed=True)
    raise ValueError(value)


def _field(usage, minimum, maximum, bits, count=1, feature=False):
    """A variable of a report: what it is, its range, and its size."""
    return (
        _item(0x08, usage) + _item(0x14, minimum) + _item(0x24, maximum) + _item(0x74, bits)
        + _item(0x94, count) + _item(0xB0 if feature else 0x80, 2))
