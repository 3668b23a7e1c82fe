"""A station as docs/lending.md describes it ("At a station", "The same copy again", "Rules for undo"), and what happens there."""

import dataclasses
from typing import Any

from . import effects, rules
from .checkin import checkin_plan, ready_after
from .records import Loan, Records

# Actions on a screen that are refused as such, without an override.
REFUSED = {"nothing-to-undo", "changed-since", "staff-needed"}
WHY = "Because of the test"


@dataclasses.dataclass(frozen=True)
class Question:
    """The prompt of a station: a yes to reasons, or a choice of several copies."""

    act: str  # "checkout", "renew", "give-back" or "choose"
    copy: int
    borrower: str | None
    reasons: tuple[str, ...]
    needs_staff: bool
    ends: int
    parts: int = 0
    choices: tuple[int, ...] = ()
    rests_on: tuple[object, ...] = ()


def rows_behind(records: Records, act: str, number: int, borrower: str | None) -> tuple[object, ...]:
    """At the station: a yes counts while the rows behind the displayed reasons are unchanged."""
    copy, loan = records.copy(number), records.open_loan(number)
    person = records.borrower(borrower) if borrower and act != "give-back" else None
    holds: list[object] = []
    if borrower and act == "checkout":
        holds += rules.own_holds(records, borrower, copy)
    if act == "give-back":
        ready = ready_after(records, number, loan, None)
        holds.append(records.rows[ready.key] if ready else None)
    elif borrower:
        holds.append(rules.other_hold(records, borrower, copy))
    return (copy, loan, person, tuple(holds))


@dataclasses.dataclass
class Station:
    """The state of one station between two scans."""

    name: str
    is_self_service: bool
    mode: str = "check-out"
    borrower: str | None = None
    session: int = 0
    session_ends: int = 0
    staff_ends: int = 0
    # True if `clock` was noted in the open session.
    is_clock_noted: bool = False
    pending: tuple[int, int] | None = None
    question: Question | None = None
    # The last copy, with the action, its time and its mode.
    last: tuple[int, str, int] | None = None
    batch: dict[int, str] = dataclasses.field(default_factory=dict)
    batch_ends: int = 0

    def copy_of_itself(self) -> "Station":
        return dataclasses.replace(self, batch=dict(self.batch))

    def is_attended(self, now: int) -> bool:
        """The rules: a station is attended if it is not a self-service station, or while staff have opened it."""
        return not self.is_self_service or now < self.staff_ends

    def let_time_pass(self, records: Records) -> None:
        """At the station: a timeout changes no records."""
        now = records.now
        if self.borrower and now >= self.session_ends:
            self.end_session()
        if self.pending and now >= self.pending[1]:
            self.pending = None
        if self.question and now >= self.question.ends:
            self.question = None
        if now >= self.batch_ends:
            self.batch = {}

    def end_session(self) -> None:
        self.borrower, self.question = None, None
        self.end_batch()

    def end_batch(self) -> None:
        """The same record again: the batch and the movement of the hand end."""
        self.batch, self.last = {}, None

    def begin_session(self, records: Records, borrower: str) -> None:
        self.end_session()
        self.borrower = borrower
        self.session += 1
        self.is_clock_noted = False
        self.keep_session(records)

    def notes(self, warnings: list[str]) -> list[str]:
        """The machine's clock: noted once in a session, with a loan or a renewal."""
        if self.borrower is None:
            return warnings
        new = [code for code in warnings if code != "clock" or not self.is_clock_noted]
        self.is_clock_noted = self.is_clock_noted or "clock" in new
        return new

    def keep_session(self, records: Records) -> None:
        if self.borrower:
            self.session_ends = records.now + 1000 * records.settings.number("station.session-seconds")


@dataclasses.dataclass(frozen=True)
class Told:
    """The outcome of an action at a station. A field with the value None is not compared."""

    code: str
    reasons: list[str] | None = None
    notes: list[str] | None = None
    is_question: bool | None = None
    needs_staff: bool | None = None
    is_refused: bool = False
    facts: dict[str, Any] = dataclasses.field(default_factory=dict)

    def members(self) -> dict[str, Any]:
        listed = {"code": self.code, "reasons": self.reasons, "notes": self.notes}
        asked = {"isQuestion": self.is_question, "needsStaff": self.needs_staff}
        return {name: value for name, value in {**listed, **asked, **self.facts}.items() if value is not None}


# The outcome of a copy, by mode


