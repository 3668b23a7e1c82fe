"""Operations of staff on loans over HTTP: each with the model's result and its request to the hub."""

import dataclasses
from typing import Any, ClassVar

from . import effects, rules
from .checkin import checkin_plan
from .compare import text_of
from .records import Loan, Records


@dataclasses.dataclass(frozen=True)
class Step:
    """One request, and its expected answer. `facts` are members of the body; `token` is true if there is one."""

    method: str
    path: str
    body: dict[str, Any] | None
    status: int
    code: str = ""
    reasons: list[str] | None = None
    facts: dict[str, Any] = dataclasses.field(default_factory=dict)
    token: bool | None = None
    if_match: str = ""
    within: str = ""


@dataclasses.dataclass(frozen=True)
class Operation:
    """One operation. `steps` returns the expected steps and applies them to the records."""

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        raise NotImplementedError


def reason(is_given: bool) -> dict[str, str]:
    return {"override": "Because of the test"} if is_given else {}


def refused(method: str, path: str, body: dict[str, Any], plan: rules.Plan) -> Step:
    """For programs: the answer of a refusal or a prompt."""
    if plan.blockers:
        facts = {"overridable": "not-on-loan" not in plan.blockers}
        token = bool(plan.confirmations)
        return Step(method, path, body, 409, plan.blockers[0], plan.reasons, facts, token)
    return Step(method, path, body, 409, "needs-confirmation", plan.confirmations, {}, True)


@dataclasses.dataclass(frozen=True)
class CheckOut(Operation):
    copy: int
    borrower: str
    due: int | None
    override: bool
    says_yes: bool

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        plan = rules.checkout_plan(records, self.borrower, self.copy, "staff", attended=True)
        body: dict[str, Any] = {"copy": ids[f"copy {self.copy}"], "borrower": ids[f"borrower {self.borrower}"]}
        body |= reason(self.override) | ({"dueAt": text_of(self.due)} if self.due else {})
        steps = []
        if plan.code == "renew-offer":
            return self.renewal(records, body, plan)
        if plan.blockers and not self.override:
            return [refused("POST", "/loans", body, plan)]
        if plan.confirmations:
            steps.append(refused("POST", "/loans", body, rules.Plan(plan.code, [], plan.confirmations, [])))
            if plan.blockers:
                # An override is reported together with the reasons that need a yes.
                steps[-1] = dataclasses.replace(steps[-1], reasons=None)
            if not self.says_yes:
                return steps
            body = body | {"confirm": "TOKEN"}
        loan = effects.check_out(records, self.borrower, self.copy, self.due)
        facts = {"dueAt": loan.due, "parts": loan.parts, "renewals": 0, "openedAt": text_of(loan.opened)}
        facts["notes"] = plan.warnings
        return [*steps, Step("POST", "/loans", body, 201, facts=facts)]

    def renewal(self, records: Records, body: dict[str, Any], plan: rules.Plan) -> list[Step]:
        """Differences between the doors: a copy that the borrower already has is a prompt, and a yes renews it."""
        question = refused("POST", "/loans", body, plan)
        loan = records.open_loan(self.copy)
        if not self.says_yes or loan is None:
            return [question]
        body = body | {"confirm": "TOKEN"}
        reasons = rules.renewal_reasons(records, loan, self.borrower)
        if reasons and not self.override:
            return [question, Step("POST", "/loans", body, 409, reasons[0], reasons)]
        return [question, Step("POST", "/loans", body, 200, facts=renewed(records, loan))]


def renewed(records: Records, loan: Loan) -> dict[str, Any]:
    """Renewal: effects and facts."""
    after, fee = effects.renew(records, loan)
    return {"dueAt": after.due, "renewals": after.renewals, "notes": rules.renewal_notes(records, fee)}


@dataclasses.dataclass(frozen=True)
class CheckLoan(Operation):
    """The reasons against a loan; changes nothing."""

    copy: int
    borrower: str

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        plan = rules.checkout_plan(records, self.borrower, self.copy, "staff", attended=True)
        body = {"copy": ids[f"copy {self.copy}"], "borrower": ids[f"borrower {self.borrower}"]}
        facts = {"isClear": not plan.reasons, "blockers": plan.blockers, "confirms": plan.confirmations}
        return [Step("POST", "/loans/check", body, 200, facts=facts | {"warnings": plan.warnings})]


