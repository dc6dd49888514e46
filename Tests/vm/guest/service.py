"""The units, started by a real systemd: what they promise, and what they forbid.

The guest's root has the daemon where it is installed to, and the files of the folder systemd.
"""

import contextlib
import errno
import fcntl
import glob
import grp
import json
import os
import pwd
import re
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time

from checks import PATIENCE, Checks, wait_until
from panel import Panel
from screen import Emulator, Watcher, painter
from stopped_thread import has_ended, stop_main_thread
from system_calls import RejectedCalls, unfiltered
from touchscreen import Touchscreen

SOCKET = "/run/glassfader/glassfader.sock"
MONITOR = "/run/glassfader/monitor.sock"
STRANGER = 1234
PANEL_FILE = "/etc/glassfader/panel.toml"
SERVICE = "glassfaderd.service"
LAST_RESORT = "glassfaderd-failed.service"
BRIDGE_UNITS = ["glassfader-osc.service", "glassfader-alsa.service", "glassfader-midi.service"]
# sched_setscheduler, with which libjack starts a thread: this service has no JACK to connect to.
HARMLESS_CALLS = {"/usr/bin/glassfader-midi": {144}}
PROBE = "/run/systemd/system/glassfaderd-probe.service"
UNITS = "/usr/lib/systemd/system/"
USER_UNITS = "/usr/lib/systemd/user/"
# Somebody who has the sound, and may use the panel.
USER = "annabel"
# Of the kernel's linux/vt.h.
VT_ACTIVATE, VT_WAITACTIVE = 0x5606, 0x5607
WIDTH, HEIGHT = 800, 480
STEPS = 20
CHECKOUT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__)))))

checks = Checks()


def main():
    run("modprobe", "-a", "uinput", "evdev", "virtio_console")
    emulator = Emulator()
    with checks.section("the system is prepared"):
        prepare()
    with RejectedCalls([SERVICE, LAST_RESORT, *BRIDGE_UNITS], run) as calls:
        with checks.section("a connection starts the daemon"):
            socket_activation()
        with checks.section("strangers may look, and not touch"):
            strangers()
        with checks.section("a card and a touchscreen that appear later are used"):
            run("modprobe", "virtio-gpu")
            touchscreen = Touchscreen(WIDTH, HEIGHT)
            devices()
            drag(touchscreen)
        with checks.section("the journal has levels and fields"):
            journal_fields()
        with checks.section("a panel file with errors is refused while the panel runs"):
            refused_reload()
        with checks.section("nothing floods the journal"):
            flood()
        with checks.section("a touch waits for no disk"):
            memory(touchscreen)
        with checks.section("the services stay behind an audio engine"):
            manners()
        with checks.section("the bridges have what they need"):
            bridges()
        with checks.section("the filters of system calls fit"):
            system_calls(calls)
    run("systemctl", "restart", SERVICE)
    with checks.section("the sandboxes hold"):
        sandboxes()
    with checks.section("another console is shown"):
        other_console(emulator)
    with checks.section("a daemon that is killed is started again"):
        killed(emulator)
    with checks.section("a daemon that is aborted is started again"):
        aborted()
    with checks.section("a daemon that takes too much memory is started again"):
        out_of_memory()
    with checks.section("a daemon that crashes again and again leaves nothing behind"):
        crashes()
    with checks.section("a card that is kept and gone is forgotten"):
        dead_card()
    with checks.section("a daemon that hangs is started again"):
        hangs(emulator)
    with checks.section("the service stops, and starts without its socket"):
        stop()
        start()
    with checks.section("the socket for looking is enabled while the panel runs"):
        monitor_enabled()
    with checks.section("a broken panel file is refused"):
        broken_panel_file()
    with checks.section("the last resort has no limit"):
        last_resorts()
    with checks.section("a daemon that never comes up is given up"):
        given_up()