def take(records: Records, station: Station, number: int) -> Told:
    """Scans a copy."""
    again = same_again(records, station, number)
    if again:
        return again
    match station.mode:
        case "check-out":
            return lend(records, station, number)
        case "return":
            return give_back(records, station, number, None, is_confirmed=False)
        case _:
            return prolong(records, station, number)


def same_again(records: Records, station: Station, number: int) -> Told | None:
    """The same copy again."""
    if station.mode == "return" and number in station.batch and not records.open_loan(number):
        return Told("duplicate")
    if not station.last or station.last[0] != number:
        return None
    _, act, at = station.last
    if records.now >= at + 1000 * records.settings.number("station.again-seconds"):
        return None
    if act in ("lent", "renewed") and station.mode == "check-out":
        return Told("already-yours")
    if (act, station.mode) in (("renewed", "renew"), ("returned", "return")):
        return Told("duplicate")
    return None


def lend(records: Records, station: Station, number: int) -> Told:
    """Check-out at a station; Differences between the doors."""
    if not station.borrower:
        if records.open_loan(number):
            return Told("on-loan-elsewhere", is_refused=True)
        return wait_for_card(records, station, number)
    loan = records.open_loan(number)
    if loan and loan.borrower == station.borrower:
        if records.now < loan.opened + 1000 * records.settings.number("station.again-seconds"):
            return Told("already-yours")
        reasons = rules.renewal_reasons(records, loan, station.borrower)
        if reasons:
            return Told("already-yours", reasons=reasons)
        return ask(records, station, "renew", number, ["renew-offer"], needs_staff=False)
    attended = station.is_attended(records.now)
    plan = rules.checkout_plan(records, station.borrower, number, "station", attended)
    if plan.blockers and not attended:
        return Told(plan.blockers[0], reasons=plan.reasons, is_refused=True)
    if plan.reasons:
        return ask(records, station, "checkout", number, plan.reasons, needs_staff=bool(plan.blockers))
    return lent(records, station, number, plan.warnings)


def wait_for_card(records: Records, station: Station, number: int) -> Told:
    """At the station: a copy first, then the card."""
    station.pending = (number, records.now + 1000 * records.settings.number("station.pair-seconds"))
    return Told("card-needed")


def lent(records: Records, station: Station, number: int, notes: list[str]) -> Told:
    """Check-out: code and facts."""
    assert station.borrower
    copy = records.copy(number)
    loan = effects.check_out(records, station.borrower, number, None)
    station.last = (number, "lent", records.now)
    facts: dict[str, Any] = {"dueAt": loan.due}
    if copy.parts > 1:
        facts["parts"] = copy.parts - copy.parts_missing
    return Told("checked-out", notes=station.notes(notes), facts=facts)


def ask(
    records: Records, station: Station, act: str, number: int, reasons: list[str], needs_staff: bool, parts: int = 0,
    borrower: str | None = None,
) -> Told:
    ends = records.now + 1000 * records.settings.number("station.question-seconds")
    person = borrower or station.borrower
    behind = rows_behind(records, act, number, person)
    station.question = Question(act, number, person, tuple(reasons), needs_staff, ends, parts, (), behind)
    facts = {"parts": parts} if parts else {}
    return Told(reasons[0], reasons=reasons, is_question=True, needs_staff=needs_staff or None, facts=facts)


def prolong(records: Records, station: Station, number: int) -> Told:
    """Renewal at a station."""
    loan = records.open_loan(number)
    if not loan:
        return Told("not-on-loan")
    if station.is_self_service and station.borrower is None:
        return wait_for_card(records, station, number)
    return renew_for(records, station, loan, station.borrower or loan.borrower, is_offer=False)


def renew_for(records: Records, station: Station, loan: Loan, borrower: str, is_offer: bool) -> Told:
    """Renewal at a station, for the borrower of the session or of the scanned loan. An offer is asked about once more."""
    reasons = rules.renewal_reasons(records, loan, borrower)
    if reasons and (not station.is_attended(records.now) or reasons == ["on-loan-elsewhere"]):
        return Told(reasons[0], reasons=reasons, is_refused=True)
    if reasons:
        return ask(records, station, "renew", loan.copy, reasons, needs_staff=True, borrower=borrower)
    if is_offer:
        return ask(records, station, "renew", loan.copy, ["renew-offer"], needs_staff=False)
    return renewed(records, station, loan)


