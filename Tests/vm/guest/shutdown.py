"""What the screen shows when the machine shuts down and the panel has stopped: shutdown.py keep | restore.

A unit that is stopped after the panel's runs it; the picture of before is in /out/last.ppm.
"""

import sys

from checks import Checks
from screen import Emulator, Picture, painter


def main():
    checks = Checks()
    emulator = Emulator()
    if sys.argv[1] == "keep":
        picture = emulator.still_picture("shutdown")
        checks.that(
            painter() == "glassfaderd" and picture == Picture.ppm("/out/last.ppm"),
            'at_exit = "keep" leaves the last picture on the screen when the machine shuts down',
            painter())
    else:
        checks.that(
            painter() not in (None, "glassfaderd"),
            "the console has the screen again when the machine shuts down", painter())


if __name__ == "__main__":
    main()
