"""The peer of `deadwax-bench catalogue`: a plain program with python3-discogs-client and sqlite3.

catalogue_peer.py store FOLDER DATABASE   reads each NUMBER.json, stores its facts, one transaction each, and prints the
                                          number of records and the seconds
catalogue_peer.py compare OURS THEIRS     prints the number of records and of different ones, and the first difference

The tables hold the facts that Deadwax's tables of the same names hold, in the same columns.
"""

import json
import os
import re
import sqlite3
import sys
import time

SCHEMA = """
CREATE TABLE release (id INTEGER PRIMARY KEY, source_id TEXT UNIQUE, medium TEXT, title TEXT, artist TEXT, label TEXT,
  catalog_number TEXT, year INTEGER, country TEXT, released TEXT, notes TEXT, genres TEXT, styles TEXT, master_id TEXT);
CREATE TABLE artist_credit (release_id INTEGER, position INTEGER, name TEXT, join_phrase TEXT, role TEXT,
  listed_as TEXT, tracks TEXT, artist_id TEXT, PRIMARY KEY (release_id, position)) WITHOUT ROWID;
CREATE TABLE label_credit (release_id INTEGER, position INTEGER, name TEXT, catalog_number TEXT,
  PRIMARY KEY (release_id, position)) WITHOUT ROWID;
CREATE TABLE format (release_id INTEGER, position INTEGER, name TEXT, quantity INTEGER, text TEXT, descriptions TEXT,
  PRIMARY KEY (release_id, position)) WITHOUT ROWID;
CREATE TABLE identifier (release_id INTEGER, position INTEGER, type TEXT, value TEXT, note TEXT, gtin TEXT,
  PRIMARY KEY (release_id, position)) WITHOUT ROWID;
CREATE INDEX identifier_gtin ON identifier (gtin) WHERE gtin IS NOT NULL;
CREATE TABLE company_credit (release_id INTEGER, position INTEGER, kind TEXT, name TEXT, number TEXT, role TEXT,
  PRIMARY KEY (release_id, position)) WITHOUT ROWID;
CREATE TABLE track (release_id INTEGER, position INTEGER, parent INTEGER, kind TEXT, printed_position TEXT, title TEXT,
  seconds INTEGER, PRIMARY KEY (release_id, position)) WITHOUT ROWID;
CREATE TABLE track_credit (release_id INTEGER, position INTEGER, track INTEGER, name TEXT, join_phrase TEXT, role TEXT,
  listed_as TEXT, tracks TEXT, artist_id TEXT, PRIMARY KEY (release_id, position)) WITHOUT ROWID;
"""

# The facts that are compared: the columns of each table besides its keys.
FACTS = {
    "release": "medium, title, artist, label, catalog_number, year, country, released, notes, genres, styles, master_id",
    "artist_credit": "position, name, join_phrase, role, listed_as, tracks, artist_id",
    "label_credit": "position, name, catalog_number",
    "format": "position, name, quantity, text, descriptions",
    "identifier": "position, type, value, note, gtin",
    "company_credit": "position, kind, name, number, role",
    "track": "position, parent, kind, printed_position, title, seconds",
    "track_credit": "position, track, name, join_phrase, role, listed_as, tracks, artist_id",
}
LISTS = {"genres", "styles", "descriptions"}
MEDIA = {"CD": "cd", "Vinyl": "vinyl", "Cassette": "cassette"}


def text(value):
    """Returns a trimmed text; None for an empty one."""
    return (value or "").strip() or None


def plain(name):
    """Returns a name without the number of namesakes."""
    return re.sub(r"(?<=.) \(\d{1,3}\)$", "", name)


def joined(phrase):
    """Returns the text between two names."""
    phrase = (phrase or "").strip()
    return ", " if phrase in ("", ",") else f" {phrase} "


def display(artists):
    """Returns all names with the words that join them."""
    names = [plain(text(artist.data.get("anv")) or artist.data["name"]) for artist in artists]
    joins = [joined(artist.join) for artist in artists[:-1]] + [""]
    return "".join(name + join for name, join in zip(names, joins))


def roles(role):
    """Splits roles at the commas outside brackets."""
    return [part.strip() for part in re.split(r",(?![^\[]*\])", role or "") if part.strip()]


def credits(artists, others):
    """Returns the rows of main artists, and of others one for each role."""
    def row(artist, join, role):
        listed = plain(artist.data["name"])
        name = plain(text(artist.data.get("anv")) or artist.data["name"])
        number = str(artist.id) if artist.id else None
        return (name, join, role, None if listed == name else listed, text(artist.data.get("tracks")), number)

    rows = [row(artist, joined(artist.join) if artist is not artists[-1] else None, None) for artist in artists]
    for artist in others:
        rows += [row(artist, None, role) for role in roles(artist.role) or ["Credit"]]
    return rows


def seconds(duration):
    """Returns the seconds of 3:32 or 1:02:33; None for an empty duration."""
    if not duration:
        return None
    total = 0
    for part in duration.split(":"):
        total = total * 60 + int(part)
    return total or None


def released(date):
    """Returns a date without its unknown parts."""
    return re.sub(r"(-00)+$", "", date) if date else None


def catalogue_number(number):
    """Returns a catalogue number; None for a missing one."""
    return None if (number or "").lower() == "none" else text(number)


def notes(value):
    """Returns notes without markup."""
    value = (value or "").replace("\r\n", "\n")
    value = re.sub(r"\[/?[bius]\]", "", value)
    return text(re.sub(r"\[[alrm]=([^\]]*)\]", r"\1", value))


