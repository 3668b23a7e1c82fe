"""Reads the hub's rows in the model's terms, and reports the differences."""

import dataclasses
import datetime
import itertools
import math
from collections.abc import Container, Iterable, Iterator
from typing import Any

from .client import JSON, Hub
from .days import milliseconds
from .library import Library
from .records import Copy, Fee, Hold, Loan, Records, Setting
from .rules import fees_due, is_overdue, overdue_days

Facts = dict[str, Any]


def time(text: str | None) -> int | None:
    return None if text is None else milliseconds(datetime.datetime.fromisoformat(text))


def text_of(time: int) -> str:
    moment = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) + datetime.timedelta(milliseconds=time)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


# A row of the hub and a row of the model are the same if these match; the clock always moves between two operations.


def loan_name(copy: int, borrower: str, opened: int) -> str:
    return f"loan of copy {copy} to {borrower} from {text_of(opened)}"


def hold_name(borrower: str, release: str, on_copy: int | None, created: int) -> str:
    return f"hold of {borrower} on {'copy ' + str(on_copy) if on_copy else 'release ' + release} from {text_of(created)}"


def fee_name(borrower: str, kind: str, at: int, loan: str | None, amount: int) -> str:
    return f"fee of {borrower}, {kind}, {amount} for {loan}, from {text_of(at)}"


def told_apart(rows: list[tuple[str, Facts, str]], taken: Container[str] = ()) -> Iterator[tuple[str, Facts, str]]:
    """The rows under names that are theirs alone, beside those that are taken.

    Several have one name where a copy went through several hands at one time of a journal, and where fees are alike. The row
    that ended last has the name itself: of loans that is the one that may still be open.
    """
    groups: dict[str, list[tuple[str, Facts, str]]] = {}
    for row in rows:
        groups.setdefault(row[0], []).append(row)
    for name, group in groups.items():
        given = set()
        for _, facts, key in sorted(group, key=latest, reverse=True) if len(group) > 1 else group:
            free = name
            while free in taken or free in given:
                free += " (another)"
            given.add(free)
            yield free, facts, key


def latest(row: tuple[str, Facts, str]) -> tuple[float, str]:
    ends = (row[1].get(end) for end in ("returnedAt", "settledAt", "closedAt"))
    return next((end for end in ends if end is not None), math.inf), str(sorted(row[1].items()))


@dataclasses.dataclass
class Seen:
    """Rows as the hub reports them, by name, with their ids."""

    rows: dict[str, Facts] = dataclasses.field(default_factory=dict)
    ids: dict[str, str] = dataclasses.field(default_factory=dict)


