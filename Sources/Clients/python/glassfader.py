"""A client of a Glassfader panel: reads and sets controls, and receives events.

One file, no dependencies, Python 3.9 or newer. Install it with `pip install`, or copy it beside
your program.

    import glassfader

    with glassfader.Panel(name="my-bridge") as panel:
        panel.set("ch1.level", -6.0)
        for event in panel.events(["ch*.level", "ch*.mute"]):
            if event.is_change and event.source_kind != "feedback":
                print(event.control, event.value)

A value is a number in the control's unit; a dict of numbers by part ({"low": -48, "high": -24}) for
a control with several; or a string for a control with words as values. -inf sets the least value of
a control, such as silence, and inf the greatest. NaN is rejected.

A program that waits for more than the panel uses `subscribe` and `poll` instead of `events`.

A `Panel` is for one thread. glassfader-protocol(7) describes the protocol.
"""

import base64
import collections
import contextlib
import json
import math
import os
import re
import select
import socket
import sys
import threading
import time

__version__ = "0.1.0"
__all__ = ["Panel", "Event", "Error", "Refused", "Disconnected", "STANDARD_PATH"]

STANDARD_PATH = "/run/glassfader/glassfader.sock"
PROTOCOL = 1

# The reply to `list` may be long, but not unbounded.
_LONGEST_LINE = 16 << 20
# Events that wait while a program sends requests. If there are more, a snapshot replaces them.
_MOST_WAITING = 4096
# How long to wait before another attempt to connect, at first and at most, in seconds.
_RETRY_SECONDS = (0.1, 2.0)
# The commands that may always be repeated; see `_may_repeat`.
_REPEATABLE = frozenset((
    "hello", "version", "ping", "clients", "list", "get", "meters", "plot", "subscribe",
    "unsubscribe", "link", "lock", "unlock", "style", "display", "reload"))
# One call of `poll` reads no more than this, so that it returns while much arrives.
_MOST_READS = 16


def _deadline(seconds):
    """The time in so many seconds; None for no limit."""
    return None if seconds is None else time.monotonic() + seconds


def _left(deadline):
    """The seconds until a deadline, at least 0; None for no limit."""
    return None if deadline is None else max(deadline - time.monotonic(), 0)


def _finite(request):
    """A request to set controls, with the ends of their ranges for infinite values."""
    cmd = request["cmd"]
    if cmd == "batch":
        return {**request, "ops": [_finite(operation) for operation in request["ops"]]}
    if cmd == "touch":
        return {**request, "controls": {
            control: _finite_change(control, change)
            for control, change in request["controls"].items()}}
    if cmd == "set":
        return _finite_change(request["control"], request)
    raise Refused({"code": "bad-value", "message": f"{cmd}: expected finite numbers"})


def _finite_change(control, change):
    return {key: _finite_value(control, key, value) for key, value in change.items()}


def _finite_value(control, key, value):
    if isinstance(value, dict):
        return {part: _finite_value(control, key, number) for part, number in value.items()}
    if not isinstance(value, float) or math.isfinite(value):
        return value
    # An infinite difference often comes from silence. The greatest value would be too loud.
    if math.isnan(value) or key not in ("value", "norm"):
        raise Refused({"code": "bad-value", "message":
                       f"{control}: {key}: expected a finite number, found {value}"})
    # The panel limits it to the control's range.
    return math.copysign(sys.float_info.max, value)


class Error(Exception):
    """Any error of a panel."""


class Disconnected(Error):
    """There is no panel at the socket, or it closed the connection."""


