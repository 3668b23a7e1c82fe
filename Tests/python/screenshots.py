"""Takes the pictures of README and docs from the running program: screenshots.py DEADWAXD FOLDER

Starts a desk with the demo library and the virtual hardware in a temporary folder, plays a short scene through the
virtual camera and the virtual reader pad, and takes pictures of what the browser shows.
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
    if path.endswith("/mode"):
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


def scan_count(address):
    return len(call(address, "/api/v1/scans?limit=50")["items"])


def hold_up(address, item):
    """Holds one thing before the camera until it is scanned, then takes it away."""
    before = scan_count(address)
    call(address, "/api/v1/virtual-desk/camera", {"show": item["id"], "turn": 3, "blur": 0.6})
    wait_for(f"the scan of {item['title']}", lambda: scan_count(address) > before)
    call(address, "/api/v1/virtual-desk/camera", {"show": None})
    # Taken away, so that the next one is another sight.
    time.sleep(1)


def scene(address):
    """A borrower's card, then two records, in check-out mode: the desk in the middle of its work."""
    items = call(address, "/api/v1/virtual-desk")["items"]
    station = call(address, "/api/v1/stations")["items"][0]["name"]
    records = [item for item in items if item["kind"] == "record"]
    borrowers = [item for item in items if item["kind"] == "borrower"]
    for record in records[:3]:
        hold_up(address, record)
    call(address, f"/api/v1/stations/{station}/mode", {"mode": "check-out"})
    hold_up(address, borrowers[0])
    tagged = next((record for record in records if record.get("hasTag")), None)
    if tagged:
        before = scan_count(address)
        call(address, "/api/v1/virtual-desk/pad", {"lay": tagged["id"]})
        wait_for("the scan of the tag", lambda: scan_count(address) > before)
    else:
        hold_up(address, records[3])


def take(address, folder):
    with sync_playwright() as playwright:
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=flags)
        for name, width, height, scheme in [
            ("desk", 1920, 1080, "light"),
            ("desk-dark", 1920, 1080, "dark"),
            ("desk-small", 800, 480, "light"),
        ]:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            # The page keeps its event stream open, so the network is never idle.
            page.goto(address + "/", wait_until="load")
            page.wait_for_timeout(1500)
            page.screenshot(path=folder / f"{name}.png")
            print(folder / f"{name}.png")
        browser.close()


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        command = [program, "--demo", "demo", "--virtual-desk", "auto", "--data", data + "/desk"]
        command += ["--www", "www", "--docs", "docs", "--listen", "127.0.0.1:0"]
        said = pathlib.Path(data, "said.txt")
        with open(said, "wb") as output:
            hub = subprocess.Popen(command, stdout=output)
        try:
            address = wait_for(
                "the hub's address", lambda: re.search(r"http://127\.0\.0\.1:\d+", said.read_text(encoding="utf-8"))
            ).group()
            readers = lambda: call(address, "/api/v1/readers")["items"]
            wait_for("every reader", lambda: all(reader["state"] == "ready" for reader in readers()) and readers())
            scene(address)
            take(address, folder)
        finally:
            hub.terminate()
            try:
                hub.wait(timeout=10)
            except subprocess.TimeoutExpired:
                hub.kill()


main()
