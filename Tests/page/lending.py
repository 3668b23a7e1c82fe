"""Borrowers, settings and policies for the tests of lending, all restored afterwards."""

import itertools
import json
import pathlib
import time

import hub

numbers = itertools.count(int(time.time() * 1000) % 10_000_000)


def staff(method, path, body=None, headers=None):
    return hub.call(method, f"/api/v1{path}", body, token=hub.staff_token(), headers=headers)


def enrol(name="Rosa Quant", **more):
    """Returns a borrower with their own card; `card` is its code."""
    number = next(numbers)
    card = f"PAGE-CARD-{number}"
    person = staff("POST", "/borrowers", {"name": name, "shortName": f"{name.split()[0]} {number}", "card": card, **more})
    return {**person, "card": card}


def release_with_copies(count):
    """Returns a release with this number of copies in, and its barcode."""
    copies = hub.every("/api/v1/copies")
    for copy in copies:
        own = [one for one in copies if one["release"]["id"] == copy["release"]["id"]]
        if len(own) == count and all(one["status"] == "available" for one in own) and "barcode" in copy["release"]:
            return copy["release"], own
    raise AssertionError(f"the library has no release with {count} copies, all in")


def loans_of(borrower):
    return staff("GET", f"/borrowers/{borrower['id']}/loans?state=open")["items"]


def bring_back(borrower):
    """Checks in everything that a borrower has on loan."""
    for loan in loans_of(borrower):
        staff("POST", f"/loans/{loan['id']}/return", {"partsBack": loan.get("parts", 1)})
    for hold in staff("GET", f"/borrowers/{borrower['id']}/holds?state=open")["items"]:
        staff("POST", f"/holds/{hold['id']}/cancel")


def admin(method, path, body=None, headers=None):
    return hub.call(method, f"/api/v1{path}", body, token=hub.admin_token(), headers=headers)


def set_setting(key, value):
    """Sets a setting; None is the default."""
    version = admin("GET", f"/settings/{key}")["version"]
    admin("PUT", f"/settings/{key}", {"value": value}, headers={"if-match": f'"{version}"'})


def policy(**changes):
    """Changes the policy of the station; returns the previous one."""
    name = hub.station()["name"]
    before = admin("GET", f"/stations/{name}/policy")
    # Also after other changes meanwhile: this is the test's own station.
    admin("PUT", f"/stations/{name}/policy", {**before, **changes}, headers={"if-match": "*"})
    return before


def new_release():
    """Returns a release that the simulated Discogs has and the library has not: its `barcode`, `title` and more."""
    known = {release.get("barcode") for release in hub.every("/api/v1/releases")}
    demo = json.loads((pathlib.Path(__file__).resolve().parents[2] / "demo/library.json").read_text(encoding="utf-8"))
    return next(one for one in demo["releases"] if one.get("barcode") and one["barcode"].zfill(13) not in known)