def run(*command, allowed=(0,)):
    """Runs a program, and returns what it printed. A failure raises."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode not in allowed:
        raise RuntimeError(f"{' '.join(command)} ended with {result.returncode}: {result.stdout}")
    return result.stdout.strip()


def show(name, unit=SERVICE):
    """A property of a unit, as systemctl has it."""
    return run("systemctl", "show", "--value", "-p", name, unit)


def main_pid():
    return int(show("MainPID"))


def is_new(pid):
    """Whether the daemon runs, ready, as another process than this one."""
    return show("ActiveState") == "active" and main_pid() not in (0, pid)


def prepare():
    run("systemd-sysusers", "glassfader.conf")
    user = pwd.getpwnam("glassfader")
    checks.that(user.pw_uid != 0, "sysusers.d makes the user glassfader")
    run("systemd-tmpfiles", "--create", "glassfader.conf")
    state = os.stat("/var/lib/glassfader")
    checks.that(
        (state.st_uid, stat.S_IMODE(state.st_mode)) == (user.pw_uid, 0o750),
        "tmpfiles.d makes the state directory, for that user only", state)
    run("systemctl", "start", "glassfaderd.socket", "glassfaderd-monitor.socket")
    made = os.stat(SOCKET)
    checks.that(
        (made.st_gid, stat.S_IMODE(made.st_mode)) == (user.pw_gid, 0o660),
        "the socket is for the members of the group glassfader", made)
    checks.that(show("ActiveState") == "inactive", "the socket alone does not start the daemon")


def socket_activation():
    asked = time.monotonic()
    panel = Panel(SOCKET)
    checks.that("server" in panel.hello, "a connection starts the daemon, and is greeted", panel.hello)
    checks.note(f"greeting {time.monotonic() - asked:.2f} s after the connection")
    checks.that(
        wait_until(lambda: show("ActiveState") == "active"),
        "the daemon tells systemd that it is ready", show("ActiveState"))
    checks.note("status: " + show("StatusText"))
    process = f"/proc/{main_pid()}"
    checks.that(
        os.stat(process).st_uid == pwd.getpwnam("glassfader").pw_uid,
        "the daemon runs as the user glassfader")
    groups = re.search(r"^Groups:(.*)$", open(process + "/status").read(), re.M)[1].split()
    checks.that(
        {grp.getgrnam(name).gr_gid for name in ("video", "input")} <= set(map(int, groups)),
        "and is in the groups video and input", groups)
    panel.close()


def strangers():
    """What a user can do who is in no group of ours."""
    ends = os.pipe()
    process = os.fork()
    if process == 0:
        os.setgroups([])
        os.setresgid(STRANGER, STRANGER, STRANGER)
        os.setresuid(STRANGER, STRANGER, STRANGER)
        os.write(ends[1], json.dumps(try_everything()).encode())
        os._exit(0)
    os.close(ends[1])
    os.waitpid(process, 0)
    with open(ends[0]) as pipe:
        tried = json.loads(pipe.read() or "{}")
    checks.that(
        tried.get("control") == "EACCES", "a stranger may not connect to the socket", tried)
    checks.that(tried.get("greeted"), "but to that for looking, where it is greeted", tried)
    checks.that(tried.get("listed"), "and reads the controls", tried)
    checks.that(
        tried.get("refused") == {"set": "read-only", "reload": "read-only", "lock": "read-only"},
        "what would change the panel is refused", tried)
    own = [client for client in tried.get("clients", []) if client["uid"] == STRANGER]
    checks.that(
        [(client["pid"], client["gid"], client["access"], client["name"]) for client in own]
        == [(process, STRANGER, "r", "stranger")],
        "the clients are told with their process, user, group and access", tried.get("clients"))
    said = f"(process {process}, user {STRANGER}) has connected"
    checks.that(
        wait_until(lambda: said in run("journalctl", "-o", "cat", "-u", SERVICE)),
        "and so is the journal",
        run("journalctl", "-o", "cat", "-u", SERVICE)[-500:])


def try_everything():
    tried = {"refused": {}}
    try:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(SOCKET)
        tried["control"] = "connected"
    except OSError as error:
        tried["control"] = errno.errorcode[error.errno]
    panel = Panel(MONITOR)
    tried["greeted"] = "server" in panel.hello
    panel.request("hello", name="stranger")
    tried["listed"] = bool(panel.request("list")["controls"])
    for command, fields in (
            ("set", {"control": "ch1.level", "value": -12}), ("reload", {}), ("lock", {})):
        try:
            panel.request(command, **fields)
            tried["refused"][command] = "done"
        except RuntimeError as error:
            tried["refused"][command] = "read-only" if "read-only" in str(error) else str(error)
    tried["clients"] = panel.request("clients")["clients"]
    return tried


def devices():
    run("udevadm", "settle")
    for path, group in (("/dev/dri/card0", "video"), ("/dev/input/event0", "input")):
        node = os.stat(path)
        checks.that(
            (node.st_uid, node.st_gid, stat.S_IMODE(node.st_mode))
            == (0, grp.getgrnam(group).gr_gid, 0o660),
            f"udev gives {path} to the group {group}", node)
    links = os.listdir("/dev/glassfader") if os.path.isdir("/dev/glassfader") else []
    checks.that(
        any(link.startswith("touch-") for link in links),
        "the udev rule gives the touchscreen a stable name", links)
    checks.that(
        show("ActiveState", "dev-dri-card0.device") == "active",
        "the udev rule makes the card a device that systemd knows")
    checks.that(
        wait_until(lambda: painter() == "glassfaderd"),
        "a card that appears after the start gets the picture", painter())


def drag(touchscreen):
    panel = Panel(SOCKET)
    panel.request("subscribe", events=["valueChanged"], match=["*"],
                  phases=["began", "changed", "ended", "cancelled", "set"])
    controls = {control["control"]: control for control in panel.request("list")["controls"]}
    x, y, width, height = controls["ch1.level"]["frame"]
    path = [(x + width / 2, y + height / 2 - height / 4 / STEPS * step) for step in range(STEPS + 1)]

    if not checks.that(
            panel.touch_until_used(touchscreen, path[0]),
            "a touchscreen that appears after the start is used"):
        return
    run("journalctl", "--sync")
    before = entries()
    touchscreen.follow({0: path[1:]})
    touchscreen.report(lift=[0])
    panel.wait(lambda event: event.get("phase") == "ended")
    run("journalctl", "--sync")
    logged = [entry["MESSAGE"] for entry in entries()[len(before):]]
    checks.that(before and not logged, "the journal hears nothing of a drag", logged)
    events = panel.values("ch1.level")
    checks.that(
        [events[0]["phase"], events[-1]["phase"]] == ["began", "ended"]
        and events[-1]["norm"] > events[0]["norm"],
        "a drag reaches a subscriber", events)
    panel.close()


# As LogEvent.swift declares them.
DISPLAY_FOUND = "0459dea733f24fa7b24f7eed33f77d32"
TOUCHSCREEN_FOUND = "75f1d4b6c7b944c1bbabee58f5678e81"
PANEL_FILE_RELOADED = "cdbe3a2d85d24267b6ce0092d52a7358"
PANEL_FILE_REFUSED = "bb66868584d34b6b80bb9972c2a9958f"
FAILED = "a098ad1a8c4842b7b663bc0059e788fd"


def entries(*matches):
    """The entries of the journal that match, as programs read them, the newest last."""
    lines = run("journalctl", "-q", "-o", "json", "-u", SERVICE, *matches).splitlines()
    return [json.loads(line) for line in lines]


def event(identifier):
    """The newest entry with a message id, when it has come."""
    found = wait_until(lambda: entries("MESSAGE_ID=" + identifier))
    return found[-1] if found else {}


def having(entry, **fields):
    return {name: entry.get(name) for name in fields} == fields


def journal_fields():
    found = event(DISPLAY_FOUND)
    checks.that(
        having(found, PRIORITY="5", DEVICE="/dev/dri/card0", CONNECTOR="Virtual-1",
               SYSLOG_IDENTIFIER="glassfaderd", _TRANSPORT="journal"),
        "the display that is found has an id, a level, a device and a connector", found)
    found = event(TOUCHSCREEN_FOUND)
    node = found.get("DEVICE", "")
    checks.that(
        found.get("PRIORITY") == "5" and re.fullmatch("/dev/input/event[0-9]", node),
        "and so has the touchscreen", found)
    panel = Panel(SOCKET)
    panel.request("hello", name="desk")
    client = next(
        one["client"] for one in panel.request("clients")["clients"] if one["name"] == "desk")
    found = wait_until(lambda: entries("CLIENT=" + client))
    checks.that(
        found and having(found[-1], PRIORITY="6") and "has connected" in found[-1]["MESSAGE"],
        "a client's entries are found by its name", found)
    panel.close()
    levels = {entry.get("PRIORITY") for entry in entries("_COMM=glassfaderd")}
    checks.that(levels <= {"3", "4", "5", "6"}, "every entry has a level", levels)
    run("journalctl", "--update-catalog")
    explained = run("journalctl", "-q", "-x", "-u", SERVICE, "MESSAGE_ID=" + TOUCHSCREEN_FOUND)
    checks.that(
        f"The touchscreen {node} touches the panel." in explained,
        "journalctl -x explains an entry", explained)


def refused_reload():
    with open(PANEL_FILE) as file:
        good = file.read()
    broken = good + '\n[nonsense]\nmore = "\n'
    with open(PANEL_FILE, "w") as file:
        file.write(broken)
    found = event(PANEL_FILE_REFUSED)
    line = str(broken.count("\n"))
    checks.that(
        having(found, PRIORITY="3", FILE=PANEL_FILE, LINE=line)
        and f"{PANEL_FILE}:{line}:" in found["MESSAGE"],
        "the refusal is found by its id, with file and line", found)
    with open(PANEL_FILE, "w") as file:
        file.write(good + "\n# Corrected.\n")
    found = event(PANEL_FILE_RELOADED)
    checks.that(
        having(found, PRIORITY="5", FILE=PANEL_FILE), "and so is the reload that follows", found)
    stuck_journal()


def stuck_journal():
    """The journal reads nothing, and its queue is full."""
    journald = int(show("MainPID", "systemd-journald.service"))
    os.kill(journald, signal.SIGSTOP)
    try:
        fill_journal()
        started = time.monotonic()
        for _ in range(3):
            panel = Panel(SOCKET)
            panel.request("ping")
            panel.close()
        took = time.monotonic() - started
        checks.that(took < 2, "a journal that hangs does not stop the panel", took)
    finally:
        os.kill(journald, signal.SIGCONT)
    wait_until(lambda: Panel(SOCKET).close() or any(
        "entries of the log were lost" in entry["MESSAGE"] for entry in entries("PRIORITY=4")),
        every=1)
    lost = [entry["MESSAGE"] for entry in entries("PRIORITY=4") if "were lost" in entry["MESSAGE"]]
    checks.that(len(lost) == 1 and lost[0].endswith(" entries of the log were lost"), "and hears later what it missed", lost)


def fill_journal():
    """Sends entries until the journal takes no more, not even from a new socket."""
    count = -1
    while count != 0:
        filler = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        count = 0
        try:
            while True:
                filler.sendto(b"MESSAGE=filler\nPRIORITY=7\n", "/run/systemd/journal/socket")
                count += 1
        except BlockingIOError:
            filler.close()


#: How long the flood lasts, and how many lines a second it may have.
FLOOD, MOST_LINES = 12, 10


def flood():
    """Everything at once, again and again: a touchscreen with a loose cable, clients that come and
    go or send what is no request, and a panel file with another error each time."""
    with open(PANEL_FILE) as file:
        good = file.read()
    before = len(entries())
    started = time.monotonic()
    rounds = 0
    while (took := time.monotonic() - started) < FLOOD:
        rounds += 1
        cable = Touchscreen(WIDTH, HEIGHT, name=f"Loose cable {rounds}")
        for _ in range(10):
            with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(ConnectionError):
                client.connect(SOCKET)
                client.sendall(b"nonsense\n" * 20)
        with open(PANEL_FILE, "w") as file:
            file.write(good + f"\n[nonsense{rounds}]\n")
        cable.unplug()
        time.sleep(0.1)
    lines = len(entries()) - before
    with open(PANEL_FILE, "w") as file:
        file.write(good)
    checks.note(f"{rounds} rounds in {took:.0f} s, {lines} lines")
    checks.that(
        rounds > 5 and 50 < lines <= MOST_LINES * took,
        f"the journal gets no more than {MOST_LINES} lines a second", (rounds, lines, took))
    newest = Touchscreen(WIDTH, HEIGHT, name="Plugged in afterwards")
    checks.that(
        wait_until(lambda: any(
            "entries of the log were lost" in entry["MESSAGE"] or "not logged" in entry["MESSAGE"]
            for entry in entries("PRIORITY=4"))),
        "it has the number of the others", entries("PRIORITY=4")[-3:])
    pid = main_pid()
    checks.that(
        wait_until(lambda: "2 touchscreens" in show("StatusText")) and main_pid() == pid,
        "and what happens afterwards is logged and used", show("StatusText"))
    newest.unplug()


CGROUP = "/sys/fs/cgroup"
DROP_IN = f"/run/systemd/system/{SERVICE}.d/unlocked.conf"


def memory(touchscreen):
    """Without the lock, a touch reads from the disk what was dropped; the lock leaves nothing to
    read."""
    os.makedirs(os.path.dirname(DROP_IN), exist_ok=True)
    with open(DROP_IN, "w") as file:
        file.write("[Service]\nLimitMEMLOCK=0\n")
    unlocked = faults_of_drag(touchscreen)
    checks.that(
        unlocked["major"] > 0, "without the lock, a touch after an hour waits for the disk", unlocked)
    found = wait_until(lambda: entries("_PID=" + str(main_pid()), "PRIORITY=4"))
    checks.that(
        any("cannot lock the code in memory" in entry["MESSAGE"] for entry in found),
        "of which the journal warns", found)
    os.remove(DROP_IN)
    locked = faults_of_drag(touchscreen)
    checks.that(locked["major"] == 0, "with it, it does not", locked)
    checks.note(f"without the lock: {unlocked}")
    checks.note(f"with the lock: {locked}")


def faults_of_drag(touchscreen):
    """Starts the daemon again, has the kernel drop what it can, and counts the faults of a first
    drag."""
    run("systemctl", "daemon-reload")
    run("systemctl", "reset-failed", SERVICE)
    pid = main_pid()
    run("systemctl", "restart", SERVICE)
    wait_until(lambda: is_new(pid) and painter() == "glassfaderd")
    pid = main_pid()
    panel = Panel(SOCKET)
    panel.request("subscribe", events=["valueChanged"], match=["ch1.level"],
                  phases=["began", "changed", "ended"])
    controls = {control["control"]: control for control in panel.request("list")["controls"]}
    x, y, width, height = controls["ch1.level"]["frame"]
    center = x + width / 2, y + height / 2
    wait_until(lambda: entries("_PID=" + str(pid), "MESSAGE_ID=" + TOUCHSCREEN_FOUND))
    panel.settle()
    found = {"sizes": sizes(pid)}
    reclaim()
    found["sizes after"] = sizes(pid)
    before = faults(pid)
    touchscreen.report(down={0: center})
    touchscreen.follow({0: [(center[0], center[1] - step) for step in range(1, 41)]})
    touchscreen.report(lift=[0])
    wait_until(lambda: panel.settle() or panel.values("ch1.level", "ended"))
    after = faults(pid)
    found["minor"], found["major"] = (after[0] - before[0], after[1] - before[1])
    panel.close()
    return found


def reclaim():
    """As another program would that needs all the memory: also what is shared, and used lately."""
    for _ in range(8):
        for group in (f"{CGROUP}/system.slice/{SERVICE}", CGROUP):
            try:
                with open(group + "/memory.reclaim", "w") as file:
                    file.write("1G")
            except OSError:
                # There is no gigabyte to reclaim.
                pass


def faults(pid):
    """How often a process has waited for a page: without the disk, and for it."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[7]), int(fields[9])


