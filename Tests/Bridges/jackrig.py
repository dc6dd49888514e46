"""A JACK server without hardware, and clients of it: a sine, ears, and MIDI ports."""

import queue

import jack

from processes import PATIENCE, wait_until
from sound import RATE, Trace, sine


def start_server(session, period=512):
    """Starts a server whose sound card is a clock, and waits until clients can connect."""
    server = session.start(
        "jackd", "-n", session.environment["JACK_DEFAULT_SERVER"], "-r", "-d", "dummy",
        "-r", str(RATE), "-p", str(period))
    if not wait_until(lambda: "system:capture_1" in session.run("jack_lsp", check=False)):
        raise AssertionError(server.log())
    return server


class Client:
    """A client of a session's JACK server; a context manager."""

    def __init__(self, session, name):
        self.client = jack.Client(name, no_start_server=True,
                                  servername=session.environment["JACK_DEFAULT_SERVER"])
        # In place of those that print.
        self.client.set_shutdown_callback(lambda *_: None)
        self.client.set_process_callback(self.process)

    def __enter__(self):
        self.client.activate()
        return self

    def __exit__(self, *_):
        self.client.deactivate()
        self.client.close()

    def process(self, frames):
        """One period."""

    def ports(self, pattern):
        for _ in range(10):
            try:
                return [port.name for port in self.client.get_ports(pattern)]
            except jack.JackError as error:
                # One of them went while they were listed.
                failure = error
        raise failure

    def await_port(self, pattern, seconds=PATIENCE):
        """Waits for a port whose name matches the pattern, and returns its name."""
        found = wait_until(lambda: self.ports(pattern), seconds)
        if not found:
            raise AssertionError(f"no port {pattern!r}, only {self.ports('')}")
        return found[0]

    def connect(self, source, sink):
        """Connects two ports, as soon as their clients take part: they are there before."""
        def connected():
            if sink in [port.name for port in self.client.get_all_connections(source)]:
                return True
            try:
                self.client.connect(source, sink)
            except jack.JackErrorCode:
                return False
            return True
        if not wait_until(connected):
            raise AssertionError(f"{source} cannot be connected to {sink}")


class Probe(Client):
    """A sine of 0 dBFS at `out`, and the traces of what comes in at `in_1`, `in_2` …"""

    def __init__(self, session, ears=1, name="probe"):
        super().__init__(session, name)
        self.out = self.client.outports.register("out")
        self.ears = [self.client.inports.register(f"in_{n + 1}") for n in range(ears)]
        self.traces = [Trace() for _ in self.ears]
        self.position = 0

    def process(self, frames):
        self.out.get_array()[:] = sine(self.position, frames)
        self.position += frames
        for ear, trace in zip(self.ears, self.traces):
            trace.add(ear.get_array())

    def send_to(self, port):
        self.connect(self.out.name, port)

    def listen_to(self, port, ear=0):
        self.connect(port, self.ears[ear].name)
        return self.traces[ear]


class MidiPort(Client):
    """A MIDI input and output; what comes in is in `messages`, as lists of bytes."""

    def __init__(self, session, name="midi"):
        super().__init__(session, name)
        self.input = self.client.midi_inports.register("in")
        self.output = self.client.midi_outports.register("out")
        self.waiting = queue.Queue()
        self.messages = []

    def process(self, frames):
        self.output.clear_buffer()
        try:
            while True:
                self.output.write_midi_event(0, self.waiting.get_nowait())
        except queue.Empty:
            pass
        for _, data in self.input.incoming_midi_events():
            message = list(bytes(data))
            self.messages.append(message)
            self.heard(message)

    def heard(self, message):
        """For a device that reacts, in JACK's thread."""

    def send(self, *data):
        self.waiting.put(bytes(data))

    def last(self, *leading):
        """The last message that begins with these bytes."""
        for message in reversed(list(self.messages)):
            if message[:len(leading)] == list(leading):
                return message
        return None
