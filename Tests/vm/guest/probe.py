"""Runs in the daemon's place, under the daemon's unit, and writes down what it could do."""

import json
import mmap
import os
import socket

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


attempt("may use the card", lambda: os.open("/dev/dri/card0", os.O_RDWR))
attempt("may read the touchscreen", lambda: os.open("/dev/input/event0", os.O_RDONLY))
attempt("may write to the touchscreen", lambda: os.open("/dev/input/event0", os.O_WRONLY))
attempt("may make devices", lambda: os.open("/dev/uinput", os.O_WRONLY))
attempt("may read the kernel's log", lambda: os.open("/dev/kmsg", os.O_RDONLY))
attempt("may write to /etc", lambda: os.open("/etc/probe", os.O_WRONLY | os.O_CREAT))
attempt("may see home folders", list_homes)
attempt("may use the network", lambda: socket.socket(socket.AF_INET))
attempt(
    "may write code into memory",
    lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC))
attempt(
    "may become a real-time process",
    lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))

with open("/var/lib/glassfader/probe.json", "w") as file:
    json.dump(found, file)
