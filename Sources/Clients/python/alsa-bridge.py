#!/usr/bin/env python3
"""Lets a fader of a Glassfader panel set the volume of a sound card, and shows others' changes.

    alsa-bridge.py [--card CARD] [--mixer ELEMENT] [--socket PATH] CONTROL

The fader is in dB; at silence, it mutes an element that can be muted. For a member of VCAs, the volume
is the effective level, with the levels of its masters. Changes by alsamixer or by a headset's buttons
move the fader without an echo: the bridge sends them as `feedback`, and ignores `feedback` itself. If
the panel is not there, the bridge waits for it. It needs only libasound.
"""

import argparse
import ctypes
import select
import struct
import sys

import glassfader

ALSA = ctypes.CDLL("libasound.so.2")
ALSA.snd_mixer_find_selem.restype = ctypes.c_void_p
ALSA.snd_strerror.restype = ctypes.c_char_p
FRONT_LEFT = 0


def checked(result, what):
    """A result of ALSA. A negative one is an error."""
    if result < 0:
        raise OSError(-result, f"{what}: {ALSA.snd_strerror(result).decode()}")
    return result


class Mixer:
    """The volume of one element of a sound card."""

    def __init__(self, card, name):
        self.mixer = ctypes.c_void_p()
        what = f"card {card}"
        checked(ALSA.snd_mixer_open(ctypes.byref(self.mixer), 0), what)
        checked(ALSA.snd_mixer_attach(self.mixer, card.encode()), what)
        checked(ALSA.snd_mixer_selem_register(self.mixer, None, None), what)
        checked(ALSA.snd_mixer_load(self.mixer), what)
        identity = ctypes.c_void_p()
        checked(ALSA.snd_mixer_selem_id_malloc(ctypes.byref(identity)), what)
        ALSA.snd_mixer_selem_id_set_name(identity, name.encode())
        self.element = ctypes.c_void_p(ALSA.snd_mixer_find_selem(self.mixer, identity))
        ALSA.snd_mixer_selem_id_free(identity)
        if not self.element or not ALSA.snd_mixer_selem_has_playback_volume(self.element):
            raise OSError(f"{what} has no volume '{name}'")
        self.can_mute = ALSA.snd_mixer_selem_has_playback_switch(self.element)
        # A card has one struct pollfd.
        descriptors = ctypes.create_string_buffer(8)
        checked(ALSA.snd_mixer_poll_descriptors(self.mixer, descriptors, 1), what)
        self.descriptor = struct.unpack("ihh", descriptors)[0]
        self.known = self.volume()

    def fileno(self):
        """Readable when something may have changed."""
        return self.descriptor

    def volume(self):
        """In dB; None if it is muted."""
        if self.can_mute:
            is_on = ctypes.c_int()
            ALSA.snd_mixer_selem_get_playback_switch(
                self.element, FRONT_LEFT, ctypes.byref(is_on))
            if not is_on:
                return None
        hundredths = ctypes.c_long()
        checked(ALSA.snd_mixer_selem_get_playback_dB(
            self.element, FRONT_LEFT, ctypes.byref(hundredths)), "the volume in dB")
        return hundredths.value / 100

    def set(self, decibels, is_silent):
        """Sets the nearest volume of the card that is not louder."""
        ALSA.snd_mixer_selem_set_playback_dB_all(
            self.element, ctypes.c_long(round(decibels * 100)), -1)
        if self.can_mute:
            ALSA.snd_mixer_selem_set_playback_switch_all(self.element, int(not is_silent))
        self.known = self.volume()

    def has_changed(self):
        """Whether anything but `set` changed it."""
        checked(ALSA.snd_mixer_handle_events(self.mixer), "the sound card")
        known, self.known = self.known, self.volume()
        return known != self.known


