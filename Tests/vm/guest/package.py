"""The packages in a bare Debian: installed by apt, started, booted, upgraded while a finger is down, and
removed. Runs anew after each reboot; a file remembers how far it came."""

import contextlib
import glob
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import time

from checks import PATIENCE, Checks, wait_until
from panel import Panel
from screen import Emulator, Watcher, painter
from touchscreen import Touchscreen

CHECKOUT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../../.."))
PACKAGES = CHECKOUT + "/.build/packages"
# The same with a higher version.
NEXT = CHECKOUT + "/.build-vm/next"
SOCKET = "/run/glassfader/glassfader.sock"
PANEL_FILE = "/etc/glassfader/panel.toml"
STATE = "/var/lib/glassfader"
SERVICE = "glassfaderd.service"
# One of several panels.
LEFT, LEFT_FILE = "glassfaderd@left.service", "/etc/glassfader/left.toml"
LEFT_SOCKET = "/run/glassfader/left.sock"
PROGRESS = "/var/lib/package-test"
# An audio engine that is ready only when the panel is there.
ENGINE = "slow-engine.service"
ENGINE_UNIT = f"""
[Service]
Type=oneshot
RemainAfterExit=yes
TimeoutStartSec=60
ExecStart=/bin/sh -c "until systemctl --quiet is-active {SERVICE}; do sleep 0.1; done"
[Install]
WantedBy=multi-user.target sound.target
"""
# Stopped after the panel, it looks at what the screen shows then.
WITNESS = "witness.service"
WITNESS_UNIT = f"""
[Unit]
Before={SERVICE} vmtest.service
RequiresMountsFor=/out {CHECKOUT}
[Service]
Type=oneshot
RemainAfterExit=yes
TimeoutStopSec=30
ExecStart=/bin/true
ExecStop=/usr/bin/python3 -B {os.path.dirname(os.path.abspath(__file__))}/shutdown.py
"""
KEEP = f"/etc/systemd/system/{SERVICE}.d/keep-picture.conf"
WIDTH, HEIGHT = 800, 480

checks = Checks()


def main():
    # Not `is-system-running`: this very service is not done either.
    wait_until(lambda: show("ActiveState", "multi-user.target") == "active")
    if not os.path.exists(PROGRESS):
        with checks.section("the package is installed"):
            installed()
        with checks.section("the panel is started"):
            started()
        with open(PROGRESS, "w") as file:
            file.write("installed")
        run("systemctl", "reboot")
        signal.pause()
    with checks.section("at boot the panel is there"):
        emulator = Emulator()
        touchscreen = booted(emulator)
    if checks.failed:
        # What follows would only wait.
        return
    with checks.section("the panel file is read again on request"):
        reloaded()
    with checks.section("a daemon that hangs is replaced"):
        hangs(emulator)
    with checks.section("a daemon that is killed is started again"):
        killed(emulator)
    with checks.section("an upgrade while a finger drags"):
        upgraded(touchscreen, emulator)
    # It is the same in both releases of Debian, and takes long.
    if not keeps_pictures():
        with checks.section("a downgrade"):
            downgraded(emulator)
        with checks.section("an upgrade while a finger drags on one of several panels"):
            start_left()
            upgraded(touchscreen, emulator, LEFT, LEFT_SOCKET)
        with checks.section("a removal that is aborted"):
            removal_aborted()
    with checks.section("the package is removed"):
        removed()


def run(*command, allowed=(0,)):
    """Runs a program, and returns what it printed. A failure raises."""
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    if result.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}: {result.stdout}")
    return result.stdout.strip()


def apt(*arguments):
    """As somebody types it."""
    return run("apt", "--yes", "--no-install-recommends", *arguments)


def package(name, folder=PACKAGES):
    """The file of a package."""
    architecture = run("dpkg", "--print-architecture")
    return next(
        f"{folder}/{file}" for file in sorted(os.listdir(folder))
        if re.fullmatch(rf"{name}_[^_]*_({architecture}|all)\.deb", file))


