"""glassfader-osc, a real daemon, and Ardour without its windows: the sound follows the fader."""

import time
import unittest

import ardour
import jackrig
from bridge import BridgeTest, Listener, measured, panel_file
from processes import Session

BRIDGE = """
[bridges.osc]
dialect = "ardour"
send = ["127.0.0.1:{port}"]
{more}
"""
# A mono track is panned to two sides, and one of them is heard.
PANNED = -3.01


class ArdourTest(BridgeTest):
    programs = ardour.PROGRAMS

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.session = cls.enterClassContext(Session())
        jackrig.start_server(cls.session)
        cls.engine = cls.enterClassContext(ardour.Ardour(cls.session, tracks=4))
        cls.probe = cls.enterClassContext(jackrig.Probe(cls.session, ears=1))

    def start(self, more=""):
        self.listen()
        self.start_desk(panel_file(count=4, bridges=BRIDGE.format(
            port=self.engine.port, more=more)))
        # It reports nothing that did not change.
        self.begin = -12 if self.has_gain(4, -10) else -10
        for track in range(1, 5):
            self.panel.set(f"ch{track}.level", self.begin)
        self.bridge = self.start_bridge(session=self.session)
        self.gets_gain(4, self.begin)
        self.eventually(lambda: self.label("ch4") == "Track 4",
                        lambda: f"{self.label('ch4')} {self.bridge.log()}")

    def has_gain(self, track, level):
        """Whether Ardour has said last that a track has this gain."""
        heard = self.engine.peer.last("/strip/gain", track)
        return heard is not None and abs(heard - level) < 0.01

    def gets_gain(self, track, level):
        self.eventually(
            lambda: self.has_gain(track, level),
            lambda: f"track {track} {level}: {self.engine.peer.last('/strip/gain', track)}\n"
                    + self.bridge.log())

    def listen(self):
        """The sine goes into the first track."""
        self.probe.send_to(f"{ardour.CLIENT}:Track 1/audio_in 1")
        self.trace = self.probe.listen_to(f"{ardour.CLIENT}:Master/audio_out 1")

    def label(self, name):
        [strip] = [strip for strip in self.panel.strips() if strip["strip"] == name]
        return strip["label"]

    def heard(self, level, tolerance=0.1):
        """The level of the track that is heard, once it is this one."""
        return self.trace.awaits(level + PANNED, tolerance) - PANNED


class Ardour(ArdourTest):
    def test_the_sound_follows_the_finger(self):
        self.start()
        for wanted in (-18, -3, -40):
            value = self.desk.drag_to(self.panel, "ch1.level", wanted)
            heard = self.heard(value)
            measured(f"Ardour: sound at {value:.1f} dB of the panel", heard, "dB")
        self.panel.set("ch1.mute", 1)
        self.trace.awaits(-200)
        self.panel.set("ch1.mute", 0)
        self.heard(value)

    def test_its_echoes_move_nothing(self):
        self.start()
        with Listener(self.desk, "valueChanged", match=["ch2.level"]) as listener:
            self.rests(listener.count, seconds=0.5)
            seen = len(listener.seen)
            for step in range(60):
                self.panel.set("ch2.level", -30 + step / 5)
                time.sleep(1 / 60)
            self.gets_gain(2, -30 + 59 / 5)
            count = self.rests(listener.count, seconds=1)[0]
            self.assertEqual(count - seen, 60)
        self.assertAlmostEqual(self.panel.get("ch2.level"), -30 + 59 / 5, places=3)

    def test_what_ardour_or_another_surface_moves_moves_the_panel(self):
        self.start()
        own = self.engine.peer
        with Listener(self.desk, "valueChanged") as listener:
            own.send("/strip/gain", 2, -22.0)
            self.reaches("ch2.level", -22)
            own.send("/strip/mute", 3, 1)
            self.reaches("ch3.mute", 1, 0)
            own.send("/strip/pan_stereo_position", 2, 0.25)
            self.eventually(lambda: abs(abs(self.panel.get("ch2.pan")) - 50) < 1.5,
                            lambda: str(self.panel.get("ch2.pan")))
            before = self.rests(listener.count, lambda: own.count("/strip/gain"))
            self.assertEqual(
                self.rests(listener.count, lambda: own.count("/strip/gain")), before)
        own.send("/strip/mute", 3, 0)
        self.reaches("ch3.mute", 0, 0)

    def test_a_track_renamed_there_is_renamed_on_the_glass(self):
        self.start()
        [control] = self.panel.list("ch3.level")
        x, y, width, _ = control["frame"]
        head = x, 0, width, y
        before = self.desk.pixels(self.panel, head)
        self.engine.peer.send("/strip/name", 3, "Vox")
        self.eventually(lambda: self.label("ch3") == "Vox", lambda: self.label("ch3"))
        self.eventually(lambda: self.desk.pixels(self.panel, head) != before, "the picture")
        self.engine.peer.send("/strip/name", 3, "Track 3")
        self.eventually(lambda: self.label("ch3") == "Track 3", lambda: self.label("ch3"))

    def test_its_meters_move_those_of_the_panel(self):
        self.start()
        lights = [self.desk.light(self.panel, f"ch{track}.meter") for track in (1, 2)]
        with Listener(self.desk, "meters", match=["ch1.meter"]) as listener:
            self.panel.set("ch1.level", 0)
            self.eventually(lambda: any(abs(level) < 0.1 for level in self.levels(listener)),
                            lambda: f"{self.levels(listener)} {self.bridge.log()}")
            self.panel.set("ch1.level", -20)
            self.eventually(lambda: self.levels(listener)[-1] < -10,
                            lambda: str(self.levels(listener)))
        self.eventually(lights[0], "light")
        self.assertEqual(lights[1](), 0)

    @staticmethod
    def levels(listener):
        listener.count()
        return [level for event in listener.seen for level in event.raw["v"].get("ch1.meter", [])]

    def test_a_steady_tone_keeps_its_meter_up(self):
        """Ardour reports a level when it changes; the panel's meters fall without a new one."""
        self.start()
        light = self.desk.light(self.panel, "ch1.meter")
        self.panel.set("ch1.level", 0)
        self.heard(0)
        most = self.brightest(light, seconds=2)
        self.assertGreater(light(), 0.9 * most)

    def test_idle_it_only_asks_whether_ardour_is_there(self):
        self.start()
        self.rests(lambda: len(self.bridge.log()), seconds=2)
        self.assertLessEqual(sum(self.idles("Ardour").values()), 12)

    def test_a_linked_pair_keeps_its_distance(self):
        self.start()
        self.panel.set("ch1.level", -5)
        self.panel.set("ch2.level", -8)
        self.panel.link("pair", ["ch1.level", "ch2.level"])
        value = self.desk.drag_to(self.panel, "ch1.level", 3)
        self.heard(value)
        peer = self.engine.peer
        self.gets_gain(1, value)
        self.gets_gain(2, self.panel.get("ch2.level"))
        apart = peer.last("/strip/gain", 1) - peer.last("/strip/gain", 2)
        measured("Ardour: a linked pair, 3 dB apart, after the drag", apart, "dB")
        # Above -10 dB, the travel of this fader is as many decibels everywhere.
        self.assertAlmostEqual(apart, 3, delta=0.15)

    def test_pull_takes_the_levels_of_the_session(self):
        peer = self.engine.peer
        for track in range(1, 5):
            peer.send("/strip/gain", track, -20.0 - track)
        peer.awaits(lambda: self.has_gain(4, -24), "the gain")
        self.start_desk(panel_file(count=4, bridges=BRIDGE.format(
            port=self.engine.port, more='on_connect = "pull"')))
        self.bridge = self.start_bridge(session=self.session)
        for track in range(1, 5):
            self.reaches(f"ch{track}.level", -20 - track)
        self.assertAlmostEqual(peer.last("/strip/gain", 1), -21, delta=0.01)


