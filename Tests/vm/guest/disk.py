"""A disk of the device mapper, over a file in memory: what the file has is what the disk has."""

import os
import shutil
import subprocess

SECTOR = 512

# There is no udev in the guest: dmsetup makes the nodes itself, and waits for nobody.
os.environ["DM_DISABLE_UDEV"] = "1"


def run(*command):
    """Runs a program, which must succeed; returns what it printed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}")
    return done.stdout


class Disk:
    """A disk with a file system, mounted in a folder."""

    def __init__(self, name, megabytes=12, options=()):
        self.name = name
        self.file = f"/dev/shm/{name}.img"
        self.folder = f"/run/{name}"
        self.sectors = megabytes * 1024 * 1024 // SECTOR
        os.makedirs(self.folder, exist_ok=True)
        with open(self.file, "wb") as file:
            file.truncate(megabytes * 1024 * 1024)
        run("mkfs.ext4", "-q", "-b", "4096", *options, self.file)
        self.loop = run("losetup", "--find", "--show", self.file).strip()
        run("dmsetup", "create", name, "--table", self.table("linear", "0"))
        self.node = f"/dev/mapper/{name}"
        run("mount", "-t", "ext4", self.node, self.folder)

    def table(self, target, *arguments):
        return " ".join(["0", str(self.sectors), target, self.loop, *arguments])

    def become(self, target, *arguments):
        """Turns the disk into one of another kind, while it is in use."""
        run("dmsetup", "load", self.name, "--table", self.table(target, *arguments))
        run("dmsetup", "suspend", "--nolockfs", self.name)
        run("dmsetup", "resume", self.name)

    def picture(self, path, meanwhile=None):
        """Copies what would be on the disk if the power failed now; nothing is written for it.

        What is to happen meanwhile is called again and again until the power has failed.
        """
        with subprocess.Popen(["dmsetup", "suspend", "--nolockfs", self.name]) as suspend:
            while meanwhile and suspend.poll() is None:
                meanwhile()
        if suspend.returncode != 0:
            raise RuntimeError(f"dmsetup suspend ended with {suspend.returncode}")
        shutil.copyfile(self.file, path)
        run("dmsetup", "resume", self.name)

    def sectors_written(self):
        number = os.stat(self.node).st_rdev
        with open(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}/stat") as file:
            return int(file.read().split()[6])