class Reader:
    """A reader of the hub's rows in the model's terms."""

    def __init__(self, hub: Hub, library: Library) -> None:
        self._hub, self._library = hub, library
        self._copies = {copy.id: copy.number for copy in library.copies.values()}
        self._borrowers = {borrower.id: borrower.name for borrower in library.borrowers.values()}
        self._releases = {release.id: release.barcode for release in library.releases.values()}
        self._loans: dict[str, str] = {}

    def open_rows(self) -> Seen:
        """Returns the open rows, and all copies, borrowers and other permanent rows."""
        seen = Seen()
        self._take(seen, "loan", self._hub.items("/loans?state=open"))
        self._take(seen, "hold", self._hub.items("/holds?state=open"))
        self._take(seen, "fee", self._hub.items("/fees?state=open"))
        self._take(seen, "copy", self._hub.items("/copies"))
        self._take(seen, "borrower", self._hub.items("/borrowers"))
        return seen

    def closed_rows(self, present: Container[str]) -> Seen:
        """Returns the closed rows, under other names than the open ones."""
        seen = Seen()
        self._take(seen, "loan", self._hub.items("/loans?state=returned"), present)
        ended = [self._hub.items(f"/holds?state={state}") for state in ("fulfilled", "cancelled", "expired")]
        self._take(seen, "hold", itertools.chain(*ended), present)
        self._take(seen, "fee", self._hub.items("/fees?state=settled"), present)
        return seen

    def row(self, kind: str, id: str) -> Facts:
        """Returns one row by its id."""
        seen = Seen()
        self._take(seen, kind, [self._hub.get(f"/{kind}s/{id}").body])
        return next(iter(seen.rows.values()))

    def _take(self, seen: Seen, kind: str, items: Iterable[JSON], taken: Container[str] = ()) -> None:
        rows = [(*getattr(self, f"_{kind}")(item), item["id"]) for item in items]
        for name, facts, id in told_apart(rows, taken):
            seen.rows[name], seen.ids[name] = facts, id

    def _copy(self, item: JSON) -> tuple[str, Facts]:
        facts = {
            "status": item["status"],
            "isWithdrawn": item.get("isWithdrawn", False),
            "isReference": item.get("isReference", False),
            "parts": item["parts"],
            "partsMissing": item["partsMissing"],
            "dueAt": time(item.get("dueAt")),
        }
        return f"copy {item['number']}", facts

    def _borrower(self, item: JSON) -> tuple[str, Facts]:
        facts = {
            "open": item["open"],
            "overdue": item["overdue"],
            "feesDue": item["feesDue"],
            "isBlocked": "block" in item,
            "expiresAt": time(item.get("expiresAt")),
            "loanLimit": item.get("loanLimit"),
        }
        return f"borrower {item['name']}", facts

    def _loan(self, item: JSON) -> tuple[str, Facts]:
        facts = {
            "borrower": self._borrowers[item["borrower"]["id"]],
            "dueAt": time(item["dueAt"]),
            "returnedAt": time(item.get("returnedAt")),
            "renewals": item["renewals"],
            "parts": item["parts"],
            "partsBack": item.get("partsBack"),
            "claimedReturnedAt": time(item.get("claimedReturnedAt")),
            "isOverdue": item["isOverdue"],
            "overdueDays": item["overdueDays"],
        }
        opened = time(item["openedAt"])
        assert opened is not None
        name = loan_name(self._copies[item["copy"]["id"]], self._borrowers[item["borrower"]["id"]], opened)
        self._loans[item["id"]] = name
        return name, facts

    def _hold(self, item: JSON) -> tuple[str, Facts]:
        is_ready = item["state"] == "ready"
        facts = {
            "state": item["state"],
            "copy": self._copies[item["copy"]["id"]] if is_ready and "copy" in item else None,
            "readyAt": time(item.get("readyAt")) if is_ready else None,
            "pickUpBy": time(item.get("pickUpBy")) if is_ready else None,
            "notAfter": time(item.get("notAfter")),
            "closedAt": None if item["state"] == "expired" else time(item.get("closedAt")),
        }
        created = time(item["createdAt"])
        assert created is not None
        on_copy = self._copies[item["copy"]["id"]] if item["subject"] == "copy" else None
        name = hold_name(self._borrowers[item["borrower"]["id"]], self._releases[item["release"]["id"]], on_copy, created)
        return name, facts

    def _fee(self, item: JSON) -> tuple[str, Facts]:
        loan = item.get("loan")
        if loan and loan not in self._loans:
            self._loan(self._hub.get(f"/loans/{loan}").body)
        facts = {
            "amount": item["amount"],
            "currency": item["currency"],
            "loan": self._loans.get(loan or ""),
            "settledAt": time(item.get("settledAt")),
            "isWaived": item["isWaived"],
        }
        at = time(item["at"])
        assert at is not None
        return fee_name(self._borrowers[item["borrower"]["id"]], item["kind"], at, facts["loan"], facts["amount"]), facts