def sizes(pid):
    """What a process has in memory, in KiB: its own, copies of files, and what is locked."""
    with open(f"/proc/{pid}/status") as file:
        status = file.read()
    return {
        name: int(re.search(rf"^{name}:\s*(\d+)", status, re.M)[1])
        for name in ("RssAnon", "RssFile", "VmLck")}


def manners():
    """What the kernel has of the units' settings."""
    limits = {
        SERVICE: {"memory.max": 160 << 20, "pids.max": 32, "Max locked memory": 64 << 20,
                  "Max open files": 512},
        "glassfader-alsa.service": {"memory.max": 64 << 20, "pids.max": 8, "Max open files": 256},
        "glassfader-midi.service": {"memory.max": 64 << 20, "pids.max": 8, "Max open files": 256},
    }
    for unit, expected in limits.items():
        run("systemctl", "start", unit)
        pid = int(show("MainPID", unit))
        scheduled = os.sched_getscheduler(pid), os.getpriority(os.PRIO_PROCESS, pid)
        checks.that(
            scheduled == (os.SCHED_OTHER, 0), f"{unit} runs without a priority of its own", scheduled)
        with open(f"/proc/{pid}/oom_score_adj") as file:
            score = int(file.read())
        checks.that(score == 200, "and goes first when memory is short", score)
        expected = {
            **expected, "memory.swap.max": 0, "memory.high": "max", "Max core file size": 0,
            "Max realtime priority": 0}
        found = {name: limit(name, pid, unit) for name in expected}
        checks.that(found == expected, "its limits are those of its unit", found)
        # With the cpu controller, some kernels would take real time from the audio services.
        has_share = os.path.exists(f"{CGROUP}/system.slice/{unit}/cpu.weight")
        checks.that(not has_share, "and it has no share of the processor's time")
        if unit != SERVICE:
            def said():
                return run("journalctl", "-q", "-u", unit, "_TRANSPORT=journal", "PRIORITY=6")
            checks.that(
                wait_until(lambda: "controls bound" in said()), "its log has levels too", said())
            run("systemctl", "stop", unit)
    priority = run("ionice", "-p", str(main_pid()))
    checks.that(priority == "best-effort: prio 6", "its files come after those of others", priority)


