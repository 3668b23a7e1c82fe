"""Counts the barcodes that are read in a folder of pictures: eval.py DEADWAX-READER FOLDER [--also FILE] [FLAGS FOR DECODE]

A truth.json in the folder is a list of {"file", "family", "text"}; text is null if there is nothing to read. With it,
the program counts by family the pictures whose text is read exactly, and the misreads: pictures with a reported text
that is not printed on them. It ends with 1 if there is a misread. Without it, the program counts the pictures in which
anything is read.

A picture may show more than its own text. An entry's "also" lists the other printed texts, and so does --also FILE, a
JSON object from a file's name to a list of texts; the default is an also.json in the folder. These count neither as
read nor as misread.

Entries with "module" (pixels) and "angle" (degrees), as `deadwax-virtual frames` writes them, are also grouped by
these. Those with "motion" are listed separately.
"""

import json
import pathlib
import subprocess
import sys
from collections import defaultdict

# Other printed texts, checked by eye, on pictures of the sample set of the zxing-cpp project, by folder and name: the
# EAN-13 of the back of a book beside the wanted one or in its place, and the outer one of two QR codes.
SAMPLES = {
    ("ean13-2/23.png", "9780804816632"): ["9784872348880"],
    ("ean13-2/28.png", " 9780804816632"): ["9784872348880"],
    ("qrcode-2/16.png", "[内側QRコード]\r\n\r\n*ダブルQR*\r\nhttp://d-qr.net/ex/"): [
        "[外側QRコード]\r\n \r\n*ﾀﾞﾌﾞﾙQR*\r\nhttp://d-qr.net/ex/",
    ],
}

PICTURES = {".png", ".jpg", ".jpeg", ".pgm"}


def decode(reader, files, flags):
    """Returns the reader's one line for each picture. An unreadable file also has a line, and ends the reader with 1."""
    flags = flags or ["--formats", "all"]
    lines = []
    # The length of a command line is limited.
    for start in range(0, len(files), 500):
        part = [str(file) for file in files[start : start + 500]]
        result = subprocess.run([reader, "decode", "--json", *flags, *part], stdout=subprocess.PIPE, check=False)
        found = [json.loads(line) for line in result.stdout.splitlines()]
        if len(found) != len(part):
            sys.exit(f"eval: {len(part)} pictures but {len(found)} lines, and {reader} ended with {result.returncode}")
        lines += found
    return lines


def gtin_key(text):
    """Returns the 13 digits that UPC-E, UPC-A and EAN-13 share; EAN-8 and any other text unchanged."""
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
    """Replaces Code 39's pairs of a shift character and a letter by the character that they represent."""
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


def code32(text):
    """Returns the six characters of Code 39 for an Italian Code 32 (an A and nine digits); None for any other text."""
    if len(text) != 10 or text[0] != "A" or not text[1:].isdigit():
        return None
    digits, number, signs = "0123456789BCDFGHJKLMNPQRSTUVWXYZ", int(text[1:]), ""
    for _ in range(6):
        number, sign = divmod(number, 32)
        signs = digits[sign] + signs
    return signs


def key(text, family):
    """Returns the common form of two spellings of one code, by the rules of its family."""
    text = text.replace("\x1d", "").strip()
    if family == "EAN8":
        return text
    if family == "EANEXT":
        # The main symbol decides; the digits after its 13 are the add-on.
        text = text.replace(" ", "")
        text = text if len(text) <= 13 else text[:13]
    if family in ("EAN13", "UPCA", "UPCE", "EANEXT"):
        return gtin_key(text)
    if family == "CODABAR":
        return text.strip("ABCDabcd")
    if family == "CODE39":
        return full_ascii(text)
    return text


class Count:
    """The counts of a group of pictures."""

    def __init__(self):
        self.pictures = self.correct = self.misread = self.unreadable = 0
        self.times = []

    def add(self, outcome):
        self.pictures += 1
        self.correct += outcome["correct"]
        self.misread += bool(outcome["wrong"])
        self.unreadable += outcome["unreadable"]
        if outcome["ms"] is not None:
            self.times.append(outcome["ms"])

    @property
    def milliseconds(self):
        return sum(self.times) / len(self.times) if self.times else 0.0


