"""How many barcodes are read in a folder of pictures: eval.py DEADWAX-READER FOLDER [--also FILE] [FLAGS FOR DECODE]

With a truth.json in the folder, a list of {"file", "family", "text"} (text null where there is nothing to read), it is
counted, by family, in how many pictures the text came out exactly, and how many are misread: have any text reported that
is not printed on them. Ends with 1 when one is. Without a truth.json it is counted where anything was read at all.

A picture may show more than its own text: an entry's "also" lists what else is printed on it, and so does --also FILE
(an also.json in the folder if not told), a JSON object from a file's name to a list of texts. These are neither counted
as read nor as misread.

Entries that tell "module" (pixels) and "angle" (degrees), as `deadwax-virtual frames` writes them, are shown by these too, those with "motion" apart.
"""

import json
import pathlib
import subprocess
import sys
from collections import defaultdict

# What else is printed, seen by eye, on pictures of the sample set of the zxing-cpp project, by folder and name: the EAN-13
# beside which another number is written down, and the outer of two QR codes.
SAMPLES = {
    ("ean13-2/23.png", "9780804816632"): ["9784872348880"],
    ("qrcode-2/16.png", "[内側QRコード]\r\n\r\n*ダブルQR*\r\nhttp://d-qr.net/ex/"): [
        "[外側QRコード]\r\n \r\n*ﾀﾞﾌﾞﾙQR*\r\nhttp://d-qr.net/ex/",
    ],
}

PICTURES = {".png", ".jpg", ".jpeg", ".pgm"}


def decode(reader, files, flags):
    """The reader's one line per picture; a file that cannot be read is a line too, and ends it with 1."""
    flags = flags or ["--formats", "all"]
    lines = []
    # A command line has its limits.
    for start in range(0, len(files), 500):
        part = [str(file) for file in files[start : start + 500]]
        result = subprocess.run([reader, "decode", "--json", *flags, *part], stdout=subprocess.PIPE, check=False)
        found = [json.loads(line) for line in result.stdout.splitlines()]
        if len(found) != len(part):
            sys.exit(f"eval: {len(part)} pictures but {len(found)} lines, and {reader} ended with {result.returncode}")
        lines += found
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


def code32(text):
    """The six characters of Code 39 that an Italian Code 32, an A and nine digits, is printed as; None for another."""
    if len(text) != 10 or text[0] != "A" or not text[1:].isdigit():
        return None
    digits, number, signs = "0123456789BCDFGHJKLMNPQRSTUVWXYZ", int(text[1:]), ""
    for _ in range(6):
        number, sign = divmod(number, 32)
        signs = digits[sign] + signs
    return signs


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


class Count:
    """What became of some pictures."""

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
    """What one picture's line comes to: whether its text is there, and the texts that are not printed on it."""
    family, wanted = entry["family"], entry["text"]
    texts = [symbol["text"] for symbol in line.get("symbols", [])]
    outcome = {"ms": line.get("ms"), "unreadable": "error" in line, "wrong": []}
    if wanted == "":
        return outcome | {"correct": bool(texts)}
    right = {key(wanted, family)} if wanted is not None else set()
    if family == "CODE39" and wanted is not None:
        # A vehicle's number may be printed with the I of an import before it.
        right |= {"I" + key(wanted, family), code32(wanted)}
    others = entry.get("also", []) + also.get(entry["file"], [])
    others += SAMPLES.get(("/".join(pathlib.PurePath(entry["file"]).parts[-2:]), wanted), [])
    printed = right | {key(text, family) for text in others}
    outcome["wrong"] = [text for text in texts if key(text, family) not in printed]
    # Where there is nothing to read, nothing read is correct.
    correct = not texts if wanted is None else any(key(text, family) in right for text in texts)
    return outcome | {"correct": correct}


def table(title, rows):
    """Prints counts, one a row."""
    print(f"{title:12} {'pictures':>8} {'correct':>8} {'%':>6} {'misread':>8} {'unreadable':>10} {'ms':>8}")
    for name, count in rows:
        share = 100 * count.correct / count.pictures
        print(
            f"{name:12} {count.pictures:8} {count.correct:8} {share:6.1f} {count.misread:8} "
            f"{count.unreadable:10} {count.milliseconds:8.2f}"
        )


def counted(entries, outcomes, name):
    """Counts by what `name` calls each entry, in the order of the names."""
    counts = defaultdict(Count)
    for entry, outcome in zip(entries, outcomes):
        counts[name(entry)].add(outcome)
    return sorted(counts.items())


def goals(entries, outcomes):
    """What is asked of made frames in which nothing moved."""

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
    """The words without --also FILE, and the file's content; that of the folder's also.json if it is not told."""
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
    # What a module's size and an angle do is told by the frames in which nothing moved.
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


main()
