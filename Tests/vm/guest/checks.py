"""Counts what a test found: one line each, `ok - sentence` or `not ok - sentence`, in /out/results.

Each says how long it took in the guest's time, that is, how long after the check before it.
"""

import time
import traceback

# In seconds, how long to wait for what must come: a slow host may take much of it, and only a
# failure takes all.
PATIENCE = 30


class Checks:
    def __init__(self, path="/out/results"):
        self.file = open(path, "a", buffering=1)
        self.failed = 0
        self.last = time.monotonic()

    def that(self, condition, sentence, otherwise=""):
        """Counts one check. `otherwise` is printed with a failure: what was found instead."""
        now = time.monotonic()
        took, self.last = now - self.last, now
        self._say(f"{'ok' if condition else 'not ok'} - {sentence} ({took:.1f} s)")
        if not condition:
            self.failed += 1
            if otherwise != "":
                self.note(otherwise)
        return bool(condition)

    def note(self, text):
        """A line that is not counted: a measurement, or what was seen when a check failed."""
        for line in str(text).splitlines():
            self._say("# " + line)

    def section(self, sentence):
        """`with checks.section(…)`: counts as failed what ends in an exception, and goes on."""
        return Section(self, sentence)

    def _say(self, line):
        print(line, file=self.file)
        print(f"[{time.monotonic():6.2f}] {line}", flush=True)


class Section:
    def __init__(self, checks, sentence):
        self.checks = checks
        self.sentence = sentence

    def __enter__(self):
        return self.checks

    def __exit__(self, kind, error, trace):
        if kind is None or not issubclass(kind, Exception):
            return False
        self.checks.that(False, self.sentence, "".join(traceback.format_exception(error)))
        return True


def wait_until(condition, seconds=PATIENCE, every=0.05):
    """Polls until the condition is true, and returns what it returned last."""
    deadline = time.monotonic() + seconds
    while True:
        result = condition()
        if result or time.monotonic() > deadline:
            return result
        time.sleep(every)