class Order(ArdourTest):
    def test_a_track_that_is_hidden_leaves_its_strip_to_the_next(self):
        self.start()
        for track in range(1, 5):
            self.panel.set(f"ch{track}.level", -10 * track)
            self.gets_gain(track, -10 * track)
        self.engine.peer.send("/strip/hide", 1, 1)
        for strip in range(1, 4):
            self.reaches(f"ch{strip}.level", -10 * strip - 10)
            self.eventually(lambda: self.label(f"ch{strip}") == f"Track {strip + 1}",
                            lambda: self.label(f"ch{strip}"))
        self.panel.set("ch1.level", -5)
        self.gets_gain(1, -5)
        self.assertEqual(self.engine.peer.last("/strip/name", 1), "Track 2")
        # That of the hidden track.
        self.heard(-10)


class Restarts(ArdourTest):
    """The three are killed and started again. Ardour takes its time."""

    def test_the_levels_agree_again_and_the_sound_does_not_jump(self):
        self.start()
        now = time.time()
        self.panel.set("ch1.level", -20)
        self.desk.await_saved(now)
        self.heard(-20)
        began = time.monotonic()
        self.desk.restart()
        self.panel.set("ch2.level", -11)
        self.gets_gain(2, -11)
        self.bridge.restart()
        self.panel.set("ch2.level", -13)
        self.gets_gain(2, -13)
        measured("Ardour: daemon and bridge started again", time.monotonic() - began, "s")
        self.heard(-20)
        levels = [level - PANNED for level in self.trace.since(began)]
        self.assertLess(max(levels) - min(levels), 0.1, levels)

    def test_ardour_itself_which_no_other_surface_has_spoken_to(self):
        self.start()
        self.panel.set("ch1.level", -26)
        self.heard(-26)
        self.engine.restart()
        self.addCleanup(self.engine.follow)
        began = time.monotonic()
        self.listen()
        self.heard(-26)
        measured("Ardour: time to agree after it was loaded again", time.monotonic() - began, "s")
        self.panel.set("ch1.level", -16)
        self.heard(-16)
        # Ardour replies to the port that its user has chosen, unless the surface says which.
        self.engine.peer.send("/strip/gain", 2, -31.0)
        self.engine.peer.send("/strip/name", 3, "Vox")
        self.addCleanup(self.engine.peer.send, "/strip/name", 3, "Track 3")
        self.reaches("ch2.level", -31, seconds=5)
        self.eventually(lambda: self.label("ch3") == "Vox", lambda: self.label("ch3"))


if __name__ == "__main__":
    unittest.main()
