"""A client of a Glassfader panel: reads and sets controls, and receives events.

One file, no dependencies, Python 3.9 or newer. Install it with `pip install`, or copy it beside
your program.

    import glassfader

    with glassfader.Panel(name="my-bridge") as panel:
        panel.set("ch1.level", -6.0)
        for control, level in panel.levels(["ch*.level", "ch*.mute"]):
            print(control, level)

`levels` yields what a bridge sets its engine to: the present levels, and then every change. `events`
yields all that happens, such as the beginning and the end of a gesture.

A value is a number in the control's unit; a dict of numbers by part ({"low": -48, "high": -24}) for
a control with several; or a string for a control with words as values. -inf sets the least value of
a control, such as silence, and inf the greatest. NaN is rejected. A number may also be one of numpy,
or any other object that converts to a number.

A program that waits for more than the panel uses `subscribe` and `poll` instead of `events`.

A `Panel` executes one call at a time. A call during another raises `Error`, whether it comes from
another thread or from a signal handler. Make a `Panel` for each thread, and let a handler set a flag.
Only `close` may be called at any time. A child process makes a `Panel` of its own.

glassfader-protocol(7) describes the protocol.
"""

import base64
import collections
import contextlib
import difflib
import errno
import grp
import json
import math
import os
import pwd
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
# How long to wait before another attempt to connect, at first and at most, in seconds. Each wait is
# twice as long as the last one, until a connection has lasted for the longest wait.
_RETRY_SECONDS = (0.1, 2.0)
# A wait of so many seconds has no limit. The calls of the system take no infinity.
_NO_LIMIT = 1e6
# The commands that may always be repeated; see `_may_repeat`.
_REPEATABLE = frozenset((
    "hello", "version", "ping", "clients", "list", "get", "meters", "plot", "subscribe",
    "unsubscribe", "link", "lock", "unlock", "style", "display", "reload"))
# One call of `poll` reads no more than this, so that it returns while much arrives.
_MOST_READS = 16
# The members of messages that are objects wherever they are present.
_OBJECTS = ("hello", "ok", "error", "source", "snapshot", "effective")
# Phases that a program must not miss.
_EDGES = ("began", "ended", "cancelled")
# The members of a reading, except the text.
_READING = ("value", "norm", "gain", "effective", "seq")
# What the reasons of `bye` mean.
_FAREWELLS = {
    "shutdown": "glassfaderd has stopped",
    "requested": "the program has requested it",
    "stalled": "the program has read nothing for 30 s: call poll() or next() more often",
    "silent": "the program has sent nothing for 30 s",
    "too-large": "a line was too long",
    None: "glassfaderd has stopped or was restarted; see journalctl -u glassfaderd",
}
# The panel closes a connection that does not read for so long, though something waits.
_STALL_SECONDS = 30


def _deadline(seconds):
    """The time in so many seconds; None for no limit."""
    return None if seconds is None or seconds >= _NO_LIMIT else time.monotonic() + seconds


def _left(deadline):
    """The seconds until a deadline, at least 0; None for no limit."""
    return None if deadline is None else max(deadline - time.monotonic(), 0)


def _names(names):
    """Names as a list. A string is one name."""
    return [names] if isinstance(names, str) else list(names)


def _check_names(call, given, known):
    """Raises TypeError for an argument that would be ignored."""
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else f": expected {', '.join(known)}"
            raise TypeError(f"{call}() has no argument {name}{hint}")


def _plain(value):
    """A value that JSON cannot have, such as a number of numpy, as one that it can have."""
    for convert in ("item", "__index__", "__float__"):
        if hasattr(value, convert):
            with contextlib.suppress(TypeError, ValueError):
                plain = getattr(value, convert)()
                if isinstance(plain, (int, float, str)):
                    return plain
            break
    raise TypeError(f"expected a number, a string or a dict of numbers, found {value!r}")


def _is_message(message):
    """Whether a line of JSON may be one of a panel."""
    return isinstance(message, dict) \
        and all(isinstance(message.get(key, {}), dict) for key in _OBJECTS) \
        and ("id" not in message or "ok" in message or "error" in message) \
        and "value" in message.get("effective", ("value",)) \
        and _has_values(message) and _has_values(message.get("ok", {}))


def _has_values(message):
    """Whether a snapshot, if there is one, has values."""
    snapshot = message.get("snapshot", {})
    return isinstance(snapshot, dict) \
        and all(isinstance(now, dict) and "value" in now for now in snapshot.values())


