"""The peers of `deadwax-bench search`: FTS5 with bm25 alone, LIKE, and Xapian, with the records of the same library.

Arguments: the database of a hub, the typed texts as JSON, and a folder for the indexes. Each peer finds the first 20
releases for each letter of a text; the last word is the beginning of a word. A peer that is slow types fewer texts: each
has a time, and the number of its keystrokes is printed.
"""

import json
import os
import sqlite3
import sys
import time

PATIENCE = 60.0
# Xapian takes minutes for each hundred thousand releases.
XAPIAN_RELEASES = 100_000
WANTED = 20


def records(database, limit=None):
    """Yields the number of each release with its texts."""
    rows = database.execute(
        "SELECT r.id, r.artist, r.title, r.label, r.catalog_number, r.year, r.barcode, r.genres, r.styles"
        " FROM release r ORDER BY r.id LIMIT ?", (limit or -1,))
    tracks = database.cursor()
    for number, (release, *texts) in enumerate(rows, 1):
        titles = tracks.execute("SELECT title FROM track WHERE release_id = ? ORDER BY position", (release,))
        yield number, " ".join(str(text) for text in texts if text is not None), " ".join(title for title, in titles)


def keystrokes(texts):
    """All beginnings of the texts, the texts in turns of their kinds, so that a time limit leaves some of each."""
    kinds = {}
    for item in texts:
        kinds.setdefault(item["kind"], []).append(item["text"])
    for group in zip(*kinds.values()):
        for text in group:
            for end in range(1, len(text) + 1):
                yield text[:end]


def report(name, find, texts, note=""):
    times = []
    start = time.monotonic()
    for typed in keystrokes(texts):
        begun = time.monotonic()
        find(typed)
        times.append((time.monotonic() - begun) * 1000)
        if time.monotonic() - start > PATIENCE:
            break
    times.sort()
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))]
    print(f"  {name:38}p50 {at(0.5):7.2f} ms  p99 {at(0.99):7.2f} ms  max {times[-1]:7.2f} ms  ({len(times)} times{note})", flush=True)


def words(typed):
    return ["".join(sign for sign in word if sign.isalnum()) for word in typed.split()]


def full_text(database, folder, texts):
    index = sqlite3.connect(os.path.join(folder, "fts5.sqlite"))
    index.execute("CREATE VIRTUAL TABLE found USING fts5(texts, tracks, content='', prefix='1 2 3')")
    index.executemany("INSERT INTO found (rowid, texts, tracks) VALUES (?, ?, ?)", records(database))
    index.commit()

    def find(typed):
        known = [word for word in words(typed) if word]
        if known:
            query = " ".join(f'"{word}"' for word in known) + "*"
            index.execute("SELECT rowid FROM found WHERE found MATCH ? ORDER BY bm25(found) LIMIT ?", (query, WANTED)).fetchall()

    report("FTS5 with bm25 alone", find, texts)


def like(database, texts):
    def find(typed):
        pattern = f"%{typed}%"
        database.execute(
            "SELECT id FROM release WHERE artist LIKE ?1 OR title LIKE ?1 OR label LIKE ?1 OR catalog_number LIKE ?1"
            " OR id IN (SELECT release_id FROM track WHERE title LIKE ?1) LIMIT ?2", (pattern, WANTED)).fetchall()

    report("LIKE", find, texts)


def xapian_peer(database, folder, texts):
    try:
        import xapian
    except ImportError:
        print("  Xapian is left out: the package python3-xapian is not installed")
        return
    index = xapian.WritableDatabase(os.path.join(folder, "xapian"), xapian.DB_CREATE_OR_OPEN)
    generator = xapian.TermGenerator()
    for number, texts_of, tracks in records(database, XAPIAN_RELEASES):
        document = xapian.Document()
        generator.set_document(document)
        generator.index_text(texts_of)
        generator.increase_termpos()
        generator.index_text(tracks)
        document.set_data(str(number))
        index.add_document(document)
    index.commit()
    parser = xapian.QueryParser()
    parser.set_database(index)
    parser.set_default_op(xapian.Query.OP_AND)
    inquiry = xapian.Enquire(index)

    def find(typed):
        inquiry.set_query(parser.parse_query(" ".join(words(typed)), xapian.QueryParser.FLAG_PARTIAL))
        [match.docid for match in inquiry.get_mset(0, WANTED)]

    report("Xapian", find, texts, f", {index.get_doccount()} releases only")


def main():
    path, typed, folder = sys.argv[1:]
    with open(typed, encoding="utf-8") as file:
        texts = json.load(file)
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    full_text(database, folder, texts)
    xapian_peer(database, folder, texts)
    like(database, texts)


main()
