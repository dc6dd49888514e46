"""Which system calls of a service its unit would reject: they are allowed here, and logged."""

import os
import re

FOLDER = "/run/systemd/system"


def unfiltered(unit):
    """The settings that log what the unit's filter rejects, instead of that filter."""
    with open(f"/usr/lib/systemd/system/{unit}") as file:
        filters = re.findall(r"^SystemCallFilter=(.*)$", file.read(), re.M)
    # A list of what is allowed is one of what is not logged.
    return ["SystemCallFilter=", *("SystemCallLog=" + (
        calls[1:] if calls.startswith("~") else "~" + calls) for calls in filters)]


class RejectedCalls:
    """Logs the calls as long as the block runs, of services that are started in it."""

    def __init__(self, units, run):
        self.units, self.run = units, run
        self.dropins = [f"{FOLDER}/{unit}.d/log-calls.conf" for unit in units]

    def __enter__(self):
        self.run("dmesg", "--clear")
        for unit, path in zip(self.units, self.dropins):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write("\n".join(["[Service]", *unfiltered(unit), ""]))
        self.run("systemctl", "daemon-reload")
        return self

    def of(self, program):
        """The numbers of a program's logged calls."""
        return sorted(map(int, set(re.findall(
            rf'type=1326 .*exe="{program}" .*syscall=(\d+)', self.run("dmesg")))))

    def __exit__(self, *_):
        for path in self.dropins:
            os.remove(path)
        self.run("systemctl", "daemon-reload")
