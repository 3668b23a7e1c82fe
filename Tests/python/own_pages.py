"""Runs tests of the pages with a hub of their own: own_pages.py [FLAGS of Tests/page], such as -v -k test_views."""

import os
import pathlib
import subprocess
import sys
import tempfile

from programs import ROOT, hub_with_devices


def main():
    with tempfile.TemporaryDirectory() as name, hub_with_devices(ROOT / ".build/debug/deadwaxd", pathlib.Path(name)) as link:
        environment = {"DEADWAX_URL": link.partition("/setup")[0], "DEADWAX_SETUP": link,
                       "DEADWAX_DATABASE": f"{name}/data/deadwax.sqlite"}
        return subprocess.run([sys.executable, "Tests/page", *sys.argv[1:]], cwd=ROOT, env={**os.environ, **environment}).returncode


if __name__ == "__main__":
    sys.exit(main())
