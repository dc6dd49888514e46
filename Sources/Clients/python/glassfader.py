"""A client of a Glassfader panel: asks, sets, and hears what is touched.

One file, no dependencies, Python 3.9 or newer. Copy it beside your program.

    import glassfader

    with glassfader.Panel(name="my-bridge") as panel:
        panel.set("ch1.level", -6.0)
        for event in panel.events(["ch*.level", "ch*.mute"]):
            if event.is_change and event.source_kind != "feedback":
                print(event.control, event.value)

A value is a number in the control's unit; a dict of numbers by part ({"low": -48, "high": -24}) for
a control that has several; or a word where a control has words for values.

A `Panel` is used by one thread. The protocol is told in glassfader-protocol(7).
"""

import base64
import collections
import json
import os
import select
import socket
import time

__all__ = ["Panel", "Event", "Error", "Refused", "Disconnected", "STANDARD_PATH"]

STANDARD_PATH = "/run/glassfader/glassfader.sock"
PROTOCOL = 1

# A panel's list may be long, but not endless.
_LONGEST_LINE = 16 << 20
# Events that wait while a program asks and does not listen; beyond, the values stand for them.
_MOST_WAITING = 4096


class Error(Exception):
    """Whatever is wrong with a panel."""


class Disconnected(Error):
    """There is no panel at the socket, or it has closed the connection."""


class Refused(Error):
    """The panel does not do what it was asked. `code` is for programs; `near` are names that may
    have been meant; `message` is for people."""

    def __init__(self, error):
        self.code = error.get("code", "internal")
        self.message = error.get("message", "")
        self.near = error.get("near", [])
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(self.message + hint)


class Event:
    """Something that happened on the panel: the line as a dict in `raw`, and the usual parts.

    kind          "valueChanged", "pageChanged", "locked", "sceneRecalled", "configReloaded" …;
                  "snapshot" when the values are those of the beginning, or after events were lost
                  or the connection was; "disconnected" when it was lost; "refused" when the panel
                  did not do what `tell` or `feedback` said, which is an "error" in `raw`
    control       the control's name, None if the event is not of one
    value, norm   in the control's unit, and 0...1 of travel
    gain          the linear factor of a control in dB, 0 for silence; else None
    phase         "began", "changed", "ended", "cancelled" or "set"
    source_kind   "touch", "client", "link", "scene", "restore", "animation", "reset", "feedback";
                  a bridge acts on all but the last
    snapshot      of a "snapshot": {control: {"value": …, "norm": …}}
    """

    def __init__(self, kind, raw):
        self.kind = kind
        self.raw = raw
        self.control = raw.get("control")
        self.value = raw.get("value")
        self.norm = raw.get("norm")
        self.gain = raw.get("gain")
        self.phase = raw.get("phase")
        self.source_kind = raw.get("source", {}).get("kind")
        self.seq = raw.get("seq")
        self.snapshot = raw.get("snapshot")

    @property
    def is_change(self):
        """Whether a control has another value, or its gesture began or ended."""
        return self.kind == "valueChanged"

    def __repr__(self):
        return f"Event({self.kind!r}, {self.raw!r})"


