"""What a fuzzer starts from: fuzz_seeds.py picture|mjpeg|frame|ndef FOLDER

The smallest honest files of each format; the fuzzer finds out by itself how they may be bent.
"""

import base64
import pathlib
import struct
import sys
import zlib

# 16 × 16 pixels of grey, baseline, as libjpeg-turbo writes them at quality 50.
JPEG = (
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpR"
    "Uk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAgADADASIAAhEB"
    "AxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAYHBf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAXAQADAQAAAAAAAAAAAAAAAAAFBgcI/8QAFBEBAAAAAAAAAAAA"
    "AAAAAAAAAP/aAAwDAQACEQMRAD8AnwAZSVcAEM8s0AXk4u6Ajqqq4AIZ5ZoAvJxf/9k="
)


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(depth, colour, interlace, row):
    header = struct.pack(">IIBBBBB", 8, 4, depth, colour, 0, 0, interlace)
    palette = chunk(b"PLTE", bytes(range(12))) if colour == 3 else b""
    body = chunk(b"IHDR", header) + palette + chunk(b"IDAT", zlib.compress(row * 4)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def seeds(what):
    if what == "frame":
        for width in (8, 32, 120):
            bars = bytes(255 if (x * 7 // 3) % 3 else 20 for x in range(width))
            yield bytes([width - 1]) + bars * 24
        return
    if what == "ndef":
        uri = b"\x91\x01\x20\x55\x04deadwax.example/t/04D2PF2DBSQQH"
        record = b"\x54\x12\x0edeadwax.example:pb\x01\x01" + bytes.fromhex("0123456789abcdef")
        record += struct.pack(">I", zlib.crc32(record[21:]))
        message = uri + record
        lock = b"\x01\x03\xa0\x0c\x34"
        yield message
        for front, size in ((lock, 0x12), (b"", 0x3E), (b"\0\0\0", 0x12)):
            area = front + b"\x03" + bytes([len(message)]) + message + b"\xfe"
            yield b"\x00\x48\0\0\xe1\x10" + bytes([size]) + b"\0" + area.ljust(144, b"\0")
        yield b"\x00\x48\0\0" + bytes(148)
        yield b"\x00\x48\0\0\xe1\x10\x3e\0\x03\xff\x01\x00" + bytes(496)
        return
    yield base64.b64decode(JPEG)
    if what == "picture":
        yield b"P5\n8 4\n255\n" + bytes(range(32))
        yield b"P2 # text\n2 2 65535\n0 1 2 65535\n"
        yield png(8, 0, 0, b"\0" + bytes(8))
        yield png(16, 6, 0, b"\0" + bytes(64))
        yield png(2, 3, 0, b"\0" + bytes(2))


def main():
    what, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    for index, seed in enumerate(seeds(what)):
        (folder / f"seed-{index}").write_bytes(seed)


main()
