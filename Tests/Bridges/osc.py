"""Open Sound Control 1.0: packets as bytes, and a program that sends and remembers them.

Written for the tests, so that a bridge's own library is not measured by itself.
"""

import select
import socket
import struct
import threading
import time

from processes import PATIENCE, wait_until


def packed(address, *values):
    """A message: int, float, str, bytes, True, False and None have the tags i f s b T F N."""
    tags, data = ",", b""
    for value in values:
        if value is True or value is False:
            tags += "T" if value else "F"
        elif value is None:
            tags += "N"
        elif isinstance(value, int):
            tags, data = tags + "i", data + struct.pack(">i", value)
        elif isinstance(value, float):
            tags, data = tags + "f", data + struct.pack(">f", value)
        elif isinstance(value, str):
            tags, data = tags + "s", data + padded(value.encode() + b"\0")
        else:
            tags, data = tags + "b", data + struct.pack(">i", len(value)) + padded(value)
    return padded(address.encode() + b"\0") + padded(tags.encode() + b"\0") + data


def bundled(*packets):
    """A bundle of messages or bundles, to be carried out at once."""
    return b"#bundle\0" + struct.pack(">Q", 1) + b"".join(
        struct.pack(">i", len(packet)) + packet for packet in packets)


def padded(data):
    return data + bytes(-len(data) % 4)


def unpacked(packet):
    """The messages of a packet, those of bundles too: [(address, [value, …])].

    A ValueError says what is wrong with it.
    """
    if packet.startswith(b"#bundle\0"):
        messages, rest = [], packet[16:]
        while rest:
            [size] = struct.unpack_from(">i", rest)
            if not 0 < size <= len(rest) - 4:
                raise ValueError(f"an element of {size} bytes in {len(rest)}")
            messages += unpacked(rest[4:4 + size])
            rest = rest[4 + size:]
        return messages
    if len(packet) % 4:
        raise ValueError(f"{len(packet)} bytes")
    address, rest = _string(packet)
    if not address.startswith("/") and address != "node":
        raise ValueError(f"the address {address!r}")
    tags, rest = _string(rest) if rest else (",", b"")
    if not tags.startswith(","):
        raise ValueError(f"the tags {tags!r}")
    values = []
    for tag in tags[1:]:
        value, rest = _value(tag, rest)
        values.append(value)
    if rest:
        raise ValueError(f"{len(rest)} bytes too many")
    return [(address, values)]


CONSTANTS = {"T": True, "F": False, "N": None, "I": float("inf")}
NUMBERS = {"i": ">i", "f": ">f", "h": ">q", "d": ">d", "t": ">Q"}


def _value(tag, rest):
    if tag in CONSTANTS:
        return CONSTANTS[tag], rest
    try:
        if tag in NUMBERS:
            size = struct.calcsize(NUMBERS[tag])
            return struct.unpack_from(NUMBERS[tag], rest)[0], rest[size:]
        if tag in "sS":
            return _string(rest)
        if tag == "b":
            [size] = struct.unpack_from(">i", rest)
            if 0 <= size <= len(rest) - 4:
                return rest[4:4 + size], rest[4 + len(padded(bytes(size))):]
    except struct.error:
        pass
    raise ValueError(f"the value of {tag!r} in {len(rest)} bytes")


def _string(data):
    end = data.find(b"\0")
    if end < 0:
        raise ValueError("a string without an end")
    return data[:end].decode(), data[(end | 3) + 1:]


class Peer:
    """A UDP socket of 127.0.0.1, which hears in a thread; a context manager.

    `messages` are (time, address, values), the oldest first; `packets` counts datagrams, and
    `faults` has what was wrong with some.
    """

    def __init__(self, to=None, port=0):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        self.socket.bind(("127.0.0.1", port))
        self.port = self.socket.getsockname()[1]
        self.to = to
        self.messages = []
        self.senders = set()
        self.packets = 0
        self.faults = []
        self.is_open = True
        self.thread = threading.Thread(target=self._hear, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.is_open = False
        self.thread.join(PATIENCE)
        self.socket.close()

    def send(self, address, *values, to=None):
        self.send_raw(packed(address, *values), to)

    def send_raw(self, packet, to=None):
        self.socket.sendto(packet, ("127.0.0.1", to or self.to))

    def _hear(self):
        while self.is_open:
            if not select.select([self.socket], [], [], 0.1)[0]:
                continue
            try:
                packet, sender = self.socket.recvfrom(65536)
            except OSError:
                continue
            self.packets += 1
            self.senders.add(sender[1])
            try:
                for address, values in unpacked(packet):
                    self.messages.append((time.monotonic(), address, values))
                    self.heard(address, values, sender)
            except ValueError as fault:
                self.faults.append(str(fault))

    def heard(self, address, values, sender):
        """For a program that replies."""

    def values(self, address):
        """The values of all messages with this address."""
        return [values for _, heard, values in list(self.messages) if heard == address]

    def last(self, address, *leading):
        """The last value of the last message with this address and these first values."""
        for _, heard, values in reversed(list(self.messages)):
            if heard == address and values[:len(leading)] == list(leading):
                return values[-1] if values else None
        return None

    def count(self, *prefixes):
        """How many messages came, of those whose address begins with one of these."""
        return sum(1 for _, address, _ in list(self.messages) if address.startswith(prefixes or ""))

    def clear(self):
        self.messages.clear()

    def awaits(self, condition, what, seconds=PATIENCE):
        """Waits until the condition is true, or fails with what has been heard."""
        result = wait_until(condition, seconds)
        if not result:
            heard = [message[1:] for message in self.messages[-20:]]
            raise AssertionError(f"{what} in {seconds} s: heard {heard}")
        return result
