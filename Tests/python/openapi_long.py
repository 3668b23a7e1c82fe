"""Sends generated requests to a hub of its own, as an administrator: openapi_long.py --program DEADWAXD [--cases N] [--seed N].

The hub has the virtual devices and a record of each kind. Rounds with other seeds follow until there were N cases. The
program ends with 1 at the first round with a failed check. The hub refuses to revoke the token of a request, so the
administrator's token is valid to the end; this is checked, too.
"""

import argparse
import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from openapi_cases import run_cases
from openapi_contract import Hub, administrator
from openapi_edges import Failure, expect
from programs import NotStarted, hub_with_devices


@contextlib.contextmanager
def hub_of_administrator(program, folder):
    """Starts the virtual devices and a hub, and returns the hub with an administrator's token."""
    with hub_with_devices(program, folder) as link:
        yield administrator(Hub(link.partition("/setup")[0], None), link)


def make_records(hub):
    """Makes a record of each kind, so that generated requests meet ids that exist."""
    def made(method, path, body):
        status, _, data = hub.call(method, f"/api/v1{path}", body, {"if-match": "*"})
        expect(200 <= status < 300, f"{method} {path}: status {status}: {data[:300]}")
        return json.loads(data)

    made("PUT", "/settings/fees.on", {"value": "yes"})
    ada, bob = [made("POST", "/borrowers", {"name": name})["id"] for name in ("Ada Lovelace", "Robert Boyle")]
    copies = json.loads(hub.call("GET", "/api/v1/copies?limit=4")[2])["items"]
    for copy in copies[:2]:
        made("POST", "/loans", {"copy": copy["id"], "borrower": ada})
    made("POST", "/holds", {"copy": copies[0]["id"], "borrower": bob})
    made("POST", "/fees", {"borrower": ada, "amount": 150})
    made("POST", "/scans", {"code": "a code without a record"})
    made("POST", "/tag-jobs", {"action": "write", "uid": "04A2B3C4D5E680", "copy": copies[2]["id"], "second": "add"})
    made("PUT", "/stations/desk/tag-queue", {"copies": [copies[3]["id"]]})
    made("POST", "/label-jobs", {"subjects": {"blanks": 2}, "layout": "a4-3x8"})
    made("POST", "/tokens", {"name": "wall", "role": "admin"})


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--program", type=pathlib.Path, required=True)
    arguments.add_argument("--cases", type=int, default=20_000)
    arguments.add_argument("--each", type=int, default=60, help="the largest number of cases of an operation in a round")
    arguments.add_argument("--seed", type=int, default=20261123)
    given = arguments.parse_args()
    started_at = time.monotonic()
    total = rounds = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            with hub_of_administrator(given.program.resolve(), folder) as hub:
                make_records(hub)
                while total < given.cases:
                    total += run_cases(hub, given.each, given.seed + rounds)
                    rounds += 1
                    for path, wanted in [("/api/v1/tokens", 200), ("/readyz", 200)]:
                        status, _, data = hub.call("GET", path)
                        expect(status == wanted, f"{path} after round {rounds}: status {status}: {data[:300]}")
                    print(f"{total} cases, no failure, {time.monotonic() - started_at:.0f} s", flush=True)
        except (Failure, NotStarted, OSError, ValueError, subprocess.TimeoutExpired) as error:
            print((folder / "log").read_text(encoding="utf-8")[-4000:], file=sys.stderr)
            print(f"FAILED after {total} cases in {rounds} rounds, in the round with seed {given.seed + rounds}: {error}")
            return 1
    print(f"{total} cases in {rounds} rounds from seed {given.seed}: no check failed, in {time.monotonic() - started_at:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
