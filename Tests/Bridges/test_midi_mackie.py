"""Mackie Control through JACK: a controller of the test's own beside the panel, and a program of the
test's own that takes the panel for a controller."""

import os
import re
import time

import ardour
import jackrig
from bridge import STRIP, Listener, measured, panel_file, program, repeated
from test_midi_jack import MidiTest

HEADER = [0xF0, 0x00, 0x00, 0x66, 0x14]
FADER, TOUCH, REC, SOLO, MUTE, SELECT = 0xE0, 104, 0, 8, 16, 24
BANK_LEFT, BANK_RIGHT, CHANNEL_RIGHT = 46, 47, 49
GREATEST = 16383
MAIN = '[[pages]]\nid = "other"\nstrips = [{ id = "main", controls = [' \
    '{ id = "level", type = "slider", taper = "x32", unit = "dB", step = 0.1 }] }]'


def bridges(mode):
    return f'[bridges.midi]\nsystem = "jack"\nmode = "{mode}"'


def x32(level):
    """The position of a fader, by the law of the test's panel."""
    corners = [(0, -90), (0.0625, -60), (0.25, -30), (0.5, -10), (1, 10)]
    for (low, bottom), (high, top) in zip(corners, corners[1:]):
        if level <= top:
            return low + (level - bottom) / (top - bottom) * (high - low)
    return 1


def level(position):
    """The level at a position between a quarter and a half, by the same law."""
    return -30 + (position / GREATEST - 0.25) * 80


class Controller(jackrig.MidiPort):
    """A Mackie Control: it has motors, lamps, a display and meters, and says where it was moved."""

    def __init__(self, session, name="mackie"):
        super().__init__(session, name)
        self.motors, self.lamps, self.rings, self.meters = {}, {}, {}, {}
        self.display = bytearray(b" " * 112)
        self.commands = []

    def heard(self, message):
        status, *data = message
        if 0xE0 <= status <= 0xE8:
            self.motors.setdefault(status - FADER, []).append(data[0] | data[1] << 7)
        elif status == 0x90:
            self.lamps[data[0]] = data[1]
        elif status == 0xB0:
            self.rings[data[0]] = data[1]
        elif status == 0xD0:
            self.meters[data[0] >> 4] = data[0] & 15
        elif message[:5] == HEADER and message[5] == 0x12:
            text = bytes(message[7:-1])
            self.display[message[6]:message[6] + len(text)] = text
        elif message[:5] == HEADER:
            self.commands.append(message[5:-1])

    def text(self, channel, line):
        place = 56 * line + 7 * channel
        return self.display[place:place + 7].decode().strip()

    def motor(self, fader):
        return self.motors.get(fader, [None])[-1]

    def key(self, note):
        self.send(0x90, note, 127)
        self.send(0x90, note, 0)

    def move(self, fader, position):
        self.send(FADER + fader, position & 127, position >> 7)