def _connect_error(path, error):
    """Why there is no connection, and what to do."""
    if error.errno in (errno.ENOENT, errno.ECONNREFUSED):
        return f"no panel at {path}: start glassfaderd (systemctl start glassfaderd), or name its " \
            "socket: Panel(path) or $GLASSFADER_SOCKET"
    if error.errno in (errno.EACCES, errno.EPERM):
        # The tool glassfader has the same words.
        owner, group = "another user", "root"
        with contextlib.suppress(OSError, KeyError):
            status = os.stat(path)
            owner = pwd.getpwuid(status.st_uid).pw_name
            if status.st_mode & 0o020:
                group = grp.getgrgid(status.st_gid).gr_name
        if group == "root":
            return f"no permission for {path}, owned by {owner}: use sudo, or name a group that " \
                "may connect under [socket] in the panel file"
        return f"no permission for {path}, owned by {owner} and the group {group}: join the group " \
            f"(sudo usermod -aG {group} $USER) and log in again"
    return f"cannot connect to {path}: {error.strerror or error}"


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
    if not isinstance(value, (float, int, str, list, type(None))):
        value = _plain(value)
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
        self.message = str(error.get("message") or self.code)
        self.near = list(error.get("near") or ())
        hint = f"; did you mean {' or '.join(map(str, self.near))}?" if self.near else ""
        super().__init__(self.message + hint)


