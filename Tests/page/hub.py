"""The hub as the tests use it beside the browser: to prepare its state, and to read its records."""

import collections
import json
import os
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

ADDRESS = os.environ.get("DEADWAX_URL", "").rstrip("/")
HOST = urllib.parse.urlsplit(ADDRESS).netloc
# A camera or a chip has seen the item, and the station has decided.
PATIENCE = 100


# The administrator's token, after the set-up link is used up.
tokens = {}


def call(method, path, body=None, token=None, headers=None):
    """Returns the JSON of a response. Any status except 2xx is an error with the problem."""
    data = None if body is None else json.dumps(body).encode()
    headers = {**({} if body is None else {"content-type": "application/json"}), **(headers or {})}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(ADDRESS + path, data=data, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=100) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {path}: {error.code} {error.read().decode(errors='replace')}") from error
    return json.loads(text) if text else None


def staff_token():
    """Returns a token for staff. The first test that needs one uses the set-up link."""
    if "staff" not in tokens:
        if "admin" not in tokens:
            link = os.environ.get("DEADWAX_SETUP", "")
            if not link:
                raise unittest.SkipTest("DEADWAX_SETUP is not set: no administrator can create a token")
            secret = urllib.parse.unquote(link.split("#")[1])
            tokens["admin"] = call("POST", "/api/v1/setup", {"secret": secret})["token"]
        wanted = {"name": "page tests", "role": "staff"}
        tokens["staff"] = call("POST", "/api/v1/tokens", wanted, token=tokens["admin"])["token"]
    return tokens["staff"]


def admin_token():
    """Returns an administrator's token."""
    staff_token()
    return tokens["admin"]


def every(path, token=None):
    """Returns all items of a list, page by page."""
    items, cursor = [], None
    while True:
        query = {"limit": 200, **({"cursor": cursor} if cursor else {})}
        page = call("GET", f"{path}{'&' if '?' in path else '?'}{urllib.parse.urlencode(query)}", token=token)
        items += page["items"]
        cursor = page.get("next")
        if not cursor:
            return items


def wait_for(what, ask, seconds=PATIENCE):
    """Returns the answer of `ask` as soon as there is one."""
    deadline = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come within {seconds} s")
        time.sleep(0.05)


def station():
    """Returns the station as its own screen sees it: only there it names the borrower of the session."""
    names = [item["name"] for item in call("GET", "/api/v1/stations")["items"]]
    # Other stations come and go. The station of the screen has this name.
    name = "desk" if "desk" in names else names[0]
    return call("GET", f"/api/v1/stations/{name}")


def newest_scan():
    items = call("GET", "/api/v1/scans?limit=1")["items"]
    return items[0] if items else None


def newest_number():
    scan = newest_scan()
    return scan["seq"] if scan else 0


def scan_after(number):
    """Returns the first scan after this number."""

    def ask():
        later = [scan for scan in call("GET", "/api/v1/scans?limit=20")["items"] if scan["seq"] > number]
        return later[-1] if later else None

    return wait_for("a scan", ask)


def report(code, symbology="typed"):
    return call("POST", "/api/v1/scans", {"code": code, "symbology": symbology, "station": station()["name"]})


def set_mode(mode):
    call("PUT", f"/api/v1/stations/{station()['name']}/mode", {"mode": mode})


def clear_desk(settle=True):
    """Removes everything from camera and reader, ends the session, and sets the mode look-up.

    With `settle`, it waits until the readers have seen it, too.
    """
    before = call("GET", "/api/v1/virtual-hardware") if settle else None
    call("POST", "/api/v1/virtual-hardware/camera", {"show": None})
    call("POST", "/api/v1/virtual-hardware/pad", {"lay": None})
    name = station()["name"]
    call("POST", f"/api/v1/stations/{name}/end")
    call("PUT", f"/api/v1/stations/{name}/mode", {"mode": "look-up"})
    if settle:
        if not present() and (before["camera"].get("show") or before["pad"]["laid"]):
            # It was put there just now. A reader may still report it from an earlier picture, and no event says that it
            # will not.
            time.sleep(1.2)
        wait_until_gone()


def present():
    """Returns the number of items that the readers see."""
    return sum(reader["present"] for reader in call("GET", "/api/v1/readers")["items"])


def wait_until_gone():
    """Waits until no reader sees an item: from then on, the same item is a new scan."""
    wait_for("empty readers", lambda: not present())


def lay(*items):
    """Lays these items on the reader, and no others."""
    call("POST", "/api/v1/virtual-hardware/pad", {"lay": [item["id"] for item in items] or None})


def trouble(**what):
    call("POST", "/api/v1/virtual-hardware/pad/trouble", what)


def loose(name):
    """Returns a loose tag on the tray."""
    items = call("GET", "/api/v1/virtual-hardware")["items"]
    return next(item for item in items if item["id"] == f"tag-{name}")


