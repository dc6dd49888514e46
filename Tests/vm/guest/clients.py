"""The examples in C and Python: a fader, the volume of a sound card, and who else changes it."""

import os
import re
import signal
import subprocess
import sys

from checks import PATIENCE, Checks, wait_until

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
os.environ["GLASSFADERD"] = "/usr/libexec/glassfaderd"
sys.path.insert(0, os.path.join(ROOT, "Tests/Clients"))

from desk import Desk  # noqa: E402: it is found there

import glassfader  # noqa: E402

BRIDGES = {
    "the client in C": ["/usr/bin/alsa-volume", "-c", "hw:0", "-s"],
    "the client in Python": [
        "/usr/bin/python3", "-B", os.path.join(ROOT, "Sources/Clients/python/alsa-bridge.py"),
        "--card", "hw:0", "--socket"],
}
FADER = "ch1.level"
# The card's volume goes from -45 dB to 0 dB in steps of 0.3 dB.
STEP = 0.3

checks = Checks()


def amixer(*command):
    return subprocess.run(["amixer", "-c", "0", *command], capture_output=True, text=True,
                          check=True).stdout


def volume():
    return float(re.search(r"\[(-?[\d.]+)dB\]", amixer("sget", "Master")).group(1))


def shows(decibels):
    """Whether the card comes to have a volume, or the step below."""
    return wait_until(lambda: decibels - STEP < volume() <= decibels)


def follow(name, command, desk):
    panel = glassfader.Panel(desk.path, name="test", timeout=PATIENCE)
    panel.set(FADER, -6.0)
    bridge = subprocess.Popen([*command, desk.path, FADER], stderr=subprocess.PIPE, text=True)
    try:
        checks.that(shows(-6), f"{name} sets the card to where the fader is", volume())
        panel.set(FADER, -12.0)
        checks.that(shows(-12), f"{name} sets what another program sets", volume())

        [control] = panel.list(FADER)
        desk.drag(control["frame"], -20)
        lifted = wait_until(lambda: not (now := panel.reading(FADER))["touched"]
                            and now["value"] < -12.0 and now["value"])
        checks.that(lifted and shows(lifted), f"{name} sets what a finger sets", volume())

        events = panel.events(FADER)
        next(events)
        amixer("-q", "sset", "Master", "--", "-21dB")
        event = next(events)
        # It may have waited for the finger's value to settle.
        is_feedback = event.source_kind == "feedback" or event.reason == "deferred"
        checks.that(event.value == volume() and is_feedback,
                    f"{name} moves the fader to what another program sets the card to", event)
        # Not by less than a step of the card, and not because of what it has set itself.
        amixer("-q", "sset", "Master", "--", "-21.3dB")
        event = next(events)
        checks.that(event.value == -21.3, f"{name} tells of the smallest change", event)
        panel.set(FADER, -10.1)
        checks.that(shows(-10.1), f"{name} rounds down", volume())
        checks.that(panel.get(FADER) == -10.1, f"{name} hears no echo of the card",
                    panel.get(FADER))

        # A member of a VCA sounds as its master has it.
        panel.set(FADER, -3)
        panel.set("ch2.level", -6)
        panel.link("drums", ["ch2.level", FADER], mode="vca")
        checks.that(shows(-9), f"{name} adds the level of a VCA's master", volume())
        panel.set("ch2.level", -12)
        checks.that(shows(-15), f"{name} follows a VCA's master", volume())
        amixer("-q", "sset", "Master", "--", "-21dB")
        checks.that(wait_until(lambda: abs(panel.get(FADER) - (volume() + 12)) < 0.05),
                    f"{name} moves the fader by what is left of the master's level",
                    panel.get(FADER))
        panel.unlink("drums")
        checks.that(shows(panel.get(FADER)), f"{name} follows the fader alone again", volume())
        panel.set("ch2.level", 0)

        desk.restart()
        checks.that(shows(0), f"{name} follows a panel that was restarted", volume())
        panel.set(FADER, -30)
        checks.that(shows(-30), f"{name} follows what is set then", volume())
        panel.set(FADER, -90)
        checks.that(wait_until(lambda: volume() == -45),
                    f"{name} makes a card that cannot mute as quiet as it can", volume())
        checks.that(bridge.poll() is None, f"{name} goes on")
    finally:
        bridge.send_signal(signal.SIGTERM)
        for line in bridge.stderr:
            checks.note(line.rstrip())
        bridge.wait(PATIENCE)
        panel.close()


for name, command in BRIDGES.items():
    with checks.section(f"{name} and a sound card"), Desk() as desk:
        follow(name, command, desk)
with checks.section("without a card or a control"), Desk() as desk:
    for name, command in BRIDGES.items():
        for control, reason in (("ch9.level", "no ch9.level"), ("ch1.count", "not in dB")):
            ended = subprocess.run([*command, desk.path, control], capture_output=True, text=True)
            checks.that(ended.returncode == 1 and reason in ended.stderr,
                        f"{name} says what is wrong with {control}", ended.stderr)
        command = [word.replace("hw:0", "hw:7") for word in command]
        ended = subprocess.run([*command, desk.path, FADER], capture_output=True, text=True)
        checks.that(ended.returncode == 1 and "card hw:7: No such" in ended.stderr,
                    f"{name} says that there is no such card", ended.stderr)
sys.exit(checks.failed > 0)