class Event:
    """An event of the panel: the line as a dict in `raw`, and its usual members.

    kind          "valueChanged", "effectiveChanged", "pageChanged", "locked", "sceneRecalled",
                  "action" …;
                  "snapshot" for all present values, with a `reason`; "disconnected" after the
                  connection was lost; "refused" if the panel rejected a `tell` or `feedback`, with
                  the "error" in `raw`
    control       the control's name; None if the event is not about a control
    value, norm   in the control's unit, and 0...1 of travel
    gain          the linear factor of a control in dB, 0 for silence; otherwise None
    effective     of a member of VCAs: {"value": dB, "norm": …, "gain": …} with the levels of its
                  masters added; otherwise None
    level         what a bridge sends to an engine: the effective value, or else the value
    phase         "began", "changed", "ended", "cancelled" or "set"
    gesture       the number of the gesture that the event is part of; otherwise None
    reason        why a gesture was cancelled, such as "touch" for a finger that took the control;
                  why there is a "snapshot": "subscribed" at the start, "connected" after a
                  reconnection, "reloaded" after "configReloaded", or "overflow" after events were
                  lost; why the connection was lost, in words; otherwise None
    source_kind   "touch", "client", "link", "scene", "restore", "animation", "reset", "action",
                  "undo", "redo", "feedback"; a bridge acts on all but the last
    snapshot      for a "snapshot": {control: {"value": …, "norm": …}}, with "held" for a control
                  that somebody holds: {"kind": "touch", "slot": 0} or {"kind": "client", …}
    missing       of "sceneRecalled": the controls of the scene that the panel does not have now,
                  up to 100; otherwise empty
    """

    def __init__(self, kind, raw, replaced=None):
        self.kind = kind
        self.raw = raw
        # By control, the number of the reply that has replaced the events before it.
        self._replaced = {} if replaced is None else replaced
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
    def levels(self):
        """An iterator of what a bridge sets its engine to: pairs of a control and its level, from a
        snapshot or a change alike. There are none for `feedback`, for other events, and for
        controls that the program has set since."""
        levels = {}
        if self.kind == "snapshot":
            levels = {control: now.get("effective", now)["value"]
                      for control, now in self.snapshot.items()}
        elif self.kind == "effectiveChanged" or self.is_change and self.source_kind != "feedback":
            levels = {self.control: self.level}
        for control, level in levels.items():
            if self.seq is None or self._replaced.get(control, 0) <= self.seq:
                yield control, level

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
    no limit. After that, the connection counts as lost. While a panel hangs, every call takes so
    long, also one without a reply, such as `feedback` or `meters`, once the socket is full.

    `wait` is how long to wait for a panel that is not there yet, in seconds; None for no limit.

    With `reconnect`, a lost connection is made again: `events` and `poll` continue with a snapshot,
    so that they never miss the last value, and other calls are repeated once. Some calls raise
    `Disconnected` instead, because the panel may have executed them already: a difference or a step
    (such as `delta`, the page "next" or `undo`), a `batch`, a `touch`, and the removal of a link or
    a scene. Without `reconnect`, a lost connection stays lost, and every call raises `Disconnected`.

    A panel is a context manager, which closes the connection. After `close()`, a loop over `events`
    or `levels` ends, and any other call raises `Error`.
    """

    def __init__(self, path=None, name=None, timeout=5.0, reconnect=True, wait=0.0):
        self.path = os.fsdecode(path or os.environ.get("GLASSFADER_SOCKET") or STANDARD_PATH)
        self.name = name
        self.timeout = timeout
        self.reconnect = reconnect
        self.hello = {}
        self._is_closed = False
        # The call in progress, and a pair of sockets with which `close` wakes it.
        self._user = None
        self._wake = socket.socketpair()
        self._process = os.getpid()
        self._socket = None
        self._buffer = bytearray()
        self._waiting = collections.deque()
        self._number = 0
        # How many lines were sent on this connection.
        self._lines = 0
        # Whether the connection has the subscription of `events` or `poll`; whether a reload has made
        # another snapshot necessary; and the reason of the next snapshot.
        self._is_subscribed = False
        self._is_outdated = False
        self._snapshot_reason = "subscribed"
        # Whether the subscription has the event configReloaded only for this module, and whether it
        # has the program's own changes.
        self._hides_reload = False
        self._has_echo = False
        # By control, the number of the reply that has replaced the events before it.
        self._replaced = {}
        # The subscription of `poll`, and its requests that await replies: {number: command}.
        self._wanted = None
        self._expected = {}
        # Whether `poll` has made the connection, and awaits the greeting.
        self._awaits_greeting = False
        # Whether `poll` has reported that the connection is lost, and when it connects again.
        self._is_lost = False
        self._retry_seconds = _RETRY_SECONDS[0]
        self._retry_time = 0.0
        self._connect_time = self._read_time = 0.0
        # Why the panel closes the connection, if it has sent that.
        self._farewell = None
        # What the next `poll` raises, because the last one returned the events before it.
        self._failure = None
        # What `fileno` returns, and a pair of sockets that makes it readable.
        self._epoll = None
        self._bell = None
        self._timer = None
        try:
            self._connect_first(_deadline(wait))
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Closes the connection, for good. A call in progress, in another thread or under this signal
        handler, ends with an `Error`, and a loop over `events` or `levels` just ends."""
        self._is_closed = True
        if self._user and os.getpid() == self._process:
            # The call that it wakes may have closed them already.
            with contextlib.suppress(OSError):
                self._wake[1].send(b"\0", socket.MSG_DONTWAIT)
        else:
            self._release()

    def fileno(self):
        """A descriptor for select, poll and asyncio: it is readable when `poll()` has something to
        do. It stays the same until `close()`, also when a lost connection is made again; then it is
        -1.

        With `events`, check `pending()` too, because lines may have been read already.
        """
        if self._is_closed:
            return -1
        self._check_process()
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
        """Sends any command, waits for the reply, and returns its member "ok".

        The reply to a `set` or `batch` replaces what `events` and `poll` have not returned yet of the
        controls that it has set: they do not return older values of these. A gesture's beginning
        and end stay, with the present value.
        """
        if "id" in fields:
            raise TypeError("request() numbers its requests by itself: leave out id")
        with self._in_use():
            deadline = self._deadline()
            try:
                try:
                    self._need_connection(deadline)
                    reply = self._request(cmd, fields, deadline)
                except Disconnected:
                    # The panel may have executed the command before the connection was lost.
                    if not self.reconnect or not self._may_repeat(cmd, fields) \
                            or _left(deadline) == 0:
                        raise
                    self._connect(deadline)
                    reply = self._request(cmd, fields, deadline)
                self._note_reply(cmd, fields, reply, deadline)
                return reply
            finally:
                self._ring()

    def list(self, match="*"):
        """The descriptions of the controls whose names match, as a list of dicts."""
        return self._ask("controls", "list", match=match)

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
        _check_names("style", changes, ("label", "color", "icon", "visible", "enabled", "reset"))
        return self.request("style", **{"control" if "." in name else "strip": name}, **changes)

    def get(self, control):
        """A control's value."""
        return self._ask("value", "get", control=control)

    def reading(self, control):
        """A control's value, norm, gain and text, as a dict."""
        return self.request("get", control=control)

    def set(self, control, value=None, *, norm=None, delta=None, delta_norm=None, over_ms=None,
            feedback=False):
        """Sets a control, and returns the reply: {"applied": True, "value": …}.

        Pass exactly one of value, norm, delta and delta_norm. A finger on the control has
        precedence: "applied" is False then. With `over_ms`, the value fades. With `feedback`, it
        is the engine's present value: the panel shows it, and bridges do not act on it.

        Set the engine to the "value" of the reply, or to its "effective" value if it has one. Older
        events of the control that wait are replaced by the reply; see `request`.
        """
        return self.request("set", **self._set(control, value, norm, delta, delta_norm, over_ms,
                                               feedback))

    def tell(self, control, value=None, *, norm=None, delta=None, delta_norm=None, over_ms=None):
        """Sets a control as `set` does, without waiting for a reply. `events` and `poll` report a
        rejection. They may also return an older change afterwards; see `feedback`."""
        self._say({"cmd": "set", **self._set(control, value, norm, delta, delta_norm, over_ms,
                                             False)})

    def feedback(self, control, value=None, *, norm=None):
        """Reports the engine's present value, or its norm, without waiting for a reply. While the
        panel hangs, a call may take as long as `timeout`; see `Panel`.

        Another change of the control may be under way to the program. It acts on that change
        afterwards, and then differs from the panel. `set` with `feedback=True` prevents that: its
        reply replaces older events.
        """
        self._say({"cmd": "set", **self._set(control, value, norm, None, None, None, True)})

    def batch(self, values=None, *, norm=None, feedback=False):
        """Sets all of {control: value} in one frame, or none of them; returns the reply.

        `norm` has more controls, {control: norm}. For `feedback`, see `set`.
        """
        operations = [{"cmd": "set", "control": control, key: value}
                      for key, changes in (("value", values), ("norm", norm))
                      for control, value in (changes or {}).items()]
        if feedback:
            operations = [{**operation, "feedback": True} for operation in operations]
        return self.request("batch", ops=operations)

    def touch(self, phase, controls):
        """Holds controls as a finger does: {control: {"norm": 0.62}}, or a list of controls.

        A control has at most one of value, norm, delta and delta_norm; and "part", if it has
        several and one of them moves. `phase` is "began", "changed", "ended" or "cancelled". The
        result is that of each control: {"applied": True, "gesture": 57, ...}. For "changed" nothing
        is waited for, and the result is None. A finger at the panel takes the control: `events` and
        `poll` report that as "cancelled", with the `reason` "touch".
        """
        if not isinstance(controls, dict):
            controls = {name: {} for name in _names(controls)}
        for control, change in controls.items():
            if not isinstance(change, dict):
                raise TypeError(f'{control}: expected a dict such as {{"norm": 0.62}}, '
                                f"found {change!r}")
            _check_names("touch", change, ("value", "norm", "delta", "delta_norm", "part"))
        if phase == "changed":
            return self._say({"cmd": "touch", "phase": phase, "controls": controls})
        return self._ask("results", "touch", phase=phase, controls=controls)

    @contextlib.contextmanager
    def hold(self, *controls):
        """Holds controls in a `with` block, such as a talkback key; see `touch`.

        The result of `with` is that of each control. An error in the block cancels the touch.

        If a control cannot be held, because a name is wrong, somebody else holds it or the panel is
        locked, then none is held, and `Refused` is raised. If the connection was lost in the block,
        and the touch with it, the end of the block raises `Disconnected`. If a finger has taken a
        control, that is no error; see `touch`.
        """
        if len(controls) == 1 and not isinstance(controls[0], str):
            controls = controls[0]
        controls = _names(controls)
        results = self.touch("began", controls)
        held = [control for control in controls if results.get(control, {}).get("applied")]
        connection = self._socket
        try:
            self._check_held(results)
            yield results
        except BaseException:
            # The connection may be what was lost.
            with contextlib.suppress(Error):
                if held:
                    self.touch("cancelled", held)
            raise
        self.touch("ended", held)
        if self._socket is not connection:
            raise Disconnected(f"the connection was lost while {', '.join(held)} "
                               "was held: the panel has let go")

    @staticmethod
    def _check_held(results):
        """Raises the reason why a control is not held."""
        for control, result in results.items():
            if not result.get("applied"):
                reason, by = result.get("reason", "internal"), result.get("by", {})
                message = f"{control}: {result.get('message', reason)}"
                if reason == "touched":
                    holder = by.get("name") or by.get("kind") or "somebody else"
                    message = f"{control} is held by {holder}: try again later"
                raise Refused({"code": reason, "message": message, "near": result.get("near")})

    def meters(self, levels):
        """Sets levels of meters, {control: [dBFS, one for each channel]}; there is no reply. A number
        is the level of the first channel.

        NaN is shown as silence. A name that no meter has is ignored, because meters come often; to
        check the names, use `request("meters", v=levels)` once. While the panel hangs, a call may
        take as long as `timeout`; see `Panel`.
        """
        self._say({"cmd": "meters", "v": {
            control: [min(level, 200.0) if level > -200 else -200.0
                      for level in (channels if hasattr(channels, "__iter__") else [channels])]
            for control, channels in levels.items()}})

    def plot(self, points):
        """Sets points of plots, {control: [at most 4096 numbers]}; there is no reply.

        NaN is shown as the least number. A name that no plot has is ignored; see `meters`.
        """
        self._say({"cmd": "plot", "v": {
            control: [float("%.6g" % min(point, 1e9)) if point > -1e9 else -1e9
                      for point in numbers]
            for control, numbers in points.items()}})

    def link(self, name, controls, mode="relative", **fields):
        """Links controls: mode is "relative", "absolute", "vca" with the master first, or "gang".

        `in_` is "norm" or "value"; `select` and `while_` are the keys of a gang.
        """
        fields = {key.rstrip("_"): field for key, field in fields.items()}
        _check_names("link", fields, ("in", "select", "while"))
        return self.request("link", name=name, controls=_names(controls), mode=mode, **fields)

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

    def lock(self, on=True, except_=(), clients=False):
        """Locks the panel against touch, and with `clients` against other programs, except the
        controls in `except_`; or unlocks it."""
        return self.request("lock", on=on, **({"except": _names(except_)} if except_ else {}),
                            **({"clients": True} if clients else {}))

    def scene(self, op, name=None, *, match=None, over_ms=None, safe=None):
        """Stores, recalls, lists or deletes scenes: `op` is "store", "recall", "list" or "delete".

        `match` selects controls, and `safe` those that keep their values when a scene is recalled.
        With `over_ms`, the values fade. The result is the reply: scene("list")["scenes"] are all
        scenes, and after "recall", "refused" are the controls that a finger holds.
        """
        fields = {"name": name, "match": match, "over_ms": over_ms, "safe": safe}
        return self.request("scene", op=op, **{
            key: field for key, field in fields.items() if field is not None})

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

    def levels(self, match=("*",), *, max_rate_hz=None):
        """Yields pairs of a control and its level without end: what a bridge sets its engine to.

        These are the levels at the start, all changes except `feedback`, and after a reconnection or
        another panel file all levels again; see `Event.levels`. It does not report a lost connection
        and the rejection of a `tell` or `feedback`: use `events` for these.
        """
        for event in self.events(match, max_rate_hz=max_rate_hz):
            yield from event.levels

    def events(self, match=("*",), *, phases=None, events=None, max_rate_hz=None, echo=False):
        """Yields `Event`s without end; the first is a "snapshot". Subscribes at the first `next`.
        Rejections of an earlier `tell` or `feedback` follow it.

        `phases` and `events` select events; None selects all. A slow program misses intermediate
        values, but not the last one, and not the beginning or the end of a gesture, unless a new
        "snapshot" replaces them. A connection has one subscription: the newest.

        After "configReloaded" there is another "snapshot", as controls may have been added.
        """
        fields = self._subscription(match, phases, events, max_rate_hz, echo)
        with self._in_use():
            self._begin_subscription(fields)
        while not self._is_closed:
            try:
                with self._in_use():
                    found = self._next_events(fields)
            except Error:
                if self._is_closed:
                    return
                raise
            yield from found

    def _next_events(self, fields):
        """The next events of the loop, or none. Waits for the panel, for one message, or for the
        snapshot."""
        try:
            if self._is_lost and not self._socket:
                self._wait_for_panel()
            deadline = self._deadline()
            self._need_connection(deadline)
            # A request may have replaced a lost connection; the new one has no subscription.
            if not self._is_subscribed:
                reply = self._request("subscribe", fields, deadline)
                # The values include the events that still wait.
                self._drop_waiting_events()
                return [self._snapshot(reply)]
            if self._is_outdated:
                reply = self._request("subscribe", fields, deadline)
                self._is_outdated = False
                # The events before it still come.
                self._waiting.append({"event": "resync", "reason": "reloaded", **reply})
            message = self._waiting.popleft() if self._waiting else self._receive(None)
            self._ring()
            return list(self._events(message))
        except Error as reason:
            if not self._is_loss(reason) or self._is_closed:
                raise
            self._disconnect()
            if not self.reconnect:
                raise
            self._is_lost = True
            return [self._disconnected(reason)]

    def pending(self):
        """Whether `events` has an event, or something to do, without waiting in select."""
        return not self._socket or not self._is_subscribed or bool(self._waiting) \
            or b"\n" in self._buffer

    # Polling

    def subscribe(self, match=("*",), *, phases=None, events=None, max_rate_hz=None, echo=False):
        """Selects the events that `poll` returns, as `events` does; the first is a "snapshot".
        Rejections of an earlier `tell` or `feedback` may precede it.
        """
        wanted = self._subscription(match, phases, events, max_rate_hz, echo)
        with self._in_use():
            # What cannot be written is rejected here, and not by each `poll`.
            self._line({"cmd": "subscribe", **wanted})
            self._begin_subscription(wanted)
            self._wanted = wanted
            self._ring()

    def unsubscribe(self):
        """Ends the subscription: `poll` returns no more events, and makes no connection again."""
        with self._in_use():
            self._begin_subscription({})
            self._drop_waiting_events()
            if not self._socket:
                return
        try:
            self.request("unsubscribe")
        except Refused as error:
            # It had not begun.
            if error.code != "bad-request":
                raise

    def poll(self, timeout=0.0):
        """The `Event`s that have arrived, as a list; see `subscribe`.

        It does not wait. With a `timeout` in seconds, it waits so long for the first event; with
        None, until there is one.

        Call it whenever `fileno()` is readable. If the connection is lost, there is an event
        "disconnected"; later calls connect again, and there is a "snapshot". An error is raised
        after the events before it were returned.

        Handle all events of the list: they are not returned again, also if the program raises an
        error in between.
        """
        deadline = _deadline(timeout)
        with self._in_use():
            while True:
                events = self._take_events()
                left = _left(deadline)
                if events or left == 0:
                    return events
                if left is None and not self._wanted and not self._is_subscribed:
                    raise Error("poll() would wait for ever: call subscribe() first")
                self._wait(self, select.POLLIN, left)

    def _take_events(self):
        """The events that have arrived. Connects and subscribes if needed, without waiting."""
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
                self._retry_time = time.monotonic() + self._next_retry()
            if is_loss and self.reconnect:
                if not self._is_lost:
                    self._is_lost = True
                    events.append(self._disconnected(reason))
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
            return [self._snapshot(message["ok"])]
        # Other events belong to a subscription that was replaced, or to one that has not begun.
        return self._events(message) if self._is_subscribed or "error" in message else ()

    def _begin_subscription(self, fields):
        """Prepares for a subscription. A connection has one: the newest."""
        self._wanted = None
        self._expected.clear()
        self._is_subscribed = self._is_outdated = False
        self._snapshot_reason = "subscribed"
        self._has_echo = bool(fields.get("echo"))
        wanted = fields.get("events")
        self._hides_reload = isinstance(wanted, list) and "configReloaded" not in wanted
        if self._hides_reload:
            fields["events"] = [*wanted, "configReloaded"]

    def _snapshot(self, reply):
        """The event for the reply to a subscription, which is in effect now."""
        if "snapshot" not in reply:
            raise self._no_panel(f"expected a snapshot, found {reply!r:.200}")
        reason, self._snapshot_reason = self._snapshot_reason, "reloaded"
        self._is_subscribed = True
        self._is_outdated = False
        return Event("snapshot", {"reason": reason, **reply}, self._replaced)

    @staticmethod
    def _disconnected(reason):
        return Event("disconnected", {"reason": str(reason)})

    def _needs_subscription(self):
        return self._socket and self._wanted and (not self._is_subscribed or self._is_outdated) \
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
        fields = {"match": _names(match), "echo": echo}
        for key, wanted in (("phases", phases), ("events", events)):
            if wanted is not None:
                fields[key] = _names(wanted)
        if max_rate_hz is not None:
            fields["max_rate_hz"] = max_rate_hz
        return fields

    def _events(self, message):
        """The event in a message: an event, or the error of a request without an id."""
        kind = message.get("event")
        if kind == "configReloaded":
            self._is_outdated = True
            if self._hides_reload:
                return
        if kind and not self._is_replaced(message):
            yield Event("snapshot" if kind == "resync" else kind, message, self._replaced)
        elif "error" in message and message.get("id") is None:
            yield Event("refused", message)

    # Replies that replace events

    def _note_reply(self, cmd, fields, reply, deadline):
        """Notes what a reply to a request of the program changes for its events."""
        if cmd == "subscribe":
            self._begin_subscription(dict(fields))
            self._hides_reload = False
            self._wanted = fields
            self._drop_waiting_events()
            self._snapshot(reply)
        elif cmd == "unsubscribe":
            self._begin_subscription({})
            self._drop_waiting_events()
        elif cmd == "set":
            self._replace([{**reply, "control": fields.get("control")}], reply, deadline)
        elif cmd == "batch":
            self._replace(reply.get("results", ()), reply, deadline)

    def _replace(self, results, reply, deadline):
        """Replaces events that are older than a reply: the program has a newer value of the control.

        The panel sends events and replies in order. But the events that waited while the program
        waited for the reply are returned after it. With `echo`, the program's own change comes too,
        after them.
        """
        seq = reply.get("seq")
        controls = {result.get("control") for result in results if result.get("applied")}
        if not isinstance(seq, int) or self._has_echo or not controls:
            return
        if self._is_subscribed or "subscribe" in self._expected.values():
            self._replaced.update(dict.fromkeys(controls, seq))
        for message in self._waiting:
            if self._has_older_values(message, controls, seq):
                # A new snapshot replaces all that waits.
                self._snapshot_reason = message.get("reason", self._snapshot_reason)
                self._drop_waiting_events()
                self._expected.clear()
                self._is_subscribed = False
                return
        edges = [message for message in self._waiting
                 if self._is_replaced(message) and message.get("phase") in _EDGES]
        readings = {control: self._reading(control, deadline)
                    for control in {message["control"] for message in edges}}
        waiting, self._waiting = self._waiting, collections.deque()
        for message in waiting:
            if message in edges and readings[message["control"]]:
                message = {key: member for key, member in message.items() if key not in _READING}
                message.update(readings[message["control"]])
            elif message not in edges and self._is_replaced(message):
                continue
            self._waiting.append(message)

    @staticmethod
    def _has_older_values(message, controls, seq):
        """Whether a message has a snapshot with an older value of the controls."""
        values = message if "snapshot" in message else message.get("ok", {})
        return isinstance(values.get("seq"), int) and values["seq"] < seq \
            and not controls.isdisjoint(values.get("snapshot", ()))

    def _is_replaced(self, message):
        """Whether a reply has replaced an event."""
        return message.get("event") in ("valueChanged", "effectiveChanged") \
            and self._replaced.get(message.get("control"), 0) > message.get("seq", math.inf)

    def _reading(self, control, deadline):
        """The present value of a control, for an event."""
        try:
            reading = self._request("get", {"control": control}, deadline)
        except Error:
            # There is no such control any more, or no connection; then a snapshot follows.
            return {}
        return {key: reading[key] for key in _READING if key in reading}

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

    @contextlib.contextmanager
    def _in_use(self):
        """Keeps other calls out, which would take each other's replies. No lock: a signal handler
        would wait for the call that it interrupts."""
        call = object()
        try:
            self._check_process()
            if not self._user:
                self._user = call
            if self._user is not call:
                raise Error(
                    "another call is in progress, in another thread or interrupted by this signal "
                    "handler: make a Panel for each thread, and let a handler only set a flag or "
                    "call close()")
            self._check_is_open()
            yield
        finally:
            if self._user is call:
                self._user = None
                if self._is_closed:
                    self._release()

    def _release(self):
        """Closes everything. Twice does no harm."""
        self._wanted = None
        self._failure = None
        self._stop_timer()
        self._disconnect()
        self._waiting.clear()
        ends = [self._epoll, *(self._bell or ()), *self._wake]
        self._epoll = self._bell = None
        for end in filter(None, ends):
            end.close()

    def _check_is_open(self):
        if self._is_closed:
            raise Error("the panel is closed: close() was called")

    def _check_process(self):
        if os.getpid() != self._process:
            raise Error("the connection belongs to the parent process: make a Panel in this one")

    def _check_reconnects(self):
        if not self.reconnect:
            raise Disconnected("the connection was lost")

    def _deadline(self):
        """When a request that begins now must be complete; None if there is no limit."""
        return _deadline(self.timeout)

    def _ask(self, member, cmd, **fields):
        """A member of the reply to a request."""
        reply = self.request(cmd, **fields)
        if member not in reply:
            raise self._no_panel(f"expected {member}, found {reply!r:.200}")
        return reply[member]

    def _need_connection(self, deadline):
        """Connects if there is no connection, and waits for the greeting if it has not come."""
        if not self._socket:
            self._check_reconnects()
            self._connect(deadline)
        elif self._awaits_greeting:
            self._greet(deadline)

    def _connect_first(self, deadline):
        """Connects, or waits for the panel until the deadline."""
        try:
            self._connect(self._deadline())
        except Error as reason:
            if not self._is_loss(reason) or _left(deadline) == 0:
                raise
            self._wait_for_panel(deadline)

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
            raise Disconnected(_connect_error(self.path, error)) from error
        self._socket = connection
        self._connect_time = self._read_time = time.monotonic()
        self._farewell = None
        self._lines = 0
        if self._epoll:
            self._epoll.register(connection, select.EPOLLIN)

    def _disconnect(self):
        if self._socket:
            # Closing is not enough if a child process has the socket too. The child itself has the
            # same epoll as its parent.
            if self._epoll and os.getpid() == self._process:
                self._epoll.unregister(self._socket)
            self._socket.close()
            self._socket = None
            if time.monotonic() - self._connect_time > _RETRY_SECONDS[1]:
                self._retry_seconds = _RETRY_SECONDS[0]
            if self._snapshot_reason != "subscribed":
                self._snapshot_reason = "connected"
        self._buffer.clear()
        self._drop_waiting_events()
        self._expected.clear()
        self._is_subscribed = self._is_outdated = False
        self._awaits_greeting = False
        self._replaced = {}

    def _take_greeting(self, message):
        if "error" in message:
            self._disconnect()
            raise Refused(message["error"])
        limits = message.get("hello", {}).get("limits", {})
        if "hello" not in message or not isinstance(limits, dict) \
                or not isinstance(limits.get("line_bytes", 0), int):
            raise self._no_panel(f"expected a greeting, found {message!r:.200}")
        self.hello = message["hello"]
        self._is_lost = False

    def _greeting(self):
        return {"protocol": PROTOCOL, **({"name": self.name} if self.name else {})}

    def _wait_for_panel(self, deadline=None):
        """Waits until a new connection succeeds."""
        while True:
            seconds = self._next_retry()
            left = _left(deadline)
            self._wait(None, 0, seconds if left is None else min(seconds, left))
            try:
                return self._connect(self._deadline())
            except Error as reason:
                if not self._is_loss(reason) or _left(deadline) == 0:
                    raise

    def _next_retry(self):
        """The seconds until the next attempt to connect."""
        seconds = self._retry_seconds
        self._retry_seconds = min(seconds * 2, _RETRY_SECONDS[1])
        return seconds

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
                self._snapshot_reason = "overflow"
                self._drop_waiting_events()
                self._expected.clear()
                self._is_subscribed = False

    def _is_unread(self, message):
        """Whether the panel could not read the last line, not even its id."""
        error = message.get("error", {})
        return message.get("id") is None and error.get("code") == "parse" \
            and bool(re.match(rf"line {self._lines}\b", str(error.get("message"))))

    def _drop_waiting_events(self):
        """Keeps only the rejections of requests without a reply, and of very many the newest."""
        rejections = [message for message in self._waiting
                      if "error" in message and message.get("id") is None]
        self._waiting = collections.deque(rejections[-_MOST_WAITING // 2:])

    def _say(self, message):
        """Sends a request without a reply, over a new connection if this one is lost."""
        with self._in_use():
            deadline = self._deadline()
            try:
                self._need_connection(deadline)
                self._send(message, deadline)
            except Disconnected:
                # The panel has not executed it, because it has not received the end of the line. A
                # touch has ended with its connection.
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
        view = memoryview(line)
        try:
            # A panel that does not read may be waiting until its replies are read.
            while view:
                ready = self._wait(
                    self._socket, select.POLLIN | select.POLLOUT, _left(deadline))
                if ready & select.POLLOUT:
                    view = view[self._socket.send(view, socket.MSG_NOSIGNAL):]
                elif ready:
                    self._read()
                else:
                    self._disconnect()
                    raise Disconnected(f"the panel has read nothing for {self.timeout} s: "
                                       "glassfaderd hangs; see journalctl -u glassfaderd")
            self._lines += 1
        except OSError as error:
            raise self._lost(error) from error
        except BaseException:
            # Such as an error of a signal handler. Another line must not follow half a line.
            if 0 < len(view) < len(line):
                self._disconnect()
            raise

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
        return json.dumps(message, separators=(",", ":"), allow_nan=False, default=_plain).encode()

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
                raise Disconnected(f"no reply in {self.timeout} s: glassfaderd hangs; "
                                   "see journalctl -u glassfaderd")
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
            except (ValueError, RecursionError):
                message = None
            if not _is_message(message):
                raise self._no_panel(repr(line[:200]))
            if message.get("event") == "bye":
                self._farewell = str(message.get("reason"))
            return message

    def _no_panel(self, found):
        self._disconnect()
        return Error(f"not a panel: {found}; is {self.path} the socket of a panel?")

    def _wait(self, file, events, seconds):
        """Waits for a file, or only for the time. Raises an error after `close`.

        `poll`, because `select` is limited to descriptors below 1024.
        """
        self._check_is_open()
        poll = select.poll()
        poll.register(self._wake[0], select.POLLIN)
        if file:
            poll.register(file, events)
        ready = dict(poll.poll(
            None if seconds is None or seconds >= _NO_LIMIT else math.ceil(seconds * 1000)))
        self._check_is_open()
        return ready.get(file.fileno(), 0) if file else 0

    def _read(self):
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionResetError
        self._buffer += data
        self._read_time = time.monotonic()

    def _lost(self, error):
        """The error of a lost connection, with the reason that the panel has sent before."""
        seconds, length = time.monotonic() - self._read_time, len(self._buffer)
        with contextlib.suppress(OSError, Error):
            # What it has sent may not have been read yet.
            while self._socket and len(self._buffer) <= _LONGEST_LINE:
                self._read()
        has_unread = len(self._buffer) > length
        with contextlib.suppress(Error):
            while self._take_line():
                pass
        if not self._farewell and has_unread and seconds >= _STALL_SECONDS:
            # There was no room for the last line.
            self._farewell = "stalled"
        self._disconnect()
        if isinstance(error, (BrokenPipeError, ConnectionResetError)):
            reason = _FAREWELLS.get(self._farewell, self._farewell or _FAREWELLS[None])
            return Disconnected(f"the panel has closed the connection: {reason}")
        return Disconnected(error.strerror or str(error))