class Refused(Error):
    """The panel rejected a request. `code` is for programs; `message` is for people; `near` are
    similar names.

    Every call, also one without a reply, raises it for NaN and for an infinite difference, with the
    code "bad-value", and for a request that is too long for a line, with "too-large".
    """

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
    gesture       the number of the gesture that the event is part of; otherwise None
    reason        why a gesture was cancelled, such as "touch" for a finger that took the control;
                  otherwise None
    source_kind   "touch", "client", "link", "scene", "restore", "animation", "reset", "action",
                  "undo", "redo", "feedback"; a bridge acts on all but the last
    snapshot      for a "snapshot": {control: {"value": …, "norm": …}}, with "held" for a control
                  that somebody holds: {"kind": "touch", "slot": 0} or {"kind": "client", …}
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
        self.gesture = raw.get("gesture")
        self.reason = raw.get("reason")
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

    `name` is shown to other clients as the source of changes.

    `timeout` is the longest time for one request, in seconds, with the attempts to connect; None for
    no limit. After that, the connection counts as lost.

    With `reconnect`, a lost connection is made again: `events` and `poll` continue with a snapshot,
    so that they never miss the last value, and other calls are repeated once. Some calls raise
    `Disconnected` instead, because the panel may have executed them already: a difference or a step
    (such as `delta`, the page "next" or `undo`), a `batch`, a `touch`, and the removal of a link or
    a scene. Without `reconnect`, a lost connection stays lost, and every call raises `Disconnected`.

    A panel is a context manager, which closes the connection. After `close()`, a loop over `events`
    ends, and any other call raises `Error`.
    """

    def __init__(self, path=None, name=None, timeout=5.0, reconnect=True):
        self.path = path or os.environ.get("GLASSFADER_SOCKET") or STANDARD_PATH
        self.name = name
        self.timeout = timeout
        self.reconnect = reconnect
        self.hello = {}
        self._is_closed = False
        self._socket = None
        self._buffer = bytearray()
        self._waiting = collections.deque()
        self._number = 0
        # How many lines were sent on this connection.
        self._lines = 0
        # Whether the connection has the subscription of `events` or `poll`.
        self._is_subscribed = False
        # The subscription of `poll`, and its requests that await replies: {number: command}.
        self._wanted = None
        self._expected = {}
        # Whether `poll` has made the connection, and awaits the greeting.
        self._awaits_greeting = False
        # Whether `poll` has reported that the connection is lost, and when it connects again.
        self._is_lost = False
        self._retry_seconds = _RETRY_SECONDS[0]
        self._retry_time = 0.0
        # What the next `poll` raises, because the last one returned the events before it.
        self._failure = None
        # What `fileno` returns, and a pair of sockets that makes it readable.
        self._epoll = None
        self._bell = None
        self._timer = None
        self._connect(self._deadline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Closes the connection, for good."""
        self._is_closed = True
        self._wanted = None
        self._failure = None
        self._disconnect()
        self._waiting.clear()
        if self._epoll:
            self._stop_timer()
            for end in (self._epoll, *self._bell):
                end.close()
            self._epoll = self._bell = None

    def fileno(self):
        """A descriptor for select, poll and asyncio: it is readable when `poll()` has something to
        do. It stays the same until `close()`, also when a lost connection is made again; then it is
        -1.

        With `events`, check `pending()` too, because lines may have been read already.
        """
        if self._is_closed:
            return -1
        if not self._epoll:
            self._epoll = select.epoll()
            self._bell = socket.socketpair()
            for end in self._bell:
                end.setblocking(False)
            self._epoll.register(self._bell[0], select.EPOLLIN)
            if self._socket:
                self._epoll.register(self._socket, select.EPOLLIN)
            self._ring()
        return self._epoll.fileno()

    # Requests

    def request(self, cmd, **fields):
        """Sends any command, waits for the reply, and returns its member "ok"."""
        deadline = self._deadline()
        try:
            self._need_connection(deadline)
            return self._request(cmd, fields, deadline)
        except Disconnected:
            # The panel may have executed the command before the connection was lost.
            if not self.reconnect or not self._may_repeat(cmd, fields) or _left(deadline) == 0:
                raise
            self._connect(deadline)
            return self._request(cmd, fields, deadline)
        finally:
            self._ring()

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

        None restores the label, color or icon of the panel file, and reset=True all settings.
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

    def tell(self, control, value=None, *, norm=None, delta=None, delta_norm=None, over_ms=None):
        """Sets a control as `set` does, without waiting for a reply. `events` and `poll` report a
        rejection."""
        self._say({"cmd": "set", **self._set(control, value, norm, delta, delta_norm, over_ms,
                                             False)})

    def feedback(self, control, value=None, *, norm=None):
        """Reports the engine's present value, or its norm, without waiting for a reply."""
        self._say({"cmd": "set", **self._set(control, value, norm, None, None, None, True)})

    def batch(self, values):
        """Sets all of {control: value} in one frame, or none of them; returns the reply."""
        return self.request("batch", ops=[
            {"cmd": "set", "control": control, "value": value}
            for control, value in values.items()])

    def touch(self, phase, controls):
        """Holds controls as a finger does: {control: {"norm": 0.62}}, or a list of controls.

        A control has at most one of value, norm, delta and delta_norm; and "part", if it has
        several and one of them moves. `phase` is "began", "changed", "ended" or "cancelled". The
        result is that of each control: {"applied": True, "gesture": 57, ...}. For "changed" nothing
        is waited for, and the result is None. A finger at the panel takes the control: `events` and
        `poll` report that as "cancelled", with the `reason` "touch".
        """
        fields = {"phase": phase, "controls":
                  controls if isinstance(controls, dict) else {name: {} for name in controls}}
        if phase == "changed":
            return self._say({"cmd": "touch", **fields})
        return self.request("touch", **fields)["results"]

    @contextlib.contextmanager
    def hold(self, *controls):
        """Holds controls in a `with` block, such as a talkback key; see `touch`.

        The result of `with` is that of each control. An error in the block cancels the touch.
        """
        results = self.touch("began", controls)
        try:
            yield results
        except BaseException:
            # The connection may be what was lost.
            with contextlib.suppress(Error):
                self.touch("cancelled", controls)
            raise
        self.touch("ended", controls)

    def meters(self, levels):
        """Sets levels of meters, {control: [dBFS, one for each channel]}; there is no reply.

        NaN is shown as silence.
        """
        self._say({"cmd": "meters", "v": {
            control: [min(level, 200.0) if level > -200 else -200.0 for level in channels]
            for control, channels in levels.items()}})

    def plot(self, points):
        """Sets points of plots, {control: [at most 4096 numbers]}; there is no reply.

        NaN is shown as the least number.
        """
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
        """Shows only the strips of a VCA, with the name or the strip of its master; or all."""
        return self.request("spill", **({"vca": vca} if vca else {}),
                            **({"toggle": True} if toggle else {}))

    def page(self, page):
        """Shows a page."""
        return self.request("page", page=page)

    def lock(self, on=True, except_=()):
        """Locks the panel against touch, except the controls in `except_`; or unlocks it."""
        return self.request("lock", on=on, **({"except": list(except_)} if except_ else {}))

    def undo(self):
        """Undoes the last change of values: a gesture, a scene or what a client has set.

        A finger keeps the controls that it holds: they are in "refused" of the reply.
        """
        return self.request("undo")

    def redo(self):
        """Redoes the change that was undone last."""
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
        Rejections of an earlier `tell` or `feedback` follow it.

        `phases` and `events` select events; None selects all. A slow program misses intermediate
        values, but not the last one, and not the beginning or the end of a gesture, unless a new
        "snapshot" replaces them. A connection has one subscription: the newest.
        """
        fields = self._subscription(match, phases, events, max_rate_hz, echo)
        self._check_is_open()
        self._wanted = None
        self._expected.clear()
        self._is_subscribed = False
        while not self._is_closed:
            try:
                deadline = self._deadline()
                self._need_connection(deadline)
                # A request may have replaced a lost connection; the new one has no subscription.
                if not self._is_subscribed:
                    reply = self._request("subscribe", fields, deadline)
                    # The values include the events that still wait.
                    self._drop_waiting_events()
                    self._is_subscribed = True
                    yield Event("snapshot", reply)
                    continue
                message = self._waiting.popleft() if self._waiting else self._receive(None)
                self._ring()
                yield from self._events(message)
            except Error as reason:
                if not self._is_loss(reason):
                    raise
                self._disconnect()
                if not self.reconnect:
                    raise
                yield Event("disconnected", {"reason": str(reason)})
                # A request of the program may have reconnected meanwhile.
                if not self._socket and not self._is_closed:
                    self._wait_for_panel()

    def pending(self):
        """Whether `events` has an event, or something to do, without waiting in select."""
        return not self._socket or not self._is_subscribed or bool(self._waiting) \
            or b"\n" in self._buffer

    # Polling

    def subscribe(self, match=("*",), *, phases=None, events=None, max_rate_hz=None, echo=False):
        """Selects the events that `poll` returns, as `events` does; the first is a "snapshot".
        Rejections of an earlier `tell` or `feedback` may precede it.
        """
        self._check_is_open()
        wanted = self._subscription(match, phases, events, max_rate_hz, echo)
        # What cannot be written is rejected here, and not by each `poll`.
        self._line({"cmd": "subscribe", **wanted})
        self._wanted = wanted
        self._expected.clear()
        self._is_subscribed = False
        self._ring()

    def poll(self, timeout=0.0):
        """The `Event`s that have arrived, as a list; see `subscribe`.

        It does not wait. With a `timeout` in seconds, it waits so long for the first event; with
        None, until there is one.

        Call it whenever `fileno()` is readable. If the connection is lost, there is an event
        "disconnected"; later calls connect again, and there is a "snapshot". An error is raised
        after the events before it were returned.
        """
        deadline = _deadline(timeout)
        while True:
            events = self._take_events()
            left = _left(deadline)
            if events or left == 0:
                return events
            self._wait(self, select.POLLIN, left)

    def _take_events(self):
        """The events that have arrived. Connects and subscribes if needed, without waiting."""
        self._check_is_open()
        failure, self._failure = self._failure, None
        if failure:
            raise failure
        events = []
        try:
            while self._waiting:
                events += self._polled_events(self._waiting.popleft())
            if not self._socket:
                self._check_reconnects()
                if time.monotonic() < self._retry_time:
                    return events
                self._open(_deadline(0))
                self._awaits_greeting = True
            error = self._read_arrived()
            while True:
                if not error:
                    self._subscribe()
                message = self._take_line()
                if message is None:
                    break
                events += self._polled_events(message)
            if error:
                raise self._lost(error) from error
        except Error as reason:
            is_loss = self._is_loss(reason)
            if is_loss:
                self._disconnect()
            if not self._socket:
                self._retry_time = time.monotonic() + self._retry_seconds
                self._retry_seconds = min(self._retry_seconds * 2, _RETRY_SECONDS[1])
            if is_loss and self.reconnect:
                if not self._is_lost:
                    self._is_lost = True
                    events.append(Event("disconnected", {"reason": str(reason)}))
            elif events:
                self._failure = reason
            else:
                raise
        finally:
            self._ring()
        return events

    @staticmethod
    def _is_loss(error):
        """Whether another attempt to connect may succeed."""
        return isinstance(error, Disconnected) \
            or isinstance(error, Refused) and error.code == "busy"

    def _polled_events(self, message):
        """The events in a message, which may be the greeting or a reply to `poll`."""
        if self._awaits_greeting:
            self._awaits_greeting = False
            self._take_greeting(message)
            self._expect("hello", self._greeting())
            return []
        command = self._expected.pop(message.get("id"), None)
        if command and "error" in message:
            # The same would be rejected again.
            self._wanted = None
            raise Refused(message["error"])
        if command == "subscribe":
            self._is_subscribed = True
            return [Event("snapshot", message["ok"])]
        # Other events belong to a subscription that was replaced, or to one that has not begun.
        return self._events(message) if self._is_subscribed or "error" in message else ()

    def _needs_subscription(self):
        return self._socket and self._wanted and not self._is_subscribed \
            and not self._awaits_greeting and "subscribe" not in self._expected.values()

    def _subscribe(self):
        if self._needs_subscription() and self._wait(self._socket, select.POLLOUT, 0):
            self._expect("subscribe", self._wanted)

    def _expect(self, cmd, fields):
        """Sends a request whose reply `poll` takes."""
        self._number += 1
        self._send({"id": self._number, "cmd": cmd, **fields}, self._deadline())
        self._expected[self._number] = cmd

    def _read_arrived(self):
        """Reads what has arrived. Returns the error if the connection is lost."""
        try:
            for _ in range(_MOST_READS):
                self._read()
        except BlockingIOError:
            pass
        except OSError as error:
            return error

    def _ring(self):
        """Makes `fileno()` readable while something waits that the socket does not show."""
        if not self._epoll:
            return
        self._stop_timer()
        with contextlib.suppress(BlockingIOError):
            self._bell[0].recv(64)
        if self._socket:
            # A socket that is full takes the subscription later.
            self._epoll.modify(self._socket, select.EPOLLIN | (
                select.EPOLLOUT if self._needs_subscription() else 0))
        if self._failure or self._waiting or b"\n" in self._buffer:
            self._bell[1].send(b"\0")
        elif not self._socket and self._wanted:
            self._timer = threading.Timer(
                max(self._retry_time - time.monotonic(), 0), self._bell[1].send, [b"\0"])
            self._timer.daemon = True
            self._timer.start()

    def _stop_timer(self):
        if self._timer:
            self._timer.cancel()
            self._timer.join()
            self._timer = None

    # Lines

    @staticmethod
    def _may_repeat(cmd, fields):
        """Whether a request has the same result, and the same reply, if it is executed twice on
        different connections."""
        if cmd == "set":
            return "delta" not in fields and "delta_norm" not in fields
        if cmd == "page":
            return fields.get("page") not in ("next", "prev")
        if cmd == "spill":
            return not fields.get("toggle")
        if cmd == "scene":
            return fields.get("op") != "delete"
        if cmd == "screenshot":
            # The next piece is of a picture that the panel keeps for the connection.
            return not fields.get("offset")
        return cmd in _REPEATABLE

    @staticmethod
    def _subscription(match, phases, events, max_rate_hz, echo):
        fields = {"match": [match] if isinstance(match, str) else list(match), "echo": echo}
        for key, wanted in (("phases", phases), ("events", events), ("max_rate_hz", max_rate_hz)):
            if wanted is not None:
                fields[key] = wanted
        return fields

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
            raise TypeError("expected exactly one of value, norm, delta and delta_norm")
        fields["control"] = control
        if over_ms is not None:
            fields["over_ms"] = over_ms
        if feedback:
            fields["feedback"] = True
        return fields

    def _check_is_open(self):
        if self._is_closed:
            raise Error("the panel is closed: close() was called")

    def _check_reconnects(self):
        if not self.reconnect:
            raise Disconnected("the connection was lost")

    def _deadline(self):
        """When a request that begins now must be complete; None if there is no limit."""
        return _deadline(self.timeout)

    def _need_connection(self, deadline):
        """Connects if there is no connection, and waits for the greeting if it has not come."""
        self._check_is_open()
        if not self._socket:
            self._check_reconnects()
            self._connect(deadline)
        elif self._awaits_greeting:
            self._greet(deadline)

    def _connect(self, deadline):
        self._open(deadline)
        self._greet(deadline)

    def _greet(self, deadline):
        self._awaits_greeting = False
        try:
            self._take_greeting(self._receive(deadline))
            self._request("hello", self._greeting(), deadline)
        except Error:
            self._disconnect()
            raise

    def _open(self, deadline):
        self._disconnect()
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(_left(deadline))
            connection.connect(self.path)
            connection.setblocking(False)
        except OSError as error:
            connection.close()
            raise Disconnected(
                f"cannot connect to {self.path}: {error.strerror or error}") from error
        self._socket = connection
        self._lines = 0
        if self._epoll:
            self._epoll.register(connection, select.EPOLLIN)

    def _disconnect(self):
        if self._socket:
            if self._epoll:
                # Closing is not enough if a child process has the socket too.
                self._epoll.unregister(self._socket)
            self._socket.close()
            self._socket = None
        self._buffer.clear()
        self._drop_waiting_events()
        self._expected.clear()
        self._is_subscribed = False
        self._awaits_greeting = False

    def _take_greeting(self, message):
        if "error" in message:
            self._disconnect()
            raise Refused(message["error"])
        if "hello" not in message:
            raise self._no_panel(f"expected a greeting, found {message!r:.200}")
        self.hello = message["hello"]
        self._is_lost = False
        self._retry_seconds = _RETRY_SECONDS[0]

    def _greeting(self):
        return {"protocol": PROTOCOL, **({"name": self.name} if self.name else {})}

    def _wait_for_panel(self):
        """Waits until a new connection succeeds."""
        seconds, longest = _RETRY_SECONDS
        while True:
            time.sleep(seconds)
            try:
                return self._connect(self._deadline())
            except Error as reason:
                if not self._is_loss(reason):
                    raise
                seconds = min(seconds * 2, longest)

    def _request(self, cmd, fields, deadline):
        self._number += 1
        number = self._number
        self._send({"id": number, "cmd": cmd, **fields}, deadline)
        while True:
            message = self._receive(deadline)
            if message.get("id") == number:
                if "error" in message:
                    raise Refused(message["error"])
                return message["ok"]
            if self._is_unread(message):
                raise Refused(message["error"])
            self._waiting.append(message)
            if len(self._waiting) > _MOST_WAITING:
                self._drop_waiting_events()
                self._expected.clear()
                self._is_subscribed = False

    def _is_unread(self, message):
        """Whether the panel could not read the last line, not even its id."""
        error = message.get("error", {})
        return message.get("id") is None and error.get("code") == "parse" \
            and bool(re.match(rf"line {self._lines}\b", error.get("message", "")))

    def _drop_waiting_events(self):
        """Keeps only the rejections of requests without a reply, and of very many the newest."""
        rejections = [message for message in self._waiting
                      if "error" in message and message.get("id") is None]
        self._waiting = collections.deque(rejections[-_MOST_WAITING // 2:])

    def _say(self, message):
        """Sends a request without a reply, over a new connection if this one is lost."""
        deadline = self._deadline()
        try:
            self._need_connection(deadline)
            self._send(message, deadline)
        except Disconnected:
            # The panel has not executed it, because it has not received the end of the line. A touch
            # has ended with its connection.
            if not self.reconnect or message["cmd"] == "touch" or _left(deadline) == 0:
                raise
            self._connect(deadline)
            self._send(message, deadline)
        finally:
            self._ring()

    def _send(self, message, deadline):
        if not self._socket:
            raise Disconnected("the connection is closed")
        line = self._line(message)
        try:
            # A panel that does not read may be waiting until its replies are read.
            view = memoryview(line)
            while view:
                ready = self._wait(
                    self._socket, select.POLLIN | select.POLLOUT, _left(deadline))
                if ready & select.POLLOUT:
                    view = view[self._socket.send(view):]
                elif ready:
                    self._read()
                else:
                    self._disconnect()
                    raise Disconnected(f"the panel has read nothing for {self.timeout} s")
            self._lines += 1
        except OSError as error:
            raise self._lost(error) from error

    def _line(self, message):
        """A request as a line that the panel can read."""
        try:
            text = self._json(message)
        except ValueError:
            text = self._json(_finite(message))
        # For a longer line, the panel would close the connection.
        most = self.hello.get("limits", {}).get("line_bytes")
        if most and len(text) > most:
            raise Refused({
                "code": "too-large",
                "message": f"{message['cmd']}: expected at most {most} bytes, found {len(text)}"})
        return text + b"\n"

    @staticmethod
    def _json(message):
        # JSON has no infinity and no NaN.
        return json.dumps(message, separators=(",", ":"), allow_nan=False).encode()

    def _receive(self, deadline):
        """Waits for a line."""
        while True:
            message = self._take_line()
            if message is not None:
                return message
            if not self._socket:
                raise Disconnected("the connection is closed")
            if not self._wait(self._socket, select.POLLIN, _left(deadline)):
                self._disconnect()
                raise Disconnected(f"no reply in {self.timeout} s")
            try:
                self._read()
            except OSError as error:
                raise self._lost(error) from error

    def _take_line(self):
        """The next message that has arrived; None if there is none."""
        while True:
            end = self._buffer.find(b"\n")
            if end < 0:
                if len(self._buffer) > _LONGEST_LINE:
                    raise self._no_panel("a line without an end")
                return None
            line = bytes(self._buffer[:end])
            del self._buffer[:end + 1]
            if not line.strip():
                continue
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                raise self._no_panel(repr(line[:200]))
            return message

    def _no_panel(self, found):
        self._disconnect()
        return Error(f"not a panel: {found}")

    @staticmethod
    def _wait(file, events, seconds):
        """Waits for a file. `poll`, because `select` is limited to descriptors below 1024."""
        poll = select.poll()
        poll.register(file, events)
        ready = poll.poll(None if seconds is None else seconds * 1000)
        return ready[0][1] if ready else 0

    def _read(self):
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionResetError(0, "the panel has closed the connection")
        self._buffer += data

    def _lost(self, error):
        self._disconnect()
        return Disconnected(error.strerror or str(error))
