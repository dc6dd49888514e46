"""Two panels on one machine, by a real systemd: each has a card, a touchscreen, a socket, a state."""

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from checks import PATIENCE, Checks, wait_until
from panel import Panel
from screen import Emulator, png
from touchscreen import Touchscreen

LOGO, BLUE = "/run/logo.png", bytes((0, 0, 255))
RULES = "/run/udev/rules.d/73-test.rules"
STEPS = 20
# Each panel with its connector, the size of its screen, and its colour.
SIDES = {
    "left": ("Virtual-1", (800, 480), (0x60, 0, 0)),
    "right": ("Virtual-2", (640, 480), (0, 0x60, 0)),
}

checks = Checks()


def main():
    run("modprobe", "-a", "uinput", "evdev", "virtio_console")
    emulator = Emulator()
    with checks.section("the system is prepared"):
        prepare()
        glasses = {side: glass(side) for side in SIDES}
    with checks.section("each panel is on its screen"):
        start()
        screens(emulator)
    with checks.section("one of them has a socket for looking"):
        monitor_enabled()
    with checks.section("a panel has no name that takes another one's socket"):
        refused_names()
    with checks.section("doctor looks at one of them"):
        doctors()
    with checks.section("each finger is on its panel"):
        fingers(glasses)
    with checks.section("each panel has its state"):
        states()
    with checks.section("a mistake in one panel's file is nothing to the other"):
        broken_panel_file()
    with checks.section("a panel that is killed is nothing to the other"):
        killed(emulator, glasses)
    with checks.section("touchscreens that are plugged in again are on their panels"):
        replugged(glasses)
    with checks.section("two panels do not fight for a card"):
        contested(emulator)
    with checks.section("two panels do not fight for a touchscreen"):
        contested_touchscreen()
    with checks.section("a seat has its card and its touchscreen"):
        seats(emulator, glasses)


def run(*command, allowed=(0,)):
    """Runs a program, and returns what it printed. A failure raises."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}: {result.stdout}")
    return result.stdout.strip()


def unit(side):
    return f"glassfaderd@{side}.service"


def show(name, side):
    """A property of a panel's service, as systemctl has it."""
    return run("systemctl", "show", "--value", "-p", name, unit(side))


def main_pid(side):
    return int(show("MainPID", side))


def is_new(side, pid):
    """Whether a daemon runs, ready, as another process than this one."""
    return show("ActiveState", side) == "active" and main_pid(side) not in (0, pid)


def journal(side):
    return run("journalctl", "-o", "cat", "-u", unit(side))


def connect(side):
    return Panel(f"/run/glassfader/{side}.sock")


def write_panel(side, display, name=None):
    """A panel file: a page with a fader that nearly fills it."""
    red, green, blue = SIDES[name or side][2]
    with open(f"/etc/glassfader/{side}.toml", "w") as file:
        file.write(f"""
name = "{side}"
[display]
splash = "{LOGO}"
{display}
[state]
save_after_ms = 100
[theme]
background = "#{red:02x}{green:02x}{blue:02x}"
[[pages]]
id = "p"
strips = [{{ id = "s", controls = [{{ id = "level", type = "slider", settle_ms = 0 }}] }}]
""")


def write_rules(property, values):
    """What udev says of each touchscreen, by its name."""
    os.makedirs(os.path.dirname(RULES), exist_ok=True)
    with open(RULES, "w") as file:
        for side, value in values.items():
            file.write(f'SUBSYSTEM=="input", ATTRS{{name}}=="{side} glass", '
                       f'ENV{{{property}}}="{value}"\n')
            if property == "ID_SEAT":
                card = f"card{list(SIDES).index(side)}"
                file.write(f'SUBSYSTEM=="drm", KERNEL=="{card}", ENV{{ID_SEAT}}="{value}"\n')
    run("udevadm", "control", "--reload")


def glass(side):
    return Touchscreen(*SIDES[side][1], name=f"{side} glass")