def show(name, unit=SERVICE):
    """A property of a unit, as systemctl has it."""
    return run("systemctl", "show", "--value", "-p", name, unit)


def main_pid(unit=SERVICE):
    return int(show("MainPID", unit))


def is_new(pid, unit=SERVICE):
    """Whether the daemon runs, ready, as another process than this one."""
    return show("ActiveState", unit) == "active" and main_pid(unit) not in (0, pid)


def journal(*options):
    return run("journalctl", "-o", "cat", "-u", SERVICE, *options)


def installed():
    run("modprobe", "-a", "uinput", "evdev")
    # It is there before the package.
    touchscreen = Touchscreen(WIDTH, HEIGHT)
    run("udevadm", "settle")
    before = os.path.exists("/dev/glassfader")
    said = apt("install", package("glassfader"))
    checks.that(
        "systemctl enable --now glassfaderd.socket glassfaderd.service" in said,
        "apt installs the package, which says how the panel is started", said[-800:])
    states = {
        unit: run("systemctl", "is-enabled", unit, allowed=(0, 1))
        for unit in ("glassfaderd.service", "glassfaderd.socket", "glassfaderd-monitor.socket")}
    checks.that(
        set(states.values()) == {"disabled"} and show("ActiveState") == "inactive",
        "and enables and starts nothing by itself", states)
    user = pwd.getpwnam("glassfader")
    state = os.stat(STATE)
    checks.that(
        (state.st_uid, state.st_mode & 0o777) == (user.pw_uid, 0o750),
        "its user and its state folder are there", state)
    node = touchscreen.device.node
    checks.that(
        not before and wait_until(
            lambda: node in map(os.path.realpath, glob.glob("/dev/glassfader/touch-*"))),
        "a touchscreen that is there has its stable name without a boot",
        (before, node, glob.glob("/dev/glassfader/*")))
    touchscreen.unplug()
    missing = [
        path for path in (
            "/usr/bin/glassfader", "/usr/libexec/glassfaderd", PANEL_FILE,
            "/usr/lib/systemd/system/glassfaderd@.service",
            "/usr/lib/udev/rules.d/72-glassfader.rules", "/usr/share/glassfader/panels/live.toml",
            "/usr/share/bash-completion/completions/glassfader")
        if not os.path.exists(path)]
    checks.that(not missing, "with the tool, panels, completions and the udev rule", missing)
    panels = [PANEL_FILE, *sorted(glob.glob("/usr/share/glassfader/panels/*.toml"))]
    checked = {panel: run("glassfader", "check", panel, allowed=(0, 1)) for panel in panels}
    checks.that(
        len(checked) > 5 and all(said.endswith("no errors") for said in checked.values()),
        "the panels that come with it are right", checked)
    libraries = run("ldd", "/usr/libexec/glassfaderd", "/usr/bin/glassfader")
    checks.that(
        "not found" not in libraries and "libswift" not in libraries,
        "all libraries are there, and none of Swift is needed", libraries)
    explained = run("journalctl", "--dump-catalog", "bb66868584d34b6b80bb9972c2a9958f")
    checks.that(
        "Subject: The panel file has errors" in explained,
        "the journal can explain the entries of the daemon", explained)
    said = apt("install", package("glassfader-bridges"), package("python3-glassfader"))
    checks.that(
        "systemctl enable --now glassfader-osc.service" in said,
        "the package of the bridges says how one is started", said[-800:])
    bridges = [
        run(f"glassfader-{name}", "--version") for name in ("osc", "pipewire", "alsa", "midi")]
    checks.that(
        bridges == [run("glassfader", "--version")] * 4,
        "the bridges are installed too, and run", bridges)
    imported = run("python3", "-c", "import glassfader; print(glassfader.__file__)")
    checks.that(
        imported.startswith("/usr/lib/python3/dist-packages/"),
        "and so is the Python client", imported)
    # What the builder has written.
    with open(PANEL_FILE, "a") as file:
        file.write("# by the builder\n")


