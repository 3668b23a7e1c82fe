"""The rules of docs/lending.md, section "The rules", as functions over the model's rows. They never use the hub.

Each function names the heading that it was written from. Plans decide and change nothing; `effects` changes rows.
"""

import dataclasses
import datetime
from typing import Literal

from .days import DAY
from .records import Borrower, Copy, Hold, Loan, Records

Door = Literal["station", "staff", "offline"]

# The order of reasons in a response ("The rules").
ORDER = [
    *["card-blocked", "card-expired", "overdue-block", "fees-block", "limit"],
    *["withdrawn", "not-for-loan", "parts-missing", "on-loan-elsewhere", "hold-other", "found-missing"],
    *["not-on-loan", "overdue-block-all", "overdue-block-item", "hold-waiting", "renew-limit", "too-early", "renew-offer"],
    *["parts-check", "returned-overdue", "fee-due", "in-house"],
    *["hold-fulfilled", "parts", "overdue-note", "clock"],
]


def ordered(codes: set[str]) -> list[str]:
    """The order of the table; a code without a row comes last, by its name."""
    return sorted(codes, key=lambda code: (ORDER.index(code) if code in ORDER else len(ORDER), code))


@dataclasses.dataclass(frozen=True)
class Plan:
    """The members of a plan ("The rules")."""

    code: str
    blockers: list[str]
    confirmations: list[str]
    warnings: list[str]

    @property
    def reasons(self) -> list[str]:
        return self.blockers + self.confirmations


def plan(code: str, blockers: set[str], confirmations: set[str], warnings: set[str]) -> Plan:
    confirmations = confirmations - blockers
    return Plan(code, ordered(blockers), ordered(confirmations), ordered(warnings - blockers - confirmations))


# Days and due times


def cap(records: Records) -> int | None:
    """Days and due times: the cap."""
    calendar, hard = records.settings.calendar, records.settings.hard_date
    return None if hard is None else calendar.end(hard if calendar.is_open(hard) else calendar.last_open(hard - DAY))


def capped(records: Records, due: int) -> int:
    """Days and due times: the cap."""
    latest, calendar = cap(records), records.settings.calendar
    return due if latest is None else max(min(due, latest), calendar.end(calendar.day(records.now)))


def loan_days(records: Records, borrower: Borrower, copy: Copy) -> int:
    """Days and due times: days of a loan."""
    settings = records.settings
    both = settings.numbers("loan.days-by-group-and-medium").get(f"{borrower.group}/{copy.medium}")
    group = settings.numbers("loan.days-by-group").get(borrower.group)
    medium = settings.optional(f"loan.days.{copy.medium}")
    return next(days for days in (both, group, medium, settings.number("loan.days")) if days is not None)


def end_from(records: Records, day: datetime.date, days: int) -> int:
    """Days and due times: the end of the open day that is a number of days after a day."""
    calendar = records.settings.calendar
    return calendar.end(calendar.next_open(day + DAY * days))


def due_time(records: Records, borrower: Borrower, copy: Copy) -> int:
    """Days and due times: due."""
    today = records.settings.calendar.day(records.now)
    return capped(records, end_from(records, today, loan_days(records, borrower, copy)))


def renewed_due(records: Records, loan: Loan) -> int:
    """Days and due times: renewed due."""
    since = max(records.now, loan.due) if records.settings.flag("renewal.counts-from-due") else records.now
    days = loan_days(records, records.borrower(loan.borrower), records.copy(loan.copy))
    due = end_from(records, records.settings.calendar.day(since), days)
    return capped(records, max(due, loan.due))


def pick_up_by(records: Records) -> int:
    """Days and due times: pick up by."""
    today = records.settings.calendar.day(records.clock)
    return end_from(records, today, records.settings.number("holds.pick-up-days"))


def is_expired(borrower: Borrower, now: int) -> bool:
    """Days and due times: a card is expired from its `expiresAt` on."""
    return borrower.expires is not None and borrower.expires <= now


def is_overdue(loan: Loan, now: int) -> bool:
    """Days and due times: overdue."""
    return loan.is_open and loan.due < now


# Overdue days and fees