def prepare():
    run("systemd-sysusers", "glassfader.conf")
    run("systemd-tmpfiles", "--create", "glassfader.conf")
    write_rules("WL_OUTPUT", {side: connector for side, (connector, _, _) in SIDES.items()})
    with open(LOGO, "wb") as file:
        file.write(png(120, 60, BLUE))
    # In this order: connectors are numbered over all cards.
    run("modprobe", "virtio-gpu")
    run("modprobe", "bochs")
    for side, (connector, _, _) in SIDES.items():
        write_panel(side, f'connector = "{connector}"')


def start():
    units = [f"glassfaderd@{side}.{kind}" for side in SIDES for kind in ("socket", "service")]
    run("systemctl", "start", *units)
    checks.that(
        all(show("ActiveState", side) == "active" for side in SIDES),
        "both panels are started", [show("StatusText", side) for side in SIDES])
    hellos = {side: connect(side).hello.get("panel") for side in SIDES}
    checks.that(
        hellos == {side: side for side in SIDES}, "each is greeted at its own socket", hellos)


def monitor_enabled():
    run("systemctl", "enable", "glassfaderd-monitor@right.socket")
    run("systemctl", "restart", unit("right"))
    checks.that(
        monitored() == "right", "enabled while the panel runs, it is open after the next start",
        os.listdir("/run/glassfader"))


def monitored():
    """The panel behind the socket for looking of the panel on the right."""
    return Panel("/run/glassfader/right-monitor.sock").hello.get("panel")


def refused_names():
    before = sorted(os.listdir("/run/glassfader"))
    for name in "monitor", "glassfader", "right-monitor":
        shutil.copy("/etc/glassfader/right.toml", f"/etc/glassfader/{name}.toml")
        units = f"glassfaderd@{name}.socket", f"glassfaderd@{name}.service"
        refused = [
            subprocess.run(["systemctl", "start", one], stderr=subprocess.DEVNULL).returncode != 0
            for one in units]
        said = run("journalctl", "-o", "cat", *(f"--unit={one}" for one in units))
        checks.that(
            refused == [True, True] and said.count(f"no panel can have the name {name}: ") >= 2,
            f"a panel named {name} is refused, with the reason", (refused, said[-600:]))
    checks.that(
        sorted(os.listdir("/run/glassfader")) == before and monitored() == "right",
        "and the sockets stay as they were", os.listdir("/run/glassfader"))


def doctors():
    for side, (connector, (width, height), _) in SIDES.items():
        said = run("glassfader", "doctor", "--unit", unit(side), allowed=(0, 1))
        good = {
            subject: text for verdict, subject, text in
            (re.split("  +", line, maxsplit=2) for line in said.splitlines()) if verdict == "ok"}
        checks.that(
            f"'{side}'" in good.get("panel file", "") and f"'{side}'" in good.get("socket", "")
            and good.get("connector", "").startswith(connector)
            and f"{width}x{height}" in good["connector"],
            f"doctor checks the file, the socket and the screen of {side}", said)


def painters():
    """The programs whose framebuffers the cards show."""
    found = []
    for number in range(len(SIDES)):
        with open(f"/sys/kernel/debug/dri/{number}/state") as state:
            painter = re.search(r"fb=[1-9]\d*\s+allocated by = (.*)", state.read())
            found.append(painter and painter[1])
    return found


def colour(emulator, side):
    """The colour of the upper left corner of a panel's screen."""
    picture = emulator.picture(side, device=side)
    return (picture.width, picture.height), tuple(picture.pixels[:3])


def screens(emulator):
    wait_until(lambda: painters() == ["glassfaderd"] * 2)
    for side, (_, size, expected) in SIDES.items():
        wait_until(lambda: colour(emulator, side) == (size, expected), PATIENCE)
        seen = colour(emulator, side)
        checks.that(
            seen == (size, expected), f"the screen on the {side} shows the panel on the {side}",
            (seen, painters(), journal(side)[-600:]))


def readers(side):
    """The names of the touchscreens that a panel has open."""
    folder = f"/proc/{main_pid(side)}/fd"
    links = {os.readlink(f"{folder}/{name}") for name in os.listdir(folder)}
    nodes = [os.path.basename(link) for link in links if link.startswith("/dev/input/event")]
    return sorted(
        open(f"/sys/class/input/{node}/device/name").read().strip() for node in nodes)