class Host(MidiTest):
    """A controller beside the panel."""

    def start(self, count=10):
        self.start_jack(panel_file(STRIP, count=count, bridges=bridges("mackie"), pages=MAIN))
        self.bridge = self.start_bridge()
        self.controller = self.enterContext(Controller(self.session))
        self.connect(self.controller)
        self.eventually(lambda: self.controller.motor(7) is not None, "the motors")
        # Each of the two connections lets it show everything.
        self.rests(lambda: len(self.controller.motors.get(7, [])), seconds=0.3)

    def motor_is(self, fader, level):
        wanted = round(x32(level) * GREATEST)
        self.eventually(lambda: abs(self.controller.motor(fader) - wanted) <= 1,
                        lambda: f"{self.controller.motor(fader)} is not {wanted}")

    def test_motors_lamps_rings_and_displays_follow_the_panel(self):
        self.start()
        self.panel.set("ch1.level", -6.5)
        self.motor_is(0, -6.5)
        self.eventually(lambda: self.controller.text(0, 1) == "-6.5", lambda: self.controller.display)
        self.panel.set("main.level", -20)
        self.motor_is(8, -20)
        self.panel.set("ch2.mute", 1)
        self.eventually(lambda: self.controller.lamps.get(MUTE + 1) == 127, "the lamp")
        self.panel.set("ch2.mute", 0)
        self.eventually(lambda: self.controller.lamps.get(MUTE + 1) == 0, "the lamp")
        self.panel.set("ch3.pan", 100)
        self.eventually(lambda: self.controller.rings.get(50) == 11, "the ring")
        self.panel.set("ch3.pan", 0)
        self.eventually(lambda: self.controller.rings.get(50) == 0x46, "the lamp in the middle")
        self.panel.request("style", strip="ch4", label="Bläser")
        self.eventually(lambda: self.controller.text(3, 0) == "Blaser",
                        lambda: self.controller.display)
        self.panel.request("meters", v={"ch5.meter": [-12.0]})
        self.eventually(lambda: self.controller.meters.get(4) == 6, lambda: self.controller.meters)
        self.assertIn([0x00], self.controller.commands)

    def test_a_hand_moves_the_panel_and_its_motor_stands_still(self):
        self.start()
        with self.desk.connect(name="watcher") as watcher:
            events = watcher.events(["ch1.level"], events=["valueChanged"])
            next(events)
            self.controller.send(0x90, TOUCH, 127)
            sent = len(self.controller.motors.get(0, []))
            for step in range(1, 51):
                self.controller.move(0, step * 200)
                time.sleep(0.004)
            self.reaches("ch1.level", -5.6)
            self.panel.set("ch1.level", -60)
            time.sleep(0.1)
            self.assertEqual(len(self.controller.motors.get(0, [])), sent)
            self.controller.send(0x90, TOUCH, 0)
            seen = [next(events)]
            while seen[-1].phase != "ended":
                seen.append(next(events))
        self.assertEqual(seen[0].phase, "began")
        self.assertEqual({event.source_kind for event in seen}, {"client"})
        # Of fifty positions, one a frame.
        self.assertLess(len(seen), 45)
        measured("events of a hand's fifty positions", len(seen))
        # What another program has set, waits for the hand.
        self.reaches("ch1.level", -60)
        self.motor_is(0, -60)

    def test_keys_pots_and_banks(self):
        self.start()
        self.controller.key(MUTE + 2)
        self.reaches("ch3.mute", 1)
        self.eventually(lambda: self.controller.lamps.get(MUTE + 2) == 127, "the lamp")
        self.controller.key(MUTE + 2)
        self.reaches("ch3.mute", 0)
        for _ in range(10):
            self.controller.send(0xB0, 16, 1)
        self.reaches("ch1.pan", 20, 0.5)
        self.controller.send(0xB0, 16, 0x4A)
        self.reaches("ch1.pan", 0, 0.5)
        self.panel.set("ch10.level", -33)
        self.controller.key(BANK_RIGHT)
        self.motor_is(7, -33)
        self.eventually(lambda: self.controller.text(7, 1) == "-33.0",
                        lambda: self.controller.display)
        self.controller.key(MUTE)
        self.reaches("ch3.mute", 1)
        self.controller.key(BANK_LEFT)
        self.eventually(lambda: self.controller.lamps.get(MUTE) == 0
                        and self.controller.lamps.get(MUTE + 2) == 127, "the lamps")

    def test_a_controller_that_is_switched_on_later_shows_everything(self):
        self.start()
        self.panel.set("ch1.level", -3)
        self.motor_is(0, -3)
        self.controller.display[:] = b" " * 112
        self.controller.motors.clear()
        self.controller.send(*HEADER, 0x01, *b"1234567", 1, 2, 3, 4, 0xF7)
        self.eventually(lambda: self.controller.motor(0) is not None, "the motor")
        self.motor_is(0, -3)
        self.assertTrue(self.controller.text(0, 0))
        reply = self.eventually(
            lambda: [found for found in self.controller.commands if found[0] == 0x02], "the reply")
        self.assertEqual(bytes(reply[0][1:8]), b"1234567")

    def test_a_hand_holds_its_fader_while_the_panel_file_is_read_again(self):
        self.start()
        self.controller.key(BANK_RIGHT)
        self.eventually(lambda: self.controller.text(0, 0) == "ch3", lambda: self.controller.display)
        self.controller.send(0x90, TOUCH, 127)
        self.eventually(lambda: self.panel.list("ch3.level")[0].get("held"), "the hand")
        sent = len(self.controller.motors.get(0, []))
        with Listener(self.desk, "valueChanged", match=["ch3.level"]) as listener:
            self.controller.move(0, 5000)
            self.reaches("ch3.level", level(5000), 0.1)
            self.reload()
            for position in range(5000, 8001, 100):
                self.controller.move(0, position)
                time.sleep(0.004)
            self.reaches("ch3.level", level(8000), 0.1)
            self.assertEqual(len(self.controller.motors.get(0, [])), sent)
            self.controller.send(0x90, TOUCH, 0)
            self.eventually(lambda: not self.panel.list("ch3.level")[0].get("held"), "the end")
            listener.count()
        self.assertEqual([event.phase for event in listener.seen
                          if event.is_change and event.phase != "changed"],
                         ["ended"])
        # It has the bank that it had.
        self.assertEqual(self.controller.text(0, 0), "ch3")

    def test_a_hand_that_is_lost_with_its_cable_lets_go(self):
        self.start()
        self.controller.send(0x90, TOUCH, 127)
        self.eventually(lambda: self.panel.list("ch1.level")[0].get("held"), "the hand")
        self.bridge.kill()
        self.eventually(lambda: not self.panel.list("ch1.level")[0].get("held"), "the end")

    def test_a_hand_on_a_controller_that_goes_away_lets_go(self):
        self.start()
        self.controller.send(0x90, TOUCH, 127)
        self.eventually(lambda: self.panel.list("ch1.level")[0].get("held"), "the hand")
        self.controller.client.deactivate()
        self.eventually(lambda: not self.panel.list("ch1.level")[0].get("held"), "the end")


    def test_a_hand_on_a_controller_that_goes_away_lets_go_though_others_listen(self):
        self.start()
        other = self.enterContext(Controller(self.session, "monitor"))
        self.connect(other)
        self.controller.send(0x90, TOUCH, 127)
        self.eventually(lambda: self.panel.list("ch1.level")[0].get("held"), "the hand")
        self.controller.client.deactivate()
        self.eventually(lambda: not self.panel.list("ch1.level")[0].get("held"), "the end")

    def test_a_motor_goes_back_if_the_panel_is_locked(self):
        self.start()
        self.panel.set("ch1.level", -20)
        self.motor_is(0, -20)
        self.panel.request("lock", clients=True)
        self.controller.send(0x90, TOUCH, 127)
        self.controller.move(0, 12000)
        self.controller.motors.clear()
        self.controller.send(0x90, TOUCH, 0)
        self.eventually(lambda: self.controller.motor(0) is not None, "the motor")
        self.motor_is(0, -20)

    def test_a_motor_and_a_hand_have_the_own_level_of_a_member_of_a_vca(self):
        self.start()
        self.panel.set("ch1.level", -5)
        self.panel.request("link", name="v", mode="vca", controls=["ch8.level", "ch1.level"])
        self.panel.set("ch8.level", -20)
        self.motor_is(7, -20)
        self.motor_is(0, -5)
        self.controller.send(0x90, TOUCH, 127)
        self.controller.move(0, round(x32(-12) * GREATEST))
        self.controller.send(0x90, TOUCH, 0)
        self.reaches("ch1.level", -12)

    def test_an_address_that_the_channels_have_is_a_problem(self):
        self.start_jack(panel_file(
            STRIP, count=1, bridges=bridges("mackie"),
            pages=MAIN.replace('step = 0.1 }', 'step = 0.1 }, { id = "play", type = "switch", '
                               'bind.midi = "note 24" }, { id = "free", type = "switch", '
                               'bind.midi = "note 94" }')))
        said = self.session.run(program("midi"), "check", "--socket", self.desk.path, check=False)
        self.assertIn('main.play: bind.midi = "note 24": the address is that of a key of a channel',
                      said)
        self.assertIn("main.free", said)


