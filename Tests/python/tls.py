"""Checks a hub that uses TLS with a certificate of its own.

    DEADWAX_PORT=8740 DEADWAX_CERTIFICATE=certificate.pem DEADWAX_SETUP=https://…/setup#… python tls.py

Ends with 0 if all of it is right.
"""

import http.client
import json
import os
import socket
import ssl
import sys
import urllib.parse

PORT = int(os.environ["DEADWAX_PORT"])
SETUP = os.environ["DEADWAX_SETUP"]
trusting = ssl.create_default_context(cafile=os.environ["DEADWAX_CERTIFICATE"])


def expect(condition, what):
    if not condition:
        sys.exit(f"FAILED {what}")


def call(method, path, body=None, headers=None, context=trusting):
    connection = http.client.HTTPSConnection("localhost", PORT, timeout=60, context=context)
    data = None if body is None else json.dumps(body).encode()
    more = {} if body is None else {"content-type": "application/json"}
    connection.request(method, path, body=data, headers={**more, **(headers or {})})
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def main():
    status, headers, data = call("GET", "/healthz")
    expect(status == 200, f"/healthz: {status}")
    expect("strict-transport-security" not in headers, "HSTS is set")
    status, _, data = call("GET", "/")
    expect(status == 200 and b"<html" in data, f"/: {status}")

    # The certificate is the one of the file: a client that does not trust it refuses it.
    try:
        call("GET", "/healthz", context=ssl.create_default_context())
        expect(False, "the certificate is not verified")
    except ssl.SSLCertVerificationError:
        pass

    # TLS 1.1 and plain HTTP get no response.
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    try:
        call("GET", "/healthz", context=old)
        expect(False, "TLS 1.1 is accepted")
    except (ssl.SSLError, OSError):
        pass
    with socket.create_connection(("127.0.0.1", PORT), timeout=60) as plain:
        plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            expect(not plain.recv(1000).startswith(b"HTTP/"), "plain HTTP is answered")
        except ConnectionResetError:
            pass

    expect(SETUP.startswith("https://"), f"the set-up link is {SETUP}")
    secret = urllib.parse.unquote(SETUP.partition("#")[2])
    order = {"secret": secret, "name": "Ada", "passphrase": "seven quiet records"}
    status, headers, data = call("POST", "/api/v1/setup", order, {"origin": f"https://localhost:{PORT}"})
    expect(status == 201, f"set-up: {status} {data[:300]}")
    cookie = headers["set-cookie"]
    expect("; Secure" in cookie and "HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie)

    # A stream of events, which waits between two events, and a large body.
    connection = http.client.HTTPSConnection("localhost", PORT, timeout=60, context=trusting)
    connection.request("GET", "/api/v1/events", headers={"cookie": cookie.partition(";")[0]})
    stream = connection.getresponse()
    expect(stream.status == 200, f"events: {stream.status}")
    status, _, data = call("POST", "/api/v1/scans", {"code": "a scan over TLS", "station": "desk"},
                           {"cookie": cookie.partition(";")[0], "origin": f"https://localhost:{PORT}"})
    expect(status == 201, f"scan: {status} {data[:300]}")
    while True:
        line = stream.readline()
        expect(line, "the stream ended")
        if line.startswith(b"event: scan"):
            break
    large = http.client.HTTPSConnection("localhost", PORT, timeout=60, context=trusting)
    large.request("POST", "/api/v1/stations/desk/pictures", body=b"\xff\xd8\xff" + b"\0" * 20_000_000, headers={
        "content-type": "image/jpeg", "cookie": cookie.partition(";")[0], "origin": f"https://localhost:{PORT}"})
    answer = large.getresponse()
    expect(answer.status == 422, f"a large body: {answer.status}")
    print("TLS is right")


main()