def overdue_days(records: Records, due: int, at: int) -> int:
    """Overdue days and fees: the one count of days."""
    if not due < at:
        return 0
    calendar, closed_count = records.settings.calendar, records.settings.flag("fees.closed-days-count")
    first, last = calendar.day(due), calendar.day(at)
    if first == last:
        return 1 if closed_count or calendar.is_open(first) else 0
    return calendar.days_after(first, last, closed_count)


def overdue_fee(records: Records, loan: Loan, at: int) -> int:
    """Overdue days and fees: the fee."""
    settings = records.settings
    if not settings.flag("fees.on"):
        return 0
    days = max(0, overdue_days(records, loan.due, at) - settings.number("fees.grace-days"))
    amount, most = days * settings.number("fees.per-day"), settings.number("fees.most")
    if most == 0:
        return amount
    before = sum(fee.amount for fee in records.fees() if fee.loan == loan.key and fee.kind == "overdue")
    return max(0, min(amount, most - before))


def fees_due(records: Records, borrower: str) -> dict[str, int]:
    """Overdue days and fees: `feesDue`, per currency, without refunds."""
    due: dict[str, int] = {}
    for fee in records.fees():
        if fee.borrower == borrower and fee.settled is None and fee.kind != "refund":
            due[fee.currency] = due.get(fee.currency, 0) + fee.amount
    return due


# The borrower


def loan_limit(records: Records, borrower: Borrower) -> int:
    """The borrower: `limit`."""
    if borrower.loan_limit is not None:
        return borrower.loan_limit
    by_group = records.settings.numbers("limits.loans-by-group").get(borrower.group)
    return records.settings.number("limits.loans") if by_group is None else by_group


def card_blocks(borrower: Borrower, now: int) -> set[str]:
    """The borrower: `card-blocked` and `card-expired`."""
    codes = {"card-blocked"} if borrower.is_blocked else set()
    return codes | ({"card-expired"} if is_expired(borrower, now) else set())


def borrower_blocks(records: Records, borrower: Borrower) -> set[str]:
    """The borrower's reasons."""
    settings, codes = records.settings, card_blocks(borrower, records.now)
    loans = records.open_loans(borrower.name)
    overdue = sum(is_overdue(loan, records.now) for loan in loans)
    if 0 < settings.number("limits.overdue-loans") <= overdue:
        codes.add("overdue-block")
    due = fees_due(records, borrower.name).get(settings["fees.currency"], 0)
    if 0 < settings.number("limits.fees-due") <= due:
        codes.add("fees-block")
    if len(loans) >= loan_limit(records, borrower):
        codes.add("limit")
    return codes


# Holds


def is_over(hold: Hold, now: int) -> bool:
    """Holds: *over*."""
    end = hold.not_after if hold.state == "waiting" else hold.pick_up_by
    return end is not None and end < now


def can_fulfil(copy: Copy, hold: Hold) -> bool:
    """Holds: *can fulfil*."""
    if hold.state == "ready":
        return hold.ready_copy == copy.number
    return hold.state == "waiting" and (
        hold.on_copy == copy.number if hold.on_copy is not None else hold.release == copy.release
    )


def is_ineligible(records: Records, name: str) -> bool:
    """Holds: *ineligible*."""
    borrower = records.borrower(name)
    return records.settings.flag("holds.skips-blocked") and bool(card_blocks(borrower, records.clock))


def own_holds(records: Records, borrower: str, copy: Copy) -> list[Hold]:
    """Holds: the claim, *own*."""
    mine = (hold for hold in records.queue() if hold.borrower == borrower and can_fulfil(copy, hold))
    return [hold for hold in mine if hold.state == "ready" or not is_over(hold, records.now)]


def other_hold(records: Records, borrower: str, copy: Copy) -> Hold | None:
    """Holds: the claim, *other*."""
    ready = records.ready_hold(copy.number)
    if ready and ready.borrower == borrower:
        return None
    if ready and not is_ineligible(records, ready.borrower) and not is_over(ready, records.now):
        return ready
    for hold in records.queue():
        if hold.state != "waiting" or is_over(hold, records.now) or not can_fulfil(copy, hold):
            continue
        if hold.borrower == borrower:
            return None
        if not is_ineligible(records, hold.borrower):
            return hold
    return None


