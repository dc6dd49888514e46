#!/usr/bin/env python3
"""Lets a fader of a Glassfader panel set the volume of a sound card, and shows who else changed it.

    alsa-bridge.py [--card CARD] [--mixer MASTER] [--socket PATH] CONTROL

The fader is in dB; silence mutes what can be muted. What alsamixer or a headset's buttons change
moves the fader, without an echo: a bridge tells it with `feedback`, and ignores that itself.
Needs amixer (alsa-utils).
"""

import argparse
import re
import selectors
import subprocess
import sys

import glassfader


class Mixer:
    """One element of a sound card, by amixer, which stays running: starting it takes 0.2 s."""

    def __init__(self, card, element):
        self.card = card
        self.element = element
        self.wanted = float("nan")
        self.setter = subprocess.Popen(
            ["amixer", "-q", "-c", card, "--stdin"], stdin=subprocess.PIPE, text=True)
        self.events = subprocess.Popen(
            ["amixer", "-c", card, "sevents"], stdout=subprocess.PIPE)

    def close(self):
        self.setter.stdin.close()
        self.setter.wait()
        self.events.terminate()
        self.events.wait()

    def decibels_set_elsewhere(self):
        """The volume, if it is not what was set here, but for the steps that the card has; None
        also where the card does not tell it in dB."""
        said = subprocess.run(
            ["amixer", "-c", self.card, "sget", self.element],
            capture_output=True, text=True, check=True).stdout
        found = re.search(r"\[(-?\d+\.\d+)dB\]", said)
        if not found or abs(float(found.group(1)) - self.wanted) < 1:
            return None
        self.wanted = float(found.group(1))
        return self.wanted

    def set(self, decibels):
        self.wanted = decibels
        self.setter.stdin.write(f"sset '{self.element}' {decibels:.2f}dB\n")
        self.setter.stdin.flush()


def follow(panel, control, mixer):
    """Sets the mixer as the control changes, and the control as the mixer does."""
    events = panel.events([control])
    selector = selectors.DefaultSelector()
    selector.register(mixer.events.stdout, selectors.EVENT_READ)
    while True:
        event = next(events)
        if event.kind == "snapshot":
            if control not in event.snapshot:
                sys.exit(f"alsa-bridge: the panel has no {control}")
            mixer.set(event.snapshot[control]["value"])
        elif event.is_change and event.source_kind != "feedback":
            mixer.set(event.value)
        while not panel.pending() and not wait(selector, panel, mixer):
            decibels = mixer.decibels_set_elsewhere()
            if decibels is not None:
                panel.feedback(control, decibels)


def wait(selector, panel, mixer):
    """Waits for either side; whether it was the panel's."""
    if panel.fileno() < 0:
        return True
    selector.register(panel, selectors.EVENT_READ)
    ready = [key.fileobj for key, _ in selector.select()]
    selector.unregister(panel)
    if mixer.events.stdout in ready and not mixer.events.stdout.read1(65536):
        sys.exit("alsa-bridge: the sound card is gone")
    return panel in ready


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--card", default="default", help="the card, as amixer -c takes it")
    options.add_argument("--mixer", default="Master", help="the simple mixer element")
    options.add_argument("--socket", help="the panel's socket")
    options.add_argument("control", help="a fader in dB, such as master.level")
    options = options.parse_args()
    mixer = Mixer(options.card, options.mixer)
    try:
        with glassfader.Panel(options.socket, name="alsa-bridge") as panel:
            follow(panel, options.control, mixer)
    except glassfader.Error as error:
        sys.exit(f"alsa-bridge: {error}")
    except KeyboardInterrupt:
        pass
    finally:
        mixer.close()


if __name__ == "__main__":
    main()
