"""scsynth on a JACK server without hardware, with one synth: a sine, its level, and its meter."""

import contextlib
import os
import struct

from osc import Peer
from processes import free_port
from sound import FREQUENCY

PROGRAMS = "jackd", "scsynth"
NODE, NAME = 1000, "tone"
REPORTS = 20
# As the server's plug-ins know them: what a second of samples, or of blocks of them, is.
SCALAR, CONTROL, AUDIO = 0, 1, 2
MULTIPLY = 2


def pascal(text):
    return bytes([len(text)]) + text.encode()


def definition(name, arguments, ugens):
    """A synth definition, as SynthDef files of version 2 have it.

    `arguments` are (name, default); `ugens` are (class, rate, special index, inputs, outputs), and
    an input is a constant, or (number of the unit, number of its output). The unit of the
    arguments is the first.
    """
    constants = sorted({value for ugen in ugens for value in ugen[3] if isinstance(value, float)})
    units = [("Control", CONTROL, 0, [], len(arguments)), *ugens]
    data = pascal(name) + struct.pack(f">i{len(constants)}f", len(constants), *constants)
    data += struct.pack(f">i{len(arguments)}f", len(arguments), *(value for _, value in arguments))
    data += struct.pack(">i", len(arguments))
    for index, (argument, _) in enumerate(arguments):
        data += pascal(argument) + struct.pack(">i", index)
    data += struct.pack(">i", len(units))
    for kind, rate, special, inputs, outputs in units:
        data += pascal(kind) + struct.pack(">biih", rate, len(inputs), outputs, special)
        for value in inputs:
            data += struct.pack(">ii", -1, constants.index(value)) if isinstance(value, float) \
                else struct.pack(">ii", *value)
        data += bytes([rate]) * outputs
    return b"SCgf" + struct.pack(">ih", 2, 1) + data + struct.pack(">h", 0)


def tone():
    """A sine times `amp`, on the first output, and /meter with its peak and its average."""
    reports = [float(REPORTS), 0.05, 1.0, 1.0, (2, 0), 6.0, *map(float, b"/meter")]
    return definition(NAME, [("amp", 1.0)], [
        ("SinOsc", AUDIO, 0, [float(FREQUENCY), 0.0], 1),
        ("BinaryOpUGen", AUDIO, MULTIPLY, [(1, 0), (0, 0)], 1),
        ("Out", AUDIO, 0, [0.0, (2, 0)], 0),
        ("SendPeakRMS", CONTROL, 0, reports, 0)])


class Synth:
    """A server that runs, and its synth; a context manager. The session has a JACK server."""

    def __init__(self, session):
        self.port = free_port()
        self.peer = Peer(self.port)
        self.server = session.start(
            "scsynth", "-u", str(self.port), "-i", "2", "-o", "2", "-D", "0", "-R", "0",
            "-H", f"{session.environment['JACK_DEFAULT_SERVER']}:scs",
            environment={"SC_JACK_DEFAULT_OUTPUTS": "", "SC_JACK_DEFAULT_INPUTS": ""})
        self.prepare()

    def prepare(self):
        """Waits for the server, and starts the synth."""
        self.server.await_log("SuperCollider 3 server ready")
        self.peer.send("/d_recv", tone())
        self.peer.awaits(lambda: self.peer.values("/done"), "/done for the definition")
        self.peer.send("/s_new", NAME, NODE, 0, 0)
        self.amplitude()

    def restart(self):
        self.server.kill()
        self.start()

    def start(self):
        """Starts a server that was killed."""
        self.peer.clear()
        self.server.start()
        self.prepare()

    def amplitude(self):
        """What the server says that the synth's `amp` is."""
        self.peer.clear()
        self.peer.send("/s_get", NODE, "amp")
        self.peer.awaits(lambda: self.peer.values("/n_set"), "a reply to /s_get")
        return self.peer.last("/n_set")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.end()
        self.peer.close()
        # A server that was killed leaves it behind.
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"/dev/shm/SuperColliderServer_{self.port}")
