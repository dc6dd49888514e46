"""What the kernel saw a program do, on the monotonic clock: its reads, its frames, their events."""

import os
import re

TRACING = "/sys/kernel/tracing"
# DRM_IOCTL_MODE_PAGE_FLIP and DRM_IOCTL_MODE_ATOMIC.
FLIPS = 0xC01864B0, 0xC03864BC
INPUT_EVENT = 24


class KernelTrace:
    """`with KernelTrace(pid) as trace:` records; what was seen is there afterwards, in seconds."""

    def __init__(self, pid):
        self.pid = pid

    def __enter__(self):
        self._write("tracing_on", "0")
        self._write("trace_clock", "mono")
        self._write("buffer_size_kb", "16384")
        self._write("trace", "")
        commands = " || ".join(f"cmd == {command}" for command in FLIPS)
        self._enable("syscalls/sys_enter_ioctl", f"common_pid == {self.pid} && ({commands})")
        self._enable("syscalls/sys_exit_read", f"common_pid == {self.pid} && ret >= {INPUT_EVENT}")
        self._enable("drm/drm_vblank_event_delivered")
        self._enable("drm/drm_vblank_event")
        self._write("tracing_on", "1")
        return self

    def __exit__(self, *_):
        self._write("tracing_on", "0")
        self._write("events/enable", "0")
        #: When touches were read.
        self.reads = []
        #: When frames were handed to the kernel.
        self.flips = []
        #: When the kernel said that a frame is seen: (sequence number, time of that vertical blank
        #: or, on a card without them, of the event).
        self.seen = []
        blanks = {}
        line = re.compile(r"\s(\d+\.\d+): (\w+)(?:\(| ->|:)(.*)")
        with open(TRACING + "/trace") as file:
            for match in filter(None, map(line.search, file)):
                time, what, rest = float(match[1]), match[2], match[3]
                if what == "sys_read":
                    if int(rest.split()[-1], 0) % INPUT_EVENT == 0:
                        self.reads.append(time)
                elif what == "sys_ioctl":
                    self.flips.append(time)
                elif what == "drm_vblank_event":
                    blanks[int(re.search(r"seq=(\d+)", rest)[1])] = (
                        int(re.search(r"time=(\d+)", rest)[1]) / 1e9)
                elif what == "drm_vblank_event_delivered":
                    sequence = int(re.search(r"seq=(\d+)", rest)[1])
                    self.seen.append((sequence, blanks.get(sequence, time)))

    def _enable(self, event, condition="0"):
        self._write(f"events/{event}/filter", condition)
        self._write(f"events/{event}/enable", "1")

    def _write(self, name, text):
        with open(os.path.join(TRACING, name), "w") as file:
            file.write(text)
