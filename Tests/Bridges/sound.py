"""The level of sound: how loud a sine of 0 dBFS is that went through an engine."""

import collections
import math
import threading
import time

import numpy

from processes import PATIENCE, wait_until

RATE = 48000
# Samples of which one level is taken: 21 periods of the sine, and some.
BLOCK = 1024
# A sample of it is at the very top: 48 samples a period.
FREQUENCY = 1000
SILENCE = -200.0


def decibels(gain):
    return 20 * math.log10(gain) if gain > 1e-10 else SILENCE


def gain(level):
    return 10 ** (level / 20)


def sine(start, count):
    """Samples of a sine whose peak is 1, from one that has this number."""
    phase = (numpy.arange(start, start + count) % RATE) * (2 * math.pi * FREQUENCY / RATE)
    return numpy.sin(phase).astype("f4")


class Trace:
    """The levels of what is recorded, by time, of the last minute."""

    def __init__(self):
        self.levels = collections.deque(maxlen=60 * RATE // BLOCK)
        self.rest = numpy.empty(0, "f4")

    def add(self, samples):
        """Takes the next samples: floats of one channel."""
        self.rest = numpy.concatenate([self.rest, samples]) if len(self.rest) else samples.copy()
        while len(self.rest) >= BLOCK:
            peak = float(numpy.abs(self.rest[:BLOCK]).max())
            self.levels.append((time.monotonic(), decibels(peak)))
            self.rest = self.rest[BLOCK:]

    def level(self, blocks=4):
        """The level of the last blocks: the loudest, since a dropout is silent."""
        return max((level for _, level in list(self.levels)[-blocks:]), default=None)

    def since(self, moment):
        """The levels since a moment of time.monotonic()."""
        return [level for when, level in list(self.levels) if when >= moment]

    def awaits(self, level, tolerance=0.1, seconds=PATIENCE):
        """Waits until the sound has a level for a while, and returns what it has in the end."""
        def reached():
            heard = [heard for _, heard in list(self.levels)[-4:]]
            return len(heard) == 4 and all(
                abs(max(one, -150.0) - max(level, -150.0)) <= tolerance for one in heard)
        if not wait_until(reached, seconds):
            last = [round(level, 2) for _, level in list(self.levels)[-8:]]
            raise AssertionError(f"the sound is at {last} dB, not at {level:.2f} dB")
        return self.level()

    def steady(self, seconds=PATIENCE):
        """Waits until the level moves no more, and returns it."""
        def resting():
            heard = [heard for _, heard in list(self.levels)[-10:]]
            return len(heard) == 10 and max(heard) - min(heard) < 0.05
        if not wait_until(resting, seconds):
            raise AssertionError(f"the sound rests nowhere: {list(self.levels)[-10:]}")
        return self.level()


class Reader:
    """Takes 32 bit floats from a pipe into a trace, until the pipe ends."""

    def __init__(self, pipe, channels=1):
        self.trace = Trace()
        self.pipe = pipe
        self.channels = channels
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        rest = b""
        try:
            while data := self.pipe.read1(65536):
                rest += data
                whole = len(rest) - len(rest) % (4 * self.channels)
                samples = numpy.frombuffer(rest[:whole], "<f4")
                self.trace.add(samples[::self.channels])
                rest = rest[whole:]
        except (OSError, ValueError):
            # The test has closed it.
            pass
