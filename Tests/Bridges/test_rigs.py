"""The rigs themselves, without any bridge: each engine is moved by another program, and heard."""

import math
import struct
import unittest

import ardour
import jackrig
import osc
import pipewire
import sound
import supercollider
import x32
from bridge import BridgeDesk, decode_png, panel_file
from processes import PATIENCE, Session, free_port, missing, wait_until


class Rig(unittest.TestCase):
    def need(self, *programs):
        if lacking := missing(*programs):
            self.skipTest(f"{lacking} is missing")
        self.session = self.enterContext(Session())

    def heard(self, peer, address, *values):
        """Waits until the last message with this address has these values."""
        self.assertTrue(
            wait_until(lambda: peer.values(address)[-1:] == [list(values)]),
            (address, values, peer.messages))


class Packets(Rig):
    def test_messages_and_bundles_are_read_as_they_were_written(self):
        first = osc.packed("/a", 1, 2.5, "hä", b"\1\2\3", True, False, None)
        second = osc.packed("/b/c")
        self.assertEqual(len(first) % 4, 0)
        self.assertEqual(
            osc.unpacked(osc.bundled(first, osc.bundled(second))),
            [("/a", [1, 2.5, "hä", b"\1\2\3", True, False, None]), ("/b/c", [])])

    def test_a_broken_packet_is_an_error(self):
        whole = osc.packed("/ch/01/mix/fader", 0.5)
        for broken in (whole[:-1], whole[:-4], whole + b"\0\0\0\0", b"", b"/abc", b"\0\0\0\0",
                       osc.bundled(whole)[:-4], osc.packed("/m", b"12345678")[:-8]):
            with self.assertRaises(ValueError, msg=broken):
                osc.unpacked(broken)

    @unittest.skipIf(missing("oscsend", "oscdump"), "oscsend is missing")
    def test_liblo_writes_and_reads_the_same(self):
        self.need("oscsend")
        with osc.Peer() as peer:
            self.session.run("oscsend", "127.0.0.1", str(peer.port), "/x", "ifs", "1", "0.5", "é")
            self.heard(peer, "/x", 1, 0.5, "é")
            port = free_port()
            dump = self.session.start("oscdump", "-L", str(port))
            wait_until(lambda: dump.udp_ports())
            peer.send("/ch/01/mix/fader", 0.75, "name", 7, to=port)
            dump.await_log(r"/ch/01/mix/fader fsi 0\.750000 \"name\" 7")


class Console(Rig):
    """The double of an X32."""

    def setUp(self):
        self.console = self.enterContext(x32.Console())
        self.one = self.enterContext(osc.Peer(self.console.port))
        self.two = self.enterContext(osc.Peer(self.console.port))

    def subscribe(self):
        for peer in (self.one, self.two):
            peer.send("/xremote")
        self.assertTrue(wait_until(lambda: len(self.console.subscribers) == 2))

    def test_others_are_notified_of_what_has_changed_and_the_sender_is_not(self):
        self.subscribe()
        for _ in range(3):
            self.one.send("/ch/01/mix/fader", 0.75)
        self.heard(self.two, "/ch/01/mix/fader", x32.single(767 / 1023))
        self.one.send("/ch/01/mix/on", 0)
        self.heard(self.two, "/ch/01/mix/on", 0)
        self.assertEqual(len(self.two.messages), 2)
        self.assertEqual(self.one.messages, [])
        self.console.put("/ch/01/config/name", "A long name of a strip")
        for peer in (self.one, self.two):
            self.heard(peer, "/ch/01/config/name", "A long name ")

    def test_an_address_without_values_is_a_question(self):
        for address, value in [("/ch/32/mix/fader", 0.0), ("/ch/01/mix/on", 1),
                               ("/bus/16/mix/pan", 0.5), ("/main/st/config/color", 7)]:
            self.one.send(address)
            self.heard(self.one, address, value)
        self.one.send("/ch/33/mix/fader")
        self.assertTrue(wait_until(lambda: "/ch/33/mix/fader" in self.console.unknown))

    def test_a_subscription_ends_and_there_are_eight(self):
        self.subscribe()
        others = [self.enterContext(osc.Peer(self.console.port)) for _ in range(8)]
        for peer in others:
            peer.send("/xremote")
            peer.send("/info")
            self.assertTrue(wait_until(lambda: peer.count("/info")))
        self.assertEqual(len(self.console.subscribers), x32.SUBSCRIBERS)
        self.console.put("/ch/01/mix/on", 0)
        self.heard(others[5], "/ch/01/mix/on", 0)
        self.assertEqual(others[7].count("/ch"), 0)
        with self.console.lock:
            self.console._forget(x32.time.monotonic() + x32.SUBSCRIPTION - 1)
            self.assertEqual(len(self.console.subscribers), x32.SUBSCRIBERS)
            self.console._forget(x32.time.monotonic() + x32.SUBSCRIPTION)
            self.assertEqual(self.console.subscribers, {})

    def test_levels_come_to_who_asks(self):
        self.console.show_levels(-6, -20)
        self.one.send("/meters", "/meters/1")
        self.assertTrue(wait_until(lambda: self.one.count("/meters/1") > 5))
        blob = self.one.last("/meters/1")
        self.assertEqual(len(blob), 4 + 4 * 96)
        self.assertEqual(struct.unpack_from("<i", blob), (96,))
        levels = struct.unpack_from("<3f", blob, 4)
        self.assertAlmostEqual(20 * math.log10(levels[1]), -20, places=4)
        times = [when for when, _, _ in self.one.messages]
        self.assertAlmostEqual((times[-1] - times[0]) / (len(times) - 1), 0.05, delta=0.02)
        self.assertEqual(self.two.messages, [])

    def test_one_datagram_in_ten_is_lost_each_way(self):
        self.console.loss = 0.1
        for _ in range(1000):
            self.one.send("/ch/01/mix/fader")
            if self.console.packets % 50 == 0:
                wait_until(lambda: self.console.packets == self.console.packets)
        self.assertTrue(wait_until(lambda: self.console.packets == 1000))
        self.assertTrue(wait_until(lambda: self.one.packets + self.console.lost == 1000))
        self.assertAlmostEqual(self.one.packets / 1000, 0.81, delta=0.05)

    def test_the_law_of_the_faders(self):
        for position, level in [(0, -90), (0.0625, -60), (0.25, -30), (0.5, -10), (0.6, -6),
                                (0.75, 0), (1, 10)]:
            self.assertAlmostEqual(x32.level(position), level)
            self.assertAlmostEqual(x32.position(level), position)


