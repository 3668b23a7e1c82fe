"""The journal of an offline station, merged later (docs/lending.md, "Offline stations" and the doors)."""

import dataclasses
from typing import Any

from . import effects, rules
from .checkin import checkin_plan
from .records import Loan, Records
from .staff import Operation, Step

STATION = "bus"
MINUTE, YEAR = 60_000, 365 * 86_400_000


@dataclasses.dataclass(frozen=True)
class Entry:
    """A copy scanned at the station: the action, the time by the station's clock, and the borrower of the session."""

    act: str
    copy: int
    borrower: str | None
    at: int


@dataclasses.dataclass(frozen=True)
class Verdict:
    """The result of an entry. The order of `reasons` is that of the rules."""

    state: str
    code: str
    reasons: list[str]


def applied(code: str, reasons: list[str]) -> Verdict:
    return Verdict("applied-with-exception" if reasons else "applied", code, reasons)


def judge(records: Records, entry: Entry) -> Verdict:
    """Offline stations: the table of what becomes of an entry."""
    is_doubtful = entry.at >= records.clock + 10 * MINUTE or entry.at < records.clock - YEAR
    # Entries are merged in their order: none counts from before the one in front of it.
    records.now = records.clock if is_doubtful else min(max(entry.at, records.journal_at), records.clock)
    records.journal_at = records.now
    verdict = {"check-out": check_out, "return": give_back, "renew": renew}[entry.act](records, entry)
    if is_doubtful:
        state = "needs-staff" if verdict.state == "needs-staff" else "applied-with-exception"
        verdict = Verdict(state, verdict.code, rules.ordered({*verdict.reasons, "clock"}))
    return verdict


def newest(records: Records, copy: int) -> Loan | None:
    """Returns the loan of a copy that ended last."""
    over = [loan for loan in records.loans() if loan.copy == copy and loan.returned is not None]
    return max(over, key=lambda loan: loan.returned or 0, default=None)


def check_out(records: Records, entry: Entry) -> Verdict:
    """Offline stations: check-out; Check-out: not attended."""
    assert entry.borrower
    loan, before = records.open_loan(entry.copy), newest(records, entry.copy)
    mine = [loan for loan in records.loans() if loan.copy == entry.copy and loan.borrower == entry.borrower]
    if any(loan.is_open or loan.opened <= records.now < (loan.returned or 0) for loan in mine):
        return applied("already-yours", ["already-yours"])
    if loan and loan.opened > records.now:
        return Verdict("needs-staff", "changed-later", ["on-loan-elsewhere"])
    if before and before.returned is not None and before.returned > records.now:
        return Verdict("needs-staff", "changed-later", ["returned"])
    plan = rules.checkout_plan(records, entry.borrower, entry.copy, "offline", attended=False)
    effects.check_out(records, entry.borrower, entry.copy, None)
    return applied("checked-out", rules.ordered(set(plan.reasons)))


def give_back(records: Records, entry: Entry) -> Verdict:
    """Offline stations: return; Check-in: not attended."""
    loan = records.open_loan(entry.copy)
    if loan and loan.opened > records.now:
        return applied("changed-later", ["on-loan-elsewhere"])
    before = newest(records, entry.copy)
    window = 1000 * records.settings.number("station.batch-seconds")
    if loan is None and before and before.returned is not None and records.now <= before.returned + window:
        return again(records, entry)
    checkin = checkin_plan(records, entry.copy, records.now, False, None, None, asks=True)
    effects.check_in(records, entry.copy, records.now, None, loan)
    exceptions = set(checkin.plan.reasons) | ({"hold-waiting"} & set(checkin.plan.warnings))
    return applied(checkin.plan.code, rules.ordered(exceptions))


def again(records: Records, entry: Entry) -> Verdict:
    """Differences between the doors: `in-house` is not counted soon after a return."""
    counted = records.settings["returns.counts-in-house"]
    records.settings.set("returns.counts-in-house", "no")
    checkin = checkin_plan(records, entry.copy, records.now, False, None, None, asks=True)
    effects.check_in(records, entry.copy, records.now, None, None)
    records.settings.set("returns.counts-in-house", counted)
    exceptions = set(checkin.plan.reasons) | ({"hold-waiting"} & set(checkin.plan.warnings))
    return applied(checkin.plan.code, rules.ordered(exceptions))


def renew(records: Records, entry: Entry) -> Verdict:
    """Offline stations: renewal."""
    loan = records.open_loan(entry.copy)
    if loan is None:
        return Verdict("needs-staff", "not-on-loan", ["not-on-loan"])
    if loan.opened > records.now:
        return Verdict("needs-staff", "changed-later", ["on-loan-elsewhere"])
    if loan.renewed_at is not None and loan.renewed_at > records.now:
        return applied("changed-later", ["changed-later"])
    reasons = rules.renewal_reasons(records, loan, entry.borrower or loan.borrower)
    if reasons:
        return Verdict("needs-staff", reasons[0], reasons)
    effects.renew(records, loan)
    return applied("renewed", [])


@dataclasses.dataclass(frozen=True)
class Report(Operation):
    """A report of the station's journal."""

    entries: tuple[Entry, ...]

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        sent, verdicts = [], []
        records.journal_at = 0
        for sequence, entry in enumerate(self.entries, 1):
            sent.append(self.line(records, entry, sequence))
            before = dict(records.rows)
            verdict = judge(records, entry)
            records.keep_change(before, station=STATION)
            records.now = records.clock
            verdicts.append((sequence, verdict.state, verdict.code, verdict.reasons))
        body = {"journal": f"0193489c-2a10-7f31-9c02-{records.operation:012x}", "entries": sent}
        return [Step("POST", f"/stations/{STATION}/offline-journal", body, 200, facts={"items": verdicts})]

    @staticmethod
    def line(records: Records, entry: Entry, sequence: int) -> dict[str, Any]:
        """Returns an entry as a station writes it."""
        line = {
            "sequence": sequence,
            "id": f"0193489c-2b44-7a52-8d13-{records.operation:08x}{sequence:04x}",
            "at": entry.at,
            "mode": entry.act,
            "act": entry.act,
            "code": records.library.copies[entry.copy].code,
            "symbology": "QR",
            "displayed": "recorded-offline",
        }
        if entry.borrower:
            line |= {"card": records.library.borrowers[entry.borrower].card, "cardSymbology": "QR"}
        return line
