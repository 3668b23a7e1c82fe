"""Tests of the pages in a real browser, against a running hub.

    DEADWAX_URL=http://127.0.0.1:8740 python Tests/page [-k NAME] [-v]

The hub must run with the demo library and the virtual counter on its own database, and accept callers on this machine
as a station. DEADWAX_SETUP is the set-up link that it printed. DEADWAX_DATABASE is the path of its database on this
machine. Without them, the tests that use up the link or lock the database are skipped with that reason. Chromium is
Debian's. Prints the longest tests. Ends with 0 if all tests pass.
"""

import os
import pathlib
import sys
import time
import unittest

HERE = str(pathlib.Path(__file__).resolve().parent)


class TimedResult(unittest.TextTestResult):
    """Notes how long each test takes."""

    durations = {}

    def startTest(self, test):
        super().startTest(test)
        self.started = time.monotonic()

    def stopTest(self, test):
        self.durations[test.id().split(".", 1)[1]] = time.monotonic() - self.started
        super().stopTest(test)


def main():
    if not os.environ.get("DEADWAX_URL"):
        print("Tests/page: DEADWAX_URL is not set", file=sys.stderr)
        return 2
    sys.path.insert(0, HERE)
    # Runs all tests of the folder, unless the command line names some.
    arguments = ["Tests/page", "discover", "--start-directory", HERE, "--top-level-directory", HERE, *sys.argv[1:]]
    runner = unittest.TextTestRunner(resultclass=TimedResult, verbosity=2 if "-v" in arguments else 1)
    result = unittest.main(module=None, argv=arguments, exit=False, testRunner=runner).result
    for name, seconds in sorted(TimedResult.durations.items(), key=lambda item: -item[1])[:8]:
        print(f"Tests/page: {seconds:.0f} s {name}", file=sys.stderr)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