def limit(name, pid, unit):
    """One of a process or, with a dot, of its control group."""
    if "." in name:
        with open(f"{CGROUP}/system.slice/{unit}/{name}") as file:
            value = file.read().strip()
    else:
        with open(f"/proc/{pid}/limits") as file:
            value = re.search(rf"^{name}\s+(\S+)", file.read(), re.M)[1]
    return int(value) if value.isdigit() else value


def bridges_of(user):
    """The services of somebody who has the sound."""
    user.write_unit("jackd.service", "ExecStart=/usr/bin/jackd -r -d dummy")

    def has_pipewire():
        bridge = "glassfader-pipewire.service"
        return user.systemctl("show", "--value", "-p", "StatusText", bridge).endswith("; engine")

    def has_jack():
        return "glassfader" in user.run("jack_lsp", allowed=(0, 1))
    for server, kind, is_connected in (
            ("pipewire.service", "pipewire", has_pipewire), ("jackd.service", "midi", has_jack)):
        bridge = f"glassfader-{kind}.service"
        user.systemctl("start", server, bridge)
        checks.that(
            wait_until(is_connected, every=0.5),
            f"{bridge} of a user reaches {server} from its sandbox",
            run("journalctl", "-q", "-o", "cat", f"_UID={user.uid}")[-2000:])
        checks.that(
            "controls bound" in user.systemctl("show", "--value", "-p", "StatusText", bridge),
            "and the panel")
        user.systemctl("stop", bridge, server)


