"""Reads and writes a tag with nfcpy and ndeflib: nfcpy_tag.py TERMINAL read|write|seal|open|lock [HEX]

read   returns its content
write  writes the NDEF message HEX, through ndeflib's records
seal   sets the password HEX (6 bytes: password and acknowledgement), which writing then needs
open   writes the message after the colon with the password before it: HEX:HEX
lock   sets the lock bits

Prints one line of JSON. nfcpy drives the chip like any PN532 on a serial line, at 921600 bits a second. Only its search
for the device's name is replaced, because it accepts no device outside /dev.
"""

import json
import sys

import ndef
import nfc
import nfc.clf
import nfc.tag
from nfc.clf import pn532, transport


def seen(tag, terminal):
    content = tag.ndef
    return {
        "tag": str(tag),
        "kind": getattr(tag, "product", None) or type(tag).__name__,
        "uid": tag.identifier.hex().upper(),
        "baud": terminal.baudrate,
        "message": content.octets.hex().upper() if content else None,
        "records": [record.type for record in content.records] if content and content.length else [],
        "capacity": content.capacity if content else None,
        "writable": content.is_writeable if content else None,
        "present": tag.is_present,
    }


def write(tag, message):
    records = list(ndef.message_decoder(bytes.fromhex(message)))
    tag.ndef.records = records
    # Reads the current content again.
    return bytes(tag.ndef.octets) == b"".join(ndef.message_encoder(records)) and not tag.ndef.has_changed


def main():
    path, action = sys.argv[1], sys.argv[2]
    value = sys.argv[3] if len(sys.argv) > 3 else ""
    terminal = transport.TTY(path)
    frontend = nfc.ContactlessFrontend()
    frontend.device = pn532.init(terminal)
    try:
        target = frontend.sense(nfc.clf.RemoteTarget("106A"), iterations=5, interval=0.05)
        tag = nfc.tag.activate(frontend, target) if target else None
        if tag is None:
            print(json.dumps({"tag": None}))
            return 1
        done = True
        if action == "write":
            done = write(tag, value)
        elif action == "seal":
            done = tag.protect(bytes.fromhex(value), read_protect=False, protect_from=4)
        elif action == "open":
            password, message = value.split(":")
            done = tag.authenticate(bytes.fromhex(password)) and write(tag, message)
        elif action == "lock":
            done = tag.protect()
        print(json.dumps({"done": bool(done), **seen(tag, terminal)}))
        return 0 if done else 1
    finally:
        frontend.close()


sys.exit(main())
