"""The library under test: releases with one to three copies, borrowers of two groups, staff, and a pick-up shelf."""

import dataclasses
import json
import pathlib

from .client import Hub

COPIES_OF = [1, 2, 3, 1, 2, 1, 2, 1]
MEDIA = ["cd", "vinyl", "cassette", "other"]
GROUPS = ["standard", "students"]
BORROWERS = 6


def gtin(number: int) -> str:
    """Returns an EAN-13 with its check digit."""
    digits = f"{number:012d}"
    weighted = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return f"{digits}{-weighted % 10}"


def write_demo(folder: pathlib.Path) -> None:
    """Writes the library in the form that demo/README.md describes."""
    borrowers = [
        {"name": f"Borrower {n}", "shortName": f"B {n}", "card": 2000 + n, "group": GROUPS[n % len(GROUPS)]}
        for n in range(BORROWERS)
    ]
    borrowers.append({"name": "Staff", "shortName": "Staff", "card": 2900, "group": "staff", "isStaff": True})
    releases = [
        {
            "discogs": 100 + r,
            "title": f"Record {r}",
            "artist": "Artist",
            "label": "Label",
            "catalogNumber": f"C {r}",
            "barcode": gtin(400000000000 + r),
            "medium": MEDIA[r % len(MEDIA)],
            "formats": [{"name": "CD", "quantity": 1, "descriptions": ["Album"]}],
            "genres": ["Rock"],
            "tracks": [],
            "records": [
                {"tag": f"04{r:06X}{k:06X}", "copy": {"code": 3000 + r * 10 + k, "isWritten": True, "place": "room"}}
                for k in range(copies)
            ],
            "source": "made up",
        }
        for r, copies in enumerate(COPIES_OF)
    ]
    places = [
        {"key": "room", "kind": "room", "name": "Room", "code": 1001},
        {"key": "pick-up", "kind": "shelf", "name": "Pick-up", "parent": "room", "code": 1002},
    ]
    folder.mkdir(parents=True)
    text = json.dumps({"version": 1, "places": places, "borrowers": borrowers, "releases": releases})
    (folder / "library.json").write_text(text)


@dataclasses.dataclass(frozen=True)
class CopyFacts:
    """The facts of a copy that never change."""

    number: int
    id: str
    code: str
    release: str  # its barcode, which is its name here
    medium: str


@dataclasses.dataclass(frozen=True)
class ReleaseFacts:
    id: str
    barcode: str
    copies: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class BorrowerFacts:
    name: str
    id: str
    card: str
    group: str
    is_staff: bool


@dataclasses.dataclass(frozen=True)
class Library:
    """Everything in the library, by names that are the same in every run."""

    copies: dict[int, CopyFacts]
    releases: dict[str, ReleaseFacts]
    borrowers: dict[str, BorrowerFacts]
    pick_up_shelf: str


def read_library(hub: Hub) -> Library:
    """Reads the library from the hub, after it is filled."""
    copies: dict[int, CopyFacts] = {}
    ids: dict[str, str] = {}
    for item in hub.items("/copies"):
        release = item["release"]
        ids[release["barcode"]] = release["id"]
        facts = CopyFacts(item["number"], item["id"], item["code"], release["barcode"], release["medium"])
        copies[facts.number] = facts
    numbers = {r: tuple(sorted(c.number for c in copies.values() if c.release == r)) for r in ids}
    releases = {r: ReleaseFacts(ids[r], r, numbers[r]) for r in ids}
    borrowers: dict[str, BorrowerFacts] = {}
    for item in hub.items("/borrowers"):
        card = hub.get(f"/borrowers/{item['id']}").body["cards"][0]["code"]
        borrowers[item["name"]] = BorrowerFacts(item["name"], item["id"], card, item["group"], item["isStaff"])
    shelf = next(place["id"] for place in hub.items("/places") if place["name"] == "Pick-up")
    return Library(copies, releases, borrowers, shelf)
