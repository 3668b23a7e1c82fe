"""Actions of people at a station, as operations of the model: scans, answers, actions on its screen."""

import dataclasses
from typing import Any

from . import effects, rules
from .station import Station, Question, REFUSED, Told, WHY, answer, ask_anew, give_back, has_changed, same_again, take
from .records import Change, Copy, Loan, Records
from .staff import Operation, Step


@dataclasses.dataclass(frozen=True)
class StationOperation(Operation):
    station: str

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        station = records.stations[self.station]
        station.let_time_pass(records)
        before, changes = dict(records.rows), len(records.changes)
        step = self.step(records, station, ids)
        station.keep_session(records)
        if len(records.changes) == changes:
            records.keep_change(before, station=station.name, session=station.session if station.borrower else None)
        return [step]

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        raise NotImplementedError

    def scan(self, code: str, told: Told) -> Step:
        body = {"station": self.station, "code": code, "symbology": "QR"}
        return Step("POST", "/scans", body, 201, facts=told.members(), within="outcome")

    def act(self, what: str, body: dict[str, Any] | None, told: Told) -> Step:
        """For programs: a refusal of the station is 409."""
        path = f"/stations/{self.station}/{what}"
        if told.code in REFUSED or told.is_refused:
            return Step("POST", path, body, 409, told.code, told.reasons)
        return Step("POST", path, body, 200, facts=told.members(), within="outcome")


@dataclasses.dataclass(frozen=True)
class ScanCopy(StationOperation):
    """A scan of a copy's own code, or of the barcode of its release if that has no other copy."""

    copy: int
    by_barcode: bool = False

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        station.question = station.pending = None
        facts = records.library.copies[self.copy]
        code = facts.release if self.by_barcode else facts.code
        return self.scan(code, take(records, station, self.copy))


@dataclasses.dataclass(frozen=True)
class ScanBarcode(StationOperation):
    """A scan of the barcode of a release of several copies, none of which is lost, withdrawn or on hold."""

    release: str

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        """The same copy again, named by its barcode; otherwise one of several has to be chosen."""
        question, station.question, station.pending = station.question, None, None
        numbers = records.library.releases[self.release].copies
        if question and question.copy in numbers:
            return self.scan(self.release, take(records, station, question.copy))
        if station.last and station.last[0] in numbers:
            again = same_again(records, station, station.last[0])
            if again and records.now < station.last[2] + 1000 * records.settings.number("station.again-seconds"):
                return self.scan(self.release, again)
        is_return = station.mode == "return"
        choices = [number for number in numbers if (records.open_loan(number) is not None) == is_return]
        if len(choices) == 1:
            return self.scan(self.release, take(records, station, choices[0]))
        ends = records.now + 1000 * records.settings.number("station.choice-seconds")
        station.question = Question("choose", 0, station.borrower, (), False, ends, choices=tuple(choices))
        return self.scan(self.release, Told("choose-copy", facts={"count": len(choices)}))


@dataclasses.dataclass(frozen=True)
class Choose(StationOperation):
    """The number of one of several copies. The order of the choices is not specified."""

    copy: int

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        question, station.question = station.question, None
        assert question and question.act == "choose"
        told = take(records, station, self.copy)
        return self.act("pick", {"number": f"NUMBER {self.copy}", "prompt": "ASKED"}, told)


@dataclasses.dataclass(frozen=True)
class ScanCard(StationOperation):
    borrower: str

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        return self.scan(records.library.borrowers[self.borrower].card, self.told(records, station))

    def told(self, records: Records, station: Station) -> Told:
        """At the station: a card opens a session, and the card once more ends it."""
        is_staff = records.borrower(self.borrower).is_staff
        if station.mode == "return" and not (is_staff and (station.borrower or station.question)):
            station.question = None
            return Told("wrong-kind")
        question, station.question = station.question, None
        if is_staff and (station.borrower or question):
            station.staff_ends = records.now + 1000 * records.settings.number("station.staff-seconds")
            if question and question.needs_staff:
                if has_changed(records, station, question):
                    return ask_anew(records, station, question)
                return answer(records, station, question, by_staff=True)
            station.question = question
            return Told("staff-ready")
        if station.borrower == self.borrower:
            station.end_session()
            return Told("session-ended")
        is_switch, pending = station.borrower is not None, station.pending
        station.pending = None
        row = records.borrower(self.borrower)
        blocks = rules.borrower_blocks(records, row)
        if rules.card_blocks(row, records.now) and not station.is_attended(records.now):
            station.end_session()
            reasons = rules.ordered(blocks)
            return Told(reasons[0], reasons=reasons)
        station.begin_session(records, self.borrower)
        overdue = any(rules.is_overdue(loan, records.now) for loan in records.open_loans(self.borrower))
        if pending:
            told = take(records, station, pending[0])
            if overdue and told.code in ("checked-out", "renewed"):
                return dataclasses.replace(told, notes=rules.ordered({*(told.notes or []), "overdue-note"}))
            return told
        notes = rules.ordered(blocks | ({"overdue-note"} if overdue else set()))
        return Told("switch-borrower" if is_switch else "session-started", notes=notes)


