"""A client of a Glassfader panel: reads and sets controls, and receives events.

One file, no dependencies, Python 3.9 or newer. Copy it beside your program.

    import glassfader

    with glassfader.Panel(name="my-bridge") as panel:
        panel.set("ch1.level", -6.0)
        for event in panel.events(["ch*.level", "ch*.mute"]):
            if event.is_change and event.source_kind != "feedback":
                print(event.control, event.value)

A value is a number in the control's unit; a dict of numbers by part ({"low": -48, "high": -24}) for
a control with several; or a string for a control with words as values.

A `Panel` is for one thread. glassfader-protocol(7) describes the protocol.
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

# The reply to `list` may be long, but not unbounded.
_LONGEST_LINE = 16 << 20
# Events that wait while a program sends requests. If there are more, a snapshot replaces them.
_MOST_WAITING = 4096


class Error(Exception):
    """Any error of a panel."""


class Disconnected(Error):
    """There is no panel at the socket, or it closed the connection."""


class Refused(Error):
    """The panel rejected a request. `code` is for programs; `message` is for people; `near` are
    similar names."""

    def __init__(self, error):
        self.code = error.get("code", "internal")
        self.message = error.get("message", "")
        self.near = error.get("near", [])
        hint = f"; did you mean {' or '.join(self.near)}?" if self.near else ""
        super().__init__(self.message + hint)


class Event:
    """An event of the panel: the line as a dict in `raw`, and its usual members.

    kind          "valueChanged", "effectiveChanged", "pageChanged", "locked", "sceneRecalled",
                  "action" …;
                  "snapshot" for the values at the start, after events were lost, and after a
                  reconnection; "disconnected" after the connection was lost; "refused" if the
                  panel rejected a `tell` or `feedback`, with the "error" in `raw`
    control       the control's name; None if the event is not about a control
    value, norm   in the control's unit, and 0...1 of travel
    gain          the linear factor of a control in dB, 0 for silence; otherwise None
    effective     of a member of VCAs: {"value": dB, "norm": …, "gain": …} with the levels of its
                  masters added; otherwise None
    level         what a bridge sends to an engine: the effective value, or else the value
    phase         "began", "changed", "ended", "cancelled" or "set"
    source_kind   "touch", "client", "link", "scene", "restore", "animation", "reset", "action",
                  "undo", "redo", "feedback"; a bridge acts on all but the last
    snapshot      for a "snapshot": {control: {"value": …, "norm": …}}
    missing       of "sceneRecalled": the controls of the scene that the panel does not have now,
                  up to 100; otherwise empty
    """

    def __init__(self, kind, raw):
        self.kind = kind
        self.raw = raw
        self.control = raw.get("control")
        self.value = raw.get("value")
        self.norm = raw.get("norm")
        self.gain = raw.get("gain")
        self.effective = raw.get("effective")
        self.phase = raw.get("phase")
        self.source_kind = raw.get("source", {}).get("kind")
        self.seq = raw.get("seq")
        self.snapshot = raw.get("snapshot")
        self.missing = raw.get("missing", [])

    @property
    def level(self):
        """The effective value of a member of VCAs, or else the value."""
        return self.effective["value"] if self.effective else self.value

    @property
    def is_change(self):
        """Whether a control's value changed, or a gesture on it began or ended."""
        return self.kind == "valueChanged"

    def __repr__(self):
        return f"Event({self.kind!r}, {self.raw!r})"


