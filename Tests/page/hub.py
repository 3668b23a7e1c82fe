"""The hub as the tests talk to it beside the browser: to set the stage, and to know what it recorded."""

import json
import os
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

ADDRESS = os.environ.get("DEADWAX_URL", "").rstrip("/")
HOST = urllib.parse.urlsplit(ADDRESS).netloc
# A camera or a chip has seen it, and the desk has decided.
PATIENCE = 30


# Of the administrator, once the set-up link is used up.
tokens = {}


def call(method, path, body=None, token=None, headers=None):
    """The JSON of an answer; any status but 2xx is an error that tells the problem."""
    data = None if body is None else json.dumps(body).encode()
    headers = {**({} if body is None else {"content-type": "application/json"}), **(headers or {})}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(ADDRESS + path, data=data, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {path}: {error.code} {error.read().decode(errors='replace')}") from error
    return json.loads(text) if text else None


def staff_token():
    """A token of the staff's. The set-up link makes the first one, for whoever of the tests comes first."""
    if "staff" not in tokens:
        if "admin" not in tokens:
            link = os.environ.get("DEADWAX_SETUP", "")
            if not link:
                raise unittest.SkipTest("DEADWAX_SETUP is not set: there is nobody to make a token")
            secret = urllib.parse.unquote(link.split("#")[1])
            tokens["admin"] = call("POST", "/api/v1/setup", {"secret": secret})["token"]
        wanted = {"name": "page tests", "role": "staff"}
        tokens["staff"] = call("POST", "/api/v1/tokens", wanted, token=tokens["admin"])["token"]
    return tokens["staff"]


def admin_token():
    """A token of an administrator's."""
    staff_token()
    return tokens["admin"]


def every(path, token=None):
    """All items of a list, page by page."""
    items, cursor = [], None
    while True:
        query = {"limit": 200, **({"cursor": cursor} if cursor else {})}
        page = call("GET", f"{path}{'&' if '?' in path else '?'}{urllib.parse.urlencode(query)}", token=token)
        items += page["items"]
        cursor = page.get("next")
        if not cursor:
            return items


def wait_for(what, ask, seconds=PATIENCE):
    """What `ask` answers, as soon as that is something."""
    deadline = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come within {seconds} s")
        time.sleep(0.05)


def station():
    """The desk as its own screen sees it: only there it says who has the session."""
    names = [item["name"] for item in call("GET", "/api/v1/stations")["items"]]
    # Other stations come and go; the one beside the screen is called so.
    name = "desk" if "desk" in names else names[0]
    return call("GET", f"/api/v1/stations/{name}")


def newest_scan():
    items = call("GET", "/api/v1/scans?limit=1")["items"]
    return items[0] if items else None


def newest_number():
    scan = newest_scan()
    return scan["seq"] if scan else 0


def scan_after(number):
    """The first scan that came after this number."""

    def ask():
        later = [scan for scan in call("GET", "/api/v1/scans?limit=20")["items"] if scan["seq"] > number]
        return later[-1] if later else None

    return wait_for("a scan", ask)


def report(code, symbology="typed"):
    return call("POST", "/api/v1/scans", {"code": code, "symbology": symbology, "station": station()["name"]})


def set_mode(mode):
    call("PUT", f"/api/v1/stations/{station()['name']}/mode", {"mode": mode})


def clear_desk(settle=True):
    """Nothing held up, nothing on the reader, nothing open, mode look-up; settled, the readers have seen it too."""
    call("POST", "/api/v1/virtual-desk/camera", {"show": None})
    call("POST", "/api/v1/virtual-desk/pad", {"lay": None})
    call("POST", f"/api/v1/stations/{station()['name']}/end")
    set_mode("look-up")
    if settle:
        # A thing counts as gone when it was not seen for some frames, and nothing tells when that is.
        time.sleep(1.2)


def lay(*items):
    """Lays these on the reader, and nothing else."""
    call("POST", "/api/v1/virtual-desk/pad", {"lay": [item["id"] for item in items] or None})


def trouble(**what):
    call("POST", "/api/v1/virtual-desk/pad/trouble", what)


def loose(name):
    """One of the tags that lie loose on the tray."""
    items = call("GET", "/api/v1/virtual-desk")["items"]
    return next(item for item in items if item["id"] == f"tag-{name}")


def lying():
    """What the hub knows to lie on the reader."""
    return call("GET", f"/api/v1/stations/{station()['name']}/tags")["items"]


def untagged(count=2):
    """Copies that are in and have no tag; as many as are wanted are added, for every record of the demo has its tag."""
    bound = {tag["bound"]["copy"]["id"] for tag in every("/api/v1/tags?show=bound") if "copy" in tag.get("bound", {})}
    copies = [copy for copy in every("/api/v1/copies") if copy["status"] == "in"]
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
                           {"answer": "yes", "asked": station()["confirming"]["id"]})["outcome"]
        assert outcome["code"] == "added", outcome
    set_mode(mode)
    return untagged(count)


def free_slots(count):
    """Slot labels on the tray of slots where nothing stands."""
    taken = {copy.get("slot") for copy in every("/api/v1/copies")}
    items = call("GET", "/api/v1/virtual-desk")["items"]
    free = [item for item in items if item["kind"] == "slot" and item["title"] not in taken]
    assert len(free) >= count, "no slot is free"
    return free[:count]


def shelve(copy, slot):
    """Stands a copy into the slot of a label on the tray."""
    mode = station()["mode"]
    set_mode("shelve")
    report(copy["code"])
    scan = report(f"DW:S:{slot['id'].removeprefix('slot-')}")
    assert scan["outcome"]["code"] in ("shelved", "already-there"), scan["outcome"]
    set_mode(mode)


def blank(name):
    """A loose tag that names nothing and holds nothing, whatever was done with it before."""
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
    return call("GET", "/api/v1/tag-jobs?limit=1")["items"][0]


def end_tags():
    """No list, no trouble, nothing on the reader and no order that is still open."""
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
    """What lies on the virtual desk, and what the library says of it now."""

    def __init__(self):
        self.items = call("GET", "/api/v1/virtual-desk")["items"]
        self.copies = every("/api/v1/copies")

    def of_kind(self, kind):
        return [item for item in self.items if item["kind"] == kind]

    def copies_of(self, item):
        return [copy for copy in self.copies if copy["release"]["title"] == item["title"]]

    def records(self, copies=None, tag=None, barcode=True):
        """Records of which the library has so many copies, all of them in."""
        found = []
        for item in self.of_kind("record"):
            own = self.copies_of(item)
            if (
                (copies is None or len(own) == copies)
                and all(copy["status"] == "in" for copy in own)
                and (tag is None or item["hasTag"] == tag)
                and (not barcode or item.get("hasBarcode", True))
            ):
                found.append(item)
        assert found, f"the virtual desk has no record with copies={copies}, tag={tag}, barcode={barcode}"
        return found

    def command(self, word):
        """The command card with this word."""
        plain = [(item["title"].lower().replace("-", " "), item) for item in self.of_kind("command")]
        found = [item for title, item in plain if word in title]
        assert found, f"there is no command card '{word}' among {[title for title, _ in plain]}"
        return found[0]
