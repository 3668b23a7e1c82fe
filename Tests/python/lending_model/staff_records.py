"""Operations of staff over HTTP: holds, fees, borrowers, copies, settings, changes and the hub."""

import dataclasses

from . import effects, rules
from .compare import text_of
from .records import Fee, Hold, Records, Setting
from .staff import Operation, Step


@dataclasses.dataclass(frozen=True)
class PlaceHold(Operation):
    borrower: str
    release: str
    copy: int | None
    not_after: int | None

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        subject = {"release": ids[f"release {self.release}"]} if self.copy is None else {"copy": ids[f"copy {self.copy}"]}
        body = {**subject, "borrower": ids[f"borrower {self.borrower}"]}
        if self.not_after is not None:
            body["notAfter"] = text_of(self.not_after)
        reasons = rules.hold_blocks(records, records.borrower(self.borrower), self.release, self.copy)
        if reasons:
            return [Step("POST", "/holds", body, 409, reasons[0], reasons)]
        key = records.new_key("hold")
        hold = Hold(key, self.borrower, records.now, self.release, self.copy, self.not_after)
        records.put(hold)
        return [Step("POST", "/holds", body, 201, facts={"state": "waiting"})]


@dataclasses.dataclass(frozen=True)
class CancelHold(Operation):
    hold: str

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        effects.end_hold(records, records.row(Hold, self.hold), "cancelled")
        return [Step("POST", f"/holds/{ids[self.hold]}/cancel", None, 200, facts={"state": "cancelled"})]


@dataclasses.dataclass(frozen=True)
class ChargeFee(Operation):
    borrower: str
    kind: str
    amount: int
    loan: str | None

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        """Overdue days and fees: staff may charge a fee by hand."""
        body = {"borrower": ids[f"borrower {self.borrower}"], "kind": self.kind, "amount": self.amount}
        if self.loan:
            body["loan"] = ids[self.loan]
        if not records.settings.flag("fees.on"):
            return [Step("POST", "/fees", body, 409, "switched-off")]
        of_loan = [fee for fee in records.fees() if fee.loan == self.loan and fee.kind == "overdue"]
        if self.kind == "overdue" and self.loan and of_loan:
            return [Step("POST", "/fees", body, 409, "duplicate")]
        effects.charge(records, self.borrower, self.kind, self.amount, self.loan)
        return [Step("POST", "/fees", body, 201, facts={"amount": self.amount, "kind": self.kind})]


@dataclasses.dataclass(frozen=True)
class EndFee(Operation):
    """A fee is paid, or waived."""

    fee: str
    is_waived: bool

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        fee = records.row(Fee, self.fee)
        records.put(dataclasses.replace(fee, settled=records.now, is_waived=self.is_waived))
        body = {"reason": "Because of the test"} if self.is_waived else None
        return [Step("POST", f"/fees/{ids[self.fee]}/{'waive' if self.is_waived else 'settle'}", body, 200)]


@dataclasses.dataclass(frozen=True)
class Block(Operation):
    borrower: str
    is_blocked: bool

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        row = records.borrower(self.borrower)
        records.put(dataclasses.replace(row, is_blocked=self.is_blocked))
        path = f"/borrowers/{ids[f'borrower {self.borrower}']}/block"
        if self.is_blocked:
            return [Step("PUT", path, {"reason": "Because of the test"}, 200)]
        return [Step("DELETE", path, None, 200)]


@dataclasses.dataclass(frozen=True)
class PatchBorrower(Operation):
    borrower: str
    expires: int | None
    limit: int | None

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        row = records.borrower(self.borrower)
        records.put(dataclasses.replace(row, expires=self.expires, loan_limit=self.limit))
        path = f"/borrowers/{ids[f'borrower {self.borrower}']}"
        expires = None if self.expires is None else text_of(self.expires)
        return [Step("PATCH", path, {"expiresAt": expires, "loanLimit": self.limit}, 200, if_match=path)]


@dataclasses.dataclass(frozen=True)
class PatchCopy(Operation):
    copy: int
    parts: int | None
    parts_missing: int | None
    is_reference: bool | None
    status: str | None

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        """Changes the notes of a copy."""
        copy, loan = records.copy(self.copy), records.open_loan(self.copy)
        path = f"/copies/{ids[f'copy {self.copy}']}"
        wanted = {
            "parts": self.parts,
            "partsMissing": self.parts_missing,
            "isReference": self.is_reference,
            "status": self.status,
        }
        body = {name: value for name, value in wanted.items() if value is not None}
        changed = dataclasses.replace(
            copy,
            parts=copy.parts if self.parts is None else self.parts,
            parts_missing=copy.parts_missing if self.parts_missing is None else self.parts_missing,
            is_reference=copy.is_reference if self.is_reference is None else self.is_reference,
            status=copy.status if self.status is None else self.status,
        )
        if changed.parts_missing > changed.parts:
            return [Step("PATCH", path, body, 422, "invalid", if_match=path)]
        counts = self.parts is not None or self.parts_missing is not None
        is_short = loan is not None and counts and changed.parts - changed.parts_missing < loan.parts
        if loan and (changed.status in ("missing", "lost") or is_short):
            return [Step("PATCH", path, body, 409, "copy-on-loan", if_match=path)]
        is_found = copy.status in ("missing", "lost") and changed.status == "available"
        records.put(changed)
        if is_found:
            effects.find(records, self.copy)
            effects.trap(records, self.copy, None)
        effects.leave_shelf(records, self.copy)
        return [Step("PATCH", path, body, 200, if_match=path)]


@dataclasses.dataclass(frozen=True)
class UndoChange(Operation):
    """Staff undo any change."""

    change: str

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        path = f"/changes/{ids[self.change]}/undo"
        number = records.change(self.change).number
        if code := effects.undo_block(records, number):
            return [Step("POST", path, None, 409, code)]
        effects.undo(records, number, None, None)
        return [Step("POST", path, None, 200)]


@dataclasses.dataclass(frozen=True)
class ChangeSetting(Operation):
    key: str
    value: str

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        records.put(Setting(self.key, self.value))
        path = f"/settings/{self.key}"
        return [Step("PUT", path, {"value": self.value}, 200, if_match=path)]


@dataclasses.dataclass(frozen=True)
class StartAnew(Operation):
    """The hub is restarted with a stated day (docs/operating.md, "The clock"). Nothing else changes."""

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        records.is_clock_believed = True
        return [Step("START", text_of(records.now)[:10], None, 200)]