@dataclasses.dataclass(frozen=True)
class Answer(StationOperation):
    """Yes or no on the screen; with `by_staff`, with a reason."""

    is_yes: bool
    by_staff: bool

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        question, station.question = station.question, None
        body: dict[str, Any] = {"answer": "yes" if self.is_yes else "no"}
        if question is None:
            return self.act("answer", body, Told("nothing-to-confirm"))
        body["prompt"] = "ASKED"
        if self.by_staff:
            body["reason"] = WHY
        says_parts = question.reasons == ("parts-check",)
        if question.act != "choose" and (self.is_yes or says_parts) and has_changed(records, station, question):
            return self.act("answer", body, ask_anew(records, station, question))
        if self.is_yes:
            if question.needs_staff and not self.by_staff and not records.now < station.staff_ends:
                station.question = question
                return self.act("answer", body, Told("staff-needed"))
            return self.act("answer", body, answer(records, station, question, by_staff=True))
        if question.reasons == ("parts-check",):
            told = give_back(records, station, question.copy, question.parts - 1, is_confirmed=True)
            told.facts.pop("partsBack", None)
            return self.act("answer", body, told)
        return self.act("answer", body, Told("declined"))


@dataclasses.dataclass(frozen=True)
class PickParts(StationOperation):
    """The number of parts that are returned."""

    number: int

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        question = station.question
        assert question and "parts-check" in question.reasons
        station.question = None
        if has_changed(records, station, question):
            told = ask_anew(records, station, question)
        else:
            told = give_back(records, station, question.copy, self.number, is_confirmed=True)
        return self.act("pick", {"number": self.number, "prompt": "ASKED"}, told)


@dataclasses.dataclass(frozen=True)
class End(StationOperation):
    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        is_session = station.borrower is not None
        station.end_session()
        station.pending = None
        if is_session:
            return self.act("end", None, Told("session-ended"))
        return Step("POST", f"/stations/{self.station}/end", None, 200)


@dataclasses.dataclass(frozen=True)
class RenewAllHere(StationOperation):
    """Renewal: *Renew all* for the borrower of the open session."""

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        station.question = station.pending = None
        if station.borrower is None:
            return self.act("renew-all", None, Told("card-needed"))
        loans = sorted(records.open_loans(station.borrower), key=lambda loan: loan.due)
        if not loans:
            return self.act("renew-all", None, Told("not-on-loan"))
        plans = [(loan, rules.renewal_reasons(records, loan, station.borrower)) for loan in loans]
        for loan, reasons in plans:
            if not reasons:
                effects.renew(records, loan)
        left = sum(bool(reasons) for _, reasons in plans)
        if left == len(loans):
            reasons = rules.ordered({reason for _, each in plans for reason in each})
            return self.act("renew-all", None, Told(reasons[0], reasons=reasons, is_refused=True))
        facts = {"count": len(loans) - left, "left": left}
        return self.act("renew-all", None, Told("renewed-all", facts=facts))


@dataclasses.dataclass(frozen=True)
class SetMode(StationOperation):
    mode: str

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        station.mode = self.mode
        station.question = station.pending = None
        station.end_batch()
        return Step("PUT", f"/stations/{self.station}/mode", {"mode": self.mode}, 200, facts={"mode": self.mode})


@dataclasses.dataclass(frozen=True)
class UndoHere(StationOperation):
    """Undo: a station undoes only its own last change; UNDO again reverses the undo."""

    def step(self, records: Records, station: Station, ids: dict[str, str]) -> Step:
        return self.act("undo", None, self.told(records, station))

    def told(self, records: Records, station: Station) -> Told:
        change = last_change(records, station)
        if change is None:
            return Told("nothing-to-undo")
        if code := effects.undo_block(records, change.number):
            return Told(code)
        station.question = None
        effects.undo(records, change.number, station.name, station.session if station.borrower else None)
        station.last = None
        for row in [*change.before.values(), *change.after.values()]:
            match row:
                case Copy():
                    station.batch.pop(row.number, None)
                case Loan():
                    station.batch.pop(row.copy, None)
        return Told("redone" if is_undone(records, change) else "undone")


def is_undone(records: Records, change: Change) -> bool:
    """Undo: true after an undo, false after the undo of an undo, and so on."""
    is_undone = False
    while change.undoes is not None:
        change, is_undone = records.changes[change.undoes], not is_undone
    return is_undone


def last_change(records: Records, station: Station) -> Change | None:
    """Undo: the last change of a station, if it can still be undone."""
    change = next((change for change in reversed(records.changes) if change.station == station.name), None)
    if change is None or change.undone_by is not None:
        return None
    is_late = records.now - change.at > 1000 * records.settings.number("station.undo-seconds")
    is_opened = records.now < station.staff_ends
    if is_late and not is_opened:
        return None
    if station.is_self_service and not is_opened and (station.borrower is None or change.session != station.session):
        return None
    return change
