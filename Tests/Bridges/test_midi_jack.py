"""MIDI through JACK: a mixer that is heard, and controllers of the test's own."""

import signal
import threading
import time

import jackrig
import sound
from bridge import BridgeTest, Listener, RestartTest, measured, panel_file, program
from processes import Session

JACK = "jackd", "jack_lsp"
LEVEL = """{ id = "level", type = "slider", min = -70, max = 0, min_is_off = true, unit = "dB", \
default = -70, step = 0.1, bind = { midi = "%s" } }"""
MIXER = "[" + LEVEL % "cc {n} channel 1 as db -70 0" + """,
  { id = "mute", type = "switch", bind = { midi = "note {n} channel 10" } }]"""


class MidiTest(BridgeTest):
    kind = "midi"
    programs = JACK

    def start_jack(self, panel):
        self.session = self.enterContext(Session())
        self.server = jackrig.start_server(self.session)
        self.start_desk(panel)

    def start_bridge(self, *options, **others):
        bridge = super().start_bridge(*options, **others)
        self.says(bridge, "controls bound")
        return bridge

    def reload(self):
        """Has the bridge read another panel file with the same controls."""
        self.desk.change('name = "desk"', 'name = "stage"')
        self.eventually(lambda: len(self.bridge.lines("controls bound")) == 2, self.bridge.log)

    def learn(self, *options):
        """The command that waits for a movement."""
        return self.session.start(program("midi"), "learn", "ch1.level", "--socket",
                                  self.desk.path, *options)

    def connect(self, device):
        """Connects a device to the bridge, in both directions."""
        for source, sink in ((device.await_port("glassfader:out"), device.input.name),
                             (device.output.name, device.await_port("glassfader:in"))):
            device.connect(source, sink)

    def sleeps(self, name):
        """The bridge does not wake; JACK's own threads do, in each period."""
        [own] = [count for thread, count in self.idles(name).items()
                 if thread.endswith(f" {self.bridge.pid}")]
        self.assertEqual(own, 0)


class MixerTest(MidiTest):
    """jack_mix_box: its faders are linear in dB, over 70 dB."""

    programs = *JACK, "jack_mix_box"

    def start(self):
        self.start_jack(panel_file(
            MIXER, count=2, bridges='[bridges.midi]\nsystem = "jack"\nport = "box"'))
        self.box = self.session.start("jack_mix_box", "-n", "box", "1", "2")
        self.bridge = self.start_bridge()
        self.probe = self.enterContext(jackrig.Probe(self.session))
        self.listen()

    def listen(self):
        self.probe.send_to(self.probe.await_port("box:Channel 1"))
        self.trace = self.probe.listen_to(self.probe.await_port("box:MAIN L"))


class Mixer(MixerTest):
    def test_a_finger_moves_the_level_of_the_sound(self):
        self.start()
        self.trace.awaits(sound.SILENCE)
        value = self.desk.drag_to(self.panel, "ch1.level", -18)
        # The steps of a controller are 0.55 dB.
        heard = self.trace.awaits(value, 0.3)
        measured("level in the sound less that of the panel", heard - value, "dB")
        # It confirms a step less.
        self.rests(lambda: self.panel.get("ch1.level"), seconds=1.5)
        self.assertEqual(self.panel.get("ch1.level"), value)
        self.panel.set("ch1.level", 0)
        self.trace.awaits(0, 0.02)
        self.panel.set("ch1.level", -70)
        self.trace.awaits(sound.SILENCE)

    def test_what_a_mixer_says_at_its_start_moves_nothing(self):
        """It is at 0 dB, and says so."""
        self.start()
        self.trace.awaits(sound.SILENCE)
        self.assertEqual(self.panel.get("ch1.level"), -70)
        time.sleep(0.5)
        self.sleeps("MIDI beside a mixer")

    def test_everything_that_was_killed_comes_back(self):
        self.start()
        self.panel.set("ch1.level", -20)
        self.trace.awaits(-20, 0.3)
        self.bridge.kill()
        self.panel.set("ch1.level", -10)
        self.bridge.start()
        self.trace.awaits(-10, 0.3)
        self.desk.restart()
        self.panel = self.enterContext(self.desk.connect(name="test"))
        self.panel.set("ch1.level", -30)
        self.trace.awaits(-30, 0.3)

    def test_a_bridge_that_stood_still_sends_the_last_level(self):
        self.start()
        for pause in (3, 15):
            self.bridge.send_signal(signal.SIGSTOP)
            for step in range(100):
                self.panel.set("ch1.level", -70 + step / 2)
            self.panel.set("ch1.level", -pause)
            time.sleep(pause)
            self.bridge.send_signal(signal.SIGCONT)
            self.trace.awaits(-pause, 0.3)


