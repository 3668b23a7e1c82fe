"""The page in a real browser, against a running hub.

    DEADWAX_URL=http://127.0.0.1:8740 python Tests/page [-k NAME] [-v]

The hub must run with the demo library and the virtual desk on a database of its own, and take callers on this machine
as a station. DEADWAX_SETUP is the set-up link it printed, DEADWAX_DATABASE the path of its database on this machine;
without them the tests that use the link up, or hold the database, are not run and say so. Chromium is Debian's. Ends
with 0 when all tests pass.
"""

import os
import pathlib
import sys
import unittest

HERE = str(pathlib.Path(__file__).resolve().parent)


def main():
    if not os.environ.get("DEADWAX_URL"):
        print("Tests/page: DEADWAX_URL is not set", file=sys.stderr)
        return 2
    sys.path.insert(0, HERE)
    # All tests of the folder, unless some are named on the command line.
    arguments = ["Tests/page", "discover", "--start-directory", HERE, "--top-level-directory", HERE, *sys.argv[1:]]
    return 0 if unittest.main(module=None, argv=arguments, exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