# Where the probe writes to, for each of them.
FOUND = "/run/probe.json"
# What the programs of the units are for. The probe tries more, which none of them may.
PANEL = "may connect to the panel"
USERS_SOCKET = "may connect to a socket of its user"
ABILITIES = {
    SERVICE: {PANEL, "may use the card", "may read the touchscreen"},
    "glassfaderd-failed.service": set(),
    "glassfader-alsa.service": {PANEL, "may use the sound card"},
    "glassfader-midi.service": {PANEL, "may use the sound card"},
    "glassfader-osc.service": {PANEL, "may send packets by a passed socket"},
}
USER_ABILITIES = {
    "glassfader-midi.service": {PANEL, USERS_SOCKET},
    "glassfader-pipewire.service": {PANEL, USERS_SOCKET},
}


def sandboxes():
    """Runs a probe in the place of each unit's program, under the very lines of the unit."""
    # The checkout may lie in a home folder, which the units hide.
    shutil.copy(os.path.join(os.path.dirname(__file__), "probe.py"), "/run/probe.py")
    with open(FOUND, "w"):
        os.chmod(FOUND, 0o666)
    engine = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    engine.bind(("127.0.0.1", 0))
    engine.settimeout(PATIENCE)
    for folder, abilities in ((UNITS, ABILITIES), (USER_UNITS, USER_ABILITIES)):
        found = {os.path.basename(path) for path in glob.glob(folder + "glassfader*.service")}
        checks.that(
            set(abilities) == {name for name in found if "@" not in name},
            f"there is a probe for each service in {folder}", found)
    port = engine.getsockname()[1]
    for unit, expected in ABILITIES.items():
        start_probe(UNITS + unit, PROBE, port)
        run("systemctl", "daemon-reload")
        run("systemctl", "start", os.path.basename(PROBE))
        probed(unit, expected)
    user = User()
    with socket.create_server(f"{user.runtime}/server", family=socket.AF_UNIX) as server:
        os.chown(server.getsockname(), user.uid, user.uid)
        for unit, expected in USER_ABILITIES.items():
            place = f"{user.runtime}/systemd/user/glassfader-probe.service"
            start_probe(USER_UNITS + unit, place, port)
            user.systemctl("daemon-reload")
            user.systemctl("start", os.path.basename(place))
            probed(f"{unit} of a user", expected)
    checks.that(engine.recv(100) == b"probe", "what is sent by a passed socket arrives")
    run("systemctl", "stop", "glassfader-osc.socket")
    engine.close()


def start_probe(path, place, port):
    """Writes a unit that is another one, with the probe as its program."""
    with open(path) as file:
        text = file.read()
    text = re.sub(r"(?m)^(Sockets|OnFailure|Restart\w*|WatchdogSec|NotifyAccess|ExecReload)=.*$", "", text)
    text = re.sub(r"(?m)^Type=.*$", f"Type=oneshot\nStandardOutput=truncate:{FOUND}", text)
    text = re.sub(
        r"(?m)^ExecStart=.*$", f"ExecStart=/usr/bin/python3 -B /run/probe.py {port}", text)
    if "glassfader-osc.socket" in text:
        text = text.replace("[Service]", "[Service]\nSockets=glassfader-osc.socket")
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place, "w") as file:
        file.write(text)


def probed(unit, expected):
    with open(FOUND) as file:
        found = json.load(file)
    able = {sentence for sentence, result in found.items() if result == "yes"}
    checks.that(
        len(found) > len(expected) and able == expected,
        f"{unit} may do what it is for, and nothing else", found)
    for sentence in sorted(able):
        checks.note(sentence)


class User:
    """A user with a service manager, as after a login."""

    MANAGER = "/run/systemd/system/users-manager.service"

    def __init__(self):
        try:
            self.uid = pwd.getpwnam(USER).pw_uid
        except KeyError:
            run("useradd", "--create-home", "--groups", "glassfader", USER)
            self.uid = pwd.getpwnam(USER).pw_uid
        self.runtime = f"/run/user/{self.uid}"
        os.makedirs(self.runtime, exist_ok=True)
        os.chmod(self.runtime, 0o700)
        os.chown(self.runtime, self.uid, self.uid)
        with open(self.MANAGER, "w") as file:
            file.write(f"""
[Service]
Type=notify
User={USER}
Environment=XDG_RUNTIME_DIR={self.runtime}
ExecStart=/lib/systemd/systemd --user
KillMode=mixed
Delegate=yes
""")
        run("systemctl", "daemon-reload")
        run("systemctl", "start", os.path.basename(self.MANAGER))

    def write_unit(self, name, text):
        os.makedirs(f"{self.runtime}/systemd/user", exist_ok=True)
        with open(f"{self.runtime}/systemd/user/{name}", "w") as file:
            file.write(f"[Service]\n{text}\n")
        self.systemctl("daemon-reload")

    def run(self, *command, allowed=(0,)):
        return run(
            "setpriv", "--reuid", USER, "--regid", USER, "--init-groups", "env",
            f"XDG_RUNTIME_DIR={self.runtime}", *command, allowed=allowed)

    def systemctl(self, *arguments):
        return self.run("systemctl", "--user", *arguments)


BRIDGES = """
[bridges.midi]
[bridges.pipewire]
[bridges.alsa]
card = "hw:Dummy"
[bridges.osc]
send = ["127.0.0.1:9000", "osc.tcp://127.0.0.1:9001", "console.example:9002"]
"""


