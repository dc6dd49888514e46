"""`glassfader doctor` in broken setups, and `glassfader setup` on glasses that lie in every way."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time

from checks import Checks, wait_until
from panel import Panel
from screen import Emulator
from touchscreen import Touchscreen

SOCKET = "/run/glassfader/glassfader.sock"
PANEL_FILE = "/etc/glassfader/panel.toml"
STATE = "/var/lib/glassfader"
SERVICE = "glassfaderd.service"
SOCKETS = ("glassfaderd.socket", "glassfaderd-monitor.socket")
CARD = "/dev/dri/card0"
WIDTH, HEIGHT = 800, 480
# In from the corners by an eighth, clockwise from the top left.
CROSSES = [(x * WIDTH, y * HEIGHT) for x, y in (
    (0.125, 0.125), (0.875, 0.125), (0.875, 0.875), (0.125, 0.875))]

checks = Checks()


def main():
    run("modprobe", "-a", "uinput", "evdev", "virtio-gpu", "virtio_console")
    run("systemd-sysusers", "glassfader.conf")
    run("systemd-tmpfiles", "--create", "glassfader.conf")
    run("useradd", "--create-home", "--comment", "Annabel Leehayes", "annabel")
    # As a package's own installation: the service starts at each boot.
    run("systemctl", "enable", *SOCKETS, SERVICE)
    run("systemctl", "start", *SOCKETS, SERVICE)
    touchscreen = Touchscreen(WIDTH, HEIGHT)
    with checks.section("nothing is wrong with a panel that works"):
        healthy()
    with checks.section("each fault has its line"):
        faults(touchscreen)
    with checks.section("a report names nobody"):
        report()
    with contextlib.suppress(OSError):
        touchscreen.unplug()
    with checks.section("setup corrects a glass, however it is mounted"):
        setups()
    with checks.section("setup changes nothing when it cannot be done"):
        refused()


def run(*command, allowed=(0,)):
    """Runs a program, and returns what it printed. A failure raises."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}: {result.stdout}")
    return result.stdout.strip()


def is_active(unit=SERVICE):
    return run("systemctl", "is-active", unit, allowed=(0, 3)) == "active"


def doctor(*options, user=None):
    """Its exit status, and its lines as (verdict, subject, text)."""
    command = ["glassfader", "doctor", *options]
    if user:
        command = ["setpriv", "--reuid", user, "--regid", user, "--init-groups", *command]
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60)
    lines = [re.split(r"  +", line, maxsplit=2) for line in result.stdout.splitlines()]
    return result.returncode, [tuple(line) for line in lines if len(line) == 3], result


def restart():
    run("systemctl", "reset-failed", SERVICE, allowed=(0, 1))
    run("systemctl", "restart", *SOCKETS, SERVICE)


def healthy():
    def is_well():
        return doctor()[0] == 0
    status, lines, result = (wait_until(is_well), *doctor()[1:])
    checks.that(status, "the exit status is 0", result.stdout + result.stderr)
    for line in lines:
        checks.note(" | ".join(line))
    subjects = {subject for _, subject, _ in lines}
    expected = {
        "panel file", "fonts", "groups", "card", "connector", "master", "size", "touchscreen",
        "resolution", "axes", "unit", "console", "socket", "state"}
    checks.that(expected <= subjects, "there is a line for every subject", expected - subjects)
    checks.that(
        not [line for line in lines if line[0] == "wrong"], "and none of them is wrong", lines)
    quiet = doctor("--quiet")[1]
    checks.that(
        quiet == [line for line in lines if line[0] != "ok"], "--quiet leaves out the good ones",
        quiet)


def fault(sentence, expected, *words, user=None):
    """What doctor says now: the verdict and subject, and words of the line."""
    verdict, subject = expected
    status, lines, result = doctor(user=user)
    found = [
        text for kind, name, text in lines
        if (kind, name) == (verdict, subject) and all(word in text for word in words)]
    checks.that(
        found and (status == 1) == any(kind == "wrong" for kind, *_ in lines),
        sentence, (status, result.stdout, result.stderr))
    if found:
        checks.note(f"{verdict} | {subject} | {found[0]}")


@contextlib.contextmanager
def changed(path):
    """A file that is put back at the end."""
    with open(path, "rb") as file:
        old = file.read()
    status = os.stat(path)
    try:
        yield old.decode()
    finally:
        with open(path, "wb") as file:
            file.write(old)
        os.chmod(path, status.st_mode & 0o7777)


