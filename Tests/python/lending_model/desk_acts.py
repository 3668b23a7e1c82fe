"""Actions of people at a station, as operations of the model: scans, answers, actions on its screen."""

import dataclasses
from typing import Any

from . import effects, rules
from .desk import Desk, Question, REFUSED, Told, WHY, answer, ask_anew, give_back, has_changed, same_again, take
from .records import Change, Copy, Loan, Records
from .staff import Operation, Step


@dataclasses.dataclass(frozen=True)
class DeskOperation(Operation):
    desk: str

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        desk = records.desks[self.desk]
        desk.let_time_pass(records)
        before, changes = dict(records.rows), len(records.changes)
        step = self.step(records, desk, ids)
        desk.keep_session(records)
        if len(records.changes) == changes:
            records.keep_change(before, station=desk.name, visit=desk.visit if desk.borrower else None)
        return [step]

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        raise NotImplementedError

    def scan(self, code: str, told: Told) -> Step:
        body = {"station": self.desk, "code": code, "symbology": "QR"}
        return Step("POST", "/scans", body, 201, facts=told.members(), within="outcome")

    def act(self, what: str, body: dict[str, Any] | None, told: Told) -> Step:
        """For programs: a refusal of the station is 409."""
        path = f"/stations/{self.desk}/{what}"
        if told.code in REFUSED or told.is_refused:
            return Step("POST", path, body, 409, told.code, told.reasons)
        return Step("POST", path, body, 200, facts=told.members(), within="outcome")


@dataclasses.dataclass(frozen=True)
class ScanCopy(DeskOperation):
    """A scan of a copy's own code, or of the barcode of its release if that has no other copy."""

    copy: int
    by_barcode: bool = False

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        desk.question = desk.pending = None
        facts = records.library.copies[self.copy]
        code = facts.release if self.by_barcode else facts.code
        return self.scan(code, take(records, desk, self.copy))


@dataclasses.dataclass(frozen=True)
class ScanBarcode(DeskOperation):
    """A scan of the barcode of a release of several copies, none of which is lost, withdrawn or on hold."""

    release: str

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        """The same copy again, named by its barcode; otherwise one of several has to be chosen."""
        question, desk.question, desk.pending = desk.question, None, None
        numbers = records.library.releases[self.release].copies
        if question and question.copy in numbers:
            return self.scan(self.release, take(records, desk, question.copy))
        if desk.last and desk.last[0] in numbers:
            again = same_again(records, desk, desk.last[0])
            if again and records.now < desk.last[2] + 1000 * records.settings.number("desk.again-seconds"):
                return self.scan(self.release, again)
        is_return = desk.mode == "return"
        choices = [number for number in numbers if (records.open_loan(number) is not None) == is_return]
        if len(choices) == 1:
            return self.scan(self.release, take(records, desk, choices[0]))
        ends = records.now + 1000 * records.settings.number("desk.choice-seconds")
        desk.question = Question("choose", 0, desk.borrower, (), False, ends, choices=tuple(choices))
        return self.scan(self.release, Told("choose-copy", facts={"count": len(choices)}))


@dataclasses.dataclass(frozen=True)
class Choose(DeskOperation):
    """The number of one of several copies. The order of the choices is not specified."""

    copy: int

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        question, desk.question = desk.question, None
        assert question and question.act == "choose"
        told = take(records, desk, self.copy)
        return self.act("pick", {"number": f"NUMBER {self.copy}", "asked": "ASKED"}, told)


@dataclasses.dataclass(frozen=True)
class ScanCard(DeskOperation):
    borrower: str

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        return self.scan(records.library.borrowers[self.borrower].card, self.told(records, desk))

    def told(self, records: Records, desk: Desk) -> Told:
        """At the desk: a card opens a session, and the card once more ends it."""
        is_staff = records.borrower(self.borrower).is_staff
        if desk.mode == "return" and not (is_staff and (desk.borrower or desk.question)):
            desk.question = None
            return Told("wrong-kind")
        question, desk.question = desk.question, None
        if is_staff and (desk.borrower or question):
            desk.staff_ends = records.now + 1000 * records.settings.number("desk.staff-seconds")
            if question and question.needs_staff:
                if has_changed(records, desk, question):
                    return ask_anew(records, desk, question)
                return answer(records, desk, question, by_staff=True)
            desk.question = question
            return Told("staff-ready")
        if desk.borrower == self.borrower:
            desk.end_session()
            return Told("session-ended")
        is_switch, pending = desk.borrower is not None, desk.pending
        desk.pending = None
        row = records.borrower(self.borrower)
        blocks = rules.borrower_blocks(records, row)
        if rules.card_blocks(row, records.now) and not desk.is_attended(records.now):
            desk.end_session()
            reasons = rules.ordered(blocks)
            return Told(reasons[0], reasons=reasons)
        desk.begin_session(records, self.borrower)
        overdue = any(rules.is_overdue(loan, records.now) for loan in records.open_loans(self.borrower))
        if pending:
            told = take(records, desk, pending[0])
            if overdue and told.code in ("checked-out", "renewed"):
                return dataclasses.replace(told, notes=rules.ordered({*(told.notes or []), "overdue-note"}))
            return told
        notes = rules.ordered(blocks | ({"overdue-note"} if overdue else set()))
        return Told("switch-borrower" if is_switch else "session-started", notes=notes)