def gtin(value):
    """Returns the 13 digits of a valid barcode."""
    digits = re.sub(r"[ -]", "", value)
    if not digits.isdigit() or len(digits) not in (12, 13):
        return None
    digits = digits.zfill(13)
    check = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return digits if check % 10 == 0 else None


def medium(formats):
    """Returns the medium of most pieces, boxes aside."""
    counts = {}
    for form in formats:
        if form["name"] != "Box Set":
            name = MEDIA.get(form["name"], "other")
            counts[name] = counts.get(name, 0) + int(form["qty"])
    return max(counts, key=counts.get) if counts else "other"


class Files:
    """A fetcher of the client, for files in place of the network."""

    backoff_enabled = False

    def __init__(self, folder):
        self.folder = folder

    def fetch(self, client, method, url, data=None, headers=None, json=True):
        """Returns the content and the status of a release."""
        with open(f"{self.folder}/{url.rsplit('/', 1)[1]}.json", "rb") as file:
            return file.read(), 200


def track_rows(tracks, artist):
    """Returns the rows of the track list, each with its credits."""
    from discogs_client.models import Track

    rows = []

    def add(track, kind, position, parent, length):
        title, own = track.title, display(track.artists)
        if own and own != artist:
            title = f"{own} – {title}"
        rows.append(((len(rows), parent, kind, position, title, length), credits(track.artists, track.credits)))
        return len(rows) - 1

    for track in tracks:
        parts = [Track(track.client, part) for part in track.data.get("sub_tracks", [])]
        kind, position = "heading" if track.data.get("type_") == "heading" else "track", track.position
        stems = {re.sub(r"(?<=\d)[a-z]$", "", part.position) for part in parts}
        is_one = len(stems) == 1 and parts[0].position not in stems
        if parts:
            kind = "track" if is_one else "index"
            position = stems.pop() if is_one else track.position
        parent = add(track, kind, position, None, seconds(track.duration))
        for part in parts:
            add(part, "part" if is_one else "track", part.position, parent, seconds(part.duration))
    return rows


def store_release(release, database):
    """Stores the facts of a release in one transaction."""
    artist = display(release.artists)
    labels = list(dict.fromkeys(
        (plain(label.name), catalogue_number(label.catno)) for label in release.labels))
    formats = release.formats
    date = released(release.fetch("released"))
    master = release.fetch("master_id")
    database.execute("BEGIN IMMEDIATE")
    own = database.execute(
        "INSERT INTO release VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (str(release.id), medium(formats), release.title.strip(), artist, labels[0][0] if labels else None,
         next((number for _, number in labels if number), None), release.year or (int(date[:4]) if date else None),
         text(release.country), date, notes(release.notes), json.dumps(release.genres or []),
         json.dumps(release.styles or []), str(master) if master else None)).lastrowid

    def insert(table, rows):
        rows = [(own, position, *row) for position, row in enumerate(rows)]
        if rows:
            database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)

    insert("artist_credit", credits(release.artists, release.credits))
    insert("label_credit", labels)
    insert("format", [
        (form["name"], int(form["qty"]), text(form.get("text")), json.dumps(form.get("descriptions", [])))
        for form in formats])
    insert("identifier", [
        (item["type"], item["value"].strip(), text(item.get("description")), gtin(item["value"]))
        for item in release.fetch("identifiers", [])])
    insert("company_credit", [
        ("series", plain(series["name"]), catalogue_number(series["catno"]), None)
        for series in release.fetch("series", [])
    ] + [
        ("company", plain(company.name), catalogue_number(company.catno), text(company.data["entity_type_name"]))
        for company in release.companies])
    tracks = track_rows(release.tracklist, artist)
    insert("track", [row[1:] for row, _ in tracks])
    insert("track_credit", [(row[0], *credit) for row, names in tracks for credit in names])
    database.execute("COMMIT")


def store(folder, path):
    """Stores all releases of a folder, in the order of their numbers."""
    import discogs_client

    client = discogs_client.Client("deadwax-bench/1")
    client._fetcher = Files(folder)
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.executescript(SCHEMA)
    numbers = sorted(int(name[:-5]) for name in os.listdir(folder) if name.endswith(".json"))
    start = time.perf_counter()
    for number in numbers:
        release = client.release(number)
        release.refresh()
        store_release(release, database)
    spent = time.perf_counter() - start
    database.close()
    print(json.dumps({"records": len(numbers), "seconds": spent}))


def facts(path):
    """Returns the facts of a database: by the number of the record and the table."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = {}
    for table, columns in FACTS.items():
        names = columns.split(", ")
        key, order = ("id", "id") if table == "release" else ("release_id", "position")
        for row in database.execute(
                f"SELECT r.source_id, {', '.join('t.' + name for name in names)} FROM {table} t"
                f" JOIN release r ON r.id = t.{key} ORDER BY r.source_id, t.{order}"):
            values = [json.loads(value) if name in LISTS else value for name, value in zip(names, row[1:])]
            found.setdefault(row[0], {}).setdefault(table, []).append(dict(zip(names, values)))
    database.close()
    return found


def compare(ours, theirs):
    """Prints how many records have different facts."""
    left, right = facts(ours), facts(theirs)
    different = [number for number in sorted(left.keys() | right.keys()) if left.get(number) != right.get(number)]
    first = None
    if different:
        one, other = left.get(different[0], {}), right.get(different[0], {})
        table = next(table for table in FACTS if one.get(table) != other.get(table))
        rows = [pair for pair in zip(one.get(table, []), other.get(table, [])) if pair[0] != pair[1]]
        first = f"release {different[0]}, {table}: {rows[0] if rows else 'another number of rows'}"
    print(json.dumps({"records": len(left), "different": len(different), "first": first}))


{"store": store, "compare": compare}[sys.argv[1]](*sys.argv[2:])