def bridges():
    """The services of the bridges: a sound card that appears later, and a network without a network."""
    with open(PANEL_FILE) as file:
        old = file.read()
    engine = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    engine.bind(("127.0.0.1", 9000))
    engine.settimeout(PATIENCE)
    stream = socket.create_server(("127.0.0.1", 9001))
    stream.settimeout(PATIENCE)
    with open(PANEL_FILE, "w") as file:
        file.write(old + BRIDGES)
    alsa, osc = "glassfader-alsa.service", "glassfader-osc.service"
    run("systemctl", "restart", SERVICE)
    run("systemctl", "start", alsa)
    port_taken(osc)
    packet, sender = engine.recvfrom(65536)
    checks.that(
        b"/ch" in packet or packet.startswith(b"#bundle"),
        "an engine by UDP gets the values, without a network in the service", packet[:80])
    checks.that(sender == ("127.0.0.1", 27819), "from the port of the socket unit", sender)
    panel = Panel(SOCKET)
    value = struct.unpack(">f", struct.pack(">f", -20))[0]

    def follows():
        engine.sendto(b"/ch2.level\0\0,f\0\0" + struct.pack(">f", value), sender)
        return abs(panel.request("get", control="ch2.level")["value"] - value) < 0.2
    checks.that(wait_until(follows), "and moves a fader of the panel")
    panel.close()

    def said(*words):
        lines = run("journalctl", "-q", "-o", "cat", "-u", osc).splitlines()
        return [line for line in lines if all(word in line for word in words)]
    for engine_name in ("osc.tcp://127.0.0.1:9001", "console.example:9002"):
        checks.that(
            wait_until(lambda: said(engine_name, "no network", "glassfader-osc(1)")),
            f"of {engine_name}, which needs one, it says what to do", said(""))
    run("modprobe", "snd-dummy")
    checks.that(
        wait_until(lambda: "no engine" not in show("StatusText", alsa)),
        "a sound card that appears after the start is used", show("StatusText", alsa))
    user = User()
    bridges_of(user)
    drop_in = f"/run/systemd/system/{osc}.d/osc-network.conf"
    os.makedirs(os.path.dirname(drop_in), exist_ok=True)
    shutil.copy(os.path.join(CHECKOUT, "systemd/variants/osc-network.conf"), drop_in)
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", osc)
    connection = stream.accept()[0]
    connection.settimeout(PATIENCE)
    checks.that(connection.recv(8), "with the drop-in, it connects by TCP too")
    run("systemctl", "stop", osc, alsa)
    checks.that(
        show("ActiveState", "glassfader-osc.socket") == "inactive",
        "its socket stops with the service, and starts nothing", show("ActiveState", osc))
    os.remove(drop_in)
    with open(PANEL_FILE, "w") as file:
        file.write(old)
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", SERVICE)
    wait_until(lambda: painter() == "glassfaderd")


def port_taken(osc):
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as other:
        other.bind(("::", 27819))
        run("systemctl", "start", "--no-block", osc)
        wait_until(lambda: show("Result", "glassfader-osc.socket") == "resources")
    checks.that(
        wait_until(lambda: show("ActiveState", osc) == "active"),
        "a bridge whose port another program has starts when the port is free",
        run("journalctl", "-q", "-o", "cat", "-u", osc, "-u", "glassfader-osc.socket"))


def system_calls(calls):
    """Of all that the services have done so far."""
    run("systemd-run", "--quiet", *(
        f"--property={setting}" for setting in unfiltered(SERVICE)), "/usr/bin/nice", "-n", "1",
        "/bin/true")
    run("systemctl", "start", LAST_RESORT)
    checks.that(
        wait_until(lambda: calls.of("/usr/bin/nice")), "a call that a filter rejects is logged",
        run("dmesg")[-2000:])
    programs = ["/usr/libexec/glassfaderd", os.path.realpath("/bin/sh"), *(
        "/usr/bin/" + unit.removesuffix(".service") for unit in BRIDGE_UNITS)]
    for program in programs:
        found = set(calls.of(program)) - HARMLESS_CALLS.get(program, set())
        checks.that(
            not found, f"{program} makes no call that it needs and its unit's filter rejects", found)


def killed(emulator):
    pid = main_pid()
    wait_until(lambda: painter() == "glassfaderd")
    with Watcher(emulator) as watcher:
        os.kill(pid, signal.SIGKILL)
        # At once: this client waits in the socket's queue and is not refused.
        panel = Panel(SOCKET)
        panel.request("ping")
        # A client is answered before the picture is there, of which systemd is told.
        checks.that(
            wait_until(lambda: is_new(pid)),
            "a client that connects while the daemon restarts is answered by the new one")
        panel.close()
    checks.that(
        watcher.saw_one_picture,
        "the picture of a daemon that is killed stays on the screen, pixel for pixel", watcher)
    checks.note(watcher)
    checks.that(
        wait_until(lambda: "taking over /dev/dri/card" in run(
            "journalctl", "-o", "cat", "-u", SERVICE)),
        "which takes the card over with the picture")


def other_console(emulator):
    with Watcher(emulator) as watcher, open("/dev/tty0", "w") as terminal:
        for number in 2, 1:
            fcntl.ioctl(terminal, VT_ACTIVATE, number)
            fcntl.ioctl(terminal, VT_WAITACTIVE, number)
            time.sleep(1)
    checks.that(
        watcher.saw_one_picture, "the panel stays on the screen when another console is shown",
        watcher)


def aborted():
    """As the watchdog does it: the Swift runtime would swallow the signal."""
    pid = main_pid()
    run("systemctl", "reset-failed", SERVICE)
    os.kill(pid, signal.SIGABRT)
    checks.that(wait_until(lambda: is_new(pid)), "SIGABRT ends a daemon, and another one starts")


