"""glassfader-osc and any program: transports, bad packets, two bridges, and what it costs."""

import contextlib
import os
import random
import re
import signal
import socket
import struct
import subprocess
import threading
import time
import unittest

import x32
from bridge import (DECIBELS, DIALECTS, BridgeTest, Listener, control, controls, measured,
                    panel_file, program, repeated)
from osc import Peer, bundled, packed, unpacked
from processes import PATIENCE, Session, free_port, missing

BRIDGE = """
[bridges.osc]
send = ["{send}"]
{more}
"""


class Echo(Peer):
    """Sends each value back to its sender, after some seconds."""

    delay = 0.0

    def heard(self, address, values, sender):
        threading.Timer(self.delay, self.answer, (packed(address, *values), sender)).start()

    def answer(self, packet, sender):
        # The test may be over.
        with contextlib.suppress(OSError):
            self.socket.sendto(packet, sender)


class GenericTest(BridgeTest):
    """A program, which is the test, and a bridge to it."""

    def start(self, more="", strips=None, kind=Peer, **options):
        self.engine = self.enterContext(kind())
        self.start_desk(panel_file(
            *(strips and [strips] or []), **options,
            bridges=BRIDGE.format(send=f"127.0.0.1:{self.engine.port}", more=more)))
        self.bridge = self.start_bridge()
        self.eventually(lambda: self.engine.last("/ch8.level") is not None,
                        lambda: self.bridge.log())
        [self.engine.to] = self.engine.senders

    def hears(self, address, value, tolerance=0.01):
        self.eventually(lambda: abs((self.engine.last(address) or 0) - value) <= tolerance,
                        lambda: (address, value, self.engine.messages[-20:], self.bridge.log()))


