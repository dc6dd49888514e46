"""Runs in the place of a unit's program, under the very lines of the unit, and prints what it could do."""

import glob
import json
import mmap
import os
import socket
import sys

found = {}


def attempt(sentence, action):
    try:
        action()
        found[sentence] = "yes"
    except OSError as error:
        found[sentence] = os.strerror(error.errno)


def list_homes():
    # An empty folder is what ProtectHome= leaves of them.
    if not os.listdir("/root") and not os.listdir("/home"):
        raise PermissionError(1, "empty")


def use_sound():
    for node in glob.glob("/dev/snd/controlC*") or ["/dev/snd/controlC0"]:
        os.open(node, os.O_RDWR)


def connect(path):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)


def send_by_passed_socket():
    """To the port that is named on the command line, where the test listens."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        raise PermissionError(1, "none was passed")
    passed = socket.socket(fileno=3)
    passed.sendto(b"probe", ("::ffff:127.0.0.1", int(sys.argv[1])))


attempt("may connect to the panel", lambda: connect("/run/glassfader/glassfader.sock"))
attempt(
    "may connect to a socket of its user",
    lambda: connect(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent") + "/server"))
attempt("may use the card", lambda: os.open("/dev/dri/card0", os.O_RDWR))
attempt("may read the touchscreen", lambda: os.open("/dev/input/event0", os.O_RDONLY))
attempt("may write to the touchscreen", lambda: os.open("/dev/input/event0", os.O_WRONLY))
attempt("may make devices", lambda: os.open("/dev/uinput", os.O_WRONLY))
attempt("may use the sound card", use_sound)
attempt("may read the kernel's log", lambda: os.open("/dev/kmsg", os.O_RDONLY))
attempt("may write to /etc", lambda: os.open("/etc/probe", os.O_WRONLY | os.O_CREAT))
attempt("may write to /var/lib", lambda: os.open("/var/lib/probe", os.O_WRONLY | os.O_CREAT))
attempt("may write to its root", lambda: os.open("/probe", os.O_WRONLY | os.O_CREAT))
attempt("may see home folders", list_homes)
attempt("may use the network", lambda: socket.socket(socket.AF_INET))
attempt("may send packets by a passed socket", send_by_passed_socket)
attempt(
    "may write code into memory",
    lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC))
attempt(
    "may become a real-time process",
    lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))

print(json.dumps(found))