def out_of_memory():
    panel = Panel(SOCKET)
    reply = panel.request("set", control="ch2.level", value=-7.5)
    checks.that(reply.get("applied"), "a fader is moved", reply)
    panel.close()
    # Values are saved one second after the last change. The rest is for a slow disk.
    time.sleep(3)
    pid = main_pid()
    run("systemctl", "reset-failed", SERVICE)
    limit = show("MemoryMax")
    run("systemctl", "set-property", "--runtime", SERVICE, "MemoryMax=4M")
    killed = wait_until(lambda: main_pid() != pid)
    run("systemctl", "set-property", "--runtime", SERVICE, f"MemoryMax={limit}")
    checks.that(killed, "a daemon above its limit of memory is killed")
    checks.that(wait_until(lambda: is_new(pid)), "and another one starts", show("ActiveState"))
    checks.that(
        wait_until(lambda: "oom-kill" in run("journalctl", "-o", "cat", "_PID=1", "-u", SERVICE)),
        "and the journal says why")
    panel = Panel(SOCKET)
    value = panel.request("get", control="ch2.level")["value"]
    checks.that(value == -7.5, "its faders are where they were", value)
    panel.close()


def given_up():
    """Six starts in a minute are enough."""
    folder = f"/run/systemd/system/{SERVICE}.d"
    dropin = f"{folder}/never.conf"
    os.makedirs(folder, exist_ok=True)
    with open(dropin, "w") as file:
        file.write("[Service]\nExecStart=\nExecStart=/bin/false\nRestartPreventExitStatus=\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "reset-failed", SERVICE)

    before, heard = last_resort(), heard_failures()
    subprocess.run(["systemctl", "restart", SERVICE], stderr=subprocess.DEVNULL)
    checks.that(
        wait_until(lambda: show("ActiveState") == "failed"),
        "a service that ends at once is failed in the end", show("ActiveState"))
    # The sixth restart is counted, and refused.
    checks.that(show("NRestarts") == "6", "after six starts", show("NRestarts"))
    checks.that(wait_until(lambda: last_resort() != before), "and the last resort is started again")
    checks.that(
        wait_until(lambda: heard_failures() == heard + 1), "which hears once what has failed",
        (heard, heard_failures()))
    result = show("Result", "glassfaderd.socket")
    checks.that(
        result == "service-start-limit-hit", "the socket fails too, so that no client waits", result)
    os.remove(dropin)
    run("systemctl", "daemon-reload")


def crashes():
    """The service manager keeps one descriptor, and the card's memory holds one daemon's pictures."""
    counts = []
    for _ in range(20):
        pid = main_pid()
        run("systemctl", "reset-failed", SERVICE)
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: is_new(pid) and painter() == "glassfaderd")
        counts.append((int(show("NFileDescriptorStore")), framebuffer_count()))
    # The first has yet to give back what the one before it left.
    checks.that(
        counts[-1][0] == 1 and counts[-1][1] <= counts[1][1],
        "after twenty crashes nothing more is kept than after one", counts)
    checks.note(f"descriptors kept, framebuffers: {counts[0]} … {counts[-1]}")
    pid = main_pid()
    shown = framebuffer()
    changes = []
    restart = subprocess.Popen(["systemctl", "restart", SERVICE])
    while restart.poll() is None:
        changes.append(painter())
    checks.that(
        is_new(pid) and set(changes) == {"glassfaderd"},
        "the service may be restarted, and the picture stays on the screen", set(changes))
    checks.note(f"framebuffer {shown}, then {framebuffer()}; looked {len(changes)} times")


def dead_card():
    """The card goes while the daemon cannot notice, so that the next one is handed what is left."""
    driver = "/sys/bus/virtio/drivers/virtio_gpu"
    device = next(name for name in os.listdir(driver) if name.startswith("virtio"))
    run("systemctl", "reset-failed", SERVICE)
    pid = main_pid()
    os.kill(pid, signal.SIGSTOP)
    with open(driver + "/unbind", "w") as unbind:
        unbind.write(device)
    os.kill(pid, signal.SIGKILL)
    checks.that(
        wait_until(lambda: is_new(pid)), "a daemon that is handed a card which is gone runs",
        run("journalctl", "-o", "cat", "-u", SERVICE)[-500:])
    checks.that(
        wait_until(lambda: "cannot take over the card of the last process" in run(
            "journalctl", "-o", "cat", "-u", SERVICE))
        and wait_until(lambda: show("NFileDescriptorStore") == "0"),
        "and the service manager keeps it no more", show("NFileDescriptorStore"))
    with open(driver + "/bind", "w") as bind:
        bind.write(device)
    checks.that(
        wait_until(lambda: os.path.exists("/sys/kernel/debug/dri/0/state")
                   and painter() == "glassfaderd"),
        "the card that comes back is used", os.listdir("/sys/kernel/debug/dri"))


def framebuffer():
    """The framebuffer that the card shows, by its number; None for none."""
    with open("/sys/kernel/debug/dri/0/state") as state:
        found = re.search(r"fb=([1-9]\d*)", state.read())
    return found and int(found[1])


def framebuffer_count():
    with open("/sys/kernel/debug/dri/0/framebuffer") as file:
        return len(re.findall(r"^framebuffer\[", file.read(), re.M))


def hangs(emulator):
    """Only its event loop: its other threads go on, and must not stand in for it."""
    pid = main_pid()
    threads = len(os.listdir(f"/proc/{pid}/task"))
    with Watcher(emulator) as watcher:
        stop_main_thread(pid)
        stopped = time.monotonic()
        checks.that(
            wait_until(lambda: has_ended(pid), 3 * PATIENCE)
            and wait_until(lambda: is_new(pid)),
            "the watchdog replaces a daemon whose event loop hangs", show("ActiveState"))
        took = time.monotonic() - stopped
    checks.that(
        watcher.saw_one_picture, "and its picture stays on the screen, pixel for pixel", watcher)
    checks.note(watcher)
    checks.note(f"it had {threads} threads")
    checks.note(f"replaced {took:.1f} s after it hung")
    checks.that(
        wait_until(lambda: "atchdog timeout" in run(
            "journalctl", "-o", "cat", "_PID=1", "-u", SERVICE)),
        "and it was the watchdog that did it")