class Panel:
    """A connection to the panel at `path`, or $GLASSFADER_SOCKET, or the standard socket.

    `name` tells other clients who sets values. `timeout` is how many seconds an answer may take.
    With `reconnect`, a connection that was lost is made again: `events` goes on with a snapshot,
    so that the last value is never missed; other calls are tried once more.
    """

    def __init__(self, path=None, name=None, timeout=5.0, reconnect=True):
        self.path = path or os.environ.get("GLASSFADER_SOCKET") or STANDARD_PATH
        self.name = name
        self.timeout = timeout
        self.reconnect = reconnect
        self.hello = {}
        self._socket = None
        self._buffer = bytearray()
        self._waiting = collections.deque()
        self._number = 0
        # Whether what is heard is what `events` has subscribed to.
        self._is_subscribed = False
        self._connect()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the connection."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def fileno(self):
        """The socket's descriptor, for select and poll. Ask `pending()` too: lines may have been
        read before."""
        return self._socket.fileno() if self._socket else -1

    # Asking

    def request(self, cmd, **fields):
        """Sends any command, waits, and returns what the panel answers (the member "ok")."""
        try:
            if not self._socket:
                self._connect()
            return self._request(cmd, fields)
        except Disconnected:
            # An answer that did not come may have been acted on; all commands may be repeated
            # but those that add.
            if not self.reconnect or "delta" in fields or "delta_norm" in fields or cmd == "batch":
                raise
            self._connect()
            return self._request(cmd, fields)

    def list(self, match="*"):
        """All that is known of the controls whose names match, as a list of dicts."""
        return self.request("list", match=match)["controls"]

    def get(self, control):
        """A control's value."""
        return self.request("get", control=control)["value"]

    def reading(self, control):
        """A control's value, norm, gain and text, as a dict."""
        return self.request("get", control=control)

    def set(self, control, value=None, *, norm=None, delta=None, delta_norm=None, over_ms=None,
            feedback=False):
        """Gives a control a value, and returns the answer: {"applied": True, "value": …}.

        Exactly one of the four is given. A finger on the control wins: "applied" is False then.
        With `over_ms` the value fades; with `feedback` it is said what the engine has, so that
        the picture follows and bridges do not act.
        """
        return self.request("set", **self._set(control, value, norm, delta, delta_norm, over_ms,
                                               feedback))

    def tell(self, control, value):
        """Sets a value without waiting for an answer. That it is refused is told by `events`."""
        self._say({"cmd": "set", "control": control, "value": value})

    def feedback(self, control, value):
        """Says what the engine has now, without waiting for an answer; see `tell`."""
        self._say({"cmd": "set", "control": control, "value": value, "feedback": True})

    def batch(self, values):
        """Sets all of {control: value} in one frame, or none of them; returns the answer."""
        return self.request("batch", ops=[
            {"cmd": "set", "control": control, "value": value}
            for control, value in values.items()])

    def meters(self, levels):
        """Shows levels on meters, {control: [dBFS, one for each channel]}; nothing is answered."""
        self._say({"cmd": "meters", "v": {
            control: [min(level, 200.0) if level > -200 else -200.0 for level in channels]
            for control, channels in levels.items()}})

    def page(self, page):
        """Shows a page."""
        return self.request("page", page=page)

    def lock(self, on=True, except_=()):
        """Locks the panel for fingers, all but the controls in `except_`; or unlocks it."""
        return self.request("lock", on=on, **({"except": list(except_)} if except_ else {}))

    def screenshot(self):
        """What is shown now: the bytes of a PNG."""
        picture = bytearray()
        while True:
            piece = self.request("screenshot", offset=len(picture))
            picture += base64.b64decode(piece["data"])
            if not piece["more"]:
                return bytes(picture)

    def ping(self):
        """Asks whether the panel is there: {"t": µs, "seq": …, "uptime_ms": …}."""
        return self.request("ping")

    # Hearing

    def events(self, match=("*",), *, phases=None, events=None, max_rate_hz=None, echo=False):
        """Subscribes, when the first is asked for, and yields `Event`s without end; the first is a
        "snapshot".

        `phases` and `events` are those wanted, all if None. A slow program misses values in
        between, never the last one, nor the beginning or the end of a gesture, unless a new
        "snapshot" says so. A connection has one subscription: the newest.
        """
        fields = {"match": [match] if isinstance(match, str) else list(match), "echo": echo}
        for key, wanted in (("phases", phases), ("events", events), ("max_rate_hz", max_rate_hz)):
            if wanted is not None:
                fields[key] = wanted
        self._is_subscribed = False
        while True:
            try:
                if not self._socket:
                    self._connect()
                # A request may have found the connection lost and made another, which knows of no
                # subscription.
                while not self._is_subscribed:
                    reply = self._request("subscribe", fields)
                    # What waits from before is told by the values, too.
                    self._waiting.clear()
                    self._is_subscribed = True
                    yield Event("snapshot", reply)
                message = self._waiting.popleft() if self._waiting else self._receive(None)
                yield from self._events(message)
            except Disconnected as reason:
                self.close()
                if not self.reconnect:
                    raise
                yield Event("disconnected", {"reason": str(reason)})
                # The program may have asked meanwhile, and so have connected.
                if not self._socket:
                    self._wait_for_panel()

    def pending(self):
        """Whether `events` has something to say or to do at once, without waiting for select."""
        return not self._socket or not self._is_subscribed or bool(self._waiting) \
            or b"\n" in self._buffer

    # Lines

    @staticmethod
    def _events(message):
        """What a message tells: an event, or a refusal of what was said without a number."""
        if "event" in message:
            kind = message["event"]
            yield Event("snapshot" if kind == "resync" else kind, message)
        elif "error" in message:
            yield Event("refused", message)

    @staticmethod
    def _set(control, value, norm, delta, delta_norm, over_ms, feedback):
        changes = {"value": value, "norm": norm, "delta": delta, "delta_norm": delta_norm}
        fields = {key: change for key, change in changes.items() if change is not None}
        if len(fields) != 1:
            raise TypeError("set wants exactly one of value, norm, delta and delta_norm")
        fields["control"] = control
        if over_ms is not None:
            fields["over_ms"] = over_ms
        if feedback:
            fields["feedback"] = True
        return fields

    def _connect(self):
        self.close()
        self._buffer.clear()
        self._waiting.clear()
        self._is_subscribed = False
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(self.timeout)
            connection.connect(self.path)
            connection.setblocking(False)
        except OSError as error:
            connection.close()
            raise Disconnected(
                f"cannot connect to {self.path}: {error.strerror or error}") from error
        self._socket = connection
        try:
            greeting = self._receive(self.timeout)
            if "error" in greeting:
                raise Refused(greeting["error"])
            if "hello" not in greeting:
                raise Error(f"not a panel: it begins with {greeting!r:.200}")
            self.hello = greeting["hello"]
            self._request(
                "hello", {"protocol": PROTOCOL, **({"name": self.name} if self.name else {})})
        except Error:
            self.close()
            raise

    def _wait_for_panel(self):
        """Waits until the panel is there again."""
        seconds = 0.1
        while True:
            time.sleep(seconds)
            try:
                return self._connect()
            except (Disconnected, Refused) as reason:
                if isinstance(reason, Refused) and reason.code != "busy":
                    raise
                seconds = min(seconds * 2, 2.0)

    def _request(self, cmd, fields):
        self._number += 1
        number = self._number
        self._send({"id": number, "cmd": cmd, **fields})
        while True:
            message = self._receive(self.timeout)
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(message["error"])
                return message["ok"]
            # A line that is too long is not read as far as its number.
            if message.get("error", {}).get("code") == "too-large":
                self.close()
                raise Refused(message["error"])
            self._waiting.append(message)
            if len(self._waiting) > _MOST_WAITING:
                self._waiting.clear()
                self._is_subscribed = False

    def _say(self, message):
        """Sends what nobody waits for, over another connection if this one is lost."""
        try:
            if not self._socket:
                self._connect()
            self._send(message)
        except Disconnected:
            if not self.reconnect:
                raise
            self._connect()
            self._send(message)

    def _send(self, message):
        if not self._socket:
            raise Disconnected("the connection is closed")
        line = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        try:
            # While the panel is slow to read, it may be waiting for us to.
            view = memoryview(line)
            while view:
                ready = self._poll(select.POLLIN | select.POLLOUT, None)
                if ready & select.POLLOUT:
                    view = view[self._socket.send(view):]
                elif ready:
                    self._read()
        except OSError as error:
            raise self._lost(error) from error

    def _receive(self, timeout):
        """Waits for a line, at most for so many seconds, for ever if None."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            end = self._buffer.find(b"\n")
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[:end + 1]
                if not line.strip():
                    continue
                try:
                    message = json.loads(line)
                except ValueError:
                    message = None
                if not isinstance(message, dict):
                    raise Error(f"not a panel: {line[:200]!r}")
                return message
            if len(self._buffer) > _LONGEST_LINE:
                raise Error("not a panel: a line without end")
            if not self._socket:
                raise Disconnected("the connection is closed")
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            if not self._poll(select.POLLIN, left):
                self.close()
                raise Disconnected(f"no answer in {timeout} s")
            try:
                self._read()
            except OSError as error:
                raise self._lost(error) from error

    def _poll(self, events, seconds):
        """Waits for the socket; select would not do for a program with a thousand descriptors."""
        poll = select.poll()
        poll.register(self._socket, events)
        ready = poll.poll(None if seconds is None else seconds * 1000)
        return ready[0][1] if ready else 0

    def _read(self):
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionResetError(0, "the panel has closed the connection")
        self._buffer += data

    def _lost(self, error):
        self.close()
        return Disconnected(error.strerror or str(error))
