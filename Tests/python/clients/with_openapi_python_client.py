"""Lends a copy at the running hub with the client that openapi-python-client makes of docs/openapi.json."""

import os
import uuid
from typing import TypeVar

from deadwax_client import AuthenticatedClient
from deadwax_client.api.borrowers import change_borrower, create_borrower, get_borrower
from deadwax_client.api.library import get_copy, list_copies
from deadwax_client.api.loans import check_in, check_out, get_loan, list_loans
from deadwax_client.api.scans import list_scans, record_scan
from deadwax_client.api.stations import get_station, list_stations
from deadwax_client.models import (
    Borrower,
    BorrowerPatch,
    BorrowerRequest,
    CheckInRequest,
    CheckInResult,
    Copy,
    CopyList,
    Loan,
    LoanList,
    LoanRequest,
    Problem,
    Scan,
    ScanList,
    ScanReport,
    Station,
    StationList,
)
from deadwax_client.types import Response, Unset

Value = TypeVar("Value")


def only(value: object, kind: type[Value]) -> Value:
    """Returns a parsed response, which must have the expected type."""
    assert isinstance(value, kind), f"{kind.__name__} instead of {value}"
    return value


def version(response: Response[Value]) -> str:
    return response.headers["etag"]


def main() -> None:
    client = AuthenticatedClient(base_url=os.environ["DEADWAX_URL"], token=os.environ["DEADWAX_TOKEN"])
    stations = only(list_stations.sync(client=client), StationList)
    station = only(get_station.sync("desk", client=client), Station)
    assert station.name in [item.name for item in stations.items]

    # A repeated request with the same key creates one borrower.
    key = str(uuid.uuid4())
    request = BorrowerRequest(name="Grace Hopper", short_name="Grace H.")
    made = [create_borrower.sync_detailed(client=client, body=request, idempotency_key=key) for _ in range(2)]
    borrower = only(made[0].parsed, Borrower)
    assert [only(one.parsed, Borrower).id for one in made] == [borrower.id, borrower.id]

    # A client that has the newest version gets 304, and one with an old version cannot overwrite a newer one.
    first = get_borrower.sync_detailed(borrower.id, client=client)
    assert get_borrower.sync_detailed(borrower.id, client=client, if_none_match=version(first)).status_code == 304
    patch = BorrowerPatch(note="prefers cassettes")
    changed = change_borrower.sync_detailed(borrower.id, client=client, body=patch, if_match=version(first))
    assert only(changed.parsed, Borrower).note == "prefers cassettes"
    late = change_borrower.sync_detailed(
        borrower.id, client=client, body=BorrowerPatch(note="lost"), if_match=version(first)
    )
    assert late.status_code == 412 and only(late.parsed, Problem).code == "stale", late

    # A list has pages, and its items lead to records.
    page = only(list_copies.sync(client=client, limit=2), CopyList)
    assert len(page.items) == 2 and isinstance(page.next_, str)
    rest = only(list_copies.sync(client=client, limit=2, cursor=page.next_), CopyList)
    assert {item.id for item in page.items}.isdisjoint(item.id for item in rest.items)
    copy = only(get_copy.sync(page.items[0].id, client=client), Copy)

    lent = check_out.sync_detailed(client=client, body=LoanRequest(copy=copy.id, borrower=borrower.id))
    assert lent.status_code == 201, lent
    loan = only(lent.parsed, Loan)
    again = only(check_out.sync(client=client, body=LoanRequest(copy=copy.id, borrower=borrower.id)), Problem)
    assert not isinstance(again.reasons, Unset) and again.status == 409, again
    assert only(get_loan.sync(loan.id, client=client), Loan).due_at == loan.due_at
    loans = only(list_loans.sync(client=client, borrower=borrower.id), LoanList)
    assert [item.id for item in loans.items] == [loan.id]
    done = only(check_in.sync(client=client, body=CheckInRequest(copy=copy.id)), CheckInResult)
    assert done.loan and not isinstance(done.loan, Unset) and done.loan.returned_at, done

    # A scan that is reported twice is one scan.
    report = ScanReport(code=copy.code, id=uuid.uuid4(), symbology="QR")
    scans = [only(record_scan.sync(client=client, body=report), Scan) for _ in range(2)]
    assert scans[0].id == scans[1].id == report.id
    newest = only(list_scans.sync(client=client, limit=1), ScanList)
    assert newest.items[0].id == scans[0].id
    print("openapi-python-client: 1 loan, 1 scan passed")


if __name__ == "__main__":
    main()
