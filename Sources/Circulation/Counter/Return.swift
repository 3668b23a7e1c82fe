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
  ///   - partsBack: how many parts came back; nil when nobody has counted.
  ///   - confirmation: the text of the question that is said yes to.
  /// - Returns: what it came to.
  /// - Throws: `CounterRefusal` with everything that has to be counted or said yes to first; `CounterError`.
  func take(
    _ copy: Copy, returnedAt: Timestamp?, partsBack: Int?, confirmation: String? = nil
  ) throws -> ReturnView {
    let now = transaction.now
    let house = try room.house(in: transaction)
    let rules = LoanRules(house: house)
    try check(returnedAt, partsBack, copy.loan)
    let holds = try transaction.holds(fulfilledBy: copy.id, of: copy.release)
    let skipped = try transaction.passedOver(holds, house)
    let found = rules.giveBack(
      copy, holds: holds, skipping: skipped, partsBack: partsBack, droppedAt: returnedAt, isStaff: true,
      isClockRight: room.isClockRight(),
      now: now)
    try check(found, of: copy, confirmation, house)
    var view = ReturnView(code: .notOnLoan, copy: copy, release: try transaction.releaseOf(copy))
    if let loan = copy.loan {
      let back = partsBack ?? loan.parts
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
      let next = rules.served(
        by: copy, among: holds, skipping: try transaction.passedOver(holds, rules.house), now: transaction.now)
    else { return nil }
    try transaction.perform(
      [.setAside(copy, for: next.id, until: rules.pickUpBy(at: transaction.now))], .holdWaiting, house: rules.house,
      by: by)
    return next.id
  }

  /// A loan whose parts are not all back goes on, and it is known how many are.
  private func keepOpen(_ loan: Loan, _ back: Int, _ rules: LoanRules, _ view: ReturnView) throws -> ReturnView {
    var view = view
    if loan.partsBack != back {
      try transaction.perform([.notePartsBack(loan, back)], .partsMissing, house: rules.house, by: by)
    }
    try transaction.keepChange(.giveBack, by: by)
    view.code = .partsMissing
    view.loan = try transaction.loanView(loan.id, rules)
    view.overdueDays = rules.overdueDays(loan, at: transaction.now)
    return view
  }

  /// Lets on what nothing stands against. Parts are counted, and a number says how many; the rest is said yes to.
  private func check(_ found: Assessment, of copy: Copy, _ confirmation: String?, _ house: HousePolicy) throws {
    var rest = found
    rest.confirms.removeAll { $0 == .partsCheck }
    let asked = Confirming(
      .giveBack, scan: .nobody, copy: copy.id, borrower: copy.loan?.borrower, reasons: rest.reasons,
      versions: rest.versions)
    guard found.confirms.contains(.partsCheck) else {
      return try room.check(rest, asked, yes: confirmation, why: nil, house: house, at: transaction.now)
    }
    var refusal = CounterRefusal(.partsCheck, reasons: found.reasons, notes: found.warnings)
    refusal.parts = copy.loan?.parts
    if !rest.isClear { refusal.confirmation = room.text(of: asked, house: house, at: transaction.now) }
    throw refusal
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
