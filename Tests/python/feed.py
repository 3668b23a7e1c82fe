"""Shows a folder of photographs to a whole station: feed.py PROGRAMS FOLDER [PATTERN…]

Starts the real hub with a camera that shows each picture once, and waits until it has seen them all. Then it counts
the scans in the history: each code that the camera's reader reported must be a scan with an outcome. Patterns choose
pictures by their path in the folder, such as 'ean13-*/*'. The default is all pictures.
"""

import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

PICTURES = {".png", ".jpg", ".jpeg"}


def main():
    programs, folder, patterns = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:] or ["**/*"]
    files = sorted({f for pattern in patterns for f in folder.glob(pattern) if f.suffix.lower() in PICTURES})
    if not files:
        sys.exit(f"feed: no pictures in {folder}")
    with tempfile.TemporaryDirectory() as place:
        shown = pathlib.Path(place, "pictures")
        shown.mkdir()
        for number, file in enumerate(files):
            shutil.copy(file, shown / f"{number:05}{file.suffix.lower()}")
        (shown / "99999.png").write_bytes(b"no picture at all")
        hub = subprocess.Popen(
            [programs / "deadwaxd", "--data", f"{place}/data", "--listen", "127.0.0.1:0", "--nfc", "none", "--scanner", "none",
             "--camera", f"pictures:{shown}", "--discogs-url", "http://127.0.0.1:9"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            report(hub, len(files), folder)
        finally:
            hub.terminate()
            hub.wait(10)


def report(hub, pictures, folder):
    address = re.search(r"http://[0-9.:]+", hub.stdout.readline()).group(0)
    scans, quiet = [], 0
    # The camera shows each picture for a tenth of a second. This long without a new scan means the end.
    while quiet < 8:
        time.sleep(1)
        now = every_scan(address)
        quiet = quiet + 1 if len(now) == len(scans) else 0
        scans = now
    with urllib.request.urlopen(address + "/readyz") as answer:
        reader = json.load(answer)["readers"][0]
    if reader["state"] != "ready" or reader["restarts"]:
        sys.exit(f"feed: the reader did not hold: {reader}")
    outcomes = collections.Counter(scan["outcome"]["code"] for scan in scans)
    kinds = collections.Counter(scan["symbology"] for scan in scans)
    print(f"{pictures} pictures and one that is none were shown; {len(scans)} scans, each with its outcome")
    print("  outcomes:    " + ", ".join(f"{code} {count}" for code, count in sorted(outcomes.items())))
    print("  symbologies: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))


def every_scan(address):
    scans, cursor = [], ""
    while True:
        with urllib.request.urlopen(f"{address}/api/v1/scans?limit=200{cursor}") as answer:
            page = json.load(answer)
        scans += page["items"]
        if "next" not in page:
            return scans
        cursor = f"&cursor={page['next']}"


if __name__ == "__main__":
    main()