def stop():
    panel = Panel(SOCKET)
    panel.request("subscribe", events=["valueChanged"], match=["*"])
    panel.request("set", control="ch1.level", value=-12.5)
    asked = time.monotonic()
    run("systemctl", "stop", SERVICE)
    took = time.monotonic() - asked
    checks.that(took < 3, "the service stops within three seconds", took)
    bye = panel.wait(lambda event: event["event"] == "bye")
    checks.that(
        bye and bye.get("reason") == "shutdown", "a subscriber is told that the service stops", bye)
    result = show("Result"), show("ExecMainStatus"), show("ActiveState")
    checks.that(result == ("success", "0", "inactive"), "the service stops cleanly", result)
    checks.that(
        wait_until(lambda: painter() not in (None, "glassfaderd")),
        "the console has the screen again", painter())


def start():
    run("systemctl", "stop", "glassfaderd.socket", "glassfaderd-monitor.socket")
    checks.that(not os.path.exists(SOCKET), "the socket is gone with its unit")
    run("systemctl", "start", SERVICE)
    panel = Panel(SOCKET)
    checks.that("server" in panel.hello, "the service brings its socket along", panel.hello)
    value = panel.request("get", control="ch1.level")["value"]
    checks.that(value == -12.5, "and the values that there were when it was stopped", value)
    panel.close()


def monitor_enabled():
    run("systemctl", "enable", "glassfaderd-monitor.socket")
    run("systemctl", "restart", SERVICE)
    checks.that(
        is_greeted(MONITOR), "enabled while the panel runs, it is open after the next start",
        run("journalctl", "-o", "cat", "-u", "glassfaderd-monitor.socket"))
    run("systemctl", "stop", SERVICE)


def is_greeted(path):
    """Whether there is a panel behind a socket."""
    try:
        panel = Panel(path, seconds=5)
    except (OSError, EOFError):
        return False
    panel.close()
    return True


class Callers:
    """Programs that connect to sockets again and again as long as the block runs, as bridges do."""

    def __init__(self, *paths):
        self.ends = False
        self.threads = [threading.Thread(target=self._call, args=(path,)) for path in paths]

    def _call(self, path):
        while not self.ends:
            with socket.socket(socket.AF_UNIX) as client, contextlib.suppress(OSError):
                client.settimeout(1)
                client.connect(path)
                client.recv(1)
            time.sleep(0.1)

    def __enter__(self):
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_):
        self.ends = True
        for thread in self.threads:
            thread.join()


def starts():
    return run("journalctl", "-o", "cat", "_PID=1", "-u", SERVICE).count(f"Starting {SERVICE}")


def last_resort():
    """When it was started last."""
    return show("InactiveExitTimestampMonotonic", LAST_RESORT)


def heard_failures():
    """How often it has heard what has failed."""
    said = run("journalctl", "-q", "-o", "cat", "-u", LAST_RESORT)
    return said.count(f"glassfaderd failed: {SERVICE} ")


def broken_panel_file():
    with open(PANEL_FILE) as file:
        good = file.read()
    with open(PANEL_FILE, "w") as file:
        file.write('version = 1\nname = "foh\n')
    run("systemctl", "reset-failed", SERVICE)
    before = starts()
    with Callers(SOCKET, MONITOR):
        subprocess.run(["systemctl", "start", SERVICE], stderr=subprocess.DEVNULL)
        checks.that(
            wait_until(lambda: show("ActiveState") == "failed"),
            "with a broken panel file the service fails at once", show("ActiveState"))
        time.sleep(5)
    result = show("ExecMainStatus"), show("NRestarts"), show("Result"), starts() - before
    checks.that(
        result == ("1", "0", "exit-code", 1),
        "with status 1, and is not started again, not even by programs that connect", result)

    def journal():
        return run("journalctl", "-o", "cat", "-u", SERVICE)
    checks.that(
        wait_until(lambda: PANEL_FILE + ":2:" in journal()),
        "the journal names the file and the line", journal()[-500:])
    found = event(FAILED)
    checks.that(
        having(found, PRIORITY="3", FILE=PANEL_FILE, LINE="2", _SYSTEMD_UNIT=SERVICE),
        "the entry has an id, and is found by the unit although the daemon has ended", found)
    with open(PANEL_FILE, "w") as file:
        file.write(good)
    mended = subprocess.run(["systemctl", "restart", SERVICE]).returncode
    checks.that(
        mended == 0 and show("ActiveState") == "active",
        "when the file is corrected, the service can be started at once", show("Result"))
    checks.that(
        is_greeted(SOCKET) and is_greeted(MONITOR), "with the sockets that there were before",
        os.listdir("/run/glassfader"))


def last_resorts():
    with open(PANEL_FILE) as file:
        good = file.read()
    with open(PANEL_FILE, "w") as file:
        file.write("nonsense\n")
    times = [last_resort()]
    for _ in range(7):
        run("systemctl", "reset-failed", SERVICE)
        subprocess.run(["systemctl", "restart", SERVICE], stderr=subprocess.DEVNULL)
        wait_until(lambda: last_resort() != times[-1], 3)
        times.append(last_resort())
    checks.that(
        len(set(times)) == len(times), "each time that the service fails, it is started", times)
    with open(PANEL_FILE, "w") as file:
        file.write(good)
    run("systemctl", "restart", SERVICE)


if __name__ == "__main__":
    with checks.section("the test runs to its end"):
        main()
    sys.exit(1 if checks.failed else 0)
