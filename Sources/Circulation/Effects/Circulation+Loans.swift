internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

extension Circulation {
  mutating func lend(
    _ copy: Copy, to borrower: Borrower.ID, _ due: Timestamp, fulfils hold: Hold.ID?, found: Bool,
    at: Timestamp? = nil
  ) throws {
    let loan = Loan(
      id: transaction.newID(), copy: copy.id, borrower: borrower, openedAt: at ?? transaction.now,
      dueAt: due,
      parts: max(1, copy.partCount - copy.partsMissing))
    if found { try find(copy) }
    do {
      try transaction.open(loan, at: station)
    } catch let error as StorageError where error.code == .constraintUnique {
      throw Refused(.onLoanElsewhere)
    }
    try takeFromShelf(copy, but: hold)
    if let hold {
      guard try transaction.close(hold, as: .fulfilled) else { throw Refused(.holdOther) }
      try transaction.publish(
        .holdChanged, station: station, subject: hold.text, payload: #""state":"fulfilled","copy":"\#(copy.id)""#)
    }
    note(.lend)
    receipt(Visit.Line(kind: .lent, loan: loan.id, dueAt: due))
    try transaction.publish(
      .loanOpened, station: station, subject: loan.id.text, payload: #""copy":"\#(copy.id)","dueAt":"\#(due)""#)
  }

  /// What lay ready for somebody else does so no more: who is in time waits again at the old place in the queue.
  func takeFromShelf(_ copy: Copy, but hold: Hold.ID?) throws {
    guard let ready = try transaction.readyHold(of: copy.id), ready.id != hold else { return }
    let isOver = HoldQueue.isOver(ready, at: transaction.now)
    if isOver {
      _ = try transaction.close(ready.id, as: .expired)
    } else {
      _ = try transaction.setWaiting(ready.id)
    }
    let state: Hold.State = isOver ? .expired : .waiting
    try transaction.publish(
      .holdChanged, station: station, subject: ready.id.text,
      payload: #""state":"\#(state.rawValue)","copy":"\#(copy.id)""#)
  }

  mutating func giveBack(_ loan: Loan, _ at: Timestamp?, _ partsBack: Int?, _ fee: Int) throws {
    let returnedAt = at ?? transaction.now
    guard try transaction.close(loan.id, at: station, returnedAt: returnedAt, partsBack: partsBack) else {
      throw Refused(.notOnLoan)
    }
    if let partsBack, partsBack < loan.parts, let copy = try transaction.copy(loan.copy) {
      try transaction.setPartsMissing(copy.partsMissing + loan.parts - partsBack, of: copy.id)
    }
    if fee > 0, let borrower = loan.borrower {
      let charge = Fee(
        id: transaction.newID(), borrower: borrower, loan: loan.id, kind: .overdue, amount: fee,
        currency: house.fees.currency, at: transaction.now)
      try transaction.insert(charge)
      try transaction.publish(
        .feeChanged, station: station, subject: charge.id.text, payload: #""loan":"\#(loan.id)""#)
    }
    note(.giveBack)
    // What somebody else had is on nobody's receipt.
    if loan.borrower == session?.borrower { receipt(Visit.Line(kind: .returned, loan: loan.id)) }
    try transaction.publish(
      .loanClosed, station: station, subject: loan.id.text, payload: #""copy":"\#(loan.copy)""#)
  }

  /// Some of its parts are back, and it stays open for the others.
  mutating func notePartsBack(_ loan: Loan, _ partsBack: Int) throws {
    guard try transaction.setPartsBack(partsBack, of: loan.id) else { throw Refused(.notOnLoan) }
    note(.giveBack)
    try transaction.publish(
      .loanChanged, station: station, subject: loan.id.text, payload: #""copy":"\#(loan.copy)""#)
  }

  mutating func renew(_ loan: Loan, _ due: Timestamp) throws {
    guard try transaction.renew(loan.id, dueAt: due) else { throw Refused(.notOnLoan) }
    note(.renew)
    receipt(Visit.Line(kind: .renewed, loan: loan.id, dueAt: due))
    try transaction.publish(
      .loanChanged, station: station, subject: loan.id.text, payload: #""copy":"\#(loan.copy)","dueAt":"\#(due)""#)
  }

  mutating func setAside(_ copy: Copy, _ hold: Hold.ID, _ until: Timestamp) throws {
    do {
      guard try transaction.setReady(hold, copy: copy.id, until: until) else { throw Refused(.changedSince) }
    } catch let error as StorageError where error.code == .constraintUnique {
      throw Refused(.changedSince)
    }
    note(.holdReady)
    try transaction.publish(
      .holdChanged, station: station, subject: hold.text, payload: #""state":"ready","copy":"\#(copy.id)""#)
  }

  mutating func undo(_ id: Change.ID) throws {
    guard let change = try transaction.change(id) else { throw Refused(.nothingToUndo) }
    switch try transaction.undo(id, scan: scan, station: station, by: by, reason: reason) {
    case .undone(let undo, _):
      note(undo: undo)
      try transaction.publishUndone(change, by: undo, at: station)
    case .refused(let refusal): throw Refused(refusal.code, word: refusal.since?.rawValue)
    }
  }
}
