"""Generates requests for the operations of docs/openapi.json and checks the answers, with Schemathesis."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

from openapi_edges import expect

FILE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "openapi.json"

METHODS = {"get", "post", "put", "patch", "delete"}

# The statuses that depend on the records, on the caller or on the load, so that no schema can exclude them. An operation may
# answer with one of them only if it documents it.
OF_STATE = (401, 403, 404, 409, 412, 429, 502, 503)

# The rules that a schema cannot state, with the status of a request that breaks one of them. Every other request that fits
# the schema must not be refused as invalid.
ALTERNATIVES = (422, "some members exclude each other; the schema does not state it, because datamodel-codegen makes types of it that conflict")
RELEASE = (
    422, "the year is at most the next, a date exists in the calendar, a barcode has a right check digit, a tag has a letter or digit, and a wish has no copy")
OTHER = (422, "a release is not merged with itself")
QUERY = (422, "a query has its own grammar, and a person who is signed in has private collections")
GRAMMAR = (400, "a query has its own grammar, and one that chooses copies joins no condition about releases with one about copies by OR")
BEYOND_THE_SCHEMA = {
    "POST /api/v1/borrowers/{id}/cards": (ALTERNATIVES,),
    "POST /api/v1/crates/{id}/items": (ALTERNATIVES,),
    "POST /api/v1/bulk-changes": (ALTERNATIVES, (422, "each action has its own members, and no date is in the future")),
    "POST /api/v1/collections": (QUERY,),
    "PATCH /api/v1/collections/{id}": (QUERY,),
    "PATCH /api/v1/crates/{id}": ((422, "a crate is not inside itself"),),
    "POST /api/v1/fees": (ALTERNATIVES,),
    "POST /api/v1/holds": (ALTERNATIVES,),
    "POST /api/v1/loans": (ALTERNATIVES,),
    "POST /api/v1/loans/check": (ALTERNATIVES,),
    "POST /api/v1/returns": (ALTERNATIVES,),
    "POST /api/v1/plays": (
        (422, "no time is in the future, an end follows its beginning within a day, and a position is on the release"),
    ),
    "GET /api/v1/play-reports/{name}": ((400, "a span ends after it begins, and has at most 400 days"),),
    "GET /api/v1/play-reports/{name}/csv": ((400, "a span ends after it begins, and has at most 400 days"),),
    "GET /api/v1/shows": ((400, "a month and a day exist in the calendar"),),
    "PUT /api/v1/shows/{id}/library": ((422, "a tag has a letter or digit and no comma"),),
    "POST /api/v1/stock-takes": (ALTERNATIVES, (422, "a query has its grammar, and a scope has copies")),
    "POST /api/v1/tag-jobs": (ALTERNATIVES,),
    "POST /api/v1/tokens": (ALTERNATIVES,),
    "PUT /api/v1/stations/{name}/tag-queue": (ALTERNATIVES,),
    "PUT /api/v1/tags/{uid}/binding": (ALTERNATIVES,),
    "POST /api/v1/stations/{name}/offline-journal": (
        (400, "a member that a newer station adds may have any text, but not U+0000"),
        (422, "the sequences have no gap, and a text has at most 4,096 bytes"),
    ),
    "POST /api/v1/code-rows": (
        (400, "a member that a newer hub adds to a code may have any text, but not U+0000"),
        (422, "a code has at most 500 bytes, and all pictures have at most 2,000 codes"),
    ),
    "POST /api/v1/virtual-hardware/pad": ((422, "an item is on the reader once, and the table has its own items"),),
    "POST /api/v1/virtual-hardware/pad/trouble": ((422, "the simulated chip knows its faults"),),
    "GET /api/v1/recording": ((422, "what came before the erasure of a borrower cannot be replayed"),),
    "PATCH /api/v1/copies/{id}": ((422, "at most as many parts are missing as the copy has"),),
    "PATCH /api/v1/places/{id}": ((422, "a place is not inside itself"),),
    "POST /api/v1/borrowers": ((422, "a telephone number has 4 to 15 digits beside what separates them"),),
    "PATCH /api/v1/borrowers/{id}": ((422, "a telephone number has 4 to 15 digits beside what separates them"),),
    "PATCH /api/v1/accounts/{id}": ((422, "the card of an account is that of a member of staff"),),
    "POST /api/v1/notice-templates/{id}/preview": ((422, "each kind of notice has its own placeholders"),),
    "PUT /api/v1/notice-templates/{id}": ((422, "each kind of notice has its own placeholders"),),
    "PUT /api/v1/settings/{key}": ((422, "each setting has its own kind of value"),),
    "PATCH /api/v1/attachments/{id}": ((422, "only a picture of a release is its cover"),),
    "GET /api/v1/attachments/{id}/thumbnail": ((422, "only a picture has a preview"),),
    "POST /api/v1/attachments/{id}/edits": ((422, "the part is inside the picture"),),
    "POST /api/v1/discogs/push": ((422, "a removal names its releases"),),
    "GET /api/v1/discogs/releases": ((400, "one of the names of the query is needed"),),
    "GET /api/v1/releases/{id}/question": ((400, "an answer is one of the choices of its question"),),
    "GET /api/v1/releases/facets": (GRAMMAR,),
    "GET /api/v1/export/copies": (GRAMMAR,),
    "POST /api/v1/releases": (RELEASE,),
    "PATCH /api/v1/releases/{id}": (RELEASE,),
    "GET /api/v1/releases/{id}/merge": (OTHER,),
    "POST /api/v1/releases/{id}/merge": (OTHER,),
    "PUT /api/v1/releases/{id}/source": ((422, "the number is that of an alternative of this release"),),
    "PATCH /api/v1/copies/{id}/own-facts": (
        (422, "no date is in the future, a replacement costs something, and only a copy that is away has a date of its status"),
    ),
    "PUT /api/v1/stations/{name}/policy": ((422, "`home` is one of `modes`"),),
}

REFUSED = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429, 503]


def allowed_statuses(name, item, operation):
    """Returns the statuses that an operation may give to a request that fits its schema."""
    documented = {int(status) for status in operation["responses"] if int(status) >= 400}
    allowed = {status for status in OF_STATE if status in documented}
    names = {parameter.get("$ref", "").rpartition("/")[2] for parameter in item.get("parameters", []) + operation.get("parameters", [])}
    # Only the hub knows the cursors that it gave out.
    if "Cursor" in names:
        allowed.add(400)
    # The key of an earlier request with another body is refused.
    if names & {"OnceKey", "IdempotencyKey"}:
        allowed.add(422)
    allowed.update(status for status, _ in BEYOND_THE_SCHEMA.get(name, ()))
    return sorted(allowed)


def configuration(description):
    """Returns the configuration of Schemathesis, with the allowed statuses of each operation."""
    lines = ["[checks.negative_data_rejection]"]
    lines += [f"expected-statuses = {json.dumps(REFUSED)}"]
    for path, item in description["paths"].items():
        for method, operation in item.items():
            if method in METHODS:
                name = f"{method.upper()} {path}"
                lines += ["[[operations]]", f"include-name = {json.dumps(name)}", "[operations.checks.positive_data_acceptance]"]
                lines += [f"expected-statuses = {json.dumps(['2xx', '3xx', *allowed_statuses(name, item, operation)])}"]
                # The answer of Discogs, which the virtual one fails at times, is passed on.
                if "502" in operation["responses"]:
                    lines += ["[operations.checks.not_a_server_error]", 'expected-statuses = ["2xx", "3xx", "4xx", 502]']
    return "\n".join(lines) + "\n"


def run_cases(hub, each, seed):
    """Sends the examples and at most `each` generated requests for every operation except the stream, which does not end.

    Every check of Schemathesis is made. Returns the number of requests; a failed check is a `Failure`.
    """
    command = [sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run", str(FILE)]
    command += ["--url", hub.address, "--exclude-path", "/api/v1/events", "--checks", "all"]
    # These restart the hub, which refuses connections meanwhile: BackupProgramTests.
    command += ["--exclude-operation-id", "restoreBackup", "--exclude-operation-id", "revertRestore"]
    command += ["--phases", "examples,fuzzing", "--max-examples", str(each), "--seed", str(seed)]
    # The time of a response is no subject of this test: its standard limit of 10 s depends on the load of the machine.
    command += ["--request-timeout", "300", "--max-response-time", "300", "--continue-on-failure", "--no-color"]
    command += ["--suppress-health-check", "all", "--warnings", "off"]
    for name, value in hub.headers.items():
        # One check sends the request without its `Authorization`, which it knows in this case only.
        command += ["--header", f"{name.title()}: {value}"]
    # It has its own folder, which does not belong in the repository.
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "schemathesis.toml").write_text(
            configuration(json.loads(FILE.read_text(encoding="utf-8"))), encoding="utf-8")
        done = subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=3000 + 200 * each, check=False)
    found = re.search(r"([\d,]+) generated", done.stdout)
    if done.returncode or not found:
        print(done.stdout)
        print(done.stderr, file=sys.stderr)
    expect(done.returncode == 0, f"schemathesis ended with {done.returncode}: its report is above")
    expect(found, "schemathesis reports no number of cases")
    return int(found[1].replace(",", ""))
