"""The built programs, started by other programs of this folder: a hub of their own with the virtual devices."""

import contextlib
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


class NotStarted(Exception):
    """A program ended before it was ready."""


@contextlib.contextmanager
def started(program, *arguments, log):
    """Runs a program until the end of the block. Its lines are read one by one."""
    process = subprocess.Popen([program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)


def first_line(process, pattern):
    """Returns the match of the first line that has the pattern."""
    for line in process.stdout:
        if found := re.search(pattern, line):
            return found
    raise NotStarted(f"the program ended without a line like {pattern}")


@contextlib.contextmanager
def hub_with_devices(program, folder):
    """Starts the virtual devices and a hub with the demo library in the folder, and returns the hub's set-up link.

    The program is `deadwaxd`, beside `deadwax-virtual`. Both write to the file `log` in the folder.
    """
    with open(folder / "log", "w", encoding="utf-8") as log, contextlib.ExitStack() as stack:
        table = stack.enter_context(started(
            program.with_name("deadwax-virtual"), "table", "--folder", folder / "devices", "--demo", ROOT / "demo",
            "--timing", "none", log=log))
        place = json.loads(first_line(table, r"^\{.*")[0])
        arguments = ["--data", folder / "data", "--listen", "127.0.0.1:0", "--www", ROOT / "www", "--docs", ROOT / "docs"]
        arguments += ["--demo", ROOT / "demo", "--scanner", "none", "--camera", f"shown:{place['camera']}"]
        arguments += ["--nfc", place["nfc"], "--virtual-hardware", place["url"], "--discogs-url", place["discogs"]]
        arguments += ["--musicbrainz-url", place["musicbrainz"], "--cover-archive-url", place["musicbrainz"]]
        arguments += ["--concert-archive-url", place["musicbrainz"]]
        arguments += ["--discogs-token", "demo", "--label-layouts", ROOT / "hardware" / "labels"]
        process = stack.enter_context(started(program, *arguments, log=log))
        yield first_line(process, r"http://\S+/setup#\S+")[0]