class Generic(GenericTest):
    def test_values_go_both_ways_and_never_come_back(self):
        self.start()
        self.panel.set("ch1.level", -6)
        self.hears("/ch1.level", -6)
        self.panel.set("ch1.mute", 1)
        self.hears("/ch1.mute", 1)
        self.rests(lambda: len(self.engine.messages), seconds=0.3)
        heard = len(self.engine.messages)
        self.engine.send("/ch2.level", -20.0)
        self.engine.send("/ch2.mute", 1)
        self.engine.send("/ch2.pan", -50.0)
        self.reaches("ch2.level", -20)
        self.reaches("ch2.mute", 1, 0)
        self.reaches("ch2.pan", -50)
        self.rests(lambda: len(self.engine.messages), seconds=0.3)
        self.assertEqual(len(self.engine.messages), heard, self.engine.messages[heard:])

    def test_a_mistake_in_the_settings_ends_nothing_that_works(self):
        self.start()
        self.desk.change("[bridges.osc]", "[bridges.osc]\nspeed = 7")
        self.says(self.bridge, "'speed'")
        self.says(self.bridge, "the settings before it stay")
        self.panel.set("ch1.level", -6)
        self.hears("/ch1.level", -6)
        self.engine.send("/ch2.level", -20.0)
        self.reaches("ch2.level", -20)
        self.desk.change("speed = 7", 'on_connect = "never"')
        self.says(self.bridge, "'on_connect'")
        self.panel.set("ch1.level", -7)
        self.hears("/ch1.level", -7)

    def test_a_drag_is_one_bundle_a_frame_and_its_end_is_not_lost(self):
        self.start()
        self.panel.link("pair", ["ch1.level", "ch2.level"])
        self.rests(lambda: self.engine.packets, seconds=0.3)
        packets, [control] = self.engine.packets, self.panel.list("ch1.level")
        began = time.monotonic()
        self.desk.drag(control["frame"], 80, steps=100)
        passed = time.monotonic() - began
        self.eventually(lambda: not self.panel.reading("ch1.level")["touched"], "the end")
        self.hears("/ch1.level", self.panel.get("ch1.level"))
        self.hears("/ch2.level", self.panel.get("ch2.level"))
        measured("packets a second in a drag of two faders",
                 (self.engine.packets - packets) / passed)
        self.assertLess((self.engine.packets - packets) / passed, 66)

    def test_what_the_engine_has_is_not_sent_back_by_a_fast_engine(self):
        """An engine that confirms everything, one second late."""
        self.start()
        [control] = self.panel.list("ch1.level")
        with Listener(self.desk, "valueChanged", match=["ch1.level"]) as listener:
            self.desk.drag(control["frame"], 60, steps=40)
            self.eventually(lambda: not self.panel.reading("ch1.level")["touched"], "the end")
            value = self.panel.get("ch1.level")
            self.hears("/ch1.level", value)
            count = self.rests(listener.count, seconds=0.3)
            for [echo] in self.engine.values("/ch1.level"):
                self.engine.send("/ch1.level", echo)
            self.assertEqual(self.rests(listener.count, seconds=0.3), count, listener.seen[-5:])
        self.assertEqual(self.panel.get("ch1.level"), value)

    def test_an_engine_that_goes_back_at_once_is_followed(self):
        self.start()
        for address, name, values in (("/ch1.mute", "ch1.mute", (0, 1, 0, 1)),
                                      ("/ch2.level", "ch2.level", (-30, -20))):
            for value in values:
                self.panel.set(name, value)
                self.hears(address, value)
            # The engine had this value a moment ago, and does not have it by the panel's doing.
            self.engine.send(address, float(values[0]))
            self.reaches(name, values[0])
            # And the panel can change it again.
            self.panel.set(name, values[1])
            self.hears(address, values[1])

    def test_an_engine_that_goes_back_before_the_panel_knows_is_followed(self):
        self.start()
        for level in -20.0, -21.0, -22.0:
            self.panel.set("ch1.level", level)
            self.hears("/ch1.level", level)
            self.rests(lambda: self.engine.packets, seconds=1.2)
            for value in -50.0, level:
                self.engine.send("/ch1.level", value)
            self.rests(lambda: self.panel.get("ch1.level"), seconds=0.4)
            self.assertEqual(self.panel.get("ch1.level"), level)

    def test_an_engine_moves_one_part_of_several_and_confirms_all_of_them(self):
        self.start(strips=controls(
            control("level", "slider", DECIBELS),
            control("gate", "range", "min = -60, max = 0, default = { low = -40, high = -20 }")))

        def are(low, high):
            self.eventually(
                lambda: self.panel.get("ch1.gate") == {"low": low, "high": high}, (low, high))
        # The other one is where the panel has it.
        self.engine.send("/ch1.gate", -50.0, -20.0)
        are(-50, -20)
        self.engine.send("/ch1.gate", -50.0, -10.0)
        are(-50, -10)
        for low in (-45, -35):
            self.panel.request("set", control="ch1.gate", value={"low": low})
            self.engine.awaits(
                lambda: list(self.engine.values("/ch1.gate"))[-1] == [low, -10], f"{low}")
        # Late confirmations of what it was sent.
        for low in (-45.0, -35.0):
            self.engine.send("/ch1.gate", low, -10.0)
        self.engine.send("/ch2.level", -33.0)
        self.reaches("ch2.level", -33)
        are(-35, -10)

    def test_infinite_numbers_of_several_parts_are_those_at_the_ends(self):
        self.start(strips=controls(
            control("level", "slider", DECIBELS), control("place", "xy"),
            control("gate", "range", "min = -60, max = 0, default = { low = -40, high = -20 }")))
        endless = float("inf")
        self.engine.send("/ch1.gate", -endless, endless)
        self.engine.send("/ch1.place", endless, 0.5)
        self.engine.send("/ch1.place", float("nan"), 0.0)
        self.eventually(lambda: self.panel.get("ch1.gate") == {"low": -60, "high": 0}, "the ends")
        self.eventually(lambda: self.panel.get("ch1.place") == {"x": 1, "y": 0.5}, "the end")

    def test_a_finger_is_heard_by_an_engine_that_moves_the_same_fader(self):
        """An automation that sends positions 200 times a second."""
        self.start()
        [control] = self.panel.list("ch1.level")
        with repeated(lambda n: self.engine.send("/ch1.level", -30.0 - n % 20), 0.005):
            heard, began = len(self.engine.values("/ch1.level")), time.monotonic()
            self.desk.drag(control["frame"], 80, steps=100)
            moved, passed = len(self.engine.values("/ch1.level")) - heard, time.monotonic() - began
        # In most frames.
        self.assertGreater(moved / passed, 30)

    def test_an_engine_that_rounds_and_is_slow_does_not_pull_the_fader_back(self):
        """It confirms whole decibels, all of them after the finger has gone."""
        self.start()
        [control] = self.panel.list("ch1.level")
        self.desk.drag(control["frame"], 60, steps=40)
        self.eventually(lambda: not self.panel.reading("ch1.level")["touched"], "the end")
        self.hears("/ch1.level", self.panel.get("ch1.level"))
        self.rests(lambda: self.engine.packets, seconds=0.2)
        with Listener(self.desk, "valueChanged", match=["ch1.level"]) as listener:
            for [echo] in self.engine.values("/ch1.level")[-30:]:
                self.engine.send("/ch1.level", float(round(echo)))
            last = float(round(echo))
            self.reaches("ch1.level", last)
            self.rests(listener.count, seconds=0.3)
            self.assertLessEqual(len(listener.seen), 1, listener.seen)

    def test_a_fade_arrives_at_an_engine_that_rounds_and_is_slow(self):
        self.start()
        self.panel.set("ch1.level", 0)
        self.hears("/ch1.level", 0)
        self.rests(lambda: self.engine.packets, seconds=1.2)
        sent, began = len(self.engine.values("/ch1.level")), time.monotonic()
        self.panel.request("set", control="ch1.level", value=-30, over_ms=1500)
        while time.monotonic() < began + 2:
            time.sleep(0.1)
            values = self.engine.values("/ch1.level")
            # Whole decibels, a tenth of a second late.
            for [value] in values[sent:]:
                self.engine.send("/ch1.level", float(round(value)))
            sent = len(values)
        self.reaches("ch1.level", -30)

    def test_words_and_colours_that_a_slow_engine_sends_back_undo_nothing(self):
        self.start(kind=Echo, count=8, strips=controls(
            control("level", "slider", DECIBELS), control("color", "color"),
            control("mode", "segmented", 'options = ["a", "b", "c", "d"]')))
        choices = {"mode": ("b", "c", "d", "a", "c"),
                   "color": ("#ff0000", "#00ff00", "#0000ff", "#ff0000", "#00ff00")}
        for delay, pause in ((0, 0), (0.1, 0.05), (0.3, 0.25)):
            self.engine.delay = delay
            time.sleep(1.2)
            self.engine.clear()
            with Listener(self.desk, "valueChanged", match=["ch1.*"]) as listener:
                for step in zip(*choices.values()):
                    for name, word in zip(choices, step):
                        self.panel.set(f"ch1.{name}", word)
                    time.sleep(pause)
                time.sleep(1.5 + delay)
                self.assertEqual(listener.count(), 10, listener.seen)
            for name, words in choices.items():
                self.assertEqual(self.panel.get(f"ch1.{name}"), words[-1])
                self.assertEqual(self.engine.last(f"/ch1.{name}"), words[-1])
            self.assertEqual(self.engine.values("/ch1.mode"),
                             [[word] for word in choices["mode"]])
        # What it chooses by itself is followed.
        self.engine.send("/ch1.mode", "b")
        self.eventually(lambda: self.panel.get("ch1.mode") == "b", "b")

    def test_a_pattern_moves_all_that_it_matches(self):
        self.start()
        self.engine.send("/ch[1-3].{level,trim}", -20.0)
        for strip in 1, 2, 3:
            self.reaches(f"ch{strip}.level", -20)
        self.assertEqual(self.panel.get("ch4.level"), -90)
        self.engine.send("/*.mute", 1)
        self.reaches("ch8.mute", 1, 0)

    def test_levels_move_a_meter(self):
        self.start()
        light = self.desk.light(self.panel, "ch1.meter")
        for _ in range(10):
            self.engine.send("/ch1.meter", -6.0)
        self.eventually(light, "light")

    def test_a_bind_names_another_address_and_a_bad_one_is_explained(self):
        self.start(strips=controls(
            control("level", "slider", DECIBELS),
            control("send", "slider", DECIBELS, 'bind.osc = "/fx {n} as gain"'),
            control("odd", "slider", "max = 9", 'bind.osc = "/fx {n} as banana"')))
        self.says(self.bridge, "ch1.odd", "banana")
        self.panel.set("ch3.send", -20)
        self.engine.awaits(lambda: abs((self.engine.last("/fx", 3) or 0) - 0.1) < 1e-4, "/fx 3")
        self.engine.send("/fx", 4, 0.01)
        self.reaches("ch4.send", -40)

    def test_a_program_that_comes_late_and_goes_gets_all_values(self):
        port = free_port()
        self.start_desk(panel_file(
            bridges=BRIDGE.format(send=f"127.0.0.1:{port}", more="")))
        self.bridge = self.start_bridge()
        self.panel.set("ch1.level", -12)
        self.says(self.bridge, str(port))
        for level in (-12, -15):
            with Peer(port=port) as engine:
                engine.awaits(lambda: engine.last("/ch1.level") is not None, "all values", 3)
                self.assertAlmostEqual(engine.last("/ch1.level"), level, places=2)
            # Nobody is there when it is set.
            self.panel.set("ch1.level", level - 3)
            self.says(self.bridge, "refused")
        with Peer(port=port):
            self.says(self.bridge, "takes packets again")
        began = time.monotonic()
        self.eventually(lambda: time.monotonic() > began + 2, "two seconds")
        self.assertLessEqual(len(self.bridge.lines("refused")), 3, self.bridge.log())

    def test_every_step_of_a_key_is_sent(self):
        self.start()
        self.rests(lambda: len(self.engine.messages), seconds=0.3)
        self.engine.clear()
        for step in range(20):
            self.panel.tell("ch1.mute", (step + 1) % 2)
        self.panel.ping()
        self.engine.awaits(lambda: len(self.engine.values("/ch1.mute")) >= 20, "20 edges", 5)
        self.assertEqual([value for [value] in self.engine.values("/ch1.mute")], [1, 0] * 10)

    def test_a_dry_run_prints_and_sends_nothing(self):
        self.start()
        dry = self.start_bridge("--dry-run")
        self.rests(lambda: len(self.engine.messages), seconds=0.3)
        heard = self.engine.packets
        self.bridge.kill()
        self.panel.set("ch1.level", -33)
        dry.await_log(r"/ch1\.level.*-33")
        self.assertEqual(self.engine.packets, heard)

    def test_a_dry_run_ends_with_its_reader(self):
        self.start()
        command = [*self.bridge.command, "--dry-run"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as dry:
            dry.stdout.readline()
            dry.stdout.close()
            self.panel.set("ch1.level", -33)
            try:
                self.assertEqual(dry.wait(PATIENCE), 0)
            finally:
                dry.kill()


class Transports(BridgeTest):
    programs = ("oscdump",)

    def follow(self, url, *options):
        """What liblo's oscdump hears at an address."""
        self.session = self.enterContext(Session())
        dump = self.session.start("oscdump", "-L", *options)
        self.start_desk(panel_file(bridges=BRIDGE.format(send=url, more="")))
        self.bridge = self.start_bridge()
        self.eventually(lambda: "/ch8.level" in dump.log(), lambda: self.bridge.log())
        self.panel.set("ch1.level", -6)
        dump.await_log(r"/ch1.level f -6\.0")

    def test_tcp(self):
        port = free_port(socket.SOCK_STREAM)
        self.follow(f"osc.tcp://127.0.0.1:{port}", f"osc.tcp://:{port}")

    def test_unix_datagrams(self):
        with Session() as session:
            path = f"{session.folder}/osc"
            self.follow(f"osc.unix://{path}", f"osc.unix://{path}")

    def test_udp_of_liblo(self):
        port = free_port()
        self.follow(f"127.0.0.1:{port}", str(port))


class Places(BridgeTest):
    """Where engines are."""

    def engine_in_the_file_system(self):
        """A program with a socket there, and a bridge to it."""
        session = self.enterContext(Session())
        engine = self.enterContext(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        path = f"{session.folder}/osc"
        engine.bind(path)
        engine.settimeout(PATIENCE)
        self.start_desk(panel_file(bridges=BRIDGE.format(send=f"osc.unix://{path}", more="")))
        self.bridge = self.start_bridge()
        return engine

    def test_a_program_with_a_socket_in_the_file_system_is_heard_too(self):
        engine = self.engine_in_the_file_system()
        sender = engine.recvfrom(65536)[1]
        for _ in range(5):
            engine.sendto(packed("/ch2.level", -20.0), sender)
        self.reaches("ch2.level", -20)

    def test_a_program_that_does_not_read_for_a_while_gets_the_newest_values(self):
        engine = self.engine_in_the_file_system()
        engine.recvfrom(65536)
        # More packets than the system keeps.
        for step in range(60):
            self.panel.set("ch1.level", -step)
            time.sleep(0.02)
        self.panel.set("ch1.mute", 1)
        self.says(self.bridge, "does not read")
        heard = {}

        def newest():
            heard.update(unpacked(engine.recv(65536)))
            return heard.get("/ch1.level") == [-59.0] and heard.get("/ch1.mute") == [1.0]
        self.eventually(newest, lambda: heard)

    def test_a_file_in_the_place_of_the_own_socket_is_kept(self):
        with Session() as session:
            path = f"{session.folder}/notes"
            with open(path, "w") as file:
                file.write("precious")
            self.start_desk(panel_file(bridges=BRIDGE.format(
                send=f"127.0.0.1:{free_port()}", more=f'listen = "osc.unix://{path}"')))
            self.bridge = self.start_bridge()
            self.says(self.bridge, "trying again")
            with open(path) as file:
                self.assertEqual(file.read(), "precious")
            # A socket that an ended program has left is another thing.
            os.remove(path)
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as former:
                former.bind(path)
            self.says(self.bridge, "sending values without knowing")

    def test_an_address_that_another_program_has_is_taken_when_it_is_free(self):
        engine = self.enterContext(Peer())
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
            other.bind(("127.0.0.1", 0))
            port = other.getsockname()[1]
            self.start_desk(panel_file(bridges=BRIDGE.format(
                send=f"127.0.0.1:{engine.port}", more=f'listen = "127.0.0.1:{port}"')))
            self.bridge = self.start_bridge()
            self.says(self.bridge, "in use; trying again")
        engine.awaits(lambda: engine.last("/ch8.level") is not None, "all values")
        self.assertEqual(engine.senders, {port})

    def test_engines_here_and_elsewhere_are_sent_to(self):
        """The first is on this machine, and the second not: 192.0.2.1 is an address for examples."""
        engine = self.enterContext(Peer())
        self.start_desk(panel_file(bridges=f"""
            [bridges.osc]
            send = ["127.0.0.1:{engine.port}", "192.0.2.1:9000"]"""))
        self.bridge = self.start_bridge()
        engine.awaits(lambda: engine.last("/ch8.level") is not None, "all values")
        self.assertFalse(self.bridge.lines("invalid argument"), self.bridge.log())


class Synthesizer(Peer):
    """A server that answers the probe, and has buses."""

    def heard(self, address, values, sender):
        if address == "/notify":
            self.socket.sendto(packed("/done", "/notify"), sender)
        elif address == "/c_get":
            self.socket.sendto(packed("/c_set", *values, 0.25), sender)


class Synthesizers(BridgeTest):
    STRIPS = controls(control("level", "slider", DECIBELS),
                      control("bus", "knob", "min = 0, max = 1", 'bind.osc = "/c_set {n}"'))

    def start(self, send, more=""):
        self.start_desk(panel_file(self.STRIPS, count=2, bridges=f"""
            [bridges.osc]
            dialect = "supercollider"
            send = ["{send}"]
            {more}"""))
        self.bridge = self.start_bridge()

    def test_pull_takes_the_values_of_buses(self):
        engine = self.enterContext(Synthesizer())
        self.start(f"127.0.0.1:{engine.port}", 'on_connect = "pull"')
        for strip in 1, 2:
            self.reaches(f"ch{strip}.bus", 0.25, 0.001)

    def test_a_connection_by_tcp_is_probed_and_its_end_is_noticed(self):
        listener = self.enterContext(socket.create_server(("127.0.0.1", 0)))
        listener.settimeout(PATIENCE)
        self.start(f"osc.tcp://127.0.0.1:{listener.getsockname()[1]}")
        for times in range(2):
            engine = self.enterContext(listener.accept()[0])
            engine.settimeout(PATIENCE)
            self.receives(engine, "/notify")
            self.assertEqual(len(self.bridge.lines("connected")), times, self.bridge.log())
            answer = packed("/done", "/notify")
            engine.sendall(struct.pack(">i", len(answer)) + answer)
            self.receives(engine, "/c_set")
            # Again and again, and there is no answer any more.
            self.receives(engine, "/notify")
        self.says(self.bridge, "cannot hear it")

    def receives(self, engine, wanted):
        """Reads packets up to one with this address."""
        while True:
            size, = struct.unpack(">i", engine.recv(4, socket.MSG_WAITALL))
            packet = engine.recv(size, socket.MSG_WAITALL)
            if wanted in [address for address, _ in unpacked(packet)]:
                return


class Names(GenericTest):
    """Hosts by name, with a file of hosts and a name server of the bridge's own."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if missing("unshare") or subprocess.run(
                ["unshare", "-m", "mount", "--bind", "/etc/hosts", "/etc/hosts"],
                check=False, stderr=subprocess.DEVNULL).returncode:
            raise unittest.SkipTest("a file of hosts cannot be mounted")

    def begin(self, *addresses, dialect="generic", more="", services="files"):
        self.start_desk(panel_file(bridges=f"""
            [bridges.osc]
            dialect = "{dialect}"
            send = [{", ".join(f'"{address}"' for address in addresses)}]
            {more}"""))
        self.session = self.enterContext(Session())
        self.hosts = f"{self.session.folder}/hosts"
        files = {"hosts": "127.0.0.1 localhost console both\n::1 both\n",
                 # An address for examples, at which nobody answers.
                 "resolv.conf": "nameserver 192.0.2.1\n",
                 "nsswitch.conf": f"hosts: {services}\n"}
        mounts = ""
        for name, text in files.items():
            with open(f"{self.session.folder}/{name}", "w") as file:
                file.write(text)
            mounts += f"mount --bind {self.session.folder}/{name} /etc/{name} && "
        self.command = ("unshare", "-m", "sh", "-c", mounts + 'exec "$@"', "sh", program("osc"))
        self.options = "--socket", self.desk.path, "--dialects", DIALECTS
        self.bridge = self.session.start(*self.command, *self.options, name="bridge-osc")
        self.addCleanup(self.bridge.end)

    def test_a_name_server_that_is_silent_delays_no_value(self):
        self.engine = self.enterContext(Peer())
        self.begin(f"127.0.0.1:{self.engine.port}", "mixer.example.org:9000",
                   services="files dns")
        self.hears("/ch8.level", -90)
        longest, end = 0, time.monotonic() + 8
        while time.monotonic() < end:
            level = -30 + end - time.monotonic()
            self.panel.set("ch1.level", level)
            began = time.monotonic()
            self.hears("/ch1.level", self.panel.get("ch1.level"))
            longest = max(longest, time.monotonic() - began)
        self.assertLess(longest, 1)

    def test_an_unknown_host_is_reported(self):
        self.begin("nobody.invalid:9000")
        self.says(self.bridge, "nobody.invalid", "unknown host")
        said = self.session.run(*self.command, "check", *self.options, check=False)
        self.assertIn("there is no host of 'nobody.invalid:9000'", said)

    def test_the_address_to_listen_on_may_have_a_name(self):
        self.engine = self.enterContext(Peer())
        port = free_port()
        self.begin(f"127.0.0.1:{self.engine.port}", more=f'listen = "console:{port}"')
        self.hears("/ch8.level", -90)
        self.assertEqual(self.engine.senders, {port})

    def test_an_engine_is_found_at_another_address_of_its_host(self):
        self.engine = self.enterContext(Peer())
        self.begin(f"both:{self.engine.port}")
        self.hears("/ch8.level", -90)
        self.panel.set("ch1.level", -5)
        self.hears("/ch1.level", -5)

    def test_a_console_that_comes_back_with_another_address_is_found(self):
        console = x32.Console()
        self.begin(f"console:{console.port}", dialect="x32")
        self.says(self.bridge, "connected")
        console.close()
        with open(self.hosts, "w") as file:
            file.write("127.0.0.2 console\n")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as moved:
            moved.bind(("127.0.0.2", console.port))
            moved.settimeout(20)
            self.assertIn(b"/xinfo", moved.recv(1000))


class Service(GenericTest):
    """The sockets of a service manager, for a service that has no network of its own."""

    def bound(self, family=socket.AF_INET6, address=("::", 0)):
        """Of both families, as ListenDatagram=PORT makes it."""
        own = self.enterContext(socket.socket(family, socket.SOCK_DGRAM))
        if family == socket.AF_INET6:
            own.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        own.bind(address)
        return own

    def start(self, sockets, more=""):
        self.engine = self.enterContext(Peer())
        self.start_desk(panel_file(
            bridges=BRIDGE.format(send=f"127.0.0.1:{self.engine.port}", more=more)))
        self.bridge = self.start_bridge(sockets=sockets)
        self.engine.awaits(lambda: self.engine.last("/ch8.level") is not None, "all values")

    def test_packets_go_by_them_and_by_no_other(self):
        own = self.bound()
        port = own.getsockname()[1]
        self.start([own, self.bound(socket.AF_UNIX, "")])
        self.assertEqual(self.engine.senders, {port})
        self.engine.send("/ch2.level", -20.0, to=port)
        self.reaches("ch2.level", -20)
        # A stranger, who sends to the same socket.
        with Peer(port) as stranger:
            stranger.send("/ch3.level", -30.0)
            self.says(self.bridge, "an address that is not in 'send'")
        # The settings change, and the socket stays.
        with Peer() as other:
            self.desk.change(str(self.engine.port), str(other.port))
            other.awaits(lambda: other.last("/ch8.level") is not None, "all values")
            self.assertEqual(other.senders, {port})
            other.send("/ch3.level", -10.0, to=port)
            self.reaches("ch3.level", -10)

    def test_listen_is_one_of_them(self):
        own, wanted = self.bound(), self.bound()
        port = wanted.getsockname()[1]
        self.start([own, wanted], f'listen = "0.0.0.0:{port}"')
        self.assertEqual(self.engine.senders, {port})
        # From another port of the engine's host.
        with Peer(port) as stranger:
            stranger.send("/ch3.level", -30.0)
            self.reaches("ch3.level", -30)

    def test_a_stream_is_refused(self):
        own = self.enterContext(socket.socket())
        self.start_desk(panel_file(bridges=BRIDGE.format(send="127.0.0.1:9000", more="")))
        bridge = self.start_bridge(sockets=[own])
        self.says(bridge, "ListenDatagram=")
        self.eventually(lambda: not bridge.is_running(), "the end")


class Hostile(GenericTest):
    """What is not OSC, or not for this bridge."""

    def bad_packets(self):
        whole = packed("/ch1.level", -6.0)
        deep = packed("/ch1.level", -7.0)
        for _ in range(500):
            deep = bundled(deep)
        wrong = [
            b"", b"\0", b"/ch1.level", b"/ch1.level\0\0", b"/ch1.level\0\0,f\0\0", whole[:-1],
            whole[:-4] + b"\0\0\0", b"#bundle\0", b"#bundle\0" + bytes(9),
            b"#bundle\0" + bytes(8) + struct.pack(">i", -1),
            b"#bundle\0" + bytes(8) + struct.pack(">i", 0x7FFFFFFF) + whole,
            b"#bundle\0" + bytes(8) + struct.pack(">i", 4) + b"/a\0\0",
            packed("/ch1.level", b"x")[:-8] + struct.pack(">i", 1 << 30) + b"abcd",
            packed("/ch1.level", b"x")[:-8] + struct.pack(">i", -5) + b"abcd",
            b"/ch1.level\0\0,\xff\xfe\0", b"/ch1.level\0\0" + b"," + b"f" * 2000,
            b"/ch1.level\0\0,[[[[[[[[[[[\0\0\0\0", b"\xff" * 4000, deep,
            # They can be read, and are about nothing or have other values.
            packed("/" + "x" * 60000, 1.0), packed("/ch1.level", "y" * 60000),
            packed("/nobody/asked", 1, 2, 3), packed("/ch1.level"), packed("/ch1.level", None),
            packed("/ch1.level", float("nan")), packed("/ch1.level", float("inf")),
            packed("/ch1.level", -float("inf")), packed("/ch1.level", 3e38),
            packed("/ch1.level", b"\1\2\3"), packed("/ch1.meter", b"\1\2\3"),
            packed("/ch1.meter", float("nan")), packed("/ch1.mute", "maybe"),
            packed("/ch9999.level", 1.0)]
        return wrong

    def test_nothing_of_it_ends_the_bridge_or_fills_its_log(self):
        self.start()
        chance = random.Random(1)
        for _ in range(30):
            for packet in self.bad_packets():
                self.engine.send_raw(packet)
            # Its socket has room for so many.
            time.sleep(0.01)
        whole = packed("/ch1.level", -6.0)
        for number in range(3000):
            if number % 100 == 0:
                time.sleep(0.01)
            packet = bytearray(chance.choice([whole, bundled(whole, packed("/ch1.pan", 3.0))]))
            for _ in range(chance.randint(1, 4)):
                packet[chance.randrange(len(packet))] = chance.randrange(256)
            self.engine.send_raw(packet[:chance.randint(0, len(packet))])
        stranger = self.enterContext(Peer(self.engine.to))
        for _ in range(100):
            stranger.send("/ch2.level", -1.0)

        def is_heard():
            # The packets before it may have filled its socket.
            self.engine.send("/ch5.level", -18.0)
            return abs(self.panel.get("ch5.level") + 18) < 0.11
        self.eventually(is_heard, lambda: self.bridge.log())
        self.assertTrue(self.bridge.is_running(), self.bridge.log())
        lines = self.bridge.log().splitlines()
        self.assertTrue(self.bridge.lines("malformed") or self.bridge.lines("dropped"), lines)
        self.assertLess(len(lines), 15, lines)
        self.assertLess(max(map(len, lines)), 1000)
        self.panel.set("ch6.level", -9)
        self.hears("/ch6.level", -9)
        # What has no end or no number moves nothing out of its range.
        self.assertTrue(-90 <= self.panel.get("ch1.level") <= 10)
        self.assertNotEqual(self.panel.get("ch2.level"), -1)
        self.bridge.end()
        counts = [int(count) for count in re.findall(r"(\d+) times", self.bridge.log())]
        self.assertGreater(sum(counts), 300, self.bridge.log())

    def test_a_console_with_bad_blobs_and_a_long_name(self):
        console = self.enterContext(x32.Console())
        self.start_desk(panel_file(bridges=f"""
            [bridges.osc]
            dialect = "x32"
            send = ["127.0.0.1:{console.port}"]"""))
        self.bridge = self.start_bridge()
        self.eventually(lambda: console.subscribers, lambda: self.bridge.log())
        [client] = console.subscribers
        for blob in (b"", b"\1", b"\1\2\3\4", struct.pack("<i", -1), struct.pack("<i", 1 << 30),
                     struct.pack("<if", 96, 0.5), struct.pack("<i96f", 96, *[float("nan")] * 96),
                     struct.pack("<i96f", 96, *[float("inf")] * 96), bytes(60000)):
            console.socket.sendto(packed("/meters/1", blob), client)
        console.socket.sendto(packed("/ch/01/config/name", "n" * 60000), client)
        console.socket.sendto(packed("/ch/02/config/name", "\x1b[31mred\x07\n"), client)
        console.socket.sendto(packed("/ch/01/config/color", 1 << 30), client)
        console.socket.sendto(packed("/ch/01/config/color", -1), client)
        console.socket.sendto(packed("/ch/01/config/color", "RD"), client)
        console.put("/ch/03/config/name", "Vox")
        self.eventually(lambda: [strip for strip in self.panel.strips() if
                                 strip["strip"] == "ch3" and strip["label"] == "Vox"],
                        lambda: self.bridge.log())
        self.assertTrue(self.bridge.is_running())
        self.assertLess(len(self.bridge.log().splitlines()), 15, self.bridge.log())
        self.assertNotIn("\x1b", self.bridge.log())
        console.show_levels(-40, -6)
        self.eventually(self.desk.light(self.panel, "ch2.meter"), "light")


class Cost(GenericTest):
    """The time of the processor, and how often it wakes."""

    STRIPS = controls(control("level", "slider", DECIBELS))

    def test_ten_fingers(self):
        self.start(strips=self.STRIPS, count=10)
        frames = [control["frame"] for control in self.panel.list("ch*.level")]
        self.rests(lambda: self.engine.packets, seconds=0.3)
        packets, messages = self.engine.packets, len(self.engine.messages)
        passed = self.drag_all("generic", frames)
        measured("generic, ten fingers at 100 Hz: packets a second",
                 (self.engine.packets - packets) / passed)
        measured("generic, ten fingers at 100 Hz: messages a second",
                 (len(self.engine.messages) - messages) / passed)
        self.assertLess((self.engine.packets - packets) / passed, 66)

    def test_idle_it_does_not_wake(self):
        self.start()
        self.rests(lambda: self.engine.packets)
        self.assertEqual(sum(self.idles("generic").values()), 0)


class Still(GenericTest):
    """A bridge that gets no time of the processor."""

    def test_after_fifteen_seconds_in_a_drag_the_last_level_is_right(self):
        self.start()
        [control] = self.panel.list("ch1.level")
        x, y, width, height = control["frame"]
        self.rests(lambda: self.engine.packets, seconds=0.3)
        self.engine.clear()
        self.desk.put_down(control["frame"])
        self.bridge.send_signal(signal.SIGSTOP)
        end, step = time.monotonic() + 15, 0
        while time.monotonic() < end:
            step += 1
            self.desk.slide(0, round(x + width / 2),
                            round(y + height / 2 - 90 + abs(step % 180 - 90)))
            self.panel.tell("ch2.level", -30 - step % 20)
            time.sleep(0.008)
        self.bridge.send_signal(signal.SIGCONT)
        began = time.monotonic()
        self.desk.lift()
        self.eventually(lambda: not self.panel.reading("ch1.level")["touched"], "the end")
        for control in ("ch1.level", "ch2.level"):
            self.hears(f"/{control}", self.panel.get(control))
        measured("a bridge that stood still for 15 s: time to agree",
                 time.monotonic() - began, "s")
        self.rests(lambda: self.engine.packets, seconds=0.3)
        measured("a bridge that stood still for 15 s: messages", len(self.engine.messages))
        self.assertEqual(self.engine.last("/ch2.level"), self.panel.get("ch2.level"))


class Two(GenericTest):
    """Two bridges for the same controls."""

    def test_a_stopped_bridge_takes_nothing_from_the_other(self):
        self.start()
        second = self.start_bridge()
        self.eventually(lambda: len(self.engine.senders) == 2, lambda: second.log())
        second.send_signal(signal.SIGSTOP)
        self.panel.set("ch1.level", -21)
        self.hears("/ch1.level", -21)
        second.send_signal(signal.SIGCONT)
        first = self.engine.to
        [other] = self.engine.senders - {first}
        self.rests(lambda: self.engine.packets, seconds=0.3)
        self.engine.clear()
        self.engine.send("/ch2.level", -30.0, to=first)
        self.reaches("ch2.level", -30)
        self.hears("/ch2.level", -30)
        self.rests(lambda: self.engine.packets, seconds=0.3)
        # The other one sent it on, once.
        self.assertEqual(len(self.engine.values("/ch2.level")), 1, self.engine.messages)
        self.engine.send("/ch2.level", -35.0, to=other)
        self.reaches("ch2.level", -35)
        self.hears("/ch2.level", -35)


@unittest.skipIf(missing("setpriv"), "setpriv is missing")
class Check(GenericTest):
    def test_check_prints_the_bindings_of_the_running_panel(self):
        self.start()
        said = self.session.run(self.bridge.command[0], "check", "--socket", self.desk.path,
                                *self.bridge.command[3:])
        self.assertRegex(said, r"ch1\.level +/ch1\.level")

    def test_an_argument_that_is_not_utf_8_is_wrong_usage(self):
        done = subprocess.run(
            [program("osc"), b"--dialects", b"m\374nchen"], timeout=PATIENCE, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual((done.returncode, done.stdout), (64, b""))
        self.assertIn("the argument 'm\ufffdnchen' is not UTF-8", done.stderr.decode())

    def test_check_fails_if_its_bindings_cannot_be_written(self):
        self.start()
        with open("/dev/full", "w", encoding="ascii") as full:
            done = subprocess.run(
                [self.bridge.command[0], "check", "--socket", self.desk.path,
                 *self.bridge.command[3:]], stdout=full, stderr=subprocess.PIPE, text=True,
                timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot write to standard output: No space left on device", done.stderr)


if __name__ == "__main__":
    unittest.main()
