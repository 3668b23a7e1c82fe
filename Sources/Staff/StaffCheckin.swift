internal import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

/// A check-in by staff, inside an open transaction.
struct StaffCheckin {
  let room: StaffContext
  let transaction: WriteTransaction
  let by: String?

  /// Checks a copy in, and determines where it goes now.
  ///
  /// - Parameters:
  ///   - copy: the current copy, with its open loan.
  ///   - reported: the time of the return and the number of returned parts.
  ///   - confirmation: the text of the confirmation.
  ///   - isFound: true if the copy was found on the shelf; then nothing has to be confirmed.
  /// - Returns: the result of the check-in.
  /// - Throws: `PolicyRefusal` with everything that has to be counted or confirmed first; `StaffError`.
  func take(
    _ copy: Copy, _ reported: CheckinPlan.Report, confirmation: String? = nil, isFound: Bool = false
  ) throws -> ReturnView {
    let now = transaction.now
    let rules = try room.rules(in: transaction)
    try check(reported.returnedAt, reported.partsBack, copy.loan)
    let plan = CheckinPlan(
      try transaction.facts(of: copy, rules.library), reported,
      RequestOrigin(channel: .staff, isClockRight: room.isClockRight(), at: now), rules: rules)
    if !isFound { try check(plan.assessment, of: copy, confirmation, rules.library) }
    try transaction.perform(plan.effects, .returned, library: rules.library, by: by)
    try transaction.storeChange(copy.loan == nil ? .copy : .checkIn, by: by, reason: isFound ? "found" : nil)
    var view = ReturnView(
      code: plan.code, notes: plan.notes, copy: try transaction.copy(.id(copy.id)),
      release: try transaction.releaseOf(copy), facts: plan.facts)
    view.hold = try plan.hold.map { try transaction.holdView($0.id) }
    view.pickUpShelf = try plan.hold == nil ? nil : transaction.pickUpShelf(rules.library)
    if let loan = copy.loan {
      view.loan = try transaction.loanView(loan.id, rules)
      view.fee = try transaction.fees(for: loan.id).first { $0.kind == .overdue && $0.at == now }
    }
    return view
  }

  /// Passes a check-in without open questions. A check of the parts is answered with their number, everything else with
  /// a confirmation.
  private func check(_ found: Assessment, of copy: Copy, _ confirmation: String?, _ library: LibraryPolicy) throws {
    var rest = found
    rest.confirms.removeAll { $0 == .partsCheck }
    let pending = PendingConfirmation(
      .checkIn, scan: .absent, copy: copy.id, borrower: copy.loan?.borrower, reasons: rest.reasons,
      versions: rest.versions)
    guard found.confirms.contains(.partsCheck) else {
      return try room.check(rest, pending, yes: confirmation, why: nil, library: library, at: transaction.now)
    }
    var refusal = PolicyRefusal(.partsCheck, reasons: found.reasons, notes: found.warnings)
    refusal.parts = copy.loan?.parts
    if !rest.isClear { refusal.confirmation = room.text(of: pending, library: library, at: transaction.now) }
    throw refusal
  }

  private func check(_ returnedAt: Timestamp?, _ partsBack: Int?, _ loan: Loan?) throws {
    if let returnedAt, returnedAt > transaction.now {
      throw StaffError.badValue(field: "returnedAt", sentence: "It must not be later than now.")
    }
    if let partsBack, !(0...(loan?.parts ?? 1)).contains(partsBack) {
      throw StaffError.badValue(
        field: "partsBack",
        sentence: "It must be a whole number from 0 to \(loan?.parts ?? 1), the number of parts that were checked out.")
    }
  }
}
