"""Sends hostile pictures to the running hub: each is refused with a clear error, and the hub goes on.

    DEADWAX_URL=http://127.0.0.1:8740 python pictures.py

The hub has the station `desk`, which a caller on this machine may use. Ends with 0 if all of it is right.
"""

import concurrent.futures
import json
import os
import struct
import sys
import urllib.error
import urllib.request
import zlib

ADDRESS = os.environ["DEADWAX_URL"].rstrip("/")
PLACE = "/api/v1/stations/desk/pictures"
LIMIT = 32 * 1024 * 1024


def send(data, kind="image/png", path=PLACE, headers=None):
    """Returns status and JSON of the response."""
    request = urllib.request.Request(
        ADDRESS + path, data=data, method="POST", headers={"content-type": kind, **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=100) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, rows, colour=0, depth=8, interlace=0, more=b""):
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + more + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def blank(width, height):
    return zlib.compress((b"\0" + b"\xff" * width) * height)


def bomb(size):
    """Returns a stream that is small and has this many zeros."""
    packer = zlib.compressobj(9)
    part = b"\0" * (1 << 20)
    return b"".join(packer.compress(part) for _ in range(-(-size >> 20))) + packer.flush()


def jpeg(width, height):
    """Returns a JPEG whose header claims a size, without data."""
    return (b"\xff\xd8\xff\xc0\x00\x0b\x08" + struct.pack(">HH", height, width) + b"\x01\x01\x11\x00"
            + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + b"\0" * 64 + b"\xff\xd9")


GOOD = png(64, 64, blank(64, 64))

# The name, the bytes, and what the error says.
REFUSED = [
    ("text", b"This is no picture.", "not a JPEG, PNG or PGM"),
    ("a page", b"<!doctype html><script>alert(1)</script>", "not a JPEG, PNG or PGM"),
    ("a truncated PNG", GOOD[:-20], "ends too early"),
    ("a PNG without data", GOOD[:33] + chunk(b"IEND", b""), ""),
    ("a PNG with a wrong checksum", GOOD[:45] + b"\x77" + GOOD[46:], ""),
    ("a PNG that claims a huge size", png(2_000_000_000, 2_000_000_000, b""), "claims 2000000000"),
    ("a PNG that claims more than it has", png(16000, 4000, blank(10, 10)), ""),
    ("a PNG with a text that unpacks to 2 GB", png(8, 8, blank(8, 8), more=chunk(b"zTXt", b"a\0\0" + bomb(1 << 31))), None),
    ("a JPEG that claims a huge size", jpeg(65000, 65000), "claims 65000"),
    ("a JPEG without data", jpeg(4000, 4000), ""),
    ("a JPEG of two bytes", b"\xff\xd8\xff", ""),
    ("a JPEG with an endless segment", b"\xff\xd8\xff\xe1\xff\xff" + b"Exif\0\0" + b"A" * 100, ""),
    ("an archive behind a picture's name", b"PK\x03\x04" + b"\0" * 100, "not a JPEG, PNG or PGM"),
    ("a film", b"\0\0\0\x18ftypheic" + b"\0" * 100, "not a JPEG, PNG or PGM"),
]

# Files that are read as pictures, whatever else they are.
READ = [
    ("a plain PNG", GOOD),
    ("a PNG that is an archive too", GOOD + b"PK\x03\x04" + b"\0" * 200),
    ("a PNG of 64 megapixels in 65 kB", png(16384, 4096, bomb(16385 * 4096))),
]


def expect(condition, what):
    if not condition:
        sys.exit(f"FAILED {what}")


def is_well():
    """Verifies that the hub answers at once."""
    with urllib.request.urlopen(ADDRESS + "/healthz", timeout=60) as answer:
        expect(answer.status == 200, "the hub is not well")


def main():
    count = 0
    for name, data, says in REFUSED:
        status, answer = send(data, "application/octet-stream")
        # A part of a file that no decoder needs may be skipped instead of refused.
        if says is None and status == 200:
            expect(answer["codes"] == [], f"{name}: {answer}")
        else:
            expect(status == 422 and answer["code"] == "picture-unreadable", f"{name}: {status} {answer}")
            expect(len(answer["detail"]) > 20 and (says or "") in answer["detail"], f"{name}: {answer['detail']}")
        is_well()
        count += 1
    for name, data in READ:
        status, answer = send(data)
        expect(status == 200 and answer["codes"] == [] and "scan" not in answer, f"{name}: {status} {answer}")
        is_well()
        count += 1
    large = b"\xff\xd8\xff" + b"\0" * (LIMIT - 3)
    expect(send(large, "image/jpeg")[0] == 422, "32 MiB are taken")
    status, answer = send(large + b"\0", "image/jpeg")
    expect(status == 413 and answer["code"] == "too-large", f"32 MiB and a byte: {status} {answer}")
    for kind in ("text/plain", "application/json", "image/gif", "multipart/form-data; boundary=x"):
        expect(send(GOOD, kind)[0] == 415, kind)
    status, answer = send(b"", "image/png")
    expect(status == 400 and answer["reasons"][0]["code"] == "missing-body", f"no body: {status} {answer}")
    expect(send(GOOD, path="/api/v1/stations/nowhere/pictures")[0] == 404, "an unknown station")
    expect(send(GOOD, path=PLACE + "?scan=maybe")[0] == 400, "another value of scan")
    expect(send(GOOD, headers={"origin": "http://elsewhere.example"})[0] == 403, "a page of another origin")
    expect(send(GOOD, headers={"authorization": "Bearer dw_nothing"})[0] == 401, "an unknown token")
    # More at once than are decoded: each is answered, with the codes or with 429.
    with concurrent.futures.ThreadPoolExecutor(30) as pool:
        found = sorted(status for status, _ in pool.map(lambda _: send(READ[2][1]), range(30)))
    expect(set(found) <= {200, 429} and found[0] == 200 and found[-1] == 429, f"at the same time: {found}")
    expect(send(GOOD)[0] == 200, "a picture after them")
    is_well()
    print(f"{count} pictures; at the same time {found.count(200)} read, {found.count(429)} refused")


main()