def lying():
    """Returns the tags that the hub knows to be on the reader."""
    return call("GET", f"/api/v1/stations/{station()['name']}/tags")["items"]


def tagged():
    """Returns the copies that have a tag."""
    bound = {tag["bound"]["copy"]["id"] for tag in every("/api/v1/tags?state=bound") if "copy" in tag.get("bound", {})}
    return [copy for copy in every("/api/v1/copies") if copy["id"] in bound]


def single():
    """Returns the available copies that are the only copy of their release. No other release has its title."""
    copies = every("/api/v1/copies")
    titles = collections.Counter(copy["release"]["title"] for copy in copies)
    return [copy for copy in copies if copy["status"] == "available" and titles[copy["release"]["title"]] == 1]


def untagged(count=2):
    """Returns copies that are in and have no tag. Adds as many as are needed, since every copy of the demo has a tag."""
    bound = {copy["id"] for copy in tagged()}
    copies = [copy for copy in every("/api/v1/copies") if copy["status"] == "available"]
    found = [copy for copy in copies if copy["id"] not in bound]
    if len(found) >= count:
        return found
    mode = station()["mode"]
    set_mode("add")
    titles = {copy["release"]["title"]: copy["release"] for copy in copies if "barcode" in copy["release"]}
    for release in list(titles.values())[: count - len(found)]:
        outcome = report(release["barcode"], symbology="EAN-13")["outcome"]
        if outcome["code"] == "copy-exists":
            outcome = call("POST", f"/api/v1/stations/{station()['name']}/answer",
                           {"answer": "yes", "prompt": station()["confirming"]["id"]})["outcome"]
        assert outcome["code"] == "added", outcome
    set_mode(mode)
    return untagged(count)


def free_slots(count):
    """Returns slot labels on the tray for slots without a copy."""
    taken = {copy.get("slot") for copy in every("/api/v1/copies")}
    items = call("GET", "/api/v1/virtual-hardware")["items"]
    free = [item for item in items if item["kind"] == "slot" and item["title"] not in taken]
    assert len(free) >= count, "no slot is free"
    return free[:count]


def shelve(copy, slot):
    """Shelves a copy in the slot of a label on the tray."""
    mode = station()["mode"]
    set_mode("shelve")
    report(copy["code"])
    scan = report(f"DW:S:{slot['id'].removeprefix('slot-')}")
    assert scan["outcome"]["code"] in ("shelved", "already-there"), scan["outcome"]
    set_mode(mode)


def blank(name):
    """Returns a loose tag after removal of its binding and content."""
    item = loose(name)
    lay(item)
    tag = wait_for("the tag", lying)[0]
    if "bound" in tag:
        call("DELETE", f"/api/v1/tags/{tag['uid']}/binding", token=staff_token())
    if tag.get("content") != "empty":
        call("POST", "/api/v1/tag-jobs", {"action": "erase", "station": station()["name"], "uid": tag["uid"]})
        wait_for("an empty tag", lambda: lying()[0]["content"] == "empty")
    lay()
    wait_for("an empty reader", lambda: not lying())
    return item


def newest_job():
    return call("GET", "/api/v1/tag-jobs?state=all&limit=1")["items"][0]


def end_tags():
    """Ends the queue and the problem, clears the reader, and closes all open tag jobs."""
    trouble(tear=None, weak=None, silent=False, unplug=False, fault=None)
    lay()
    name = station()["name"]
    try:
        call("DELETE", f"/api/v1/stations/{name}/tag-queue")
    except AssertionError as error:
        assert "404" in str(error), error
    for state in ("waiting", "writing", "torn"):
        for job in every(f"/api/v1/tag-jobs?state={state}"):
            call("POST", f"/api/v1/tag-jobs/{job['id']}/cancel")


class Table:
    """The items on the virtual counter, and the library's current records of them."""

    def __init__(self):
        self.items = call("GET", "/api/v1/virtual-hardware")["items"]
        self.copies = every("/api/v1/copies")

    def of_kind(self, kind):
        return [item for item in self.items if item["kind"] == kind]

    def copies_of(self, item):
        return [copy for copy in self.copies if copy["release"]["title"] == item["title"]]

    def records(self, copies=None, tag=None, barcode=True):
        """Returns records of which the library has this number of copies, all of them in."""
        found = []
        for item in self.of_kind("record"):
            own = self.copies_of(item)
            if (
                (copies is None or len(own) == copies)
                and all(copy["status"] == "available" for copy in own)
                and (tag is None or item["hasTag"] == tag)
                and (not barcode or item.get("hasBarcode", True))
            ):
                found.append(item)
        assert found, f"the virtual hardware has no record with copies={copies}, tag={tag}, barcode={barcode}"
        return found

    def command(self, word):
        """Returns the command card with this word."""
        plain = [(item["title"].lower().replace("-", " "), item) for item in self.of_kind("command")]
        found = [item for title, item in plain if word in title]
        assert found, f"there is no command card '{word}' among {[title for title, _ in plain]}"
        return found[0]