class Surface(MidiTest):
    """The panel is the controller of a program."""

    def start(self):
        self.start_jack(panel_file(
            STRIP, count=8, bridges=bridges("mackie-controller") + '\nlaw = "x32"\n', pages=MAIN))
        self.bridge = self.start_bridge()
        self.program = self.enterContext(Controller(self.session, "program"))
        self.connect(self.program)
        self.eventually(lambda: self.program.motor(7) is not None, "the faders")

    def test_a_finger_touches_moves_and_leaves_a_fader(self):
        self.start()
        value = self.desk.drag_to(self.panel, "ch1.level", -18)
        self.eventually(lambda: [0x90, TOUCH, 0] in self.program.messages, "the end of the touch")
        wanted = round(x32(value) * GREATEST)
        self.eventually(lambda: abs(self.program.motor(0) - wanted) <= 1, "the position")
        sent = list(self.program.messages)
        begin, end = sent.index([0x90, TOUCH, 127]), sent.index([0x90, TOUCH, 0])
        last = max(n for n, message in enumerate(sent) if message[0] == FADER)
        self.assertTrue(begin < last < end, (begin, last, end))

    def test_the_program_moves_faders_lights_lamps_and_writes_titles(self):
        self.start()
        with Listener(self.desk, "valueChanged") as listener:
            self.program.move(1, 0x3000)
            self.reaches("ch2.level", -10 + (0x3000 / GREATEST - 0.5) * 40)
            self.program.send(0x90, MUTE + 1, 127)
            self.reaches("ch2.mute", 1)
            self.program.send(*HEADER, 0x12, 7, *b"Drums  Bass   ", 0xF7)
            self.eventually(
                lambda: [strip["label"] for strip in self.panel.strips()][1:3] == ["Drums", "Bass"],
                "the titles")
            sent = len(self.program.messages)
            self.assertEqual(self.rests(listener.count), [2])
        self.assertEqual(len(self.program.messages), sent)
        lit = self.desk.light(self.panel, "ch1.meter")

        def shines():
            # A level falls while a picture is compared.
            self.program.send(0xD0, 0x0C)
            return lit() > 100
        self.eventually(shines, "the meter")

    def test_what_is_muted_at_both_ends_stays_so(self):
        self.start_jack(panel_file(
            STRIP, count=8, bridges=bridges("mackie-controller") + '\nlaw = "x32"\n', pages=MAIN))
        self.panel.set("ch1.mute", 1)
        self.panel.set("ch2.mute", 1)
        self.bridge = self.start_bridge()
        self.program = self.enterContext(Controller(self.session, "program"))
        self.connect(self.program)
        # The program lights the lamp of what it has muted.
        self.program.send(0x90, MUTE, 127)
        self.eventually(lambda: [0x90, MUTE + 1, 127] in self.program.messages, "the other key")
        self.assertNotIn([0x90, MUTE, 127], self.program.messages)

    def test_a_finger_ends_its_touch_while_the_program_moves_the_fader(self):
        self.start()
        [control] = self.panel.list("ch1.level")
        with repeated(lambda n: self.program.move(0, 0x1000 + 64 * (n % 32)), 0.01):
            self.desk.drag(control["frame"], 40, steps=30)
            self.eventually(lambda: [0x90, TOUCH, 0] in self.program.messages, "the end")

    def test_a_key_is_pressed_and_the_lamp_follows(self):
        self.start()
        self.panel.set("ch4.mute", 1)
        self.eventually(lambda: self.program.messages[-2:] == [
            [0x90, MUTE + 3, 127], [0x90, MUTE + 3, 0]], lambda: self.program.messages[-4:])
        self.program.send(0x90, MUTE + 3, 127)
        self.panel.set("ch4.mute", 0)
        self.eventually(lambda: self.program.messages.count([0x90, MUTE + 3, 127]) == 2, "a press")

    def test_a_key_that_the_program_refuses_goes_out(self):
        self.start()
        self.program.send(0x90, MUTE, 127)
        self.reaches("ch1.mute", 1)
        self.panel.set("ch4.mute", 1)
        self.eventually(lambda: [0x90, MUTE + 3, 127] in self.program.messages, "the key")
        self.reaches("ch4.mute", 0)

    def pot(self):
        """Where the pot of the program's first channel is: it begins in the middle."""
        steps = [value & 0x3F if value < 0x40 else -(value & 0x3F)
                 for status, number, value in
                 (message for message in self.program.messages if len(message) == 3)
                 if (status, number) == (0xB0, 16)]
        return 0.5 + sum(steps) / 63

    def ring(self, share):
        """The program shows a pot."""
        self.program.send(0xB0, 48, 0x10 | 1 + round(share * 10))

    def pan(self):
        return self.panel.reading("ch1.pan")["norm"]

    def test_rings_that_come_late_do_not_turn_a_pot(self):
        self.start()
        # Each of the two connections is a beginning, and the program has its time to show its pots.
        self.rests(lambda: len(self.program.messages), seconds=0.3)
        self.ring(0.5)
        self.rests(lambda: len(self.program.messages), seconds=0.8)
        for target in (0.9, 0.1, 0.9):
            start = self.pan()
            for step in range(1, 13):
                before = self.pot()
                self.panel.set("ch1.pan", norm=start + (target - start) * step / 12)
                self.eventually(lambda: abs(self.pot() - self.pan()) < 0.02,
                                lambda: f"{target} {step}: {self.pot()} {self.pan()}")
                self.ring(before)
            self.ring(self.pot())
            [pot] = self.rests(self.pot, seconds=1.3)
            self.assertAlmostEqual(pot, target, delta=0.02)
            self.assertAlmostEqual(self.pan(), target, delta=0.001)

    def test_pans_are_the_same_after_each_start_of_the_bridge(self):
        self.start()
        # Each of the two connections is a beginning, and the program has its time to show its pots.
        self.rests(lambda: len(self.program.messages), seconds=0.3)
        self.ring(0.5)
        self.rests(lambda: len(self.program.messages), seconds=0.8)
        self.panel.set("ch1.pan", norm=0.7)
        self.eventually(lambda: abs(self.pot() - 0.7) < 0.02, "the steps")
        for _ in range(3):
            self.bridge.kill()
            self.eventually(lambda: not self.program.client.get_ports("glassfader:.*"), "the end")
            self.bridge = self.start_bridge()
            self.connect(self.program)
            self.ring(self.pot())
            [pot] = self.rests(self.pot, seconds=1)
            self.assertAlmostEqual(pot, 0.7, delta=0.02)
            self.assertAlmostEqual(self.pan(), 0.7, delta=0.001)

    def test_the_program_gets_nothing_twice_when_the_panel_file_is_read_again(self):
        self.start()
        # From then on, it is not greeted.
        self.program.send(*HEADER, 0x00, 0xF7)
        self.panel.set("ch1.pan", 60)
        self.panel.set("ch2.mute", 1)
        self.eventually(lambda: self.program.lamps.get(MUTE + 1) == 0, "the key")
        [sent] = self.rests(lambda: len(self.program.messages), seconds=0.3)
        self.reload()
        self.panel.set("ch8.level", -20)
        self.eventually(lambda: abs(self.program.motor(7) - round(x32(-20) * GREATEST)) <= 1,
                        "the level")
        # A pot moves by steps: what is sent twice is another value.
        self.assertEqual({message[0] for message in self.program.messages[sent:]}, {FADER + 7})

    def test_a_program_that_asks_is_answered(self):
        self.start()
        self.program.send(*HEADER, 0x00, 0xF7)
        self.eventually(lambda: [found for found in self.program.commands if found[0] == 1],
                        "the name")
        self.program.send(*HEADER, 0x13, 0, 0xF7)
        self.eventually(lambda: [found for found in self.program.commands if found[0] == 0x14],
                        "the version")


