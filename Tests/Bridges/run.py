"""Runs tests of bridges, and prints a line for each as Tests/run does: run.py [NAME...]

The last line has how many passed, failed and were skipped. NAME is a file without "test_" and
".py".
"""

import glob
import os
import sys
import time
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)


class Lines(unittest.TestResult):
    """A line for each test that has ended, and below it why it failed."""

    def __init__(self):
        super().__init__()
        self.passed = self.failed = 0
        self.began = time.monotonic()

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()

    def line(self, word, test, why=""):
        name = test.id().rpartition(".")[2].removeprefix("test_").replace("_", " ") \
            if isinstance(test, unittest.TestCase) else str(test)
        kind = type(test).__name__ + ": " if isinstance(test, unittest.TestCase) else ""
        print(f"{word} - {kind}{name}{why} ({time.monotonic() - self.began:.1f} s)", flush=True)

    def addSuccess(self, test):
        self.passed += 1
        self.line("ok", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line("skipped", test, f": {reason}")

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.fail(test, self.failures)

    def addError(self, test, error):
        super().addError(test, error)
        self.fail(test, self.errors)

    def fail(self, test, reasons):
        self.failed += 1
        self.line("not ok", test)
        print("# " + reasons[-1][1].rstrip().replace("\n", "\n# "), flush=True)


def main():
    names = sys.argv[1:] or sorted(
        os.path.basename(path)[5:-3] for path in glob.glob(os.path.join(FOLDER, "test_*.py")))
    result = Lines()
    unittest.defaultTestLoader.loadTestsFromNames([f"test_{name}" for name in names]).run(result)
    print(result.passed, result.failed, len(result.skipped))


if __name__ == "__main__":
    main()
