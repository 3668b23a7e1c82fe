package import Catalogue
package import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// Lending by staff, without a desk: by the same rules, with staff's way past them.
package struct Loans: Sendable {
  let room: CounterRoom

  /// A thing or a person, by its id or by a code that names it.
  package enum Named<Subject>: Hashable, Sendable {
    case id(Identifier<Subject>)
    case code(String)
  }

  package struct CheckOut: Hashable, Sendable {
    package var copy: Named<Copy>
    package var borrower: Named<Borrower>
    /// Nil for what the rules say.
    package var dueAt: Timestamp?
    /// The text of the question that is said yes to.
    package var confirmation: String?
    /// Why it is done though a rule stands against it; kept with the change.
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
  ///   - order: what and to whom.
  ///   - by: who does it.
  /// - Returns: the loan, with what has to be known of it.
  /// - Throws: `CounterRefusal` with all reasons, and with a confirmation when a yes is all that is missing;
  ///   `CounterError` for what is not there, or a due time that is not after now.
  package func checkOut(_ order: CheckOut, by: String?) throws -> LoanView {
    let why = try Typed.optionalLine(order.override, "override", atMost: 300)
    let isClockRight = room.isClockRight()
    return try room.write { [room] transaction in
      let now = transaction.now
      let house = try room.house(in: transaction)
      let rules = LoanRules(house: house)
      let copy = try transaction.copy(order.copy)
      let borrower = try transaction.borrower(order.borrower)
      if let due = order.dueAt { try Self.check(due, at: now) }
      let holds = try transaction.holds(fulfilledBy: copy.id, of: copy.release)
      let found = rules.checkout(
        copy, to: borrower, holds: holds, isStaff: true, isClockRight: isClockRight, isAlone: true, now: now)
      // What somebody has already is renewed, not lent once more.
      if found.confirms.contains(.renewOffer) { throw CounterRefusal(.renewOffer, notes: found.warnings) }
      let asked = Confirming(
        .checkout, scan: .nobody, copy: copy.id, borrower: borrower.id, reasons: found.reasons,
        needsStaff: !found.blockers.isEmpty, versions: found.versions)
      try room.check(found, asked, yes: order.confirmation, why: why, house: house, at: now)
      let returned = copy.loan.map {
        [Effect.giveBack($0, at: nil, partsBack: nil, fee: rules.fee(for: $0, returnedAt: now))]
      }
      let lent = Effect.lend(
        copy, to: borrower.id, dueAt: order.dueAt ?? rules.due(for: copy, group: borrower.group, at: now),
        fulfils: HoldQueue.claim(on: copy, of: borrower.id, among: holds, now: now).own?.id,
        found: copy.status != .available)
      try transaction.perform((returned ?? []) + [lent], .checkedOut, house: house, by: by)
      try transaction.keepChange(.lend, by: by, reason: why.map { Self.reason(found.reasons, $0) })
      guard let loan = try transaction.openLoan(of: copy.id) else { throw CounterError.noSuchLoan }
      var view = try transaction.view(of: loan, rules)
      view.notes = found.warnings
      return view
    }
  }

  package struct CheckIn: Hashable, Sendable {
    package var copy: Named<Copy>
    /// When it came back, not after now; nil for now.
    package var returnedAt: Timestamp?
    /// How many parts came back; nil when nobody has counted.
    package var partsBack: Int?
    /// The text of the question that is said yes to.
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

  /// Takes a copy back.
  ///
  /// - Parameters:
  ///   - order: what, and when and how much of it came back.
  ///   - by: who does it.
  /// - Returns: what it came to, and where the copy goes: `not-on-loan` is no error, for the copy is here.
  /// - Throws: `CounterRefusal` where by the rules of the house its parts have to be counted or somebody has to say yes;
  ///   `CounterError`.
  package func checkIn(_ order: CheckIn, by: String?) throws -> ReturnView {
    try room.write { [room] transaction in
      let copy = try transaction.copy(order.copy)
      return try Return(room: room, transaction: transaction, by: by)
        .take(
          copy, returnedAt: order.returnedAt, partsBack: order.partsBack, confirmation: order.confirmation)
    }
  }

  /// The same by the loan.
  ///
  /// - Throws: the same, `CounterError.noSuchLoan` or `.isOver`.
  package func checkIn(
    _ id: Loan.ID, returnedAt: Timestamp?, partsBack: Int?, confirmation: String? = nil, by: String?
  ) throws -> ReturnView {
    try room.write { [room] transaction in
      let copy = try transaction.copy(of: transaction.openLoan(id))
      return try Return(room: room, transaction: transaction, by: by)
        .take(copy, returnedAt: returnedAt, partsBack: partsBack, confirmation: confirmation)
    }
  }

  /// Renews a loan.
  ///
  /// - Parameters:
  ///   - id: of an open loan.
  ///   - override: why it is renewed though a rule stands against it.
  ///   - by: who does it.
  /// - Returns: the loan.
  /// - Throws: `CounterRefusal` with all reasons, or `CounterError`.
  package func renew(_ id: Loan.ID, override: String? = nil, by: String?) throws -> LoanView {
    let why = try Typed.optionalLine(override, "override", atMost: 300)
    let isClockRight = room.isClockRight()
    return try room.write { [room] transaction in
      let house = try room.house(in: transaction)
      let rules = LoanRules(house: house)
      let copy = try transaction.copy(of: transaction.openLoan(id))
      let (loan, borrower) = try transaction.whose(copy)
      let found = try transaction.renewal(of: copy, by: borrower, rules, isClockRight: isClockRight)
      guard found.isClear || why != nil && found.isOverridable else {
        throw CounterRefusal(
          found.reasons.first ?? .renewLimit, reasons: found.reasons, notes: found.warnings,
          canOverride: found.isOverridable)
      }
      let due = rules.renewedDue(for: copy, group: borrower.group, at: transaction.now)
      try transaction.perform([.renew(loan, dueAt: due)], .renewed, house: house, by: by)
      try transaction.keepChange(
        .renew, by: by, reason: found.isClear ? nil : why.map { Self.reason(found.reasons, $0) })
      var view = try transaction.loanView(id, rules)
      view.notes = found.warnings
      return view
    }
  }

  /// What came of renewing all that somebody has.
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
    /// All of them, the weightiest first.
    package var reasons: [Outcome.Code]

    package init(loan: LoanView, reasons: [Outcome.Code]) {
      self.loan = loan
      self.reasons = reasons
    }
  }

  /// Renews every open loan of somebody that can be renewed; all of it is one change.
  ///
  /// - Throws: `CounterError.noSuchBorrower`.
  package func renewAll(of id: Borrower.ID, by: String?) throws -> Renewals {
    let isClockRight = room.isClockRight()
    return try room.write { [room] transaction in
      guard let borrower = try transaction.borrower(id) else { throw CounterError.noSuchBorrower }
      let house = try room.house(in: transaction)
      let rules = LoanRules(house: house)
      var renewed: [Loan.ID] = []
      var effects: [Effect] = []
      var unrenewed: [Unrenewed] = []
      for loan in try transaction.openLoans(of: id) {
        let copy = try transaction.copy(of: loan)
        let found = try transaction.renewal(of: copy, by: borrower, rules, isClockRight: isClockRight)
        if found.isClear {
          renewed.append(loan.id)
          effects.append(.renew(loan, dueAt: rules.renewedDue(for: copy, group: borrower.group, at: transaction.now)))
        } else {
          unrenewed.append(Unrenewed(loan: try transaction.view(of: loan, rules), reasons: found.reasons))
        }
      }
      try transaction.perform(effects, .renewedAll, house: house, by: by)
      try transaction.keepChange(.renew, by: by)
      return Renewals(renewed: try renewed.map { try transaction.loanView($0, rules) }, unrenewed: unrenewed)
    }
  }

  package enum Listed: String, CaseIterable, Sendable {
    case open, overdue
    case dueSoon = "due-soon"
    case returned
  }

  /// Open loans by their due time, those that are over by their return, the newest first.
  ///
  /// - Parameters:
  ///   - state: which.
  ///   - borrower: only those of one.
  ///   - copy: only those of one.
  ///   - cursor: `next` of the page before; nil for the first.
  ///   - limit: 1 to 200.
  /// - Returns: a page of loans.
  /// - Throws: `CounterError.badCursor`.
  package func list(
    _ state: Listed, borrower: Borrower.ID? = nil, copy: Copy.ID? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<LoanView> {
    let after = try ListCursor.read(cursor)
    return try room.database.read { [room] reading in
      let rules = LoanRules(house: try room.house(in: reading))
      let filter = LoanFilter(
        LoanFilter.State(rawValue: state.rawValue) ?? .open, borrower: borrower, copy: copy,
        dueBefore: rules.dueSoonEnd(at: reading.now))
      if state == .dueSoon, filter.dueBefore == nil { return Catalogue.Page(items: [], next: nil) }
      let found = try reading.loans(filter, after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.view(of: $0, rules) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last.map { filter.cursor(after: $0.loan).text } : nil)
    }
  }

  /// One loan with what it is about.
  ///
  /// - Throws: `CounterError.noSuchLoan`.
  package func view(_ id: Loan.ID) throws -> LoanView {
    try room.database.read { [room] in try $0.loanView(id, LoanRules(house: try room.house(in: $0))) }
  }

  private static func check(_ due: Timestamp, at now: Timestamp) throws {
    guard due > now, due - now < .seconds(3650 * 86_400) else {
      throw CounterError.badValue(field: "dueAt", sentence: "It is later than now, and not in more than ten years.")
    }
  }

  static func reason(_ reasons: [Outcome.Code], _ why: String) -> String {
    reasons.isEmpty ? why : "\(reasons.map(\.rawValue).joined(separator: ", ")): \(why)"
  }
}