@contextlib.contextmanager
def mounted(*options, at):
    run("mount", *options, at)
    try:
        yield
    finally:
        # The service may have a file open in it.
        run("umount", "--lazy", at)


def faults(touchscreen):
    with changed("/etc/group") as old:
        with open("/etc/group", "w") as file:
            file.write(re.sub(r"(?m)^video:.*\n", "", old))
        fault("without the group video", ("wrong", "groups"), "no group video", "systemd-sysusers")
    os.chmod(CARD, 0o600)
    fault("a card that the service may not open", ("wrong", "card"), CARD, "root video 0600")
    os.chmod(CARD, 0o660)
    fault(
        "a user without the group, who may not connect", ("wrong", "socket"), "join the group",
        user="annabel")

    run("systemctl", "stop", SERVICE)
    fault(
        "a service that does not run, whose socket listens", ("wrong", "socket"),
        "glassfaderd.socket listens", "start glassfaderd")
    checks.that(not is_active(), "and asking does not start it")
    run("systemctl", "stop", *SOCKETS)
    fault("a service that does not run", ("wrong", "unit"), "inactive", "enable --now")
    fault("a socket that is closed", ("wrong", "socket"), SOCKET, "start glassfaderd")
    # Whoever opens it first is its master.
    other = subprocess.Popen(
        [sys.executable, "-c", f"import time; card = open('{CARD}', 'r+b', 0); print(flush=True); "
         "time.sleep(1000)"], stdout=subprocess.PIPE)
    other.stdout.readline()
    fault(
        "a card that another program has", ("wrong", "master"), "python3", f"pid {other.pid}", CARD)
    other.kill()
    other.wait()
    namesake = subprocess.Popen(
        [sys.executable, "-c", "import time; open('/proc/self/comm', 'w').write('glassfaderd'); "
         f"card = open('{CARD}', 'r+b', 0); print(flush=True); time.sleep(1000)"],
        stdout=subprocess.PIPE)
    namesake.stdout.readline()
    fault(
        "a card that a glassfaderd has which is not the service's", ("wrong", "master"),
        "glassfaderd", f"pid {namesake.pid}", CARD)
    namesake.kill()
    namesake.wait()
    run("systemctl", "start", "getty@tty1.service")
    wait_until(lambda: is_active("getty@tty1.service"))
    fault("a login prompt on the console", ("wrong", "console"), "getty@tty1.service", "disable --now")
    run("systemctl", "stop", "getty@tty1.service")
    restart()

    touchscreen.unplug()
    fault("without a touchscreen", ("wrong", "touchscreen"), "there is no touchscreen")
    upright = Touchscreen(WIDTH, HEIGHT, size=(2560, 4096), resolution=(27, 26),
                          lies=lambda x, y: (y, x))
    time.sleep(0.5)
    fault("a touchscreen with swapped axes", ("wrong", "axes"), "upright", "glassfader setup")
    upright.unplug()
    vague = Touchscreen(WIDTH, HEIGHT, resolution=(0, 0))
    time.sleep(0.5)
    fault("a touchscreen that does not say its size", ("note", "resolution"), "does not say")
    vague.unplug()

    with changed(PANEL_FILE) as old:
        with open(PANEL_FILE, "w") as file:
            file.write(old + "\n[[pages]]\nid = 5\n")
        fault("a wrong panel file", ("wrong", "panel file"), f"{PANEL_FILE}:", "glassfader check")
        with open(PANEL_FILE, "w") as file:
            file.write(old + "\n[bridges.osc]\nport = 10023\n")
        fault("a bridge that is not installed", ("wrong", "bridges"), "glassfader-osc")
        with open(PANEL_FILE, "w") as file:
            file.write(old + "\n[bridges.alsa]\n")
        run("systemctl", "start", "glassfader-alsa.service")
        fault("a bridge whose engine is not there", ("wrong", "bridges"), "glassfader-alsa",
              "no engine")
        run("systemctl", "stop", "glassfader-alsa.service")
        with open(PANEL_FILE, "w") as file:
            file.write(old.replace("[display]", "[display]\nconnector = \"HDMI-A-9\"", 1))
        fault("a connector that is not there", ("wrong", "connector"), "Virtual-1")
        os.unlink(PANEL_FILE)
        fault("without a panel file", ("wrong", "panel file"), "glassfader setup")
    fonts = next(
        folder for folder in ("/usr/share/fonts/opentype/inter", "/usr/share/fonts")
        if os.path.isdir(folder))
    with mounted("-t", "tmpfs", "none", at=fonts):
        fault("without the font", ("wrong", "fonts"), "fonts-inter")
    run("mount", "--bind", STATE, STATE)
    with mounted("-o", "remount,bind,ro", at=STATE):
        fault("a state folder that is read-only", ("wrong", "state"), "read-only")
    user = os.stat(STATE)
    os.chown(STATE, 0, 0)
    fault("a state folder of another user", ("wrong", "state"), "may not write", "chown")
    os.chown(STATE, user.st_uid, user.st_gid)
    run("systemctl", "stop", SERVICE)
    run("systemctl", "mask", "--runtime", SERVICE)
    run("systemctl", "unmask", "--runtime", SERVICE)
    with changed(PANEL_FILE) as old:
        with open(PANEL_FILE, "w") as file:
            file.write("nonsense")
        run("systemctl", "start", SERVICE, allowed=(0, 1))
        fault("a service that has failed", ("wrong", "unit"), "exit status 1", "journalctl")
    restart()
    checks.that(wait_until(lambda: is_active()), "and the service runs again")