class Restarts(MixerTest, RestartTest):
    def kill_engine(self):
        self.box.kill()
        self.eventually(lambda: not self.probe.ports("box:"), "the end of its ports")

    def start_engine(self):
        self.box.start()
        self.listen()

    def agree(self, seconds):
        began, level = time.monotonic(), self.panel.get("ch1.level")
        # A daemon that was killed at once may not have kept the level: it is as at its first start.
        self.trace.awaits(level if level > -70 else sound.SILENCE, 0.3, seconds)
        return time.monotonic() - began

    def test_one_after_the_other_in_every_order(self):
        self.start()
        self.one_after_the_other("a mixer by MIDI")

    def test_all_at_once_in_every_order(self):
        self.start()
        self.all_at_once("a mixer by MIDI")


class Instrument(MidiTest):
    """A device that sends and receives numbers."""

    def start(self, strips, bridges='[bridges.midi]\nsystem = "jack"', count=2, pages=""):
        self.start_jack(panel_file(strips, count=count, bridges=bridges, pages=pages))
        self.bridge = self.start_bridge()
        self.device = self.enterContext(jackrig.MidiPort(self.session, "device"))
        self.connect(self.device)
        # It gets all values.
        self.eventually(lambda: self.device.messages, "the values")
        self.rests(lambda: len(self.device.messages), seconds=0.2)

    def heard(self, *message):
        self.eventually(lambda: list(message) in self.device.messages,
                        lambda: f"{message} is not in {self.device.messages[-20:]}")

    def test_numbers_of_seven_and_fourteen_bits_go_both_ways(self):
        self.start("""[
          { id = "level", type = "slider", min = -90, max = 0, min_is_off = true, unit = "dB", \
step = 0.1, bind = { midi = "cc 7 channel {n}" } },
          { id = "fine", type = "slider", max = 16383, bind = { midi = "cc 20 14bit channel {n}" } },
          { id = "nrpn", type = "slider", max = 16383, bind = { midi = "nrpn 300 channel {n}" } },
          { id = "bend", type = "slider", min = -1, bind = { midi = "pitchbend channel {n}" } },
          { id = "key", type = "switch", bind = { midi = "note 60 channel 10" } }]""", count=1)
        self.panel.set("ch1.level", 0)
        self.heard(0xB0, 7, 127)
        self.panel.set("ch1.fine", 1000)
        self.heard(0xB0, 20, 1000 >> 7)
        self.heard(0xB0, 52, 1000 & 127)
        self.panel.set("ch1.nrpn", 5000)
        for message in ((0xB0, 99, 2), (0xB0, 98, 44), (0xB0, 6, 39), (0xB0, 38, 8)):
            self.heard(*message)
        self.panel.set("ch1.bend", 0)
        self.heard(0xE0, 0, 64)
        self.panel.set("ch1.key", 1)
        self.heard(0x99, 60, 127)
        self.panel.set("ch1.key", 0)
        self.eventually(lambda: self.device.last(0x99, 60) == [0x99, 60, 0], "the end of the note")
        with Listener(self.desk, "valueChanged") as listener:
            self.device.send(0xB0, 7, 64)
            self.reaches("ch1.level", -11.9)
            for message in ((0xB0, 20, 100), (0xB0, 52, 5)):
                self.device.send(*message)
            self.reaches("ch1.fine", 12805)
            for message in ((0xB0, 99, 2), (0xB0, 98, 44), (0xB0, 6, 3), (0xB0, 38, 9)):
                self.device.send(*message)
            self.reaches("ch1.nrpn", 393)
            self.device.send(0xE0, 0, 0)
            self.reaches("ch1.bend", -1)
            self.device.send(0x99, 60, 1)
            self.reaches("ch1.key", 1)
            sent = len(self.device.messages)
            events = self.rests(listener.count)
            self.assertEqual(events, [5])
        self.assertEqual(len(self.device.messages), sent)

    def test_an_instrument_that_confirms_everything_late_moves_nothing(self):
        self.start("[" + LEVEL % "cc 7 channel {n}" + "]")
        self.device.heard = lambda message: threading.Timer(
            0.1, self.device.send, message).start()
        with Listener(self.desk, "valueChanged") as listener:
            value = self.desk.drag_to(self.panel, "ch1.level", -18)
            self.rests(lambda: len(self.device.messages))
            listener.count()
            events = [event for event in listener.seen if event.source_kind == "feedback"]
            self.assertEqual(events, [])
        self.assertEqual(self.panel.get("ch1.level"), value)

    def test_an_instrument_that_goes_back_at_once_is_followed(self):
        self.start("[" + LEVEL % "cc 7 channel {n}" + """,
            { id = "key", type = "switch", bind = { midi = "note 60 channel 10" } }]""", count=1)
        for _ in range(2):
            for value in 1, 0, 1:
                self.panel.set("ch1.key", value)
                self.eventually(lambda: (self.device.last(0x99, 60) or [0, 0, 0])[2] == 127 * value)
            self.device.send(0x99, 60, 0)
            self.reaches("ch1.key", 0)

    def test_programs_recall_scenes_and_scenes_send_programs(self):
        self.start("[" + LEVEL % "cc 7 channel {n}" + "]", bridges="""[bridges.midi]
            system = "jack"
            programs = { "5" = "Song", "6" = "Break" }""")
        for name, level in (("Song", -20), ("Break", -40)):
            self.panel.set("ch1.level", level)
            self.panel.request("scene", op="store", name=name)
        self.device.send(0xC0, 5)
        self.reaches("ch1.level", -20)
        self.panel.request("scene", op="recall", name="Break")
        self.heard(0xC0, 6)
        self.assertNotIn([0xC0, 5], self.device.messages)
        # Two after another: the second is what the device has.
        sent = len(self.device.messages)
        self.device.send(0xC0, 5)
        self.device.send(0xC0, 6)
        self.reaches("ch1.level", -40)
        self.rests(lambda: len(self.device.messages), seconds=0.3)
        self.assertNotIn(0xC0, [message[0] for message in self.device.messages[sent:]])

    def test_a_controller_is_a_hand_that_other_programs_follow(self):
        self.start("[" + LEVEL % "cc 7 channel {n}" + """,
            { id = "mute", type = "switch", bind = { midi = "note {n} as press" } }]""",
            bridges='[bridges.midi]\nsystem = "jack"\nmode = "controller"')
        with self.desk.connect(name="watcher") as watcher:
            events = watcher.events(["*"], events=["valueChanged"])
            next(events)
            self.device.send(0xB0, 7, 127)
            event = next(events)
            self.assertEqual((event.control, event.source_kind), ("ch1.level", "client"))
        for state in (1, 0, 1):
            self.device.send(0x90, 1, 100)
            self.device.send(0x90, 1, 0)
            self.reaches("ch1.mute", state)
        self.panel.set("ch1.level", -35)
        self.eventually(lambda: self.device.last(0xB0, 7)[2] == 17, lambda: self.device.messages)

    def test_the_server_may_come_late_and_go(self):
        self.start_jack(panel_file("[" + LEVEL % "cc 7 channel {n}" + "]",
                                   bridges='[bridges.midi]\nsystem = "jack"'))
        self.server.kill()
        bridge = self.start_bridge()
        self.says(bridge, "no JACK server")
        self.panel.set("ch1.level", -20)
        self.server.start()
        self.says(bridge, "MIDI: connected")
        with jackrig.MidiPort(self.session, "device") as device:
            self.connect(device)
            self.eventually(lambda: device.last(0xB0, 7), "the level")
        self.server.kill()
        self.says(bridge, "has ended")
        self.server.start()
        self.eventually(lambda: len(bridge.lines("MIDI: connected")) == 2, bridge.log)
        self.assertLess(len(bridge.log().splitlines()), 12, bridge.log())

    def test_what_is_moved_is_learnt(self):
        self.start_jack(panel_file(bridges='[bridges.midi]\nsystem = "jack"'))
        device = self.enterContext(jackrig.MidiPort(self.session, "knobs"))
        for messages, line in (
                ([(0xB3, 21, 9), (0xB3, 21, 10)], "cc 21 channel 4"),
                ([(0xB0, 7, 9), (0xB0, 39, 10)], "cc 7 14bit channel 1"),
                ([(0xB0, 99, 2), (0xB0, 98, 44), (0xB0, 6, 10), (0xB0, 38, 1)],
                 "nrpn 300 channel 1"),
                ([(0x99, 36, 80)], "note 36 channel 10"),
                ([(0xE2, 0, 70)], "pitchbend channel 3")):
            learner = self.learn("--port", "knobs")
            device.await_port("glassfader:in")
            self.eventually(
                lambda: device.client.get_all_connections(device.output), "a connection")
            for message in messages:
                device.send(*message)
            learner.await_log(f'bind = {{ midi = "{line}" }}')
            self.assertEqual(learner.process.wait(5), 0)
            self.eventually(lambda: not device.ports("glassfader:in"), "the end of its port")
        late = self.learn("--timeout", "0.2")
        self.assertEqual(late.process.wait(5), 1)

    def test_bad_bytes_are_dropped(self):
        self.start("[" + LEVEL % "cc 7 channel {n}" + "]")
        for message in ([0xF0] + [1] * 1500 + [0xF7], [0xF0, 0x7E, 0xF7], [0xB5, 7, 1], [0xFE]):
            self.device.send(*message)
        self.device.send(0xB0, 7, 127)
        self.reaches("ch1.level", 0)

    def test_ten_fingers_cost_little_and_rest_costs_nothing(self):
        self.start("[" + LEVEL % "cc 7 channel {n}" + "]", count=10)
        frames = [self.panel.list(f"ch{n + 1}.level")[0]["frame"] for n in range(10)]
        self.drag_all("MIDI", frames)
        time.sleep(1.5)
        self.sleeps("MIDI with JACK")


if __name__ == "__main__":
    import unittest
    unittest.main()