@dataclasses.dataclass(frozen=True)
class CheckIn(Operation):
    """A return by its copy (`POST /returns`), or by its loan."""

    copy: int
    by_loan: bool
    at: int | None
    parts_back: int | None
    says_yes: bool

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        loan = records.open_loan(self.copy)
        path = "/returns"
        body: dict[str, Any] = {"copy": ids[f"copy {self.copy}"]}
        if loan and self.by_loan:
            path, body = f"/loans/{ids[loan.key]}/return", {}
        if self.at is not None:
            body["droppedAt"] = text_of(self.at)
        at = records.now if self.at is None else self.at
        asked = checkin_plan(records, self.copy, at, True, None, None, asks=True)
        steps = []
        back = None
        if "parts-check" in asked.plan.confirmations:
            assert loan is not None
            question = refused("POST", path, body, asked.plan)
            facts = {"parts": loan.parts}
            steps.append(dataclasses.replace(question, code="parts-check", token=None, facts=facts))
            if self.parts_back is None:
                return steps
        if self.parts_back is not None and loan:
            back = min(self.parts_back, loan.parts)
            body = body | {"partsBack": back}
        counted = checkin_plan(records, self.copy, at, True, back, None, asks=back is None)
        if counted.plan.confirmations:
            steps.append(refused("POST", path, body, counted.plan))
            if not self.says_yes:
                return steps
            body = body | {"confirm": "TOKEN"}
        effects.check_in(records, self.copy, at, back, loan)
        facts = {"code": counted.plan.code, "notes": counted.notes, "overdueDays": counted.overdue_days}
        if counted.fee:
            facts["fee"] = counted.fee
        return [*steps, Step("POST", path, body, 200, facts=facts)]


@dataclasses.dataclass(frozen=True)
class LoanOperation(Operation):
    """An operation on one loan, mostly an open one."""

    loan: str
    act: ClassVar[str]
    needs_open: ClassVar[bool] = True

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        """Lost, claimed, found: any operation on a loan that has ended is refused."""
        loan = records.row(Loan, self.loan)
        step = Step("POST", f"/loans/{ids[self.loan]}/{self.act}", self.body(), 200)
        if self.needs_open and not loan.is_open:
            return [dataclasses.replace(step, status=409, code="conflict")]
        return [self.done(records, loan, step)]

    def body(self) -> dict[str, Any] | None:
        return None

    def done(self, records: Records, loan: Loan, step: Step) -> Step:
        raise NotImplementedError


@dataclasses.dataclass(frozen=True)
class Renew(LoanOperation):
    act = "renew"
    override: bool

    def body(self) -> dict[str, Any]:
        return reason(self.override)

    def done(self, records: Records, loan: Loan, step: Step) -> Step:
        reasons = rules.renewal_reasons(records, loan, loan.borrower)
        if reasons and not self.override:
            return refused("POST", step.path, self.body(), rules.Plan("renewed", reasons, [], []))
        return dataclasses.replace(step, facts=renewed(records, loan))


@dataclasses.dataclass(frozen=True)
class Claim(LoanOperation):
    act = "claim"

    def done(self, records: Records, loan: Loan, step: Step) -> Step:
        if loan.claimed is None:
            records.put(dataclasses.replace(loan, claimed=records.now))
        return step


@dataclasses.dataclass(frozen=True)
class Lost(LoanOperation):
    act = "lost"
    price: int | None

    def body(self) -> dict[str, Any]:
        return {"fee": self.price} if self.price else {}

    def done(self, records: Records, loan: Loan, step: Step) -> Step:
        if self.price and not records.settings.flag("fees.on"):
            return dataclasses.replace(step, status=409, code="switched-off")
        effects.declare_lost(records, loan, self.price)
        return step


@dataclasses.dataclass(frozen=True)
class Found(LoanOperation):
    act = "found"
    needs_open = False

    def done(self, records: Records, loan: Loan, step: Step) -> Step:
        """Lost, claimed, found: found."""
        if loan.is_open and loan.claimed is not None:
            effects.check_in(records, loan.copy, loan.claimed, None, loan)
        elif records.copy(loan.copy).status in ("missing", "lost") and not records.open_loan(loan.copy):
            effects.find(records, loan.copy)
            effects.trap(records, loan.copy, None)
        else:
            return dataclasses.replace(step, status=409, code="already-there")
        return step


@dataclasses.dataclass(frozen=True)
class RenewAll(Operation):
    borrower: str

    def steps(self, records: Records, ids: dict[str, str]) -> list[Step]:
        renewed, left = [], []
        for loan in sorted(records.open_loans(self.borrower), key=lambda loan: loan.due):
            reasons = rules.renewal_reasons(records, loan, self.borrower)
            if reasons:
                left.append((ids[loan.key], reasons))
            else:
                effects.renew(records, loan)
                renewed.append(ids[loan.key])
        facts = {"renewed": sorted(renewed), "unrenewed": sorted(left)}
        return [Step("POST", f"/borrowers/{ids[f'borrower {self.borrower}']}/renew", None, 200, facts=facts)]