@dataclasses.dataclass(frozen=True)
class Answer(DeskOperation):
    """Yes or no on the screen; with `by_staff`, with a reason."""

    is_yes: bool
    by_staff: bool

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        question, desk.question = desk.question, None
        body: dict[str, Any] = {"answer": "yes" if self.is_yes else "no"}
        if question is None:
            return self.act("answer", body, Told("nothing-to-confirm"))
        body["asked"] = "ASKED"
        if self.by_staff:
            body["reason"] = WHY
        says_parts = question.reasons == ("parts-check",)
        if question.act != "choose" and (self.is_yes or says_parts) and has_changed(records, desk, question):
            return self.act("answer", body, ask_anew(records, desk, question))
        if self.is_yes:
            if question.needs_staff and not self.by_staff and not records.now < desk.staff_ends:
                desk.question = question
                return self.act("answer", body, Told("staff-needed"))
            return self.act("answer", body, answer(records, desk, question, by_staff=True))
        if question.reasons == ("parts-check",):
            told = give_back(records, desk, question.copy, question.parts - 1, is_confirmed=True)
            told.facts.pop("partsBack", None)
            return self.act("answer", body, told)
        return self.act("answer", body, Told("declined"))


@dataclasses.dataclass(frozen=True)
class PickParts(DeskOperation):
    """The number of parts that are returned."""

    number: int

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        question = desk.question
        assert question and "parts-check" in question.reasons
        desk.question = None
        if has_changed(records, desk, question):
            told = ask_anew(records, desk, question)
        else:
            told = give_back(records, desk, question.copy, self.number, is_confirmed=True)
        return self.act("pick", {"number": self.number, "asked": "ASKED"}, told)


@dataclasses.dataclass(frozen=True)
class End(DeskOperation):
    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        is_session = desk.borrower is not None
        desk.end_session()
        desk.pending = None
        if is_session:
            return self.act("end", None, Told("session-ended"))
        return Step("POST", f"/stations/{self.desk}/end", None, 200)


@dataclasses.dataclass(frozen=True)
class RenewAllHere(DeskOperation):
    """Renewal: *Renew all* for the borrower of the open session."""

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        desk.question = desk.pending = None
        if desk.borrower is None:
            return self.act("renew-all", None, Told("card-needed"))
        loans = sorted(records.open_loans(desk.borrower), key=lambda loan: loan.due)
        if not loans:
            return self.act("renew-all", None, Told("not-on-loan"))
        plans = [(loan, rules.renewal_reasons(records, loan, desk.borrower)) for loan in loans]
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
class SetMode(DeskOperation):
    mode: str

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        desk.mode = self.mode
        desk.question = desk.pending = None
        desk.end_batch()
        return Step("PUT", f"/stations/{self.desk}/mode", {"mode": self.mode}, 200, facts={"mode": self.mode})


@dataclasses.dataclass(frozen=True)
class UndoHere(DeskOperation):
    """Undo: a station undoes only its own last change; UNDO again reverses the undo."""

    def step(self, records: Records, desk: Desk, ids: dict[str, str]) -> Step:
        return self.act("undo", None, self.told(records, desk))

    def told(self, records: Records, desk: Desk) -> Told:
        change = last_change(records, desk)
        if change is None:
            return Told("nothing-to-undo")
        if code := effects.undo_block(records, change.number):
            return Told(code)
        desk.question = None
        effects.undo(records, change.number, desk.name, desk.visit if desk.borrower else None)
        desk.last = None
        for row in [*change.before.values(), *change.after.values()]:
            match row:
                case Copy():
                    desk.batch.pop(row.number, None)
                case Loan():
                    desk.batch.pop(row.copy, None)
        return Told("redone" if change.undoes is not None else "undone")


def last_change(records: Records, desk: Desk) -> Change | None:
    """Undo: the last change of a station, if it can still be undone."""
    change = next((change for change in reversed(records.changes) if change.station == desk.name), None)
    if change is None or change.undone_by is not None:
        return None
    is_late = records.now - change.at > 1000 * records.settings.number("desk.undo-seconds")
    is_opened = records.now < desk.staff_ends
    if is_late and not is_opened:
        return None
    if desk.is_self_service and not is_opened and (desk.borrower is None or change.visit != desk.visit):
        return None
    return change
