"""Pictures of barcodes as PNG files, drawn with the standard library alone."""

import struct
import zlib

LEFT = ["0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"]
PARITY = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]


def ean13(digits):
    """Returns the modules of an EAN-13 as text; 1 is dark."""

    def code(digit, kind):
        plain = LEFT[int(digit)]
        if kind == "L":
            return plain
        right = "".join("10"[int(module)] for module in plain)
        return right if kind == "R" else right[::-1]

    left = "".join(code(digit, kind) for digit, kind in zip(digits[1:7], PARITY[int(digits[0])]))
    return f"101{left}01010{''.join(code(digit, 'R') for digit in digits[7:])}101"


def check_digit(twelve):
    return str(-sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(twelve)) % 10)


def as_ean13(barcode):
    """Returns a barcode of 12 or 13 digits as the 13 digits of an EAN-13."""
    return barcode.rjust(13, "0")[-13:]


def picture(width, height, codes=(), module=4, tall=160):
    """Returns a white PNG with barcodes: each is its digits, and the left and upper edges of its bars."""
    rows = [bytearray(b"\xff" * width) for _ in range(height)]
    for digits, left, top in codes:
        for index, dark in enumerate(ean13(digits)):
            if dark == "1":
                for row in rows[top : top + tall]:
                    row[left + index * module : left + (index + 1) * module] = b"\0" * module

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
