internal import Deadwax
internal import Lending
internal import StationLogic
internal import Storage

extension EffectExecutor {
  mutating func perform(_ effect: LendingEffect) throws {
    switch effect {
    case .lend(let copy, let borrower, let due, let holds, let at):
      try lend(copy, to: borrower, due, fulfils: holds, at: at)
    case .checkIn(let loan, let at, let parts, let fee): try checkIn(loan, at, parts, fee)
    case .notePartsBack(let loan, let parts): try notePartsBack(loan, parts)
    case .renew(let loan, let due, let fee, let at): try renew(loan, due, fee, at)
    case .lose(let loan, let fee, let price): try lose(loan, fee, price)
    case .trap(let copy, let hold, let until): try trap(copy, hold, until)
    case .waitAgain(let hold): try waitAgain(hold)
    case .end(let hold, let state, let next): try end(hold, as: state, next: next)
    case .find(let copy): try find(copy)
    case .cancel(let fee): try cancel(fee)
    case .refund(let fee): try refund(fee)
    case .countInHouse(let copy): try count(copy, inHouse: true)
    }
  }

  private mutating func lend(
    _ copy: Copy, to borrower: Borrower.ID, _ due: Timestamp, fulfils holds: [Hold.ID], at: Timestamp
  ) throws {
    let loan = Loan(
      id: transaction.newID(), copy: copy.id, borrower: borrower, openedAt: at, dueAt: due,
      parts: max(1, copy.partCount - copy.partsMissing))
    do {
      try transaction.attempt { try transaction.open(loan, at: station) }
    } catch let error as StorageError where error.kind == .conflict {
      throw Refused(.onLoanElsewhere)
    }
    for hold in holds {
      guard try transaction.close(hold, as: .fulfilled) else { throw Refused(.holdOther) }
      try transaction.publish(
        .holdChanged(state: .stored(.fulfilled), copy: copy.id, next: nil), station: station, subject: hold.text)
    }
    note(.lend)
    receipt(StoredSession.Line(kind: .lent, loan: loan.id, dueAt: due))
    try transaction.publish(
      .loanOpened(copy: copy.id, dueAt: RFC3339Time(due)), station: station, subject: loan.id.text)
  }

  private mutating func checkIn(_ loan: Loan, _ at: Timestamp, _ partsBack: Int?, _ fee: Int) throws {
    guard try transaction.close(loan.id, at: station, returnedAt: at, partsBack: partsBack) else {
      throw Refused(.notOnLoan)
    }
    if let partsBack, partsBack < loan.parts, let copy = try transaction.copy(loan.copy) {
      let missing = min(copy.partCount, copy.partsMissing + loan.parts - partsBack)
      try transaction.setPartsMissing(missing, of: copy.id)
    }
    try charge(.overdue, fee, for: loan)
    note(.checkIn)
    // The receipt of the session lists only copies of its own borrower.
    if loan.borrower == session?.borrower { receipt(StoredSession.Line(kind: .returned, loan: loan.id)) }
    try transaction.publish(.loanClosed(copy: loan.copy), station: station, subject: loan.id.text)
  }

  /// Records that some parts were returned; the loan remains open for the others.
  private mutating func notePartsBack(_ loan: Loan, _ partsBack: Int) throws {
    guard try transaction.setPartsBack(partsBack, of: loan.id) else { throw Refused(.notOnLoan) }
    note(.checkIn)
    try transaction.publish(.loanChanged(copy: loan.copy, dueAt: nil), station: station, subject: loan.id.text)
  }

  private mutating func renew(_ loan: Loan, _ due: Timestamp, _ fee: Int, _ at: Timestamp) throws {
    guard try transaction.renew(loan.id, dueAt: due, at: at) else { throw Refused(.notOnLoan) }
    try charge(.overdue, fee, for: loan)
    note(.renew)
    receipt(StoredSession.Line(kind: .renewed, loan: loan.id, dueAt: due))
    try transaction.publish(
      .loanChanged(copy: loan.copy, dueAt: RFC3339Time(due)), station: station, subject: loan.id.text)
  }

  private mutating func lose(_ loan: Loan, _ fee: Int, _ price: Int) throws {
    guard try transaction.lose(loan.id, at: station) else { throw Refused(.notOnLoan) }
    try transaction.set(.lost, of: loan.copy)
    try charge(.overdue, fee, for: loan)
    try charge(.lost, price, for: loan)
    note(.checkIn)
    try transaction.publish(.loanClosed(copy: loan.copy), station: station, subject: loan.id.text)
    try report(loan.copy, .lost)
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