class Sound(Rig):
    """Engines that are heard."""

    def test_a_sine_goes_through_jack_and_a_midi_mixer(self):
        self.need("jackd", "jack_lsp", "jack_mix_box")
        jackrig.start_server(self.session)
        self.session.start("jack_mix_box", "-n", "box", "11", "12")
        with jackrig.Probe(self.session) as probe, jackrig.MidiPort(self.session) as midi:
            probe.send_to(probe.await_port("box:Channel 1"))
            trace = probe.listen_to(probe.await_port("box:MAIN L"))
            midi.connect("midi:out", midi.await_port("box:midi in"))
            for value in (127, 100, 64, 1):
                midi.send(0xB0, 11, value)
                trace.awaits(-70 + 70 * value / 127, 0.02)
            midi.send(0xB0, 11, 0)
            trace.awaits(sound.SILENCE)

    def test_a_synth_follows_osc_and_reports_its_level(self):
        self.need(*supercollider.PROGRAMS)
        jackrig.start_server(self.session)
        with supercollider.Synth(self.session) as synth, jackrig.Probe(self.session) as probe:
            for _ in range(2):
                trace = probe.listen_to(probe.await_port("scs:out_1"))
                trace.awaits(0, 0.02)
                synth.peer.send("/notify", 1)
                synth.peer.send("/n_set", supercollider.NODE, "amp", 0.125)
                trace.awaits(sound.decibels(0.125), 0.02)
                peak = wait_until(lambda: synth.peer.last("/meter", supercollider.NODE, 1))
                self.assertGreater(peak, 0)
                self.assertAlmostEqual(synth.amplitude(), 0.125)
                synth.restart()

    def test_ardour_follows_osc_and_echoes(self):
        self.need(*ardour.PROGRAMS)
        jackrig.start_server(self.session)
        with ardour.Ardour(self.session, tracks=2) as engine, \
                jackrig.Probe(self.session) as probe:
            probe.send_to("ard:Track 1/audio_in 1")
            trace = probe.listen_to("ard:Master/audio_out 1")
            for level in (-6.0, -20.0, 0.0):
                engine.peer.clear()
                engine.peer.send("/strip/gain", 1, level)
                # A mono track is panned to two sides.
                trace.awaits(level - 3.01, 0.03)
                self.assertAlmostEqual(engine.peer.last("/strip/gain", 1), level, places=3)
            engine.peer.clear()
            engine.peer.send("/strip/name", 2, "Vox")
            self.heard(engine.peer, "/strip/name", 2, "Vox")

    def test_pipewire_follows_wpctl_and_streams_come_and_go(self):
        self.need(*pipewire.PROGRAMS)
        server = self.enterContext(pipewire.PipeWire(self.session, "mixer.ch1"))
        number = server.await_node("mixer.ch1")
        with server.play("mixer.ch1") as player, server.record("mixer.ch1") as trace:
            for volume in (0.5, 0.1, 1):
                server.set_volume(number, volume)
                trace.awaits(60 * math.log10(volume), 0.05)
            server.set_volume(player.number, 0.5)
            trace.awaits(60 * math.log10(0.5), 0.05)
            server.set_mute(number, True)
            trace.awaits(sound.SILENCE)
        self.assertTrue(wait_until(lambda: server.node("Tone") is None, PATIENCE))

    def test_alsa_speaks_to_pipewire_without_a_sound_card(self):
        self.need(*pipewire.PROGRAMS, "pipewire-pulse", "amixer")
        server = self.enterContext(pipewire.PipeWire(self.session, "mixer.ch1", pulse=True))
        self.session.run("amixer", "-D", "pulse", "sset", "Master", "40%")
        self.assertTrue(wait_until(lambda: abs(
            server.properties(server.await_node("mixer.ch1"))[0][0] - 0.4 ** 3) < 0.001))


class Screen(Rig):
    def test_a_finger_drags_a_fader_to_a_level_and_a_picture_is_read(self):
        self.session = self.enterContext(Session())
        board = self.enterContext(BridgeDesk(panel_file()))
        panel = self.enterContext(board.connect())
        self.assertAlmostEqual(board.drag_to(panel, "ch1.level", -18), -18, delta=0.5)
        [control] = panel.list("ch1.meter")
        before = board.pixels(panel, control["frame"])
        panel.meters({"ch1.meter": [-6]})
        self.assertTrue(wait_until(lambda: board.pixels(panel, control["frame"]) != before))
        width, height, rows = decode_png(panel.screenshot())
        self.assertEqual((len(rows), len(rows[0])), (height, 3 * width))


if __name__ == "__main__":
    unittest.main()
