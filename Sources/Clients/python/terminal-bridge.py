#!/usr/bin/env python3
"""A bridge between a panel and an engine, to start your own from.

    terminal-bridge.py [PATTERN]...

The engine is the terminal. It prints each level that it is set to; a line that you type, such as
`ch1.level -12`, is a change that the engine makes by itself.
"""

import os
import select
import sys

import glassfader


class Engine:
    """Put your engine here: what sets a level, and what notices a change of its own."""

    def fileno(self):
        """Readable when the engine has changed something."""
        return sys.stdin.fileno()

    def set(self, control, level):
        print(f"engine: {control} = {level}", flush=True)

    def changes(self):
        """What the engine has changed by itself: pairs of a control and a level."""
        data = os.read(self.fileno(), 4096)
        if not data:
            raise EOFError
        for line in data.decode(errors="replace").splitlines():
            try:
                control, level = line.split()
                yield control, float(level)
            except ValueError:
                print("expected a control and a level, such as: ch1.level -12", flush=True)


def follow(panel, engine, patterns):
    """Keeps panel and engine equal, without end."""
    panel.subscribe(patterns)
    while True:
        ready, _, _ = select.select([panel, engine], [], [])
        # The engine is first: its change is newer than what waits from the panel, and replaces it.
        if engine in ready:
            for control, level in engine.changes():
                send(panel, control, level)
        if panel in ready:
            for event in panel.poll():
                act(engine, event)


def act(engine, event):
    """Does to the engine what happened at the panel."""
    # All levels at the beginning, after lost events, after a reload and when the panel is back, and
    # then each change. That of a member of a VCA has the master's level in it.
    for control, level in event.levels:
        engine.set(control, level)
    if event.kind == "disconnected":
        print("the panel is gone; the engine keeps its levels", flush=True)
    elif event.kind == "refused":
        print("rejected:", event.raw["error"]["message"], flush=True)


def send(panel, control, level):
    """Moves a control to where it gives a level of the engine.

    `panel.set` waits for the reply, in contrast to `panel.feedback`: the reply replaces the events
    that were sent before it, so that the engine does not go back to an older value.
    """
    try:
        now = panel.reading(control)
        if "effective" in now:
            if now["gain"] == 0:
                # At silence, the masters' part is not visible: move the fader, and correct it.
                panel.set(control, level, feedback=True)
                now = panel.reading(control)
            if now["effective"]["gain"] == 0 and now["gain"] > 0:
                # Under a silent master, no place of the fader gives the level.
                return
            level -= now["effective"]["value"] - now["value"]
        panel.set(control, level, feedback=True)
    except glassfader.Refused as error:
        print("rejected:", error.message, flush=True)
    except glassfader.Disconnected:
        # The panel's values replace the change when it is back.
        pass


def connect():
    """The panel, which may start later."""
    try:
        return glassfader.Panel(name="terminal-bridge")
    except glassfader.Disconnected as error:
        print(f"waiting: {error}", file=sys.stderr, flush=True)
        return glassfader.Panel(name="terminal-bridge", wait=None)


if __name__ == "__main__":
    try:
        with connect() as connected:
            follow(connected, Engine(), sys.argv[1:] or ["*"])
    except glassfader.Error as error:
        sys.exit(f"terminal-bridge: {error}")
    except (EOFError, KeyboardInterrupt):
        pass
