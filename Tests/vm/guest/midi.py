"""The bridges to ALSA, on a real kernel: the mixer of a card, and the sequencer with a virtual port."""

import glob
import os
import re
import select
import signal
import subprocess
import sys
import time

from checks import PATIENCE, Checks, wait_until

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
os.environ["GLASSFADERD"] = "/usr/libexec/glassfaderd"
sys.path.insert(0, os.path.join(ROOT, "Tests/Clients"))

from desk import Desk  # noqa: E402: it is found there

import glassfader  # noqa: E402

PANEL = """
version = 1
name = "desk"
[bridges.alsa]
card = "hw:Dummy"
[bridges.midi]
port = "VirMIDI"
[[pages]]
id = "main"
strips = [{{ id = "ch1", controls = [
  {{ id = "level", type = "slider", taper = "x32", unit = "dB", step = 0.1, bind = {{ alsa = "Master" }} }},
  {{ id = "mic", type = "slider", min = 0, max = 100, bind = {{ alsa = "Mic capture" }} }},
  {{ id = "volume", type = "slider", min = -90, max = 0, min_is_off = true, unit = "dB", step = 0.1, bind = {{ midi = "cc 7" }} }},
  {{ id = "fine", type = "slider", max = 16383, bind = {{ midi = "cc 20 14bit" }} }},
  {{ id = "bend", type = "slider", min = -1, bind = {{ midi = "pitchbend channel 3" }} }},
  {{ id = "key", type = "switch", bind = {{ midi = "note 60 channel 10" }} }},
] }}]
"""
MACKIE = """
version = 1
name = "desk"
[bridges.midi]
port = "VirMIDI"
mode = "mackie"
[[pages]]
id = "main"
strips = [{{ id = "ch1", label = "Bläser", controls = [
  {{ id = "level", type = "slider", taper = "x32", unit = "dB", step = 0.1 }},
] }}]
"""
# The card's volume goes from -45 dB to 0 dB in steps of 0.3 dB.
STEP = 0.3

checks = Checks()


def amixer(*command):
    return subprocess.run(["amixer", "-D", "hw:Dummy", *command], capture_output=True, text=True,
                          check=True).stdout


def volume():
    return float(re.search(r"\[(-?[\d.]+)dB\]", amixer("sget", "Master")).group(1))


class Wire:
    """The device of the virtual port."""

    def __init__(self):
        [path] = glob.glob("/dev/snd/midiC*D0")
        self.file = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self.received = b""

    def hears(self, *message):
        """Whether these bytes come to be among those that have arrived."""
        def heard():
            if select.select([self.file], [], [], 0)[0]:
                self.received += os.read(self.file, 4096)
            return bytes(message) in self.received
        return wait_until(heard)

    def send(self, *message):
        os.write(self.file, bytes(message))


def bridge(kind, desk, log):
    return subprocess.Popen([f"/usr/bin/glassfader-{kind}", "--socket", desk.path],
                            stderr=log, text=True)


def reaches(panel, control, value, tolerance=0.11):
    return wait_until(lambda: abs(panel.get(control) - value) <= tolerance)


def mixer(panel):
    panel.set("ch1.level", -12)
    checks.that(wait_until(lambda: abs(volume() + 12) <= STEP / 2 + 0.01),
                "the driver is set to the nearest step", volume())
    amixer("-q", "sset", "Master", "--", "-21dB")
    checks.that(wait_until(lambda: abs(panel.get("ch1.level") - volume()) < 0.06),
                "what another program sets moves the panel", panel.get("ch1.level"))
    time.sleep(0.5)
    checks.that(abs(panel.get("ch1.level") - volume()) < 0.06, "and nothing oscillates")
    panel.set("ch1.mic", 50)
    checks.that(wait_until(lambda: "[50%]" in amixer("sget", "Mic")), "the capture side is set",
                amixer("sget", "Mic"))


def sequencer(panel, wire):
    panel.set("ch1.volume", -0.1)
    panel.set("ch1.volume", 0)
    checks.that(wire.hears(0xB0, 7, 127), "a level goes through the sequencer", wire.received)
    panel.set("ch1.fine", 1000)
    # The kernel leaves out what the byte before it has said.
    checks.that(wire.hears(20, 7, 52, 104) or wire.hears(20, 7, 0xB0, 52, 104), "fourteen bits, too",
                wire.received)
    panel.set("ch1.key", 1)
    checks.that(wire.hears(0x99, 60, 127), "and a note", wire.received)
    wire.send(0xB0, 7, 64)
    checks.that(reaches(panel, "ch1.volume", -11.9), "a number moves the panel",
                panel.get("ch1.volume"))
    wire.send(0xB0, 20, 100, 52, 5)
    checks.that(reaches(panel, "ch1.fine", 12805), "without a second status, too",
                panel.get("ch1.fine"))
    wire.send(0xE2, 0, 0)
    checks.that(reaches(panel, "ch1.bend", -1), "pitch bend, too", panel.get("ch1.bend"))
    wire.send(0xF0, *[1] * 600, 0xF7, 0x99, 60, 0)
    checks.that(reaches(panel, "ch1.key", 0), "a long exclusive message is passed over",
                panel.get("ch1.key"))


def listening(panel):
    """Another program sees the port, and what it sends."""
    dump = subprocess.Popen(["stdbuf", "-oL", "aseqdump", "-p", "glassfader"],
                            stdout=subprocess.PIPE, text=True)
    try:
        lines = [dump.stdout.readline() for _ in range(2)]
        checks.that(any("Waiting" in line for line in lines), "aseqdump connects to the port", lines)
        panel.set("ch1.volume", -90)
        while "controller 7, value 0" not in (line := dump.stdout.readline()) and line:
            pass
        checks.that("controller 7, value 0" in line, "and receives the values", line)
    finally:
        dump.kill()
        dump.wait()


with checks.section("the mixer and the sequencer"), Desk(PANEL) as desk, \
        open("/out/bridges.log", "w") as log:
    panel = glassfader.Panel(desk.path, name="test", timeout=PATIENCE)
    bridges = [bridge(kind, desk, log) for kind in ("alsa", "midi")]
    wire = Wire()
    mixer(panel)
    sequencer(panel, wire)
    listening(panel)
    learner = subprocess.Popen(["/usr/bin/glassfader-midi", "learn", "ch1.bend", "--socket",
                                desk.path], stdout=subprocess.PIPE, text=True)
    wait_until(lambda: learner.poll() is not None or wire.send(0xB3, 21, 5), every=0.5)
    checks.that(learner.stdout.read() == 'bind = { midi = "cc 21 channel 4" }\n',
                "what is moved is learnt")
    checks.that(all(process.poll() is None for process in bridges), "the bridges go on")
    for process in bridges:
        process.send_signal(signal.SIGTERM)
        checks.that(process.wait(PATIENCE) == 0, "a bridge ends with status 0")
    panel.close()
with checks.section("a Mackie Control"), Desk(MACKIE) as desk, open("/out/mackie.log", "w") as log:
    process = bridge("midi", desk, log)
    checks.that(wire.hears(*b"Blaser"), "its display shows a letter without its accent",
                wire.received)
    process.send_signal(signal.SIGTERM)
    process.wait(PATIENCE)
sys.exit(checks.failed > 0)