def hold_to_trap(records: Records, copy: Copy, returned_by: str | None) -> Hold | None:
    """Holds: trapping."""
    if copy.status != "available" or copy.is_reference or copy.has_no_part or records.open_loan(copy.number):
        return None
    ready = records.ready_hold(copy.number)
    if ready and not is_ineligible(records, ready.borrower):
        return None
    for hold in records.queue():
        if hold.state != "waiting" or is_over(hold, records.clock) or not can_fulfil(copy, hold):
            continue
        if hold.borrower != returned_by and not is_ineligible(records, hold.borrower):
            return hold
    return None


def hold_blocks(records: Records, borrower: Borrower, release: str, on_copy: int | None) -> list[str]:
    """Holds: placing a hold; the order is the sentence's own."""
    card = card_blocks(borrower, records.now)
    numbers = records.library.releases[release].copies if on_copy is None else (on_copy,)
    copies = [records.copy(number) for number in numbers]
    mine = [hold for hold in records.queue() if hold.borrower == borrower.name]
    out = {loan.copy for loan in records.open_loans(borrower.name)}
    found = {
        "card-blocked": "card-blocked" in card,
        "card-expired": "card-expired" in card,
        "limit": len(mine) >= records.settings.number("holds.per-borrower"),
        "not-for-loan": all(copy.status == "withdrawn" or copy.is_reference for copy in copies),
        "already-yours": any(copy.number in out for copy in copies),
        "duplicate": any(hold.release == release and hold.on_copy == on_copy for hold in mine),
    }
    return [code for code, holds in found.items() if holds]


# Check-out


def checkout_plan(records: Records, name: str, number: int, door: Door, attended: bool) -> Plan:
    """Check-out: reasons, warnings and code."""
    copy, borrower, loan = records.copy(number), records.borrower(name), records.open_loan(number)
    if loan and loan.borrower == name:
        return plan("renew-offer", set(), {"renew-offer"}, set())
    blockers = borrower_blocks(records, borrower)
    confirmations: set[str] = set()
    by_door = confirmations if attended else blockers
    if copy.status == "withdrawn":
        by_door.add("withdrawn")
    if copy.is_reference:
        blockers.add("not-for-loan")
    if copy.has_no_part:
        blockers.add("parts-missing")
    if loan:
        by_door.add("on-loan-elsewhere")
    if other_hold(records, name, copy):
        by_door.add("hold-other")
    if copy.status in ("missing", "lost"):
        confirmations.add("found-missing")
    warnings: set[str] = set()
    if own_holds(records, name, copy):
        warnings.add("hold-fulfilled")
    if copy.parts > 1 or copy.parts_missing > 0:
        warnings.add("parts")
    overdue = any(is_overdue(loan, records.now) for loan in records.open_loans(name))
    if door != "station" and overdue and "overdue-block" not in blockers:
        warnings.add("overdue-note")
    if not records.is_clock_believed:
        warnings.add("clock")
    return plan("checked-out", blockers, confirmations, warnings)


# Renewal


def renewal_reasons(records: Records, loan: Loan, borrower: str) -> list[str]:
    """Renewal: reasons, all of them blockers."""
    if not loan.is_open:
        return ["not-on-loan"]
    if loan.borrower != borrower:
        return ["on-loan-elsewhere"]
    settings, now, calendar = records.settings, records.now, records.settings.calendar
    codes = card_blocks(records.borrower(borrower), now)
    if settings["renewal.overdue"] == "item" and is_overdue(loan, now):
        codes.add("overdue-block-item")
    if settings["renewal.overdue"] == "all" and any(is_overdue(each, records.now) for each in records.open_loans(borrower)):
        codes.add("overdue-block-all")
    if other_hold(records, borrower, records.copy(loan.copy)):
        codes.add("hold-waiting")
    if loan.renewals >= settings.number("renewal.limit"):
        codes.add("renew-limit")
    before = settings.optional("renewal.opens-days-before")
    if before is not None and calendar.day(now) < calendar.day(loan.due) - DAY * before:
        codes.add("too-early")
    return ordered(codes)


def renewal_notes(records: Records, fee: int) -> list[str]:
    """Renewal: warnings."""
    found = {"fee-due": fee > 0, "clock": not records.is_clock_believed}
    return [code for code, holds in found.items() if holds]


# Check-in


def time_of_return(records: Records, loan: Loan | None, at: int) -> int:
    """Check-in: never before the loan began, never after now."""
    return min(records.now, max(at, loan.opened if loan else at))