def report():
    with changed(PANEL_FILE) as old:
        with open(PANEL_FILE, "w") as file:
            file.write(old.replace("Vox", "Roswitha"))
        doctor("--report", "/tmp/report.txt")
        with open("/tmp/report.txt") as file:
            text = file.read()
    shutil.copy("/tmp/report.txt", "/out/report.txt")
    titles = re.findall(r"(?m)^== (.*) ==$", text)
    checks.that(
        titles == ["Findings", "Machine", "Screens", "Touchscreens", "Services", "Panel file", "Journal",
                   "Journal of the bridges"],
        "it has all sections", titles)
    checks.that(
        "virtio" in text and "glassfaderd" in text and "[[pages]]" in text and "showing on" in text,
        "the screen, the service, the panel file and its log are in it", text[:2000])
    secrets = [name for name in ("Roswitha", "annabel", "Annabel", "Leehayes") if name in text]
    checks.that(not secrets, "and no names of people", secrets)


class Glass:
    def __init__(self, sentence, calibration, lies, size=(4096, 2560)):
        self.sentence, self.calibration, self.lies, self.size = sentence, calibration, lies, size


GLASSES = [
    Glass("turned", "[0, -1, 1, 1, 0, 0]", lambda x, y: (y, 1 - x), (2560, 4096)),
    Glass("mirrored", "[-1, 0, 1, 0, 1, 0]", lambda x, y: (1 - x, y)),
    Glass("with swapped axes", "[0, 1, 0, 1, 0, 0]", lambda x, y: (y, x), (2560, 4096)),
]


def cross_is_shown(emulator, index):
    """Whether both lines of a cross are shown on the background."""
    x, y = (int(value) for value in CROSSES[index])
    picture = emulator.picture("cross")
    points = (x - 20, y), (x, y - 20), (x + 30, y + 30)
    return [picture.inside([*point, 1, 1]).hex() for point in points] == [
        "35a7ff", "35a7ff", "0e0f12"]


def touch_crosses(emulator, touchscreen, process):
    """Touches each cross until the next one is shown: the first may be shown before the touchscreen is
    read."""
    for index, (x, y) in enumerate(CROSSES):
        if not wait_until(lambda: cross_is_shown(emulator, index)):
            return False

        def is_past():
            if process.poll() is not None or not cross_is_shown(emulator, index):
                return True
            touchscreen.report(down={0: (x + 3, y - 2)})
            touchscreen.report(move={0: (x + 2, y - 2)})
            touchscreen.report(lift=[0])
            return wait_until(lambda: not cross_is_shown(emulator, index), 2)
        if not wait_until(is_past):
            return False
    return True