def renewed(records: Records, station: Station, loan: Loan) -> Told:
    """Renewal: code and facts."""
    after, fee = effects.renew(records, loan)
    station.last = (loan.copy, "renewed", records.now)
    facts: dict[str, Any] = {"dueAt": after.due, "renewals": after.renewals}
    facts["renewalLimit"] = records.settings.number("renewal.limit")
    if fee:
        facts["fee"] = fee
    return Told("renewed", notes=station.notes(rules.renewal_notes(records, fee)), facts=facts)


def give_back(records: Records, station: Station, number: int, back: int | None, is_confirmed: bool) -> Told:
    """Check-in at a station."""
    loan, attended = records.open_loan(number), station.is_attended(records.now)
    asks = back is None and not is_confirmed
    session = station.borrower
    checkin = checkin_plan(records, number, records.now, attended, back, session, asks)
    if checkin.plan.blockers:
        # No one is there to count.
        first = ["staff-needed"] if checkin.plan.blockers == ["parts-check"] else []
        reasons = first + checkin.plan.reasons
        return Told(reasons[0], reasons=reasons, is_refused=True)
    if checkin.plan.confirmations and not is_confirmed:
        parts = loan.parts if loan and "parts-check" in checkin.plan.confirmations else 0
        return ask(records, station, "give-back", number, checkin.plan.confirmations, needs_staff=False, parts=parts)
    effects.check_in(records, number, records.now, back, loan)
    if not checkin.keeps_open:
        station.batch[number] = "returned"
        station.batch_ends = records.now + 1000 * records.settings.number("station.batch-seconds")
        if loan:
            station.last = (number, "returned", records.now)
    facts: dict[str, Any] = {}
    if checkin.overdue_days:
        facts["overdueDays"] = checkin.overdue_days
    if checkin.fee:
        facts["fee"] = checkin.fee
    if loan and loan.parts > 1:
        facts["parts"] = loan.parts
        if back is not None and back < loan.parts:
            facts["partsBack"] = back
    return Told(checkin.plan.code, notes=checkin.notes, facts=facts)


def answer(records: Records, station: Station, question: Question, by_staff: bool) -> Told:
    """A yes: the same action without the prompt."""
    station.question = None
    if question.act == "give-back":
        return give_back(records, station, question.copy, None, is_confirmed=True)
    loan = records.open_loan(question.copy)
    if question.act == "renew":
        assert loan
        told = renewed(records, station, loan)
    else:
        assert station.borrower
        plan = rules.checkout_plan(records, station.borrower, question.copy, "station", station.is_attended(records.now))
        told = lent(records, station, question.copy, plan.warnings)
    if by_staff and question.needs_staff:
        return dataclasses.replace(told, notes=[*(told.notes or []), "overridden"])
    return told


def has_changed(records: Records, station: Station, question: Question) -> bool:
    """At the station: the rows behind a prompt have changed, or its reasons have."""
    if question.rests_on != rows_behind(records, question.act, question.copy, question.borrower):
        return True
    loan, attended = records.open_loan(question.copy), station.is_attended(records.now)
    if question.act == "give-back":
        reasons = checkin_plan(records, question.copy, records.now, attended, None, station.borrower, True).plan.reasons
    elif question.act == "renew":
        assert loan and question.borrower
        reasons = rules.renewal_reasons(records, loan, question.borrower) or ["renew-offer"]
    else:
        assert question.borrower
        reasons = rules.checkout_plan(records, question.borrower, question.copy, "station", attended).reasons
    return reasons != list(question.reasons)


def ask_anew(records: Records, station: Station, question: Question) -> Told:
    """At the station: the same once more, if anything is different."""
    if question.act != "renew":
        return take(records, station, question.copy)
    loan = records.open_loan(question.copy)
    if loan is None:
        return Told("not-on-loan")
    assert question.borrower
    return renew_for(records, station, loan, question.borrower, is_offer=question.reasons == ("renew-offer",))


def is_plain(records: Records, station: Station, release: str) -> bool:
    """Returns true if the document specifies the barcode of a release of several copies in this state."""
    numbers = records.library.releases[release].copies
    if len(numbers) == 1 or station.mode == "renew" or (station.mode == "check-out" and not station.borrower):
        return False
    copies = [records.copy(number) for number in numbers]
    if any(copy.status != "available" or copy.is_reference or copy.has_no_part for copy in copies):
        return False
    if not any((records.open_loan(number) is not None) == (station.mode == "return") for number in numbers):
        return False
    return not any(hold.release == release for hold in records.queue())


# Operations
