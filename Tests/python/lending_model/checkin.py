"""The rules of docs/lending.md for a check-in ("Check-in"): its reasons, code, notes and fee."""

import dataclasses

from .effects import check_in
from .records import Hold, Loan, Records
from .rules import Plan, is_over, overdue_days, overdue_fee, plan, time_of_return


@dataclasses.dataclass(frozen=True)
class CheckinPlan:
    """Check-in: reasons, notes, overdue days and fee."""

    plan: Plan
    keeps_open: bool
    notes: list[str]
    overdue_days: int
    fee: int


def checkin_plan(
    records: Records, number: int, at: int, attended: bool, parts_back: int | None, session: str | None, asks: bool
) -> CheckinPlan:
    """Check-in: reasons, warnings, code and facts.

    `session` is the borrower of the open session at an attended station; `asks` is true if parts are to be counted.
    """
    copy, loan, settings = records.copy(number), records.open_loan(number), records.settings
    blockers: set[str] = set()
    confirmations: set[str] = set()
    warnings: set[str] = set()
    by_door = confirmations if attended else blockers
    if copy.status == "withdrawn":
        (by_door if settings.flag("returns.blocks-withdrawn") else warnings).add("withdrawn")
    if asks and loan and loan.parts > 1 and settings.flag("returns.asks-parts") and parts_back is None:
        by_door.add("parts-check")
    back = loan.parts if loan and parts_back is None else parts_back
    is_short = loan is not None and back is not None and back < loan.parts
    if is_short and settings.flag("returns.keeps-open-without-parts"):
        return CheckinPlan(plan("parts-missing", blockers, confirmations, set()), True, [], 0, 0)
    time = time_of_return(records, loan, at)
    fee = overdue_fee(records, loan, time) if loan else 0
    is_late = loan is not None and loan.due < time
    counts = settings.flag("returns.counts-in-house") and loan is None and copy.status != "withdrawn"
    facts = {
        "found-missing": copy.status in ("missing", "lost"),
        "parts-missing": is_short,
        "returned-overdue": is_late,
        "fee-due": fee > 0,
        "not-on-loan": loan is None,
        "in-house": counts,
        "hold-waiting": ready_after(records, number, loan, back) is not None,
        "clock": not records.is_clock_believed,
    }
    warnings |= {code for code, holds in facts.items() if holds}
    code = checkin_code(loan, is_short, is_late, counts, attended, session)
    whole = plan(code, blockers, confirmations, warnings)
    notes = [note for note in whole.warnings if note not in (code, "not-on-loan")]
    if code != "returned-for-other" and is_of_other(loan, attended, session):
        notes.append("returned-for-other")
    return CheckinPlan(whole, False, notes, overdue_days(records, loan.due, time) if loan else 0, fee)


def checkin_code(
    loan: Loan | None, is_short: bool, is_late: bool, counts: bool, attended: bool, session: str | None
) -> str:
    """Check-in: the table of codes, the first that fits."""
    if loan is None:
        return "in-house" if counts else "not-on-loan"
    if is_short:
        return "parts-missing"
    if is_late:
        return "returned-overdue"
    return "returned-for-other" if is_of_other(loan, attended, session) else "returned"


def is_of_other(loan: Loan | None, attended: bool, session: str | None) -> bool:
    """Check-in: a loan ended at an attended station, in the session of another borrower."""
    return loan is not None and attended and session is not None and session != loan.borrower


def ready_after(records: Records, number: int, loan: Loan | None, back: int | None) -> Hold | None:
    """Check-in: `hold-waiting`, decided on the rows after the effects: the hold is trapped, or could be and is ready in time."""
    after = records.with_rows_of_its_own()
    check_in(after, number, records.now, back, loan)
    ready, copy = after.ready_hold(number), after.copy(number)
    can_be_trapped = copy.status == "available" and not copy.is_reference and not copy.has_no_part
    return ready if ready and can_be_trapped and not is_over(ready, records.clock) else None