def setup(emulator, touchscreen, *options):
    """Runs it, touches the crosses, and returns its status and what it said."""
    process = subprocess.Popen(
        ["glassfader", "setup", "--yes", *options], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    if touchscreen:
        checks.that(touch_crosses(emulator, touchscreen, process), "the four crosses are shown")
    said = process.communicate(timeout=120)[0]
    return process.returncode, said


def interrupted(emulator, number):
    """Ends it while the first cross is shown: by SIGHUP, as when a connection by ssh is lost."""
    with open(PANEL_FILE) as file:
        before = file.read()
    touchscreen = Touchscreen(WIDTH, HEIGHT)
    process = subprocess.Popen(
        ["glassfader", "setup", "--yes"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wait_until(lambda: cross_is_shown(emulator, 0))
    running = [unit for unit in (*SOCKETS, SERVICE) if is_active(unit)]
    checks.that(not running, "while it shows crosses, nothing starts the service", running)
    process.send_signal(number)
    said = process.communicate(timeout=120)[0]
    checks.that(
        process.returncode == -number and wait_until(is_active) and all(map(is_active, SOCKETS)),
        f"ended by {number.name}, it has the service and its sockets run again",
        (process.returncode, said))
    with open(PANEL_FILE) as file:
        checks.that(
            file.read() == before and not os.path.exists(PANEL_FILE + ".setup"),
            "and has left the panel file as it was, and nothing else")
    touchscreen.unplug()
    # Of its starts there may be six in a minute.
    run("systemctl", "reset-failed", SERVICE)


def setups():
    emulator = Emulator()
    for number in (signal.SIGHUP, signal.SIGTERM):
        interrupted(emulator, number)
    for number, glass in enumerate(GLASSES):
        touchscreen = Touchscreen(
            WIDTH, HEIGHT, size=glass.size, lies=glass.lies, name=f"Glass {number}")
        status, said = setup(emulator, touchscreen)
        for line in said.splitlines():
            checks.note(line)
        with open(PANEL_FILE) as file:
            text = file.read()
        checks.that(
            status == 0 and f"calibration = {glass.calibration}" in text,
            f"a glass {glass.sentence} is recognised", (status, said))
        checks.that(
            wait_until(is_active) and all(map(is_active, SOCKETS)),
            "the service and its sockets run again")
        finger_hits(touchscreen, glass)
        touchscreen.unplug()
    checks.that(
        os.path.exists(PANEL_FILE + ".old") and not os.path.exists(PANEL_FILE + ".setup"),
        "the old panel file is kept, and nothing else is left")


def finger_hits(touchscreen, glass):
    panel = Panel(SOCKET)
    panel.request("subscribe", events=["valueChanged"], match=["*"],
                  phases=["began", "changed", "ended"])
    controls = {control["control"]: control for control in panel.request("list")["controls"]}
    hit = []
    for name in ("ch1.level", "ch8.level"):
        if name not in controls or "frame" not in controls[name]:
            continue
        panel.request("set", control=name, value=-30)
        x, y, width, height = controls[name]["frame"]
        middle = x + width / 2, y + height / 2
        event = panel.touch_until_used(touchscreen, middle)
        touchscreen.follow({0: [(middle[0], middle[1] - step) for step in range(1, 40)]})
        touchscreen.report(lift=[0])
        panel.wait(lambda event: event.get("phase") == "ended")
        events = panel.values(name)
        hit.append(bool(events) and event["control"] == name
                   and events[-1]["norm"] > events[0]["norm"])
    checks.that(
        hit and all(hit), f"on a glass {glass.sentence} a finger hits what it sees", hit)
    panel.close()


def refused():
    with open(PANEL_FILE) as file:
        before = file.read()
    run("systemctl", "stop", *SOCKETS, SERVICE)
    other = subprocess.Popen(
        [sys.executable, "-c", f"import time; card = open('{CARD}', 'r+b', 0); print(flush=True); "
         "time.sleep(1000)"], stdout=subprocess.PIPE)
    other.stdout.readline()
    status, said = setup(None, None)
    checks.that(
        status == 1 and "python3" in said and f"pid {other.pid}" in said,
        "another program that has the screen is named", (status, said))
    other.kill()
    other.wait()
    status, said = setup(None, None, "--connector", "HDMI-A-9")
    checks.that(
        status == 1 and "HDMI-A-9" in said and "Virtual-1" in said,
        "a connector without a screen is refused, and the screens are named", (status, said))
    status, said = setup(None, None, "--desk", "nosuch")
    checks.that(
        status == 1 and "'nosuch'" in said and "mixer" in said,
        "an unknown desk is refused, and the desks are named", (status, said))
    with open(PANEL_FILE) as file:
        checks.that(file.read() == before, "the panel file is as it was")
    # The last glass that was set up.
    touchscreen = Touchscreen(
        WIDTH, HEIGHT, size=(2560, 4096), resolution=(27, 26), lies=lambda x, y: (y, x))
    time.sleep(0.5)
    status, said = setup(None, None, "--skip-touch", "--desk", "minimal", "--mm", "154x86")
    with open(PANEL_FILE) as file:
        text = file.read()
    checks.that(
        status == 0 and "size_mm = [154, 86]" in text, "--desk and --mm are written",
        (status, said, text))
    checks.that(
        "calibration = [0, 1, 0, 1, 0, 0]" in text,
        "and the other desk has the glass as it was", text)
    touchscreen.unplug()


if __name__ == "__main__":
    with checks.section("the test runs to its end"):
        main()
    sys.exit(1 if checks.failed else 0)
