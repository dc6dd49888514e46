"""A mixing console that speaks what the unofficial X32/M32 OSC protocol document describes.

It remembers parameters, and replies to an address without values. It reports changes to at most
eight clients that have sent /xremote in the last ten seconds, but not to who made them, and says
nothing of what did not change. Faders have 1024 places. Levels come every 50 ms, for ten seconds,
to who asks for them. Of all datagrams, so many as `loss` says are lost, each way.

To try a bridge by hand: python3 x32.py 10023
"""

import math
import random
import re
import struct
import sys
import threading
import time

from osc import Peer, packed

PORT = 10023
SUBSCRIPTION, SUBSCRIBERS = 10.0, 8
METER_INTERVAL, METER_LIFE = 0.05, 10.0
FADER_STEPS, PAN_STEPS = 1024, 101
LONGEST_NAME = 12
COLORS = ("OFF", "RD", "GN", "YE", "BL", "MG", "CY", "WH",
          "OFFi", "RDi", "GNi", "YEi", "BLi", "MGi", "CYi", "WHi")
# How many floats there are in each report of levels that the console knows.
AIR_METERS = 40
METERS = {"/meters/0": 70, "/meters/1": 96, "/meters/2": 49, "/meters/5": 27}


def level(position):
    """The level in dB of a fader's position, 0...1: four straight lines."""
    if position >= 0.5:
        return position * 40 - 30
    if position >= 0.25:
        return position * 80 - 50
    if position >= 0.0625:
        return position * 160 - 70
    return position * 480 - 90


def position(decibels):
    """The position of a level: the inverse of it."""
    if decibels >= -10:
        return min((decibels + 30) / 40, 1)
    if decibels >= -30:
        return (decibels + 50) / 80
    if decibels >= -60:
        return (decibels + 70) / 160
    return max((decibels + 90) / 480, 0)


def single(number):
    """The number as a float of 32 bits has it."""
    return struct.unpack(">f", struct.pack(">f", number))[0]


def stepped(steps):
    def step(value):
        return single(round(min(max(float(value), 0), 1) * (steps - 1)) / (steps - 1))
    return step


def chosen(words):
    def choose(value):
        index = words.index(value) if isinstance(value, str) else int(value)
        return index if 0 <= index < len(words) else None
    return choose


def named(value):
    return str(value)[:LONGEST_NAME]


def strip_parameters(strip):
    """What a strip has: {address: (value at the start, what a new value becomes)}."""
    return {
        f"{strip}/mix/fader": (0.0, stepped(FADER_STEPS)),
        f"{strip}/mix/on": (1, chosen(("OFF", "ON"))),
        f"{strip}/mix/pan": (0.5, stepped(PAN_STEPS)),
        f"{strip}/config/name": ("", named), f"{strip}/config/color": (7, chosen(COLORS))}


def parameters():
    """What an X32 has."""
    table = {}
    for kind, count in (("ch", 32), ("auxin", 8), ("fxrtn", 8), ("bus", 16), ("mtx", 6)):
        for n in range(1, count + 1):
            table.update(strip_parameters(f"/{kind}/{n:02}"))
    for strip in ("/main/st", "/main/m"):
        table.update(strip_parameters(strip))
    del table["/main/m/mix/pan"]
    for n in range(1, 33):
        table[f"/ch/{n:02}/preamp/trim"] = 0.5, stepped(145)
        for bus in range(1, 17):
            table[f"/ch/{n:02}/mix/{bus:02}/level"] = 0.0, stepped(161)
    table.update(groups(8))
    return table


def groups(count):
    table = {}
    for n in range(1, count + 1):
        table[f"/dca/{n}/fader"] = 0.0, stepped(FADER_STEPS)
        table[f"/dca/{n}/on"] = 1, chosen(("OFF", "ON"))
        table[f"/dca/{n}/config/name"] = "", named
        table[f"/dca/{n}/config/color"] = 7, chosen(COLORS)
    return table


def air_parameters():
    """What an XR18 has."""
    table = {}
    for strip in [*(f"/ch/{n:02}" for n in range(1, 17)), *(f"/bus/{n}" for n in range(1, 7)),
                  *(f"/rtn/{n}" for n in range(1, 5)), "/rtn/aux", "/lr"]:
        table.update(strip_parameters(strip))
    table.update(groups(4))
    return table


