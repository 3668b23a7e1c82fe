"""Takes the pictures of README and docs from the running program: screenshots.py FOLDER

Starts `./dev run` with a temporary folder, plays a short scene through the virtual camera and the virtual reader pad,
and takes pictures of the browser.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright


def call(address, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data=data, headers={"Content-Type": "application/json"})
    if path.endswith(("/mode", "/tag-queue")):
        request.method = "PUT"
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def wait_for(what, ask, seconds=30):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            answer = ask()
        except OSError:
            answer = None
        if answer:
            return answer
        time.sleep(0.05)
    sys.exit(f"screenshots: {what} did not come within {seconds} s")


def newest(address):
    """Returns the newest scan; None before the first."""
    items = call(address, "/api/v1/scans?limit=1")["items"]
    return items[0] if items else None


def show(address, place, key, item, **more):
    """Presents an item until it is scanned, removes it, and returns its scan."""
    before = newest(address)

    def scanned():
        scan = newest(address)
        return scan if scan and (before is None or scan["id"] != before["id"]) else None

    call(address, f"/api/v1/virtual-hardware/{place}", {key: item["id"], **more})
    scan = wait_for(f"the scan of {item['title']}", scanned)
    call(address, f"/api/v1/virtual-hardware/{place}", {key: None})
    # Long enough for the reader to see that the item is gone, so that the next one is another reading.
    time.sleep(1)
    return scan


def hold_up(address, item):
    return show(address, "camera", "show", item, turn=3, blur=0.6)


def scene(address):
    """Looks up some copies, then lends one of them: the page in the middle of its work."""
    items = call(address, "/api/v1/virtual-hardware")["items"]
    station = call(address, "/api/v1/stations")["items"][0]["name"]
    records = [item for item in items if item["kind"] == "record"]
    borrower = next(item for item in items if item["kind"] == "borrower")
    known = []
    for record in records:
        if hold_up(address, record)["outcome"]["code"] == "found":
            known.append(record)
        if len(known) == 3:
            break
    if not known:
        sys.exit("screenshots: no record of the demo is in the library")
    call(address, f"/api/v1/stations/{station}/mode", {"mode": "check-out"})
    hold_up(address, borrower)
    tagged = next((record for record in known if record.get("hasTag")), None)
    last = show(address, "pad", "lay", tagged) if tagged else hold_up(address, known[-1])
    print(f"the last scan: {last['outcome']['title']}", file=sys.stderr)


DESK = [
    ("desk", "/", 1920, 1080, "light"),
    ("desk-dark", "/", 1920, 1080, "dark"),
    ("desk-small", "/", 800, 480, "light"),
]
TAGS = [
    ("tags", "/tags", 1280, 800, "light"),
    ("write", "/write", 1280, 800, "light"),
    ("labels", "/labels", 1280, 800, "light"),
]


LENDING = [("lending", "/", 1920, 1080, "light")]


def ask_which(address):
    """Adds a second copy of a release, and a borrower who wants one of the two."""
    items = call(address, "/api/v1/virtual-hardware")["items"]
    station = call(address, "/api/v1/stations")["items"][0]["name"]
    borrower = next(item for item in items if item["kind"] == "borrower")
    copies = call(address, "/api/v1/copies?limit=100")["items"]
    release = next(copy["release"] for copy in copies if copy["status"] == "available" and "barcode" in copy["release"])
    scan = lambda code: call(address, "/api/v1/scans", {"code": code, "station": station})["outcome"]
    call(address, f"/api/v1/stations/{station}/end", {})
    call(address, f"/api/v1/stations/{station}/mode", {"mode": "add"})
    if scan(release["barcode"]).get("isQuestion"):
        asked = call(address, f"/api/v1/stations/{station}")["confirming"]["id"]
        call(address, f"/api/v1/stations/{station}/answer", {"answer": "yes", "prompt": asked})
    call(address, f"/api/v1/stations/{station}/mode", {"mode": "check-out"})
    hold_up(address, borrower)
    print(f"the choice: {scan(release['barcode'])['title']}", file=sys.stderr)


def begin_writing(address):
    """Starts a queue of copies that get their tags, with the first one written."""
    station = call(address, "/api/v1/stations")["items"][0]["name"]
    copies = call(address, "/api/v1/copies?limit=12")["items"]
    call(address, f"/api/v1/stations/{station}/end", {})
    call(address, f"/api/v1/stations/{station}/mode", {"mode": "write"})
    call(address, f"/api/v1/stations/{station}/tag-queue", {"copies": [copy["id"] for copy in copies]})


def take(address, folder, pictures):
    with sync_playwright() as playwright:
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=flags)
        for name, path, width, height, scheme in pictures:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            # The page's event stream stays open, so the network is never idle.
            page.goto(address + path, wait_until="load")
            page.wait_for_timeout(1500)
            page.screenshot(path=folder / f"{name}.png")
            print(folder / f"{name}.png")
        browser.close()


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        command = ["./dev", "run", "--nfc", "virtual", "--camera", "virtual"]
        command += ["--data", data + "/desk", "--listen", "127.0.0.1:0"]
        said = pathlib.Path(data, "said.txt")
        with open(said, "wb") as output:
            hub = subprocess.Popen(command, stdout=output)
        try:
            # The release is built first.
            named = lambda: re.search(r"http://127\.0\.0\.1:\d+", said.read_text(encoding="utf-8"))
            address = wait_for("the hub's address", named, seconds=1200).group()
            readers = lambda: call(address, "/api/v1/readers")["items"]
            ready = lambda: {reader["kind"] for reader in readers() if reader["state"] == "ready"}
            # Few machines have a scanner, and no picture of the virtual counter shows one.
            wait_for("camera and chip", lambda: {"camera", "nfc"} <= ready())
            scene(address)
            take(address, folder, DESK)
            ask_which(address)
            take(address, folder, LENDING)
            begin_writing(address)
            take(address, folder, TAGS)
        finally:
            hub.terminate()
            try:
                hub.wait(timeout=10)
            except subprocess.TimeoutExpired:
                hub.kill()


main()
