"""Writes the seeds of a fuzzer: fuzz_seeds.py picture|mjpeg|frame|ndef|chip FOLDER

They are the smallest valid files of each format; the fuzzer itself finds ways to change them.
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


def command(*body):
    """Returns a command of the PN532 in its frame, with its length in front."""
    packet = bytes([0xD4, *body])
    frame = bytes([0, 0, 0xFF, len(packet), -len(packet) & 0xFF]) + packet + bytes([-sum(packet) & 0xFF, 0])
    return bytes([len(frame)]) + frame


def chip_seeds():
    wake = bytes([16, 0x55, 0x55, *bytes(14)])
    opening = wake + command(0x14, 1) + command(0x00, 0, *b"libnfc") + command(0x02) + command(0x12, 0x14)
    opening += command(0x32, 1, 1) + command(0x32, 5, 0, 1, 2) + command(0x06, 0x63, 2, 0x63, 3) + command(0x4A, 2, 0)
    yield b"\0" + opening
    yield b"\2" + opening + command(0x40, 1, 0x30, 4) + command(0x40, 1, 0xA2, 4, 1, 2, 3, 4) + command(0x42, 0x60)
    yield b"\2" + opening + command(0x42, 0x3A, 0, 44) + command(0x40, 1, 0x1B, 255, 255, 255, 255) + command(0x44, 0)
    yield b"\x10" + opening + command(0x40, 1, 0x60, 4, *b"\xff" * 6, 0xC0, 0xDE, 0, 4) + command(0x40, 1, 0xA0, 4, *range(16))
    select = (0, 0xA4, 4, 0, 7, 0xD2, 0x76, 0, 0, 0x85, 1, 1, 0)
    yield b"\x20" + opening + command(0x40, 1, *select) + command(0x40, 1, 0, 0xA4, 0, 12, 2, 0xE1, 4)
    yield b"\x60" + opening + command(0x42, 0xE0, 0x80) + command(0x42, 2, *select) + command(0x42, 0xB2) + command(0x42, 0xC2)
    yield b"\x7f" + wake + command(0x10, 7) + bytes([6, 0, 0, 0xFF, 0, 0xFF, 0, 0xFA, 6, 0, 0, 0xFF, 0xFF, 0, 0])
    yield b"\1" + opening + command(0x08, 0x63, 0x3D, 7) + command(0x42, 0x26) + command(0x60, 1, 1, 0x10) + command(0x16, 0xF0)


def seeds(what):
    if what == "chip":
        yield from chip_seeds()
        return
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