class Console(Peer):
    """The console, with its own UDP port of 127.0.0.1. Threads: the test's, and its own two."""

    model = "X32"

    def __init__(self, port=0, loss=0.0, seed=1):
        table = self.parameters()
        self.state = {address: start for address, (start, _) in table.items()}
        self.rules = {address: rule for address, (_, rule) in table.items()}
        self.lock = threading.RLock()
        self.subscribers = {}
        self.readers = {}
        self.levels = {}
        self.loss = loss
        self.random = random.Random(seed)
        self.lost = 0
        # So many values that it is sent for each of these addresses are lost.
        self.deaf = {}
        # How often each address was set, asked for, and unknown.
        self.sets, self.asked, self.unknown = {}, {}, {}
        self.renewals = []
        super().__init__(port=port)
        self.meters = threading.Thread(target=self._report_levels, daemon=True)
        self.meters.start()

    def close(self):
        super().close()
        self.meters.join(METER_LIFE)

    @staticmethod
    def parameters():
        return parameters()

    def put(self, address, value):
        """Somebody at the console moves something: all are notified."""
        self._put(address, value, None)

    def show_levels(self, *levels, bank="/meters/1"):
        """The levels in dBFS that the bank has, from its first."""
        self.levels[bank] = [10 ** (level / 20) for level in levels]

    def forget_clients(self):
        """As after a power cut: nobody is subscribed any more."""
        with self.lock:
            self.subscribers.clear()
            self.readers.clear()

    # Requests

    def heard(self, address, values, sender):
        if self._loses():
            return
        with self.lock:
            if address == "/xremote":
                self._subscribe(sender)
            elif address == "/unsubscribe":
                self.subscribers.pop(sender, None)
            elif address in ("/info", "/xinfo", "/status"):
                self._send(address, self._about(address), sender)
            elif address == "/meters":
                self._read_levels(values, sender)
            elif address not in self.state:
                self.unknown[address] = self.unknown.get(address, 0) + 1
            elif values and self.deaf.get(address, 0):
                self.deaf[address] -= 1
            elif values:
                self.sets[address] = self.sets.get(address, 0) + 1
                self._put(address, values[0], sender)
            else:
                self.asked[address] = self.asked.get(address, 0) + 1
                self._send(address, [self.state[address]], sender)

    def _about(self, address):
        if address == "/status":
            return ["active", "127.0.0.1", "test console"]
        return ["V2.07", "test console", self.model, "4.06"] if address == "/info" \
            else ["127.0.0.1", "test console", self.model, "4.06"]

    def _subscribe(self, sender):
        now = time.monotonic()
        self._forget(now)
        if sender in self.subscribers or len(self.subscribers) < SUBSCRIBERS:
            self.subscribers[sender] = now + SUBSCRIPTION
            self.renewals.append((now, sender))

    def _forget(self, now):
        self.subscribers = {who: end for who, end in self.subscribers.items() if end > now}

    def _put(self, address, value, source):
        with self.lock:
            try:
                new = self.rules[address](value)
            except (ValueError, TypeError, OverflowError):
                return
            if new is None or new == self.state[address]:
                return
            self.state[address] = new
            self._forget(time.monotonic())
            for subscriber in self.subscribers:
                if subscriber != source:
                    self._send(address, [new], subscriber)

    def _read_levels(self, values, sender):
        bank = values[0] if values and isinstance(values[0], str) else ""
        bank = bank if bank.startswith("/") else f"/{bank}"
        if bank not in METERS:
            return
        # The last of three numbers: every so many intervals.
        factor = values[3] if len(values) > 3 and isinstance(values[3], int) else 1
        self.readers[sender, bank] = time.monotonic() + METER_LIFE, min(max(factor, 1), 99)

    # Reports

    def _report_levels(self):
        tick = 0
        while self.is_open:
            time.sleep(METER_INTERVAL)
            tick += 1
            with self.lock:
                now = time.monotonic()
                self.readers = {who: what for who, what in self.readers.items() if what[0] > now}
                for (sender, bank), (_, factor) in self.readers.items():
                    if tick % factor == 0:
                        self._send(bank, [self.blob(bank)], sender)

    def blob(self, bank):
        """The levels of a bank as factors, after their number; the least byte comes first."""
        levels = (self.levels.get(bank, []) + [0.0] * METERS[bank])[:METERS[bank]]
        return struct.pack(f"<i{len(levels)}f", len(levels), *levels)

    def _send(self, address, values, to):
        if not self._loses():
            try:
                self.socket.sendto(packed(address, *values), to)
            except OSError:
                # The client has gone, and its port with it.
                pass

    def _loses(self):
        with self.lock:
            lost = self.random.random() < self.loss
            self.lost += lost
            return lost


class AirConsole(Console):
    """The X32's little relative, with fewer strips and other addresses."""

    model = "XR18"

    @staticmethod
    def parameters():
        return air_parameters()

    def blob(self, bank):
        """The levels in steps of 1/256 dB, two bytes each, the least one first."""
        levels = (self.levels.get(bank, []) + [0.0] * AIR_METERS)[:AIR_METERS]
        return struct.pack(f"<i{AIR_METERS}h", AIR_METERS, *(
            round(256 * max(20 * math.log10(level), -128)) if level else -32768
            for level in levels))


def main():
    console = Console(port=int(sys.argv[1]) if len(sys.argv) > 1 else PORT)
    print(f"listening on 127.0.0.1:{console.port}; type ADDRESS VALUE")
    for line in sys.stdin:
        words = line.split(maxsplit=1)
        if len(words) == 2 and words[0] in console.state:
            number = re.fullmatch(r"-?[0-9.]+", words[1].strip())
            console.put(words[0], float(words[1]) if number else words[1].strip())
        elif words:
            print(console.state.get(words[0], "?"))


if __name__ == "__main__":
    main()