class Panel:
    """A connection to the panel at `path`, or else $GLASSFADER_SOCKET, or else the default path.

    `name` is shown to other clients as the source of changes. `timeout` is the time for a reply, in
    seconds. With `reconnect`, a lost connection is made again: `events` continues with a snapshot,
    so that it never misses the last value, and other calls are repeated once.
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
        # Whether the connection has the subscription of `events`.
        self._is_subscribed = False
        self._connect()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Closes the connection."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def fileno(self):
        """The socket's descriptor, for select and poll. Check `pending()` too, because lines may
        have been read already."""
        return self._socket.fileno() if self._socket else -1

    # Requests

    def request(self, cmd, **fields):
        """Sends any command, waits for the reply, and returns its member "ok"."""
        try:
            if not self._socket:
                self._connect()
            return self._request(cmd, fields)
        except Disconnected:
            # The command may have been carried out before the connection was lost. All commands may
            # be repeated, except relative ones.
            if not self.reconnect or "delta" in fields or "delta_norm" in fields \
                    or cmd in ("batch", "touch", "undo", "redo"):
                raise
            self._connect()
            return self._request(cmd, fields)

    def list(self, match="*"):
        """The descriptions of the controls whose names match, as a list of dicts."""
        return self.request("list", match=match)["controls"]

    def strips(self, match="*"):
        """The strips whose names match, or those of a control do, as a list of dicts."""
        return self.request("list", match=match).get("strips", [])

    def bridges(self):
        """The settings of bridges in the panel file: [bridges.osc] is bridges()["osc"]."""
        return self.request("list", match=[]).get("bridges", {})

    def style(self, name, **changes):
        """Changes label, color, icon, visible or enabled of a control, or of a strip such as "ch1".

        None restores the setting of the panel file, and reset=True all of them.
        """
        return self.request("style", **{"control" if "." in name else "strip": name}, **changes)

    def get(self, control):
        """A control's value."""
        return self.request("get", control=control)["value"]

    def reading(self, control):
        """A control's value, norm, gain and text, as a dict."""
        return self.request("get", control=control)

    def set(self, control, value=None, *, norm=None, delta=None, delta_norm=None, over_ms=None,
            feedback=False):
        """Sets a control, and returns the reply: {"applied": True, "value": …}.

        Pass exactly one of value, norm, delta and delta_norm. A finger on the control has
        precedence: "applied" is False then. With `over_ms`, the value fades. With `feedback`, it
        is the engine's present value: the panel shows it, and bridges do not act on it.
        """
        return self.request("set", **self._set(control, value, norm, delta, delta_norm, over_ms,
                                               feedback))

    def tell(self, control, value):
        """Sets a value without waiting for a reply. `events` reports a rejection."""
        self._say({"cmd": "set", "control": control, "value": value})

    def feedback(self, control, value):
        """Reports the engine's present value, without waiting for a reply; see `tell`."""
        self._say({"cmd": "set", "control": control, "value": value, "feedback": True})

    def batch(self, values):
        """Sets all of {control: value} in one frame, or none of them; returns the reply."""
        return self.request("batch", ops=[
            {"cmd": "set", "control": control, "value": value}
            for control, value in values.items()])

    def touch(self, phase, controls):
        """Holds controls as a finger does: {control: {"norm": 0.62}}, or a list of controls.

        `phase` is "began", "changed", "ended" or "cancelled". The result is that of each control:
        {"applied": True, "gesture": 57, ...}. For "changed" nothing is waited for, and the result
        is None. A finger at the panel takes the control, which `events` reports as "cancelled".
        """
        fields = {"phase": phase, "controls":
                  controls if isinstance(controls, dict) else {name: {} for name in controls}}
        if phase == "changed":
            return self._say({"cmd": "touch", **fields})
        return self.request("touch", **fields)["results"]

    def meters(self, levels):
        """Sets levels of meters, {control: [dBFS, one for each channel]}; there is no reply."""
        self._say({"cmd": "meters", "v": {
            control: [min(level, 200.0) if level > -200 else -200.0 for level in channels]
            for control, channels in levels.items()}})

    def plot(self, points):
        """Sets points of plots, {control: [at most 4096 numbers]}; there is no reply."""
        self._say({"cmd": "plot", "v": {
            control: [float("%.6g" % min(point, 1e9)) if point > -1e9 else -1e9
                      for point in numbers]
            for control, numbers in points.items()}})

    def link(self, name, controls, mode="relative", **fields):
        """Links controls: mode is "relative", "absolute", or "vca" with the master first."""
        return self.request("link", name=name, controls=list(controls), mode=mode, **fields)

    def unlink(self, name):
        """Removes a link."""
        return self.request("unlink", name=name)

    def spill(self, vca=None, toggle=False):
        """Shows only the strips of the VCA whose master is `vca` or in that strip; None shows all."""
        return self.request("spill", **({"vca": vca} if vca else {}),
                            **({"toggle": True} if toggle else {}))

    def page(self, page):
        """Shows a page."""
        return self.request("page", page=page)

    def lock(self, on=True, except_=()):
        """Locks the panel against touch, except the controls in `except_`; or unlocks it."""
        return self.request("lock", on=on, **({"except": list(except_)} if except_ else {}))

    def undo(self):
        """Takes back the last change of values: a gesture, a scene or what a client has set.

        A finger keeps the controls that it holds: they are in "refused" of the reply.
        """
        return self.request("undo")

    def redo(self):
        """Makes the last change again that was taken back."""
        return self.request("redo")

    def screenshot(self):
        """A screenshot, as the bytes of a PNG."""
        picture = bytearray()
        while True:
            piece = self.request("screenshot", offset=len(picture))
            picture += base64.b64decode(piece["data"])
            if not piece["more"]:
                return bytes(picture)

    def ping(self):
        """Checks that the panel responds: {"t": µs, "seq": …, "uptime_ms": …}."""
        return self.request("ping")

    # Events

    def events(self, match=("*",), *, phases=None, events=None, max_rate_hz=None, echo=False):
        """Yields `Event`s without end; the first is a "snapshot". Subscribes at the first `next`.

        `phases` and `events` select events; None selects all. A slow program misses intermediate
        values, but not the last one, and not the beginning or the end of a gesture, unless a new
        "snapshot" replaces them. A connection has one subscription: the newest.
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
                # A request may have replaced a lost connection; the new one has no subscription.
                while not self._is_subscribed:
                    reply = self._request("subscribe", fields)
                    # The values include the events that still wait.
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
                # A request of the program may have reconnected meanwhile.
                if not self._socket:
                    self._wait_for_panel()

    def pending(self):
        """Whether `events` has an event, or something to do, without waiting in select."""
        return not self._socket or not self._is_subscribed or bool(self._waiting) \
            or b"\n" in self._buffer

    # Lines

    @staticmethod
    def _events(message):
        """The event in a message: an event, or the error of a request without an id."""
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
            raise TypeError("set() needs exactly one of value, norm, delta and delta_norm")
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
                raise Error(f"not a panel: expected a greeting, found {greeting!r:.200}")
            self.hello = greeting["hello"]
            self._request(
                "hello", {"protocol": PROTOCOL, **({"name": self.name} if self.name else {})})
        except Error:
            self.close()
            raise

    def _wait_for_panel(self):
        """Waits until a new connection succeeds."""
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
            # The error for a line that is too long has no id.
            if message.get("error", {}).get("code") == "too-large":
                self.close()
                raise Refused(message["error"])
            self._waiting.append(message)
            if len(self._waiting) > _MOST_WAITING:
                self._waiting.clear()
                self._is_subscribed = False

    def _say(self, message):
        """Sends a request without a reply, over a new connection if this one is lost."""
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
            # A panel that does not read may be waiting until its replies are read.
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
        """Waits for a line, at most `timeout` seconds, or for ever if None."""
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
                raise Error("not a panel: a line without an end")
            if not self._socket:
                raise Disconnected("the connection is closed")
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            if not self._poll(select.POLLIN, left):
                self.close()
                raise Disconnected(f"no reply in {timeout} s")
            try:
                self._read()
            except OSError as error:
                raise self._lost(error) from error

    def _poll(self, events, seconds):
        """Waits for the socket. `poll`, because `select` is limited to descriptors below 1024."""
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
