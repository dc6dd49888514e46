"""How long it takes from a finger to the sound, beside what the engine takes by itself.

latency.py [--json] [COUNT]: a finger moves a fader COUNT times (200), the OSC bridge sends the level
to scsynth, and the time to the first changed sample is printed. The server is fed directly as often,
with the same message. A socket beside the server, and a client of the panel, show what the bridge adds.
"""

import json
import random
import select
import socket
import struct
import sys
import threading
import time

import jackrig
import supercollider
from bridge import BridgeDesk, DIALECTS, control, panel_file, program
from desk import middle
from osc import Peer, packed
from processes import PATIENCE, Session, missing, wait_until
from sound import RATE

# So small that the engine's own time is short.
PERIOD = 64
# After a change, so that the next one is not in the same frame of the panel.
PAUSE = 0.06
BRIDGES = """
[bridges.osc]
dialect = "supercollider"
send = ["127.0.0.1:{server}", "127.0.0.1:{sink}"]
"""
LEVEL = control("level", "slider", 'taper = "x32", unit = "dB", default = -20, step = 0.01',
                f'bind.osc = "/n_set {supercollider.NODE} amp as gain"')


def constant():
    """A synth whose output is its parameter `amp`: a sample changes as soon as it does."""
    return supercollider.definition(supercollider.NAME, [("amp", 1.0)], [
        ("K2A", supercollider.AUDIO, 0, [(0, 0)], 1),
        ("Out", supercollider.AUDIO, 0, [0.0, (1, 0)], 0)])


class Ear(jackrig.Client):
    """When the first sample has changed after `arm`."""

    def __init__(self, session):
        super().__init__(session, "ear")
        self.port = self.client.inports.register("in")
        self.value = 0.0
        self.changed = threading.Event()
        self.moment = 0.0
        self.is_armed = False

    def process(self, frames):
        now = time.monotonic()
        samples = self.port.get_array()
        if self.is_armed:
            for place, sample in enumerate(samples):
                if abs(sample - self.value) > 1e-7:
                    self.moment, self.is_armed = now + place / RATE, False
                    self.changed.set()
                    break
        self.value = float(samples[-1])

    def arm(self):
        self.changed.clear()
        self.is_armed = True

    def heard(self):
        if not self.changed.wait(PATIENCE):
            raise AssertionError("nothing is heard")
        return self.moment


class Sink(Peer):
    """A server that makes no sound: it notes when a level arrives."""

    def heard(self, address, values, sender):
        if address == "/notify":
            self.socket.sendto(packed("/done", "/notify", 0), sender)


def watch(path, moments, stop):
    """Notes when the events of the fader arrive at a client."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    connection.sendall(b'{"cmd":"subscribe","match":["ch1.level"],"events":["valueChanged"]}\n')
    while not stop.is_set():
        if select.select([connection], [], [], 0.1)[0]:
            data = connection.recv(65536)
            if b'"phase":"changed"' in data:
                moments.append(time.monotonic())
    connection.close()


def measure(count):
    with Session() as session, Peer() as direct:
        jackrig.start_server(session, period=PERIOD)
        supercollider.tone = constant
        with supercollider.Synth(session) as synth, Sink() as sink, Ear(session) as ear, \
                BridgeDesk(panel_file(f"[{LEVEL}]", count=1, bridges=BRIDGES.format(
                    server=synth.port, sink=sink.port))) as desk, desk.connect() as panel:
            session.start(program("osc"), "--dialects", DIALECTS, "--socket", desk.path)
            ear.connect(ear.await_port("scs:out_1"), ear.port.name)
            direct.to = synth.port
            moments, stop = [], threading.Event()
            threading.Thread(target=watch, args=(desk.path, moments, stop), daemon=True).start()
            if not wait_until(lambda: sink.count("/n_set")):
                raise AssertionError("the bridge does not send")
            times = moved(count, desk, panel, sink, ear, moments)
            stop.set()
            times["engine"] = fed(count, direct, ear)
            return times


def moved(count, desk, panel, sink, ear, moments):
    """The times of a finger that moves a fader up and down."""
    [fader] = panel.list("ch1.level")
    x, y = middle(fader["frame"])
    times = {"finger": [], "packet": [], "event": [], "bridge": []}
    desk.put_down(fader["frame"])
    for n in range(count):
        time.sleep(PAUSE + random.random() * 0.02)
        sink.clear()
        moments.clear()
        ear.arm()
        began = time.monotonic()
        desk.slide(0, x, y - 20 - n % 2 * 15)
        times["finger"].append(ear.heard() - began)
        wait_until(lambda: moments and sink.count("/n_set"), 1)
        if n and moments and sink.count("/n_set"):
            arrived = next(when for when, address, _ in sink.messages if address == "/n_set")
            times["packet"].append(arrived - began)
            times["event"].append(moments[0] - began)
            times["bridge"].append(arrived - moments[0])
    desk.lift()
    return times


def fed(count, direct, ear):
    """The times of the engine alone."""
    times = []
    for n in range(count):
        time.sleep(PAUSE + random.random() * 0.02)
        ear.arm()
        began = time.monotonic()
        direct.send("/n_set", supercollider.NODE, "amp", struct.unpack(
            ">f", struct.pack(">f", 0.1 + n % 2 * 0.1))[0])
        times.append(ear.heard() - began)
    return times


def main():
    as_json = "--json" in sys.argv
    counts = [int(word) for word in sys.argv[1:] if word != "--json"]
    if lacking := missing(program("osc"), "setpriv", *supercollider.PROGRAMS):
        sys.exit(f"latency.py: {lacking} is missing")
    times = measure(*counts or [200])
    rows = [("finger", "from the touch report to the first changed sample"),
            ("engine", "the engine by itself, from its OSC message"),
            ("event", "from the touch report to a client of the panel"),
            ("packet", "from the touch report to a socket beside the engine"),
            ("bridge", "the bridge: the packet after the event")]
    table = {}
    for name, meaning in rows:
        sorted_times = sorted(1000 * value for value in times[name])
        table[name] = {f"p{share}": sorted_times[min(len(sorted_times) * share // 100,
                                                     len(sorted_times) - 1)]
                       for share in (50, 90, 99)}
        if not as_json:
            print(f"{meaning:52}" + "".join(
                f"  {key} {value:7.3f} ms" for key, value in table[name].items()))
    if as_json:
        print(json.dumps(table))


if __name__ == "__main__":
    main()
