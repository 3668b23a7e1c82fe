"""Bytes, requests and first paint of every page with a cold cache: page_load.py PROGRAMS [--www DIR] [--rounds N]

Starts the hub of a folder of programs, such as .build/release, on a free port with the demo library, and opens each page in
a browser without any cache. Prints for each page:

* the requests, and the bytes of their responses with header fields, without fonts and without the API's;
* the time of the first picture with text, and of the processor on the page's main thread until then (median).

Ends with 1 if a page breaks a goal.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Milliseconds of the processor until the first picture, and bytes of the page Desk.
WORK_GOAL, DESK_GOAL = 200, 60_000
CATEGORIES = ["toplevel", "blink.user_timing", "loading", "devtools.timeline", "disabled-by-default-devtools.timeline"]

# The first picture is there, and the words of the page. (Its policy forbids the functions that wait.)
SETTLED = """() => new Promise((resolve) => {
  const look = () => (performance.getEntriesByName("first-contentful-paint").length
    && !document.querySelector("[data-t]:empty") ? resolve() : setTimeout(look, 20));
  look();
})"""


def pages(www):
    """Returns the addresses of all pages, the page Desk first."""
    names = sorted(path.stem for path in www.glob("*.html") if path.stem not in ("index", "shell"))
    return ["/"] + [f"/{name}" for name in names]


def start_hub(programs, www, folder):
    """Starts a hub without readers. Returns its process, its address and the secret of its set-up link."""
    arguments = ["--data", folder / "data", "--listen", "127.0.0.1:0", "--www", www, "--docs", ROOT / "docs"]
    arguments += ["--demo", ROOT / "demo", "--camera", "none", "--nfc", "none", "--scanner", "none"]
    arguments += ["--discogs-url", "http://127.0.0.1:9"]
    with (folder / "log").open("w") as log:
        hub = subprocess.Popen([programs / "deadwaxd", *map(str, arguments)], stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT)
    address = None
    for line in hub.stdout:
        if found := re.search(r"(http://127\.0\.0\.1:\d+)/$", line.strip()):
            address = found[1]
        if found := re.search(r"/setup#(\S+)", line):
            return hub, address, urllib.parse.unquote(found[1])
    sys.exit(f"page_load: the hub did not start: {(folder / 'log').read_text()[-2000:]}")


def post(address, path, body, token=None):
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def load(chromium, address, path, token):
    """Opens a page once. Returns its requests, its bytes with and without header fields, and its two times."""
    context = chromium.new_context(base_url=address, viewport={"width": 1280, "height": 800}, service_workers="block")
    context.add_cookies([{"name": "deadwax", "value": token, "url": address}])
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    addresses, sizes = {}, {}
    session.on("Network.requestWillBeSent", lambda event: addresses.setdefault(event["requestId"], event["request"]["url"]))
    session.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    with tempfile.TemporaryDirectory() as place:
        chromium.start_tracing(page=page, path=f"{place}/trace", categories=CATEGORIES)
        page.goto(path, wait_until="load")
        page.evaluate(SETTLED)
        page.wait_for_timeout(300)
        painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        body = page.evaluate(
            """() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
              .filter(({ name }) => !/^[/]((api|fonts)[/]|readyz|healthz)/.test(new URL(name).pathname))
              .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""
        )
        chromium.stop_tracing()
        events = json.loads(pathlib.Path(f"{place}/trace").read_text())["traceEvents"]
    counted = [name for name, url in addresses.items() if not re.match(r"/((api|fonts)/|readyz|healthz)", urllib.parse.urlsplit(url).path)]
    context.close()
    return len(counted), sum(sizes.get(name, 0) for name in counted), body, painted, work(events, painted)


def work(events, painted):
    """Returns the processor time in milliseconds of the page's main thread from the navigation to the first picture."""
    paint = next(event for event in events if event["name"] == "firstContentfulPaint")
    thread, start = (paint["pid"], paint["tid"]), paint["ts"] - painted * 1000
    tasks = [event for event in events if (event["pid"], event["tid"]) == thread and event.get("ph") == "X"
             and event["name"] in ("RunTask", "ThreadControllerImpl::RunTask") and start <= event["ts"] <= paint["ts"]]
    # Tasks may contain tasks: the outer ones count.
    total, end = 0, 0
    for task in sorted(tasks, key=lambda event: event["ts"]):
        if task["ts"] >= end:
            total += task.get("tdur", 0)
            end = task["ts"] + task.get("dur", 0)
    return total / 1000


def measure(programs, www, rounds):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        hub, address, secret = start_hub(programs, www, pathlib.Path(folder))
        try:
            token = post(address, "/api/v1/setup", {"secret": secret})["token"]
            with sync_playwright() as playwright:
                flags = ["--no-sandbox"] if os.geteuid() == 0 else []
                chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=flags)
                for path in pages(www):
                    loads = [load(chromium, address, path, token) for _ in range(rounds)]
                    rows.append((path, *(statistics.median(column) for column in zip(*loads))))
        finally:
            hub.terminate()
            hub.wait()
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--www", type=pathlib.Path, default=ROOT / "www")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    rows = measure(arguments.programs.resolve(), arguments.www.resolve(), arguments.rounds)
    print(f"{'page':14}{'requests':>9}{'sent kB':>9}{'bodies kB':>11}{'paint ms':>10}{'work ms':>9}")
    broken = []
    for path, requests, sent, body, painted, worked in rows:
        print(f"{path:14}{requests:9.0f}{sent / 1000:9.1f}{body / 1000:11.1f}{painted:10.0f}{worked:9.0f}")
        if worked > WORK_GOAL:
            broken.append(f"{path} takes more than {WORK_GOAL} ms of work until its first picture")
        if path == "/" and body > DESK_GOAL:
            broken.append(f"Desk has more than {DESK_GOAL} bytes")
    print("\n".join(broken), file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
