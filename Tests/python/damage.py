"""Counts the damaged barcodes that are read, and finds misreads: damage.py DEADWAX-READER DEADWAX-VIRTUAL [FLAGS]

  --count N   pictures, default 20,000      --seed N   seed of the pictures, default 1
  --keep DIR  folder for misread pictures

Pictures are generated and read in parts, two at a time: by Deadwax as pictures and as a camera's first frames, by
libzbar at its defaults, and by zxing-cpp with the same formats. Ends with 1 if Deadwax reports a text that its picture
does not show.
"""

import argparse
import ctypes
import ctypes.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import eval as judge

PART = 500
READERS = ["Deadwax", "first frame", "libzbar", "zxing-cpp"]


class LibZBar:
    """libzbar at its defaults."""

    def __init__(self):
        name = ctypes.util.find_library("zbar") or "libzbar.so.0"
        self.library = library = ctypes.CDLL(name)
        for function in ["scanner_create", "create", "first_symbol"]:
            prefix = "zbar_image_"
            getattr(library, prefix + function).restype = ctypes.c_void_p
        library.zbar_symbol_next.restype = ctypes.c_void_p
        library.zbar_symbol_get_data.restype = ctypes.c_char_p
        self.scanner = ctypes.c_void_p(library.zbar_image_scanner_create())

    def read(self, pixels, width, height):
        """Returns the texts in a grey picture."""
        library = self.library
        image = ctypes.c_void_p(library.zbar_image_create())
        library.zbar_image_set_format(image, ctypes.c_ulong(int.from_bytes(b"Y800", "little")))
        library.zbar_image_set_size(image, width, height)
        library.zbar_image_set_data(image, pixels, ctypes.c_ulong(len(pixels)), None)
        library.zbar_scan_image(self.scanner, image)
        texts = []
        symbol = library.zbar_image_first_symbol(image)
        while symbol:
            symbol = ctypes.c_void_p(symbol)
            texts.append(library.zbar_symbol_get_data(symbol).decode("utf-8", "replace"))
            symbol = library.zbar_symbol_next(symbol)
        library.zbar_image_destroy(image)
        return texts


class ZXing:
    """zxing-cpp with the formats that Deadwax reads if all are requested."""

    def __init__(self):
        import zxingcpp

        self.module = zxingcpp
        names = ["EAN13", "EAN8", "UPCA", "UPCE", "Code128", "Code39", "ITF", "Codabar", "QRCode"]
        self.formats = zxingcpp.barcode_formats_from_str("|".join(names))

    def read(self, pixels, width, height):
        """Returns the texts in a grey picture."""
        view = memoryview(pixels).cast("B", (height, width))
        return [found.text for found in self.module.read_barcodes(view, formats=self.formats)]


def grey(path):
    """Returns the pixels of a binary PGM of 8 bits, with its size."""
    _, size, _, pixels = path.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    return pixels, width, height


def part(reader, virtual, seed, first, count, keep):
    """Generates some pictures and lets all readers read them. Returns the counts, and the misreads of Deadwax."""
    counts, wrong = Counter(), []
    others = {"libzbar": LibZBar(), "zxing-cpp": ZXing()}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        words = [virtual, "damage", folder, "--seed", seed, "--first", first, "--count", count]
        subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        files = [folder / entry["file"] for entry in truth]
        ours = {
            "Deadwax": judge.decode(reader, files, ["--formats", "all"]),
            "first frame": judge.decode(reader, files, ["--formats", "all", "--camera"]),
        }
        for index, (entry, file) in enumerate(zip(truth, files)):
            pixels = grey(file)
            lines = {name: found[index] for name, found in ours.items()}
            for name, other in others.items():
                lines[name] = {"symbols": [{"text": text} for text in other.read(*pixels)], "ms": 0}
            for group in (entry["damage"], entry["family"], "all"):
                counts[group] += 1
            for name, line in lines.items():
                if "error" in line:
                    sys.exit(f"damage: {line['error']}")
                outcome = judge.judge(entry, line | {"ms": None}, {})
                for group in (entry["damage"], entry["family"], "all"):
                    counts[group, name, "read"] += outcome["correct"]
                    counts[group, name, "wrong"] += bool(outcome["wrong"])
                if outcome["wrong"] and name in ours:
                    wrong.append(f"wrong, {name}: {entry['file']} shows {entry['text']!r}, read {outcome['wrong']}")
                    if keep:
                        shutil.copy(file, keep)
    return counts, wrong


def report(counts):
    """Prints the reads and misreads of each reader, by kind of damage and of code."""
    groups = [group for group in counts if isinstance(group, str) and group != "all"]
    print(f"{'':12} {'pictures':>8} " + " ".join(f"{name:>18}" for name in READERS))
    for group in sorted(groups, key=lambda group: (group.isupper(), group)) + ["all"]:
        cells = [f"{counts[group, name, 'read']:8} ({counts[group, name, 'wrong']} wrong)" for name in READERS]
        print(f"{group:12} {counts[group]:8} " + " ".join(f"{cell:>18}" for cell in cells))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("reader")
    parser.add_argument("virtual")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep")
    words = parser.parse_args()
    if words.keep:
        pathlib.Path(words.keep).mkdir(parents=True, exist_ok=True)
    end = words.first + words.count
    parts = [(first, min(PART, end - first)) for first in range(words.first, end, PART)]
    counts = Counter()
    with ThreadPoolExecutor(2) as workers:

        def run(of):
            return part(words.reader, words.virtual, words.seed, *of, words.keep)

        for number, (some, lines) in enumerate(workers.map(run, parts), 1):
            counts += some
            for line in lines:
                print(line, flush=True)
            print(f"{number} of {len(parts)} parts", file=sys.stderr, flush=True)
    report(counts)
    ours = sum(counts["all", name, "wrong"] for name in READERS[:2])
    print(f"read wrong by Deadwax: {ours}")
    sys.exit(1 if ours else 0)


if __name__ == "__main__":
    main()
