"""How many barcodes are read in a folder of pictures: eval.py DEADWAX-READER FOLDER [FLAGS FOR DECODE]

With a truth.json in the folder, a list of {"file", "family", "text"} (text null where there is nothing to read), it is
counted what was read rightly and what wrongly, by family. Without one it is counted where anything was read at all.
"""

import json
import pathlib
import subprocess
import sys
from collections import defaultdict

PICTURES = {".png", ".jpg", ".jpeg"}


def decode(reader, files, flags):
    """The reader's one line per picture; a file that cannot be read is a line too, and ends it with 1."""
    flags = flags or ["--formats", "all"]
    result = subprocess.run([reader, "decode", "--json", *flags, *map(str, files)], stdout=subprocess.PIPE, check=False)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    if len(lines) != len(files):
        sys.exit(f"eval: {len(files)} pictures but {len(lines)} lines, and {reader} ended with {result.returncode}")
    return lines


def gtin_key(text):
    """The 13 digits that UPC-E, UPC-A and EAN-13 share; EAN-8 and anything else as it is."""
    if not text.isdigit():
        return text
    if len(text) == 12:
        return "0" + text
    if len(text) == 8 and text[0] in "01":
        body, check = text[1:7], text[7]
        if body[5] in "012":
            long = body[:2] + body[5] + "0000" + body[2:5]
        elif body[5] == "3":
            long = body[:3] + "00000" + body[3:5]
        elif body[5] == "4":
            long = body[:4] + "00000" + body[4]
        else:
            long = body[:5] + "0000" + body[5]
        return "0" + text[0] + long + check
    return text


def full_ascii(text):
    """Code 39's pairs of a shift character and a letter as the character they stand for."""
    starts = {"$": {"A": 1}, "+": {"A": ord("a")}, "/": {"A": ord("!"), "Z": ord(":")}}
    starts["%"] = {"A": 27, "F": ord(";"), "K": ord("["), "P": ord("{"), "U": 0, "V": ord("@"), "W": ord("`")}
    result, rest = "", text
    while rest:
        groups = starts.get(rest[0])
        if groups and rest[1:2].isalpha():
            first = max((letter for letter in groups if letter <= rest[1]), default="A")
            result += chr(groups[first] + ord(rest[1]) - ord(first))
            rest = rest[2:]
        else:
            result, rest = result + rest[0], rest[1:]
    return result


def key(text, family):
    """What two spellings of one code have in common, by the rules of its family."""
    text = text.replace("\x1d", "").strip()
    if family == "EAN8":
        return text
    if family == "EANEXT":
        # The main symbol decides; what stands behind its 13 digits is the add-on.
        text = text.replace(" ", "")
        text = text if len(text) <= 13 else text[:13]
    if family in ("EAN13", "UPCA", "UPCE", "EANEXT"):
        return gtin_key(text)
    if family == "CODABAR":
        return text.strip("ABCDabcd")
    if family == "CODE39":
        return full_ascii(text)
    return text


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    reader, folder, flags = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    truth_file = folder / "truth.json"
    if truth_file.exists():
        truth = json.loads(truth_file.read_text(encoding="utf-8"))
    else:
        files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PICTURES)
        truth = [{"file": str(path.relative_to(folder)), "family": path.parent.name, "text": ""} for path in files]
    if not truth:
        sys.exit(f"eval: no pictures in {folder}")
    lines = decode(reader, [folder / entry["file"] for entry in truth], flags)

    counts = defaultdict(lambda: {"pictures": 0, "read": 0, "wrong": 0, "unreadable": 0})
    for entry, line in zip(truth, lines):
        family, wanted = entry["family"], entry["text"]
        count = counts[family]
        count["pictures"] += 1
        count["unreadable"] += "error" in line
        texts = [symbol["text"] for symbol in line.get("symbols", [])]
        if wanted == "":
            count["read"] += bool(texts)
            continue
        keys = {key(text, family) for text in texts}
        right = {key(wanted, family)} if wanted is not None else set()
        if family == "CODE39" and wanted is not None:
            right.add("I" + key(wanted, family))
        count["read"] += bool(keys & right)
        count["wrong"] += bool(keys - right)

    names = ("pictures", "read", "wrong", "unreadable")
    total = {name: sum(count[name] for count in counts.values()) for name in names}
    print(f"{'family':12} {'pictures':>8} {'read':>6} {'wrong':>6} {'unreadable':>10}")
    for family, count in [*sorted(counts.items()), ("all", total)]:
        print(f"{family:12} {count['pictures']:8} {count['read']:6} {count['wrong']:6} {count['unreadable']:10}")
    times = [line["ms"] for line in lines if "ms" in line]
    print(f"ms a picture: p50 {percentile(times, 0.5):.1f}, p99 {percentile(times, 0.99):.1f}")
    print("wrong: a picture with a text that truth.json does not name, be it a genuine second code")


main()