class Bridge:
    """Links a fader and a volume. The fader's level is applied first."""

    def __init__(self, panel, control, mixer):
        self.panel = panel
        self.control = control
        self.mixer = mixer
        self.silence = None
        # The fader's own value; None before the first snapshot, and while the panel has no such fader.
        self.value = None
        # What the masters of VCAs add to it, in dB; None while they silence it.
        self.offset = 0.0
        self.has_begun = False

    def run(self):
        """Forwards changes in both directions, for ever."""
        self.panel.subscribe([self.control])
        poll = select.poll()
        poll.register(self.panel, select.POLLIN)
        poll.register(self.mixer, select.POLLIN)
        while True:
            ready = [descriptor for descriptor, _ in poll.poll()]
            # The card is first: its change is newer than what waits from the panel, and replaces it.
            if self.mixer.fileno() in ready and self.mixer.has_changed():
                self.report()
            if self.panel.fileno() in ready:
                for event in self.panel.poll():
                    self.act(event)

    def act(self, event):
        """Does to the card what happened at the panel."""
        if event.kind == "snapshot":
            # Also after a reconnection and a reload: the panel file may have another scale.
            try:
                self.silence = self.value_of_silence()
                now = event.snapshot.get(self.control)
            except glassfader.Disconnected:
                # Another snapshot comes when the panel is back.
                return
            except glassfader.Error as error:
                if not self.has_begun:
                    raise
                now = None
                print(f"alsa-bridge: {error}: the card keeps its volume", file=sys.stderr, flush=True)
            self.value = None
            self.offset = 0.0
            if now:
                self.has_begun = True
                self.set(now)
        elif event.is_change or event.kind == "effectiveChanged":
            self.set(event.raw, is_feedback=event.source_kind == "feedback")

    def value_of_silence(self):
        """The fader's value that means silence; None without one."""
        for control in self.panel.list(self.control):
            if control.get("unit") != "dB":
                raise glassfader.Error(f"{self.control} is not in dB")
            return control["min"] if control.get("min_is_off") else None
        raise glassfader.Error(f"the panel has no {self.control}")

    def level(self, reading):
        """The level in a snapshot or an event: the effective one of a member of VCAs."""
        self.value = reading.get("value", self.value)
        level = reading.get("effective", {}).get("value", self.value)
        if self.value is not None and self.value != self.silence:
            self.offset = None if level == self.silence else level - self.value
        return level

    def set(self, reading, is_feedback=False):
        """Sets the card to the level in a snapshot or an event. `feedback` is only noted."""
        level = self.level(reading)
        # A snapshot has no gain.
        gain = reading.get("effective", reading).get("gain")
        if level is not None and not is_feedback:
            self.mixer.set(level, is_silent=level == self.silence if gain is None else gain == 0)

    def fader_value(self, volume):
        """The fader's value for a volume of the card; None if there is no such value."""
        if volume is None:
            return self.silence
        return None if self.offset is None else volume - self.offset

    def report(self):
        """Reports the card's volume to the panel."""
        value = self.fader_value(self.mixer.known)
        if self.value is None or value is None:
            return
        try:
            # In contrast to `feedback`, `set` waits for the reply, which replaces older events.
            self.panel.set(self.control, value, feedback=True)
        except glassfader.Disconnected:
            # `poll` reports this too. After the reconnection, the panel's value is applied.
            pass
        except glassfader.Refused as error:
            print(f"alsa-bridge: {error}", file=sys.stderr, flush=True)


def connect(path):
    """The panel, which may start later."""
    try:
        return glassfader.Panel(path, name="alsa-bridge")
    except glassfader.Disconnected as error:
        print(f"alsa-bridge: waiting: {error}", file=sys.stderr, flush=True)
        return glassfader.Panel(path, name="alsa-bridge", wait=None)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--card", default="default", help="the card, such as hw:1")
    options.add_argument("--mixer", default="Master", help="the simple mixer element")
    options.add_argument("--socket", help="the panel's socket")
    options.add_argument("control", help="a fader in dB, such as master.level")
    options = options.parse_args()
    try:
        # What is wrong with the card is reported at once.
        mixer = Mixer(options.card, options.mixer)
        with connect(options.socket) as panel:
            Bridge(panel, options.control, mixer).run()
    except (glassfader.Error, OSError) as error:
        sys.exit(f"alsa-bridge: {getattr(error, 'strerror', None) or error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
