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
        if panel in ready:
            for event in panel.poll():
                act(engine, event)
        if engine in ready:
            for control, level in engine.changes():
                send(panel, control, level)


def act(engine, event):
    """Does to the engine what happened at the panel."""
    if event.kind == "snapshot":
        # At the beginning, after lost events, and when the panel is back.
        for control, now in event.snapshot.items():
            engine.set(control, now.get("effective", now)["value"])
    elif event.kind == "effectiveChanged" or (
            event.is_change and event.source_kind != "feedback"):
        # That of a member of a VCA has the master's level in it.
        engine.set(event.control, event.level)
    elif event.kind == "disconnected":
        print("the panel is gone; the engine keeps its levels", flush=True)
    elif event.kind == "refused":
        print("rejected:", event.raw["error"]["message"], flush=True)


def send(panel, control, level):
    """Moves a control to where it gives a level of the engine."""
    try:
        now = panel.reading(control)
        if "effective" in now:
            if now["gain"] == 0:
                # At silence, the masters' part is not visible: move the fader, and correct it.
                panel.feedback(control, level)
                now = panel.reading(control)
            if now["effective"]["gain"] == 0 and now["gain"] > 0:
                # Under a silent master, no place of the fader gives the level.
                return
            level -= now["effective"]["value"] - now["value"]
        panel.feedback(control, level)
    except glassfader.Refused as error:
        print("rejected:", error.message, flush=True)
    except glassfader.Disconnected:
        # The panel's values replace the change when it is back.
        pass


if __name__ == "__main__":
    try:
        with glassfader.Panel(name="terminal-bridge") as connected:
            follow(connected, Engine(), sys.argv[1:] or ["*"])
    except glassfader.Error as error:
        sys.exit(f"terminal-bridge: {error}")
    except (EOFError, KeyboardInterrupt):
        pass
