package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

/// Lending by staff without a station: the same rules, with the option to override them.
package struct Loans: Sendable {
  let room: StaffContext

  /// A copy or a borrower, by its id or by a code that identifies it.
  package enum Named<Subject>: Hashable, Sendable {
    case id(Identifier<Subject>)
    case code(String)
  }

  package struct CheckOut: Hashable, Sendable {
    package var copy: Named<Copy>
    package var borrower: Named<Borrower>
    /// The due time; nil for the one that the rules give.
    package var dueAt: Timestamp?
    /// The text of the confirmation.
    package var confirmation: String?
    /// The reason for an override of the rules; stored with the change.
    package var override: String?

    package init(
      copy: Named<Copy>, borrower: Named<Borrower>, dueAt: Timestamp? = nil, confirmation: String? = nil,
      override: String? = nil
    ) {
      self.copy = copy
      self.borrower = borrower
      self.dueAt = dueAt
      self.confirmation = confirmation
      self.override = override
    }
  }

  /// Lends a copy.
  ///
  /// - Parameters:
  ///   - order: the copy, the borrower and the options.
  ///   - by: the person or program that makes the change.
  /// - Returns: the loan, with its notes.
  /// - Throws: `PolicyRefusal` with all reasons, and with a confirmation if only that is missing; `StaffError` for
  ///   records that do not exist, or a due time that is not after now.
  package func checkOut(_ order: CheckOut, by: String?) throws -> LoanView {
    let why = try FieldValidation.optionalLine(order.override, "override", atMost: 300)
    let isClockRight = room.isClockRight()
    return try room.write { [room] transaction in
      let now = transaction.now
      let rules = try room.rules(in: transaction)
      let copy = try transaction.copy(order.copy)
      let borrower = try transaction.borrower(order.borrower)
      if let due = order.dueAt { try Self.check(due, at: now) }
      let plan = CheckoutPlan(
        try transaction.facts(of: copy, rules.library), to: borrower,
        RequestOrigin(channel: .staff, isClockRight: isClockRight, at: now), wasReported: false, dueAt: order.dueAt,
        rules: rules)
      let found = plan.assessment
      try room.check(
        found, PendingConfirmation(plan, of: copy, to: borrower), yes: order.confirmation, why: why,
        library: rules.library,
        at: now)
      // A copy that the borrower has already is renewed instead, and only after a confirmation of that renewal.
      if plan.code == .renewOffer {
        return try renewed(copy, why: why, rules, isClockRight: isClockRight, by: by, in: transaction)
      }
      try transaction.perform(plan.effects, .checkedOut, library: rules.library, by: by)
      try transaction.storeChange(.lend, by: by, reason: why.map { Self.reason(found.reasons, $0) })
      guard let loan = try transaction.openLoan(of: copy.id) else { throw StaffError.noSuchLoan }
      var view = try transaction.view(of: loan, rules)
      view.notes = found.warnings
      return view
    }
  }

  package struct CheckIn: Hashable, Sendable {
    package var copy: Named<Copy>
    /// The time of the return, not after now; nil for now.
    package var returnedAt: Timestamp?
    /// The number of returned parts; nil if they were not counted.
    package var partsBack: Int?
    /// The text of the confirmation.
    package var confirmation: String?

    package init(
      copy: Named<Copy>, returnedAt: Timestamp? = nil, partsBack: Int? = nil, confirmation: String? = nil
    ) {
      self.copy = copy
      self.returnedAt = returnedAt
      self.partsBack = partsBack
      self.confirmation = confirmation
    }
  }

  /// Checks a copy in.
  ///
  /// - Parameters:
  ///   - order: the copy, the time of the return and the number of returned parts.
  ///   - by: the person or program that makes the change.
  /// - Returns: the result, and the place where the copy goes. `not-on-loan` is no error, because the copy is in the
  ///   library.
  /// - Throws: `PolicyRefusal` if the library policy requires a count of the parts or a confirmation; `StaffError`.
  package func checkIn(_ order: CheckIn, by: String?) throws -> ReturnView {
    try room.write { [room] transaction in
      let copy = try transaction.copy(order.copy)
      return try StaffCheckin(room: room, transaction: transaction, by: by)
        .take(
          copy, CheckinPlan.Report(returnedAt: order.returnedAt, partsBack: order.partsBack),
          confirmation: order.confirmation)
    }
  }

  /// Checks in the copy of a loan.
  ///
  /// - Throws: the errors of `checkIn` by copy, `StaffError.noSuchLoan` or `.isOver`.
  package func checkIn(
    _ id: Loan.ID, returnedAt: Timestamp?, partsBack: Int?, confirmation: String? = nil, by: String?
  ) throws -> ReturnView {
    try room.write { [room] transaction in
      let copy = try transaction.copy(of: transaction.openLoan(id))
      return try StaffCheckin(room: room, transaction: transaction, by: by)
        .take(
          copy, CheckinPlan.Report(returnedAt: returnedAt, partsBack: partsBack), confirmation: confirmation)
    }
  }

  /// Renews a loan.
  ///
  /// - Parameters:
  ///   - id: an open loan.
  ///   - override: the reason for an override of the rules.
  ///   - ifVersion: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the loan.
  /// - Throws: `PolicyRefusal` with all reasons, or `StaffError`.
  package func renew(
    _ id: Loan.ID, override: String? = nil, ifVersion: Int? = nil, by: String?
  ) throws -> LoanView {
    let why = try FieldValidation.optionalLine(override, "override", atMost: 300)
    let isClockRight = room.isClockRight()
    return try room.write { [room] transaction in
      let rules = try room.rules(in: transaction)
      let loan = try transaction.openLoan(id)
      if let ifVersion, ifVersion != loan.version { throw StaffError.staleVersion(now: loan.version) }
      let copy = try transaction.copy(of: loan)
      return try renewed(copy, why: why, rules, isClockRight: isClockRight, by: by, in: transaction)
    }
  }

  private func renewed(
    _ copy: Copy, why: String?, _ rules: LendingPolicy, isClockRight: Bool, by: String?,
    in transaction: WriteTransaction
  ) throws -> LoanView {
    let borrower = try transaction.whose(copy)
    let plan = RenewalPlan(
      try transaction.facts(of: copy, rules.library), by: borrower,
      RequestOrigin(channel: .staff, isClockRight: isClockRight, at: transaction.now), rules: rules)
    let found = plan.assessment
    guard let loan = copy.loan, found.isClear || why != nil && found.isOverridable else {
      throw PolicyRefusal(
        found.reasons.first ?? .renewLimit, reasons: found.reasons, notes: found.warnings,
        canOverride: found.isOverridable)
    }
    try transaction.perform(plan.effects, .renewed, library: rules.library, by: by)
    try transaction.storeChange(
      .renew, by: by, reason: found.isClear ? nil : why.map { Self.reason(found.reasons, $0) })
    var view = try transaction.loanView(loan.id, rules)
    view.notes = found.warnings
    return view
  }

  /// The result of renewing all loans of a borrower.
  package struct Renewals: Hashable, Sendable {
    package var renewed: [LoanView]
    package var unrenewed: [Unrenewed]

    package init(renewed: [LoanView], unrenewed: [Unrenewed]) {
      self.renewed = renewed
      self.unrenewed = unrenewed
    }
  }

  package struct Unrenewed: Hashable, Sendable {
    package var loan: LoanView
    /// All reasons, the most important first.
    package var reasons: [Outcome.Code]

    package init(loan: LoanView, reasons: [Outcome.Code]) {
      self.loan = loan
      self.reasons = reasons
    }
  }

  /// Renews every open loan of a borrower that can be renewed; all renewals are one change.
  ///
  /// - Throws: `StaffError.noSuchBorrower`.
  package func renewAll(of id: Borrower.ID, by: String?) throws -> Renewals {
    let isClockRight = room.isClockRight()
    return try room.write { [room] transaction in
      let origin = RequestOrigin(channel: .staff, isClockRight: isClockRight, at: transaction.now)
      return try Self.renewals(
        of: try transaction.openLoans(of: id), by: id, origin, try room.rules(in: transaction), by, in: transaction)
    }
  }

  package enum Listed: String, CaseIterable, Sendable {
    case all, open, overdue
    case dueSoon = "due-soon"
    case returned
  }

  /// Returns open loans ordered by their due time, ended loans ordered by their return, or all loans. Ended and all loans
  /// have the newest first.
  ///
  /// - Parameters:
  ///   - state: the state of the loans.
  ///   - borrower: returns only the loans of this borrower.
  ///   - copy: returns only the loans of this copy.
  ///   - from: the time at which the list begins, in its order; nil for the first loan.
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of loans, 1 to 200.
  /// - Returns: a page of loans.
  /// - Throws: `StaffError.badCursor`.
  package func list(
    _ state: Listed, borrower: Borrower.ID? = nil, copy: Copy.ID? = nil, from: Timestamp? = nil, cursor: String?,
    limit: Int
  ) throws -> Catalogue.Page<LoanView> {
    let after = try ListCursor.read(cursor)
    return try room.database.read { [room] reading in
      let rules = try room.rules(in: reading)
      let filter = LoanFilter(
        LoanFilter.State(rawValue: state.rawValue) ?? .open, borrower: borrower, copy: copy,
        dueBefore: rules.dueSoonEnd(at: reading.now), from: from)
      if state == .dueSoon, filter.dueBefore == nil { return Catalogue.Page(items: [], next: nil, total: 0) }
      let found = try reading.loans(filter, after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.view(of: $0, rules) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last.map { filter.cursor(after: $0.loan).text } : nil,
        total: try after == nil ? reading.total(filter) : nil)
    }
  }

  /// Returns one loan with the records that it concerns.
  ///
  /// - Throws: `StaffError.noSuchLoan`.
  package func view(_ id: Loan.ID) throws -> LoanView {
    try room.database.read { [room] in try $0.loanView(id, try room.rules(in: $0)) }
  }

  private static func check(_ due: Timestamp, at now: Timestamp) throws {
    guard due > now, due - now < .seconds(3650 * 86_400) else {
      throw StaffError.badValue(field: "dueAt", sentence: "It must be later than now, and less than ten years away.")
    }
  }

  static func reason(_ reasons: [Outcome.Code], _ why: String) -> String {
    reasons.isEmpty ? why : "\(reasons.map(\.rawValue).joined(separator: ", ")): \(why)"
  }
}

extension PendingConfirmation {
  /// The content that is confirmed for a check-out by staff. If the borrower has the copy already, it confirms a
  /// renewal.
  init(_ plan: CheckoutPlan, of copy: Copy, to borrower: Borrower) {
    let found = plan.assessment
    self.init(
      plan.code == .renewOffer ? .renew : .checkout, scan: .absent, copy: copy.id, borrower: borrower.id,
      reasons: found.reasons,
      needsStaff: !found.blockers.isEmpty, versions: found.versions)
  }
}
