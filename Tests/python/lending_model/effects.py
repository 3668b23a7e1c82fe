"""The effects of the rules of docs/lending.md on the model's rows: effects of plans, ends of holds, undo.

Each function names its heading.
"""

import dataclasses

from .records import Copy, Fee, Hold, Loan, Records
from .rules import due_time, hold_to_trap, is_ineligible, is_over, overdue_fee, own_holds, pick_up_by, renewed_due, time_of_return


# Effects


def close_loan(records: Records, loan: Loan, at: int, parts_back: int | None) -> None:
    """Overdue days and fees: a loan that ends is charged up to the time of the return."""
    charge_overdue(records, loan, at)
    records.put(dataclasses.replace(loan, returned=at, parts_back=parts_back))


def charge_overdue(records: Records, loan: Loan, at: int) -> int:
    """Overdue days and fees: charged as a fee of the kind `overdue`."""
    if amount := overdue_fee(records, loan, at):
        charge(records, loan.borrower, "overdue", amount, loan.key)
    return amount


def charge(records: Records, borrower: str, kind: str, amount: int, loan: str | None, currency: str = "") -> Fee:
    money = currency or records.settings["fees.currency"]
    fee = Fee(records.new_key("fee"), borrower, kind, amount, money, records.clock, loan)
    records.put(fee)
    return fee


def wait_again(records: Records, hold: Hold, now: int) -> None:
    """Holds, ending a hold: a ready one waits again at its previous place; if it has lapsed by then, it is expired."""
    if is_over(hold, now):
        records.put(dataclasses.replace(hold, state="expired", closed=records.clock, ready_copy=None))
    else:
        fresh = {"ready_copy": None, "ready_at": None, "pick_up_by": None}
        records.put(dataclasses.replace(hold, state="waiting", **fresh))


def trap(records: Records, number: int, returned_by: str | None) -> Hold | None:
    """Holds: trapping."""
    hold = hold_to_trap(records, records.copy(number), returned_by)
    if hold:
        by = pick_up_by(records)
        hold = dataclasses.replace(hold, state="ready", ready_copy=number, ready_at=records.clock, pick_up_by=by)
        records.put(hold)
    return hold


def find(records: Records, number: int) -> None:
    """Lost, claimed, found: *found* means."""
    copy = records.copy(number)
    records.put(dataclasses.replace(copy, status="available"))
    loans = {loan.key for loan in records.loans() if loan.copy == number}
    for fee in [fee for fee in records.fees() if fee.kind == "lost" and fee.loan in loans]:
        if fee.settled is None:
            records.put(dataclasses.replace(fee, settled=records.clock, is_waived=True))
        elif not fee.is_waived and not has_refund(records, fee):
            charge(records, fee.borrower, "refund", fee.amount, fee.loan, fee.currency)


def has_refund(records: Records, paid: Fee) -> bool:
    """Lost, claimed, found: a refund is owed once for each paid fee."""
    same = [fee for fee in records.fees() if fee.loan == paid.loan and fee.amount == paid.amount]
    return sum(fee.kind == "refund" for fee in same) >= sum(
        fee.kind == "lost" and fee.settled is not None and not fee.is_waived for fee in same
    )


def check_out(records: Records, name: str, number: int, due: int | None) -> Loan:
    """Check-out: effects, in their order."""
    copy = records.copy(number)
    own = own_holds(records, name, copy)
    if loan := records.open_loan(number):
        close_loan(records, loan, records.now, loan.parts)
    if copy.status in ("missing", "lost"):
        find(records, number)
    borrower = records.borrower(name)
    until = due_time(records, borrower, copy) if due is None else due
    parts = max(1, copy.parts - copy.parts_missing)
    opened = Loan(records.new_key("loan"), number, name, records.now, until, parts)
    records.put(opened)
    ready = records.ready_hold(number)
    if ready and ready.borrower != name:
        wait_again(records, ready, records.now)
    for hold in own:
        records.put(dataclasses.replace(hold, state="fulfilled", closed=records.clock))
    return opened


def renew(records: Records, loan: Loan) -> tuple[Loan, int]:
    """Renewal: effects; returns the new loan and the fee."""
    fee = charge_overdue(records, loan, records.now)
    due = renewed_due(records, loan)
    renewed = dataclasses.replace(loan, due=due, renewals=loan.renewals + 1, renewed_at=records.now)
    records.put(renewed)
    return renewed, fee