def expected_rows(records: Records) -> tuple[dict[str, Facts], dict[str, Facts], dict[str, str]]:
    """Returns the model's rows that are open or permanent, those that are closed, and the names of both by their keys."""
    there: list[tuple[str, Facts, str]] = []
    ended: list[tuple[str, Facts, str]] = []
    for key, row in records.rows.items():
        match row:
            case Copy():
                name, facts = key, copy_facts(records, row)
                is_open = True
            case Loan():
                name, facts = loan_name(row.copy, row.borrower, row.opened), loan_facts(records, row)
                is_open = row.is_open
            case Hold():
                name, facts = hold_name(row.borrower, row.release, row.on_copy, row.created), hold_facts(row)
                is_open = row.is_open
            case Fee():
                facts = fee_facts(records, row)
                name = fee_name(row.borrower, row.kind, row.at, facts["loan"], facts["amount"])
                is_open = row.settled is None
            case Setting():
                continue
            case _:
                name, facts = key, borrower_facts(records, row.name)
                is_open = True
        (there if is_open else ended).append((name, facts, key))
    present: dict[str, Facts] = {}
    over: dict[str, Facts] = {}
    names: dict[str, str] = {}
    for rows, named in ((present, told_apart(there)), (over, told_apart(ended, present))):
        for name, facts, key in named:
            rows[name], names[key] = facts, name
    return present, over, names


def copy_facts(records: Records, copy: Copy) -> Facts:
    loan = records.open_loan(copy.number)
    status = "on-loan" if loan else copy.status
    return {
        "status": status,
        "isWithdrawn": copy.status == "withdrawn",
        "isReference": copy.is_reference,
        "parts": copy.parts,
        "partsMissing": copy.parts_missing,
        "dueAt": loan.due if loan else None,
    }


def borrower_facts(records: Records, name: str) -> Facts:
    borrower, loans = records.borrower(name), records.open_loans(name)
    return {
        "open": len(loans),
        "overdue": sum(is_overdue(loan, records.now) for loan in loans),
        "feesDue": fees_due(records, name),
        "isBlocked": borrower.is_blocked,
        "expiresAt": borrower.expires,
        "loanLimit": borrower.loan_limit,
    }


def loan_facts(records: Records, loan: Loan) -> Facts:
    at = records.now if loan.returned is None else loan.returned
    return {
        "borrower": loan.borrower,
        "dueAt": loan.due,
        "returnedAt": loan.returned,
        "renewals": loan.renewals,
        "parts": loan.parts,
        "partsBack": loan.parts_back,
        "claimedReturnedAt": loan.claimed,
        "isOverdue": is_overdue(loan, records.now),
        "overdueDays": overdue_days(records, loan.due, at),
    }


def hold_facts(hold: Hold) -> Facts:
    is_ready = hold.state == "ready"
    return {
        "state": hold.state,
        "copy": hold.ready_copy if is_ready else None,
        "readyAt": hold.ready_at if is_ready else None,
        "pickUpBy": hold.pick_up_by if is_ready else None,
        "notAfter": hold.not_after,
        # The time at which the hub expires a hold is not specified.
        "closedAt": None if hold.state == "expired" else hold.closed,
    }


def fee_facts(records: Records, fee: Fee) -> Facts:
    loan = records.rows.get(fee.loan) if fee.loan else None
    return {
        "amount": fee.amount,
        "currency": fee.currency,
        "loan": loan_name(loan.copy, loan.borrower, loan.opened) if isinstance(loan, Loan) else None,
        "settledAt": fee.settled,
        "isWaived": fee.is_waived,
    }


def differences(expected: dict[str, Facts], got: dict[str, Facts]) -> list[str]:
    """Returns the rows that only one side has, and the facts that differ."""
    found = [f"{name}: the hub does not have it; expected {expected[name]}" for name in expected.keys() - got.keys()]
    found += [f"{name}: only the hub has it: {got[name]}" for name in got.keys() - expected.keys()]
    for name in expected.keys() & got.keys():
        for fact, value in expected[name].items():
            if not same(value, got[name][fact]):
                found.append(f"{name}: {fact}: expected {told(value)}, got {told(got[name][fact])}")
    return sorted(found)


def same(expected: Any, got: Any) -> bool:
    """Compares two values; `feesDue` is a sum for each currency."""
    if isinstance(expected, dict) and isinstance(got, list):
        got = {item["currency"]: item["amount"] for item in got}
    if isinstance(expected, dict) and isinstance(got, int):
        return sum(expected.values()) == got
    return bool(expected == got)


def told(value: Any) -> str:
    return text_of(value) if isinstance(value, int) and value > 10**11 else repr(value)