def own_readers():
    return all(readers(side) == [f"{side} glass"] for side in SIDES)


def subscribed(side):
    panel = connect(side)
    panel.request("subscribe", events=["valueChanged"], match=["*"],
                  phases=["began", "changed", "ended", "cancelled", "set"])
    return panel


def path_of(panel):
    """The way of a finger up the fader."""
    fader = next(c for c in panel.request("list")["controls"] if c["control"] == "s.level")
    x, y, width, height = fader["frame"]
    return [
        (x + width / 2, y + height / 2 - height / 4 / STEPS * step) for step in range(STEPS + 1)]


def fingers(glasses):
    checks.that(
        wait_until(own_readers), "each panel has opened its own touchscreen, and no other",
        {side: readers(side) for side in SIDES})
    for side, other in (("left", "right"), ("right", "left")):
        panel, bystander = subscribed(side), subscribed(other)
        panel.request("set", control="s.level", value=0.5)
        before = bystander.request("get", control="s.level")["value"]
        path = path_of(panel)
        panel.touch_until_used(glasses[side], path[0])
        glasses[side].follow({0: path[1:]})
        glasses[side].report(lift=[0])
        panel.wait(lambda event: event.get("phase") == "ended")
        events = panel.values("s.level")
        bystander.settle()
        checks.that(
            events and events[-1]["phase"] == "ended" and events[-1]["norm"] > events[0]["norm"],
            f"a finger on the {side} moves the fader on the {side}", events)
        checks.that(
            not bystander.events
            and bystander.request("get", control="s.level")["value"] == before,
            f"and nobody at the panel on the {other} hears of it", bystander.events)
        panel.close()
        bystander.close()


def states():
    values = {"left": 0.25, "right": 0.75}
    for side, value in values.items():
        panel = connect(side)
        panel.request("set", control="s.level", value=value)
        panel.close()
    checks.that(
        wait_until(lambda: all(glob.glob(f"/var/lib/glassfader/{side}/*") for side in SIDES)),
        "each panel keeps its state in its own folder", glob.glob("/var/lib/glassfader/**"))
    run("systemctl", "restart", *map(unit, SIDES))
    found = {side: connect(side).request("get", control="s.level")["value"] for side in SIDES}
    checks.that(found == values, "and has its values again after a restart", found)


def broken_panel_file():
    other = main_pid("left")
    with open("/etc/glassfader/right.toml") as file:
        good = file.read()
    with open("/etc/glassfader/right.toml", "w") as file:
        file.write("nonsense\n")
    subprocess.run(["systemctl", "restart", unit("right")], stderr=subprocess.DEVNULL)
    closed = wait_until(lambda: os.listdir("/run/glassfader") == ["left.sock"])
    checks.that(
        closed and show("ActiveState", "right") == "failed" and main_pid("left") == other,
        "a panel that cannot run closes its sockets, and no other", os.listdir("/run/glassfader"))
    with open("/etc/glassfader/right.toml", "w") as file:
        file.write(good)
    run("systemctl", "start", unit("right"))
    checks.that(
        connect("right").hello.get("panel") == monitored() == "right",
        "and opens them again when it is started with a file without mistakes",
        os.listdir("/run/glassfader"))


