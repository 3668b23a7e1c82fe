"""shelves.py READER VIRTUAL [--count N] [--seed N] [--keep DIR] [--quick] [generator flags]

Whole shelves photographed in pieces that overlap: labels of the program's own sheets on the spines, perspective, blur, motion and
noise of a phone. Deadwax reads the pictures and gives the order of the codes; libzbar and zxing-cpp read the same pictures. Ends
with 1 if Deadwax reports a text that is not on the shelf, or an order that is not that of the shelf.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from damage import LibZBar, ZXing, grey


def run(words):
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE).stdout.decode()


def ours(reader, files):
    """Returns the rows of codes, and the milliseconds of the decoder."""
    began = time.monotonic()
    lines = [json.loads(line) for line in run([reader, "decode", "--json", "--shelf", "--formats", "all", *files]).splitlines()]
    faults = [line["error"] for line in lines if "error" in line]
    if faults:
        sys.exit(f"shelves: {faults[0]}")
    return lines[-1]["rows"], (time.monotonic() - began) * 1000


def is_in_order(row, codes):
    places = [codes.index(text) for text in row if text in codes]
    return places == sorted(places)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("reader")
    parser.add_argument("virtual")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    words, flags = parser.parse_known_args()
    peers = {"libzbar": LibZBar(), "zxing-cpp": ZXing()}
    total = pictures = broken = apart = 0
    read = {name: 0 for name in ("Deadwax", *peers)}
    wrong = dict.fromkeys(read, 0)
    spent = dict.fromkeys(read, 0.0)
    for index in range(words.count):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(words.keep or place) / f"shelf-{index}"
            run([words.virtual, "shelf", folder, "--seed", words.seed + index, "--shelves", 1, *flags])
            (shelf,) = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
            files = [folder / name for name in shelf["files"]]
            visible, all_codes = set(shelf["visible"]), set(shelf["codes"])
            rows, ms = ours(words.reader, files)
            texts = [[code["text"] for code in row["codes"]] for row in rows]
            found = {text for row in texts for text in row}
            results = {"Deadwax": found}
            spent["Deadwax"] += ms
            for name, peer in peers.items():
                began = time.monotonic()
                results[name] = {text for file in files for text in peer.read(*grey(file))}
                spent[name] += (time.monotonic() - began) * 1000
            for name, texts_of in results.items():
                read[name] += len(texts_of & visible)
                wrong[name] += len(texts_of - all_codes)
            total += len(visible)
            pictures += len(files)
            apart += len(rows) > 1
            if not all(is_in_order(row, shelf["codes"]) for row in texts) or sum(map(len, texts)) != len(found):
                broken += 1
                print(f"out of order: seed {words.seed + index}", flush=True)
    print(f"{words.count} shelves in {pictures} pictures, {total} codes")
    for name in read:
        share = 100 * read[name] / max(total, 1)
        print(f"{name:10} {read[name]:6} read ({share:.2f} %), {wrong[name]} wrong, {spent[name] / max(pictures, 1):7.0f} ms a picture")
    print(f"{words.count - broken} of {words.count} shelves in order, {apart} in more than one row")
    sys.exit(1 if broken or wrong["Deadwax"] else 0)


if __name__ == "__main__":
    main()