def judge(entry, line, also):
    """Returns whether the text of a picture was read, and the texts that are not printed on it."""
    family, wanted = entry["family"], entry["text"]
    texts = [symbol["text"] for symbol in line.get("symbols", [])]
    outcome = {"ms": line.get("ms"), "unreadable": "error" in line, "wrong": []}
    if wanted == "":
        return outcome | {"correct": bool(texts)}
    right = {key(wanted, family)} if wanted is not None else set()
    if family == "CODE39" and wanted is not None:
        # A vehicle's number may be printed with the I of an import in front.
        right |= {"I" + key(wanted, family), code32(wanted)}
    others = entry.get("also", []) + also.get(entry["file"], [])
    others += SAMPLES.get(("/".join(pathlib.PurePath(entry["file"]).parts[-2:]), wanted), [])
    printed = right | {key(text, family) for text in others}
    outcome["wrong"] = [text for text in texts if key(text, family) not in printed]
    # If there is nothing to read, no result is correct.
    correct = not texts if wanted is None else any(key(text, family) in right for text in texts)
    return outcome | {"correct": correct}


def table(title, rows):
    """Prints counts, one in a row."""
    print(f"{title:12} {'pictures':>8} {'correct':>8} {'%':>6} {'misread':>8} {'unreadable':>10} {'ms':>8}")
    for name, count in rows:
        share = 100 * count.correct / count.pictures
        print(
            f"{name:12} {count.pictures:8} {count.correct:8} {share:6.1f} {count.misread:8} "
            f"{count.unreadable:10} {count.milliseconds:8.2f}"
        )


def counted(entries, outcomes, name):
    """Counts by the group of each entry that `name` returns, in the order of the groups."""
    counts = defaultdict(Count)
    for entry, outcome in zip(entries, outcomes):
        counts[name(entry)].add(outcome)
    return sorted(counts.items())


def goals(entries, outcomes):
    """Prints the goals for generated frames without motion."""

    def share(wanted):
        some = [outcome["correct"] for entry, outcome in zip(entries, outcomes) if wanted(entry)]
        return 100 * sum(some) / len(some) if some else None

    still = [entry for entry in entries if "module" in entry and not entry.get("motion")]
    if not still:
        return

    def of(field, value):
        return share(lambda entry: entry in still and entry[field] == value)

    angles = [of("angle", angle) for angle in {entry["angle"] for entry in still}]
    lines = [
        ("from 1.5 px a module", share(lambda entry: entry in still and entry["module"] >= 1.5), 98, True),
        ("at 1 px a module", of("module", 1), 55, True),
        ("points between angles", max(angles) - min(angles), 12, False),
    ]
    print()
    for name, value, goal, is_least in lines:
        if value is not None:
            met = "met" if (value >= goal if is_least else value <= goal) else "MISSED"
            print(f"{name:24} {value:6.1f}   goal {'≥' if is_least else '≤'} {goal}   {met}")


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


def arguments(words):
    """Returns the words without --also FILE, and the file's content; the default is the folder's also.json."""
    rest, also = [], {}
    beside = pathlib.Path(words[1] if len(words) > 1 else "") / "also.json"
    if beside.is_file():
        also = json.loads(beside.read_text(encoding="utf-8"))
    words = iter(words)
    for word in words:
        if word == "--also":
            also = json.loads(pathlib.Path(next(words)).read_text(encoding="utf-8"))
        else:
            rest.append(word)
    return rest, also


def main():
    words, also = arguments(sys.argv[1:])
    if len(words) < 2:
        sys.exit(__doc__)
    reader, folder, flags = words[0], pathlib.Path(words[1]), words[2:]
    truth_file = folder / "truth.json"
    if truth_file.exists():
        truth = json.loads(truth_file.read_text(encoding="utf-8"))
    else:
        files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PICTURES)
        truth = [{"file": str(path.relative_to(folder)), "family": path.parent.name, "text": ""} for path in files]
    if not truth:
        sys.exit(f"eval: no pictures in {folder}")
    lines = decode(reader, [folder / entry["file"] for entry in truth], flags)
    outcomes = [judge(entry, line, also) for entry, line in zip(truth, lines)]

    everything = Count()
    for outcome in outcomes:
        everything.add(outcome)
    table("family", counted(truth, outcomes, lambda entry: entry["family"]) + [("all", everything)])
    # Frames without motion show the effect of a module's size and of an angle.
    for field, unit in [("module", "px"), ("angle", "°"), ("motion", "px")]:
        told = [pair for pair in zip(truth, outcomes) if field in pair[0]]
        told = [pair for pair in told if field == "motion" or not pair[0].get("motion")]
        if told:
            rows = counted(*zip(*told), lambda entry, field=field: entry[field])
            print()
            table(field, [(f"{value:g} {unit}", count) for value, count in rows])
    goals(truth, outcomes)
    print(f"ms a picture: p50 {percentile(everything.times, 0.5):.1f}, p99 {percentile(everything.times, 0.99):.1f}")
    for entry, outcome in zip(truth, outcomes):
        for text in outcome["wrong"]:
            print(f"misread: {entry['file']}: {text!r}")
    sys.exit(1 if everything.misread else 0)


if __name__ == "__main__":
    main()
