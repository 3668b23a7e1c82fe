"""Measures zxing-cpp on some grey frames, one round for each line on the standard input: zxing_rounds.py FILE.pgm…

Prints one line of JSON when ready, and one for each round: for every file the milliseconds of processor time of this
thread, and the number of symbols found. The formats are those that Deadwax reads by default.
"""

import json
import sys
import time

import zxingcpp


def frame(path):
    """Returns a binary PGM of 8 bits as a buffer of rows."""
    with open(path, "rb") as file:
        content = bytearray(file.read())
    magic, size, highest, pixels = content.split(b"\n", 3)
    assert magic == b"P5" and highest == b"255", path
    width, height = map(int, size.split())
    return memoryview(pixels).cast("B", (height, width))


def main():
    names = ["EAN13", "EAN8", "UPCA", "UPCE", "Code128", "Code39", "QRCode"]
    formats = zxingcpp.barcode_formats_from_str("|".join(names))
    frames = [frame(path) for path in sys.argv[1:]]
    print(json.dumps({"ready": len(frames)}), flush=True)
    for _ in sys.stdin:
        rounds = []
        for pixels in frames:
            start = time.thread_time()
            found = zxingcpp.read_barcodes(pixels, formats=formats)
            rounds.append({"ms": (time.thread_time() - start) * 1000, "found": len(found)})
        print(json.dumps(rounds), flush=True)


main()