def started():
    """As the package has said. What is on the screen when the machine shuts down is looked at then."""
    ending = "restore"
    if keeps_pictures():
        ending = "keep"
        keep_picture()
    run("systemctl", "enable", "--now", "glassfaderd.socket", "glassfaderd.service")
    checks.that(
        wait_until(lambda: painter() == "glassfaderd"),
        "enabled and started, the panel is on the screen", journal())
    with open("/etc/systemd/system/" + ENGINE, "w") as file:
        file.write(ENGINE_UNIT)
    run("systemctl", "enable", ENGINE)
    with open("/etc/systemd/system/" + WITNESS, "w") as file:
        file.write(f"{WITNESS_UNIT.rstrip()} {ending}\n")
    run("systemctl", "start", WITNESS)
    emulator = Emulator()
    emulator.still_picture("last")
    emulator.port.close()


def keeps_pictures():
    """Whether this systemd keeps the picture of a service that has been stopped."""
    return int(re.search(r"systemd (\d+)", run("systemctl", "--version"))[1]) >= 254


def keep_picture():
    """With the drop-in that is among the package's documents, and the line of the panel file."""
    with open(PANEL_FILE) as file:
        lines = file.read()
    with open(PANEL_FILE, "w") as file:
        file.write(re.sub(r'(?m)^# at_exit   = "restore".*$', 'at_exit = "keep"', lines))
    os.makedirs(os.path.dirname(KEEP))
    shutil.copy(CHECKOUT + "/systemd/variants/keep-picture.conf", KEEP)
    run("systemctl", "daemon-reload")


def booted(emulator):
    checks.that(
        show("ActiveState", ENGINE) == "active",
        "at boot the panel does not wait for an audio engine that takes long",
        run("systemctl", "status", "--no-pager", ENGINE, allowed=range(256)))
    checks.that(
        wait_until(lambda: show("ActiveState") == "active"), "after a boot the service runs",
        run("journalctl", "--boot", "-o", "short-monotonic", "-u", SERVICE))
    wait_until(lambda: painter() == "glassfaderd")
    run("modprobe", "uinput")
    touchscreen = Touchscreen(WIDTH, HEIGHT)
    panel = Panel(SOCKET)
    panel.request("subscribe", events=["valueChanged"], match=["*"])
    picture = emulator.still_picture("booted")
    checks.that(
        painter() == "glassfaderd" and len(set(zip(*[iter(picture.pixels)] * 3))) > 100,
        "the panel is on the screen", painter())
    fader = {control["control"]: control for control in panel.request("list")["controls"]}["ch1.level"]
    x, y, width, height = fader["frame"]
    path = [(x + width / 2, y + height / 2 - step) for step in range(60)]
    if checks.that(
            panel.touch_until_used(touchscreen, path[0]), "a touchscreen that is plugged in is used"):
        touchscreen.follow({0: path[1:]})
        touchscreen.report(lift=[0])
        panel.wait(lambda event: event.get("phase") == "ended")
    phases = [event["phase"] for event in panel.values("ch1.level")]
    checks.that(
        phases[:1] == ["began"] and phases[-1:] == ["ended"],
        "a subscriber gets the values of a drag", phases)
    panel.close()
    checks.that(
        emulator.still_picture("dragged").bounds_of_difference(picture) is not None,
        "and the screen shows them")
    status = run("systemctl", "status", "--no-pager", "--full", SERVICE)
    said = re.search(r"Status: \"(.*)\"", status)
    checks.that(
        said and f"{WIDTH}x{HEIGHT}" in said[1] and said[1].endswith("; 1 touchscreen"),
        "systemctl status says what the service shows and hears", status)
    checks.note(f"status: {said and said[1]}")
    figures()
    if keeps_pictures():
        # Another panel is to have the screen.
        shutil.rmtree(os.path.dirname(KEEP))
        run("systemctl", "daemon-reload")
    return touchscreen


