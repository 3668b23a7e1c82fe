internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// One return by staff, inside the transaction that is open.
struct Return {
  let room: CounterRoom
  let transaction: WriteTransaction
  let by: String?

  /// Takes a copy back, and finds out where it goes now.
  ///
  /// - Parameters:
  ///   - copy: as it is now, with its open loan.
  ///   - returnedAt: when it came back; nil for now.
  ///   - partsBack: how many parts came back; nil for all.
  /// - Returns: what it came to.
  /// - Throws: `CounterError`.
  func take(_ copy: Copy, returnedAt: Timestamp?, partsBack: Int?) throws -> ReturnView {
    let now = transaction.now
    let house = try room.house(in: transaction)
    let rules = LoanRules(house: house)
    try check(returnedAt, partsBack, copy.loan)
    let parts = partsBack ?? copy.loan?.parts
    let holds = try transaction.holds(fulfilledBy: copy.id, of: copy.release)
    let found = rules.giveBack(
      copy, holds: holds, partsBack: parts, droppedAt: returnedAt, isStaff: true, isClockRight: room.isClockRight(),
      now: now)
    var view = ReturnView(code: .notOnLoan, copy: copy, release: try transaction.releaseOf(copy))
    if let loan = copy.loan {
      let back = parts ?? loan.parts
      if back < loan.parts, house.returns.keepsOpenWithoutParts { return try keepOpen(loan, back, rules, view) }
      let at = rules.returnTime(of: loan, droppedAt: returnedAt, now: now)
      let fee = rules.fee(for: loan, returnedAt: at)
      view.overdueDays = rules.overdueDays(loan, at: at)
      view.code = back < loan.parts ? .partsMissing : loan.isOverdue(at: at) ? .returnedOverdue : .returned
      try transaction.perform(
        [.giveBack(loan, at: returnedAt.map { _ in at }, partsBack: partsBack, fee: fee)], .returned, house: house,
        by: by)
    } else if found.warnings.contains(.inHouse) {
      view.code = .inHouse
      try transaction.perform([.countInHouse(copy)], .inHouse, house: house, by: by)
    }
    view.notes = found.warnings.filter { $0 != view.code && $0 != .notOnLoan }
    if found.warnings.contains(.foundMissing) {
      try transaction.perform([.find(copy)], .found, house: house, by: by)
    }
    if let next = try putAside(copy, holds, rules) { view.hold = try transaction.holdView(next) }
    try transaction.keepChange(copy.loan == nil ? .copy : .giveBack, by: by)
    if let loan = copy.loan {
      view.loan = try transaction.loanView(loan.id, rules)
      view.fee = try transaction.fees(for: loan.id).first { $0.kind == .overdue && $0.at == now }
    }
    view.copy = try transaction.copy(copy.id) ?? copy
    return view
  }

  /// Lays the copy ready for whoever waits for it first.
  private func putAside(_ copy: Copy, _ holds: [Hold], _ rules: LoanRules) throws -> Hold.ID? {
    guard copy.status != .withdrawn, !holds.contains(where: { $0.state == .ready && $0.copy == copy.id }),
      let next = rules.served(by: copy, among: holds, now: transaction.now)
    else { return nil }
    try transaction.perform(
      [.setAside(copy, for: next.id, until: rules.pickUpBy(at: transaction.now))], .holdWaiting, house: rules.house,
      by: by)
    return next.id
  }

  /// A loan whose parts are not all back goes on, and it is known how many are.
  private func keepOpen(_ loan: Loan, _ back: Int, _ rules: LoanRules, _ view: ReturnView) throws -> ReturnView {
    var view = view
    _ = try transaction.setPartsBack(back, of: loan.id)
    try transaction.keepChange(.giveBack, by: by)
    try transaction.publish(.loanChanged, subject: loan.id.text, payload: #""copy":"\#(loan.copy)""#)
    view.code = .partsMissing
    view.loan = try transaction.loanView(loan.id, rules)
    view.overdueDays = rules.overdueDays(loan, at: transaction.now)
    return view
  }

  private func check(_ returnedAt: Timestamp?, _ partsBack: Int?, _ loan: Loan?) throws {
    if let returnedAt, returnedAt > transaction.now {
      throw CounterError.badValue(field: "returnedAt", sentence: "Nothing came back later than now.")
    }
    if let partsBack, !(0...(loan?.parts ?? 1)).contains(partsBack) {
      throw CounterError.badValue(
        field: "partsBack", sentence: "It is a whole number from 0 to \(loan?.parts ?? 1), as many as went out.")
    }
  }
}