def killed(emulator, glasses):
    wait_until(own_readers)
    right = subscribed("right")
    path = path_of(right)
    pid, other = main_pid("left"), main_pid("right")
    right.touch_until_used(glasses["right"], path[0])
    glasses["right"].follow({0: path[1:STEPS // 2]})
    os.kill(pid, signal.SIGKILL)
    centres, deadline = set(), time.monotonic() + PATIENCE
    while not is_new("left", pid) and time.monotonic() < deadline:
        centres.add(emulator.picture("left", device="left").inside([400, 240, 1, 1]))
    glasses["right"].follow({0: path[STEPS // 2:]})
    seen = {side: colour(emulator, side)[1] for side in SIDES}
    glasses["right"].report(lift=[0])
    right.wait(lambda event: event.get("phase") == "ended")
    phases = [event["phase"] for event in right.values("s.level")]
    checks.that(
        seen == {side: colour for side, (_, _, colour) in SIDES.items()},
        "while a panel is killed, both pictures stay", seen)
    checks.that(
        centres and BLUE not in centres,
        "the picture of the panel stays, and not the splash, while it is started again", centres)
    checks.that(
        phases[0] == "began" and set(phases[1:-1]) == {"changed"} and phases[-1] == "ended"
        and main_pid("right") == other,
        "and the finger on the other goes on", phases)
    right.close()
    checks.that(
        wait_until(lambda: is_new("left", pid) and own_readers()),
        "the killed one is started again, with its card and its touchscreen",
        {side: readers(side) for side in SIDES})


def replugged(glasses):
    for touchscreen in glasses.values():
        touchscreen.unplug()
    wait_until(lambda: not any(readers(side) for side in SIDES))
    # In the other order: each has the number that the other had.
    for side in reversed(SIDES):
        glasses[side] = glass(side)
    checks.that(
        wait_until(own_readers), "a touchscreen that comes back is read by its own panel",
        {side: readers(side) for side in SIDES})
    fingers(glasses)


def sleeps(side):
    """How often a daemon has gone to sleep: once more for each time it woke up."""
    with open(f"/proc/{main_pid(side)}/status") as file:
        return int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", file.read())[1])


def contested(emulator):
    """A third panel wants the card of the first, by the connector that it has."""
    write_panel("third", 'connector = "Virtual-1"', name="right")
    run("systemctl", "start", unit("third"))
    holder = f"""it is used by "glassfaderd" (pid {main_pid('left')}): a second panel needs a card"""
    checks.that(
        wait_until(lambda: holder in journal("third")),
        "a panel that wants another one's card names the process that has it", journal("third"))
    # systemd's watchdog wakes it up twice in its four seconds.
    before, began = sleeps("third"), time.monotonic()
    time.sleep(6)
    woken, took = sleeps("third") - before, time.monotonic() - began
    checks.that(woken <= 5, "and waits for it without being woken up", (woken, took))
    checks.that(
        colour(emulator, "left")[1] == SIDES["left"][2], "the card's own panel stays on it")
    run("systemctl", "stop", unit("left"))
    checks.that(
        wait_until(lambda: colour(emulator, "left")[1] == SIDES["right"][2]),
        "when the other panel ends, the one that waited is shown", journal("third")[-600:])
    run("systemctl", "stop", "glassfaderd@third.socket", unit("third"))
    run("systemctl", "start", unit("left"))
    wait_until(lambda: colour(emulator, "left")[1] == SIDES["left"][2])


def contested_touchscreen():
    """Two panels that want every touchscreen: nothing assigns one."""
    unassigned = Touchscreen(800, 480, name="spare glass")
    said = "; each panel keeps its own with 'output' in [[input.devices]] or 'seat' in [display]"
    found = wait_until(lambda: [
        line for side in SIDES for line in journal(side).splitlines() if said in line])
    pids = [f'read by "glassfaderd" (pid {main_pid(side)})' for side in SIDES]
    checks.that(
        found and any(pid in found[0] for pid in pids),
        "of a touchscreen without a screen, the second panel says who has it", found)
    unassigned.unplug()


def seats(emulator, glasses):
    run("systemctl", "stop", *map(unit, SIDES))
    write_rules("ID_SEAT", {"left": "seat0", "right": "seat-two"})
    run("udevadm", "trigger", "--settle", "--subsystem-match=input", "--subsystem-match=drm")
    write_panel("left", 'seat = "seat0"')
    write_panel("right", 'seat = "seat-two"')
    run("systemctl", "start", *map(unit, reversed(SIDES)))
    screens(emulator)
    fingers(glasses)


if __name__ == "__main__":
    with checks.section("the test runs to its end"):
        main()
    sys.exit(1 if checks.failed else 0)