def figures():
    """When the first picture was there. The guest's clock counts instructions, at 2 ns each."""
    shown = re.search(
        r"\[ *([\d.]+)\] .*showing on",
        run("journalctl", "-b", "-o", "short-monotonic", "-u", SERVICE))
    started = int(show("ExecMainStartTimestampMonotonic")) / 1e6
    userspace = int(run("systemctl", "show", "--value", "-p", "UserspaceTimestampMonotonic")) / 1e6
    checks.that(shown, "the journal says when the picture was there", journal())
    if shown:
        frame = float(shown[1])
        checks.note(
            f"first frame {frame:.2f} s after the kernel's start, {frame - userspace:.2f} s after "
            f"systemd's and {frame - started:.2f} s after the daemon's")
        if os.uname().machine == "x86_64":
            # Twice what it takes, as the guest also waits for its disk: nothing else is waited for.
            checks.that(
                frame < 28 and frame - started < 8,
                "the first picture is there soon after the start", (frame, frame - started))


def reloaded():
    """With what the unit needs for it, which a bare Debian has to have."""
    pid = main_pid()

    def readings():
        return journal("--boot").count(f"read {PANEL_FILE} again")
    before = readings()
    said = run("systemctl", "reload", SERVICE, allowed=range(256))
    checks.that(
        wait_until(lambda: readings() > before) and main_pid() == pid,
        "systemctl reload has the daemon read its panel file again", (said, journal("--boot")))


def hangs(emulator):
    pid = main_pid()
    with Watcher(emulator) as watcher:
        os.kill(pid, signal.SIGSTOP)
        stopped = time.monotonic()
        wait_until(lambda: is_new(pid), 3 * PATIENCE)
        took = time.monotonic() - stopped
    checks.that(
        is_new(pid) and took < 7, "a daemon that hangs is replaced within 7 s", f"{took:.1f} s")
    checks.note(f"replaced {took:.1f} s after it hung")
    checks.that(watcher.saw_one_picture, "and the picture never left, pixel for pixel", watcher)
    checks.note(watcher)


def killed(emulator):
    run("systemctl", "reset-failed", SERVICE)
    with Watcher(emulator) as watcher:
        for _ in range(5):
            pid = main_pid()
            os.kill(pid, signal.SIGKILL)
            wait_until(lambda: is_new(pid))
    checks.that(
        is_new(pid) and watcher.saw_one_picture,
        "killed five times, it is back, and the picture never left", watcher)
    checks.note(watcher)


def start_left():
    """On the same screen, which the only panel leaves to it."""
    shutil.copy(PANEL_FILE, LEFT_FILE)
    run("systemctl", "disable", "--now", "glassfaderd.socket", SERVICE)
    run("systemctl", "enable", "--now", "glassfaderd@left.socket", LEFT)
    wait_until(lambda: painter() == "glassfaderd")


def upgraded(touchscreen, emulator, unit=SERVICE, socket=SOCKET):
    run("systemctl", "reset-failed", unit)
    panel = Panel(socket)
    panel.request("subscribe", events=["valueChanged"], match=["*"],
                  phases=["began", "changed", "ended", "cancelled", "set"])
    fader = {control["control"]: control for control in panel.request("list")["controls"]}["ch2.level"]
    x, y, width, height = fader["frame"]
    path = [(x + width / 2, y + height / 2 - step) for step in range(40)]
    panel.touch_until_used(touchscreen, path[0])
    touchscreen.follow({0: path[1:]})
    panel.settle()
    pid = main_pid(unit)
    # The fader changes its look when the finger does not hold it any more.
    with Watcher(emulator, but_for=[[x - 40, 0, width + 80, HEIGHT]]) as watcher:
        said = apt("install", package("glassfader", NEXT), package("glassfader-bridges", NEXT))
        wait_until(lambda: is_new(pid, unit))
    bye = panel.wait(lambda event: event["event"] == "bye")
    before = panel.values("ch2.level")
    phases = [event["phase"] for event in before]
    checks.that(
        is_new(pid, unit) and "next" in run("dpkg-query", "-W", "-f", "${Version}", "glassfader"),
        "an upgrade starts the new daemon", said[-800:])
    checks.that(
        "enable --now glassfaderd" not in said,
        "and says nothing of how a panel is started that runs", said[-800:])
    checks.that(
        bye and phases[-1] == "cancelled", "the finger that drags is told to be cancelled",
        (phases[-3:], bye))
    checks.that(watcher.saw_one_picture, "and the picture never left, pixel for pixel", watcher)
    checks.note(watcher)
    panel = Panel(socket)
    value = before[-1]["value"]
    kept = panel.request("get", control="ch2.level")["value"]
    checks.that(kept == value, "the value that the finger had reached is kept", (kept, value))
    panel.request("subscribe", events=["valueChanged"], match=["*"])
    touchscreen.follow({0: path[:5]})
    panel.settle()
    checks.that(
        not panel.values("ch2.level"),
        "the finger that still lies there moves nothing", panel.values("ch2.level"))
    touchscreen.report(lift=[0])
    panel.close()
    with open(PANEL_FILE) as file:
        checks.that(file.read().endswith("# by the builder\n"), "the builder's panel file is kept")


