"""A client of the daemon's socket, for tests."""

import fnmatch
import json
import select
import socket
import time

from checks import PATIENCE, wait_until


class Panel:
    """One connection. Events that arrive between replies are kept, in order, in `events`."""

    def __init__(self, path, seconds=2 * PATIENCE):
        deadline = time.monotonic() + seconds
        while True:
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self.socket.connect(path)
                break
            except OSError:
                self.socket.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        self.pending = b""
        self.events = []
        self.closed = False
        self.last_id = 0
        self.hello = self._read(deadline)["hello"]

    def request(self, command, seconds=PATIENCE, **fields):
        """Sends a command, and returns what is in its `ok`. An `error` raises."""
        self.last_id += 1
        message = {"id": self.last_id, "cmd": command, **fields}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        deadline = time.monotonic() + seconds
        while True:
            reply = self._read(deadline)
            if "event" in reply:
                self.events.append(reply)
            elif reply.get("id") == self.last_id:
                if "ok" not in reply:
                    raise RuntimeError(f"{message} was answered {reply}")
                return reply["ok"]

    def wait(self, condition, seconds=PATIENCE):
        """Reads events until one meets the condition; returns it, or None when time is up."""
        deadline = time.monotonic() + seconds
        seen = 0
        while True:
            while seen < len(self.events):
                seen += 1
                if condition(self.events[seen - 1]):
                    return self.events[seen - 1]
            try:
                message = self._read(deadline)
            except (TimeoutError, EOFError):
                return None
            if "event" in message:
                self.events.append(message)

    def settle(self):
        """Waits until all that was sent to the daemon has come out of it again.

        What could be read before the second question was read before its answer.
        """
        self.request("ping")
        self.request("ping")

    def touch_until_used(self, touchscreen, point):
        """Puts a finger down until the panel notices: there is no sign of when a touchscreen that was
        just plugged in is in use. Returns the first event; before it, nothing has been heard."""
        def touched():
            self.events.clear()
            touchscreen.report(down={0: point})
            self.settle()
            events = [event for event in self.events if event["event"] == "valueChanged"]
            if not events:
                # What comes of it meanwhile is forgotten.
                touchscreen.report(lift=[0])
                self.settle()
            return events and events[0]
        return wait_until(touched)

    def values(self, control, phases="*"):
        """The value events of a control so far."""
        return [
            event for event in self.events
            if event["event"] == "valueChanged" and event["control"] == control
            and fnmatch.fnmatch(event["phase"], phases)
        ]

    def close(self):
        self.socket.close()

    def _read(self, deadline):
        while b"\n" not in self.pending:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.socket], [], [], left)[0]:
                raise TimeoutError("the daemon did not answer in time")
            data = self.socket.recv(65536)
            if not data:
                self.closed = True
                raise EOFError("the daemon closed the connection")
            self.pending += data
        line, _, self.pending = self.pending.partition(b"\n")
        return json.loads(line)