def check_in(records: Records, number: int, at: int, parts_back: int | None, loan: Loan | None) -> Hold | None:
    """Check-in: parts, and the effects in their order; returns the hold that the copy was trapped for."""
    copy = records.copy(number)
    back = loan.parts if loan and parts_back is None else parts_back
    if loan and back is not None and back < loan.parts:
        if records.settings.flag("returns.keeps-open-without-parts"):
            records.put(dataclasses.replace(loan, parts_back=back))
            return None
        missing = min(copy.parts, copy.parts_missing + loan.parts - back)
        copy = dataclasses.replace(copy, parts_missing=missing)
        records.put(copy)
    if loan:
        close_loan(records, loan, time_of_return(records, loan, at), back)
    elif records.settings.flag("returns.counts-in-house") and copy.status != "withdrawn":
        copy = dataclasses.replace(copy, used_in_house=copy.used_in_house + 1)
        records.put(copy)
    if copy.status in ("missing", "lost"):
        find(records, number)
    ready = records.ready_hold(number)
    if ready and is_ineligible(records, ready.borrower):
        # Offline times: for a return, the time of the merge decides whether a hold has lapsed.
        wait_again(records, ready, records.clock)
    return trap(records, number, loan.borrower if loan else None)


def declare_lost(records: Records, loan: Loan, price: int | None) -> None:
    """Lost, claimed, found: lost."""
    close_loan(records, loan, records.now, loan.parts_back)
    records.put(dataclasses.replace(records.copy(loan.copy), status="lost"))
    if price is not None:
        charge(records, loan.borrower, "lost", price, loan.key)


def end_hold(records: Records, hold: Hold, state: str) -> None:
    """Holds, ending a hold: a copy that was ready for it is trapped for the next or goes home."""
    records.put(dataclasses.replace(hold, state=state, closed=records.clock))
    if hold.state == "ready" and hold.ready_copy is not None:
        trap(records, hold.ready_copy, None)


def leave_shelf(records: Records, number: int) -> None:
    """Holds, ending a hold: a copy that can no longer be lent leaves the pick-up shelf."""
    copy, ready = records.copy(number), records.ready_hold(number)
    if ready and (copy.status != "available" or copy.is_reference):
        wait_again(records, ready, records.now)


# Undo


def undo_block(records: Records, number: int) -> str:
    """Undo: the reason that refuses it, or an empty text."""
    change = records.changes[number]
    if change.undone_by is not None:
        return "nothing-to-undo"
    later = [each for each in records.changes[number + 1 :] if each.undone_by is None]
    standing = [each for each in later if each.undoes is None or each.undoes < number]
    if any(key in change.before for each in standing for key in each.before):
        return "changed-since"
    after = records.with_rows_of_its_own()
    put_back(after, number)
    if any(fee.loan is not None and fee.loan not in after.rows for fee in after.fees()):
        return "changed-since"
    for key, row in change.before.items():
        if contradicts(records, after, number, key, row):
            return "changed-since"
    return ""


def contradicts(records: Records, after: Records, number: int, key: str, row: object) -> bool:
    """Undo: restored rows that would contradict the rules."""
    if isinstance(row, Loan) and row.is_open:
        copy, then = after.copy(row.copy), records.changes[number].rows_then[f"copy {row.copy}"]
        assert isinstance(then, Copy)
        withdrawn_since = copy.status == "withdrawn" and then.status != "withdrawn"
        others = [loan for loan in after.loans() if loan.copy == row.copy and loan.is_open]
        is_out_and_ready = after.ready_hold(row.copy) is not None
        return copy.status in ("lost", "missing") or withdrawn_since or len(others) > 1 or is_out_and_ready
    if isinstance(row, Hold) and row.is_open:
        same = [
            hold
            for hold in after.queue()
            if hold.borrower == row.borrower and (hold.release, hold.on_copy) == (row.release, row.on_copy)
        ]
        if len(same) > 1:
            return True
        if row.state == "ready" and row.ready_copy is not None:
            copy = after.copy(row.ready_copy)
            beside = [hold for hold in after.queue() if hold.state == "ready" and hold.ready_copy == row.ready_copy]
            out = after.open_loan(row.ready_copy) is not None
            return copy.status != "available" or copy.is_reference or out or len(beside) > 1
    if isinstance(row, Copy):
        ready = after.ready_hold(row.number)
        if ready and (row.status != "available" or row.is_reference):
            return True
        return row.status in ("lost", "missing") and after.open_loan(row.number) is not None
    return False


def put_back(records: Records, number: int) -> None:
    """Undo: every row has its previous values again."""
    for key, row in records.changes[number].before.items():
        if row is None:
            records.remove(key)
        else:
            records.put(row)


def undo(records: Records, number: int, station: str | None, session: int | None) -> None:
    """Undo: a change of its own."""
    before, change = dict(records.rows), records.changes[number]
    put_back(records, number)
    made = records.keep_change(before, station, session, undoes=number)
    assert made is not None
    change.undone_by = made.number
    if change.undoes is not None:
        records.changes[change.undoes].undone_by = None