def downgraded(emulator):
    pid = main_pid()
    with Watcher(emulator) as watcher:
        apt("--allow-downgrades", "install", package("glassfader"), package("glassfader-bridges"))
        wait_until(lambda: is_new(pid))
    checks.that(
        is_new(pid) and "next" not in run("dpkg-query", "-W", "-f", "${Version}", "glassfader")
        and watcher.saw_one_picture,
        "a downgrade works like an upgrade", watcher)


def removal_aborted():
    """With a script of the package that fails after all that it does."""
    run("systemctl", "enable", "glassfaderd-monitor@left.socket")
    run("systemctl", "restart", LEFT)
    script = "/var/lib/dpkg/info/glassfader.prerm"
    with open(script) as file:
        good = file.read()
    with open(script, "w") as file:
        file.write(good + "\nexit 1\n")
    pid = main_pid(LEFT)
    said = run("dpkg", "--remove", "glassfader", allowed=(1,))
    with open(script, "w") as file:
        file.write(good)
    checks.that(
        is_new(pid, LEFT) and all(
            show("ActiveState", unit) == "active"
            for unit in ("glassfaderd@left.socket", "glassfaderd-monitor@left.socket"))
        and show("ActiveState") == "inactive",
        "what ran before runs again, and nothing else", said[-800:])


def removed():
    apt("remove", "glassfader")
    known = run("systemctl", "list-units", "--all", "--plain", "--no-legend", "glassfaderd*")
    checks.that(
        not [line for line in known.splitlines() if line.split()[1] == "loaded"],
        "when the package is removed systemd forgets its units", known)
    checks.that(
        {show("ActiveState", unit) for unit in (SERVICE, LEFT)} == {"inactive"}
        and painter() != "glassfaderd",
        "when the package is removed the panel stops", painter())
    checks.that(
        any(name.startswith("state") for name in os.listdir(STATE)) and os.path.exists(PANEL_FILE),
        "what it remembers stays, and so does the panel file", os.listdir(STATE))
    said = apt("install", package("glassfader"))
    checks.that(
        "systemctl enable --now glassfaderd.socket glassfaderd.service" in said,
        "installed again, the package says again how the panel is started", said[-800:])
    # Nobody but the builder removes it.
    with contextlib.suppress(FileNotFoundError):
        os.remove(LEFT_FILE)
    # As setup leaves it, where there was a panel file before.
    for ending in ".old", ".setup":
        with open(PANEL_FILE + ending, "w"):
            pass
    apt("purge", "glassfader", "glassfader-bridges")
    left = [
        path for path in (STATE, "/etc/glassfader", "/usr/share/glassfader", "/usr/bin/glassfader")
        if os.path.exists(path)]
    checks.that(not left, "when it is purged nothing stays", left)
    enabled = run(
        "find", "/etc/systemd/system", "-name", "glassfader*")
    checks.that(not enabled, "nor does anything that would start it", enabled)


if __name__ == "__main__":
    with checks.section("the test runs to its end"):
        main()
    sys.exit(1 if checks.failed else 0)
