"""Ardour without its windows, on a JACK server without hardware: tracks that are heard, and OSC."""

import glob
import os
import re

from osc import Peer
from processes import PATIENCE, wait_until

LIBRARIES = (glob.glob("/usr/lib/ardour[0-9]*") or ["/usr/lib/ardour"])[0]
VERSION = LIBRARIES.removeprefix("/usr/lib/")
HEADLESS = (glob.glob(f"{LIBRARIES}/hardour-*") or [f"{LIBRARIES}/hardour"])[0]
PROGRAMS = "jackd", HEADLESS, f"{VERSION}-lua"
CLIENT, SESSION = "ard", "desk"
MAKE_SESSION = """
session = create_session("{folder}", "{name}", 48000)
assert(session)
session:new_audio_track(1, 2, nil, {tracks}, "Track", ARDOUR.PresentationInfo.max_order,
    ARDOUR.TrackMode.Normal, true)
session:save_state("")
quit()
"""
# What it is to report, in /set_surface: buttons, and values with names.
BUTTONS, VALUES = 1, 2
DECIBELS = 0
# Ardour replies to port 8000, unless the user or the client chooses the port that is spoken from.
# A client that speaks while the session is loaded gets port 8000 whatever the user has chosen.
SENDER = 0
# Its JACK client loses the server now and then while it loads a session with two threads.
ATTEMPTS, LOADING = 8, 0.8


class Ardour:
    """A session with mono tracks, whose inputs are heard; a context manager."""

    def __init__(self, session, tracks=4):
        self.session = session
        self.folder = os.path.join(session.folder, SESSION)
        script = os.path.join(session.folder, "make.lua")
        with open(script, "w") as file:
            file.write(MAKE_SESSION.format(folder=self.folder, name=SESSION, tracks=tracks))
        # It has a sound card of its own, made of nothing.
        session.run(PROGRAMS[2], script, timeout=2 * PATIENCE)
        self.switch_on_osc()
        self.tracks = tracks
        self.peer = Peer()
        self.program = session.start(
            HEADLESS, "-c", CLIENT, self.folder, SESSION, name="ardour", environment={
                "LD_LIBRARY_PATH": LIBRARIES, "ARDOUR_DLL_PATH": LIBRARIES,
                "ARDOUR_DATA_PATH": f"/usr/share/{VERSION}",
                "ARDOUR_CONFIG_PATH": f"/etc/{VERSION}"})
        self.prepare()
        self.follow()

    def switch_on_osc(self):
        path = os.path.join(self.folder, f"{SESSION}.ardour")
        with open(path) as file:
            text = file.read()
        text, count = re.subn(
            r'(<Protocol name="Open Sound Control \(OSC\)" active=)"0"', r'\1"1"', text)
        assert count == 1, text
        with open(path, "w") as file:
            file.write(text)

    def prepare(self):
        """Waits until it has loaded the session, and starts it again if JACK is lost meanwhile."""
        for _ in range(ATTEMPTS):
            if self.is_loaded():
                break
            self.program.restart()
        else:
            raise AssertionError(self.program.log())
        for track in range(1, self.tracks + 1):
            # The session may have been saved before they were connected, which another thread does.
            for side in (1, 2):
                self.session.run("jack_connect", f"{CLIENT}:Track {track}/audio_out {side}",
                                 f"{CLIENT}:Master/audio_in {side}", check=False)
            self.peer.send("/strip/monitor_input", track, 1)

    def follow(self):
        """Becomes a surface, which hears what the tracks have."""
        self.peer.clear()
        if not wait_until(self.replies):
            raise AssertionError(f"{self.peer.messages} {self.program.log()}")

    def is_loaded(self):
        """Waits until it has its OSC port and its tracks, without a word to it."""
        ports = wait_until(lambda: not self.program.is_running() or self.program.udp_ports())
        if ports and ports is not True:
            [self.peer.to] = ports
            wait_until(lambda: self.has_lost_jack() or self.has_tracks())
            wait_until(self.has_lost_jack, LOADING)
        return self.program.is_running() and not self.has_lost_jack() and self.has_tracks()

    def has_tracks(self):
        return f"{CLIENT}:Track {self.tracks}/audio_out 1" in self.session.run("jack_lsp")

    def has_lost_jack(self):
        return "JACK HALTED" in self.program.log()

    def replies(self):
        """Whether it reports the last track to this program, which becomes a surface."""
        self.peer.send("/set_surface", 0, 31, BUTTONS | VALUES, DECIBELS, 0, 0, SENDER)
        return wait_until(lambda: self.peer.last("/strip/name", self.tracks), 0.5)

    def restart(self):
        """Kills it, and starts it again; it does not know this program then."""
        self.program.restart()
        self.prepare()

    @property
    def port(self):
        return self.peer.to

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.end(seconds=1)
        self.peer.close()