class ArdourWithMackie(ardour.Ardour):
    """A session whose surface for a Mackie Control is switched on."""

    def switch_on_osc(self):
        super().switch_on_osc()
        path = os.path.join(self.folder, f"{ardour.SESSION}.ardour")
        with open(path) as file:
            text = file.read()
        text, count = re.subn(
            r'<Protocol name="Mackie" active="0"\s*(/?)>',
            r'<Protocol name="Mackie" active="1" device-name="Mackie Control" '
            r'device-profile="" ipmidi-base="0" bank="0"\1>', text)
        assert count == 1, re.findall("<Protocol.*", text)
        with open(path, "w") as file:
            file.write(text)


class Workstation(MidiTest):
    """Ardour takes the panel for a Mackie Control, and is heard."""

    programs = *ardour.PROGRAMS, "jack_lsp"

    def start(self):
        self.start_jack(panel_file(
            STRIP, count=4, bridges=bridges("mackie-controller") + '\non_connect = "pull"\n'
            'port = "mackie control"'))
        self.bridge = self.start_bridge()
        self.ardour = self.enterContext(ArdourWithMackie(self.session, tracks=2))
        self.probe = self.enterContext(jackrig.Probe(self.session))
        self.probe.send_to(self.probe.await_port("ard:Track 1/audio_in 1"))
        self.trace = self.probe.listen_to(self.probe.await_port("ard:Master/audio_out 1"))

    def test_a_finger_moves_the_level_of_a_track(self):
        self.start()
        self.eventually(
            lambda: [strip["label"] for strip in self.panel.strips()][:2] == ["Track1", "Track2"],
            lambda: [strip["label"] for strip in self.panel.strips()])
        self.reaches("ch1.level", 0)
        # Half of a mono track is on each side.
        before = self.trace.awaits(-3.01, 0.05)
        value = self.desk.drag_to(self.panel, "ch1.level", -18)
        heard = self.trace.awaits(before + value, 0.1)
        measured("level in the sound less that of the panel", heard - before - value, "dB")
        self.ardour.peer.send("/strip/gain", 1, -6.0)
        self.reaches("ch1.level", -6)
        self.panel.set("ch2.mute", 1)
        self.eventually(lambda: self.ardour.peer.last("/strip/mute", 2) == 1, "the mute")
