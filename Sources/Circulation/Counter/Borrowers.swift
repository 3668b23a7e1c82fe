package import Catalogue
package import Deadwax
internal import Lending
internal import Secrets
internal import Storage

/// People and their cards, as staff keep them.
package struct Borrowers: Sendable {
  let room: CounterRoom

  /// What is written down of somebody who joins.
  package struct Enrolment: Hashable, Sendable {
    package var name: String
    /// First name and initial are made of the name when none is given.
    package var shortName: String?
    package var group: String?
    package var isStaff: Bool
    package var email: String?
    package var language: String?
    package var expiresAt: Timestamp?
    package var loanLimit: Int?
    package var note: String?
    package var pin: String?
    /// What is on the card: one of our codes, a tag's number, or a text. One of our own is made when none is given.
    package var card: String?

    package init(
      name: String, shortName: String? = nil, group: String? = nil, isStaff: Bool = false, email: String? = nil,
      language: String? = nil, expiresAt: Timestamp? = nil, loanLimit: Int? = nil, note: String? = nil,
      pin: String? = nil, card: String? = nil
    ) {
      self.name = name
      self.shortName = shortName
      self.group = group
      self.isStaff = isStaff
      self.email = email
      self.language = language
      self.expiresAt = expiresAt
      self.loanLimit = loanLimit
      self.note = note
      self.pin = pin
      self.card = card
    }
  }

  /// What is to be different about somebody; what is nil stays as it is, `.some(nil)` empties a field.
  package struct Patch: Hashable, Sendable {
    package var name: String?
    package var shortName: String?
    package var group: String?
    package var isStaff: Bool?
    package var email: String??
    package var language: String??
    package var expiresAt: Timestamp??
    package var loanLimit: Int??
    package var note: String??

    package init() {}
  }

  /// Writes somebody down, with a card.
  ///
  /// - Parameters:
  ///   - enrolment: what is known of the person.
  ///   - id: for the new row; one is made when none is given. A row of this id that is there is what was made before.
  ///   - by: who does it.
  /// - Returns: the borrower with the card.
  /// - Throws: `CounterError.badValue`, or `.codeTaken` when the card names something already.
  package func enrol(_ enrolment: Enrolment, id: Borrower.ID? = nil, by: String?) throws -> BorrowerView {
    let hash = try enrolment.pin.map(Self.hash)
    let card = try enrolment.card.map(CardText.init)
    let name = try Typed.line(enrolment.name, "name", atMost: 120)
    let given = try Typed.optionalLine(enrolment.shortName, "shortName", atMost: ShortName.longest)
    var borrower = Borrower(id: id ?? .nobody, name: name, shortName: given ?? "")
    try BorrowerFields.set(enrolment, in: &borrower)
    let checked = borrower
    return try room.write { transaction in
      if let id, try transaction.borrower(id) != nil { return try transaction.borrowerView(id) }
      var borrower = checked
      if id == nil { borrower.id = transaction.newID() }
      borrower.createdAt = transaction.now
      if given == nil { borrower.shortName = try ShortName.made(of: name, isTaken: transaction.isShortName) }
      try transaction.insert(borrower)
      if let hash { try transaction.setPIN(hash, of: borrower.id) }
      try transaction.bindCard(card, to: borrower.id)
      try transaction.keepChange(.borrower, by: by)
      try transaction.tell(borrower.id, "enrolled")
      return try transaction.borrowerView(borrower.id)
    }
  }

  /// Writes down what is different about somebody.
  ///
  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion` or `.badValue`.
  package func change(_ id: Borrower.ID, _ patch: Patch, ifVersion: Int?, by: String?) throws -> BorrowerView {
    try update(id, ifVersion, by: by, telling: "changed") { borrower, _ in try BorrowerFields.set(patch, in: &borrower)
    }
  }

  /// Lends nothing more to somebody until it is lifted.
  ///
  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion`, or `.badValue` without a reason.
  package func block(_ id: Borrower.ID, reason: String, ifVersion: Int?, by: String?) throws -> BorrowerView {
    let reason = try Typed.line(reason, "reason", atMost: 300)
    return try update(id, ifVersion, by: by, telling: "blocked") { borrower, now in
      borrower.block = Borrower.Block(reason: reason, at: borrower.block?.at ?? now)
    }
  }

  package func unblock(_ id: Borrower.ID, ifVersion: Int?, by: String?) throws -> BorrowerView {
    try update(id, ifVersion, by: by, telling: "unblocked") { borrower, _ in borrower.block = nil }
  }

  /// Sets the PIN, or takes it away with nil, and lifts the lock that wrong ones led to. The hash is made on the calling
  /// thread, which takes a tenth of a second.
  ///
  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion`, or `.badValue` for what is not four to twelve digits.
  package func setPIN(_ id: Borrower.ID, _ pin: String?, ifVersion: Int? = nil, by: String?) throws -> BorrowerView {
    let hash = try pin.map(Self.hash)
    return try room.write { transaction in
      try transaction.check(id, ifVersion)
      try transaction.setPIN(hash, of: id)
      try transaction.tell(id, hash == nil ? "pin-removed" : "pin-set")
      return try transaction.borrowerView(id)
    }
  }

  /// Whether this is somebody's PIN. It takes a tenth of a second on the calling thread, counts nothing and changes
  /// nothing: the desk does that with the event.
  ///
  /// - Throws: `CounterError.noSuchBorrower`; somebody without a PIN has none that is right.
  package func isPIN(_ pin: String, of id: Borrower.ID) throws -> Bool {
    let kept = try room.database.read { reading in
      guard try reading.borrower(id) != nil else { throw CounterError.noSuchBorrower }
      return try reading.pin(of: id)
    }
    return kept.map { PIN.verify(pin, against: $0.hash) } ?? false
  }

  /// Makes a code name somebody.
  ///
  /// - Parameters:
  ///   - id: whose card it is.
  ///   - code: one of our codes, a tag's number, or any other text; nil makes a new one of ours.
  ///   - by: who does it.
  /// - Returns: the borrower with all cards.
  /// - Throws: `CounterError.noSuchBorrower`, `.badValue`, or `.codeTaken`.
  package func addCard(_ id: Borrower.ID, code: String?, by: String?) throws -> BorrowerView {
    let card = try code.map(CardText.init)
    return try room.write { transaction in
      try transaction.check(id, nil)
      try transaction.bindCard(card, to: id)
      try transaction.keepChange(.bind, by: by)
      try transaction.tell(id, "card-added")
      return try transaction.borrowerView(id)
    }
  }

  /// Ends a card: whoever shows it is not known any more.
  ///
  /// - Throws: `CounterError.noSuchBorrower` or `.noSuchCard`.
  package func removeCard(_ id: Borrower.ID, code: String, by: String?) throws -> BorrowerView {
    let keys = (try? CardText(code).keys) ?? []
    return try room.write { transaction in
      try transaction.check(id, nil)
      let ended = try transaction.cards(of: id).filter { keys.contains($0.key) || $0.key.value == code.trimmed }
      guard !ended.isEmpty else { throw CounterError.noSuchCard }
      for card in ended { _ = try transaction.end(card) }
      try transaction.keepChange(.unbind, by: by)
      try transaction.tell(id, "card-removed")
      return try transaction.borrowerView(id)
    }
  }

  /// By name.
  ///
  /// - Parameters:
  ///   - search: the beginnings of words of the name, or what is on a card; nil for everybody.
  ///   - cursor: `next` of the page before; nil for the first.
  ///   - limit: 1 to 200.
  /// - Returns: a page of borrowers.
  /// - Throws: `CounterError.badCursor`.
  package func list(search: String?, cursor: String?, limit: Int) throws -> Catalogue.Page<BorrowerView> {
    let after = try cursor.map { text in
      guard let id = Borrower.ID(text) else { throw CounterError.badCursor }
      return id
    }
    return try room.database.read { reading in
      let found = try reading.borrowers(matching: search ?? "", after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { BorrowerView(borrower: $0, cards: try reading.shownCards(of: $0.id)) }
      return Catalogue.Page(items: page, next: found.count > limit ? page.last?.borrower.id.text : nil)
    }
  }

  /// One borrower with all cards.
  ///
  /// - Throws: `CounterError.noSuchBorrower`.
  package func view(_ id: Borrower.ID) throws -> BorrowerView {
    try room.database.read { try $0.borrowerView(id) }
  }

  /// Whose card this is; nil for nobody's.
  package func view(card code: String) throws -> BorrowerView? {
    let keys = (try? CardText(code).keys) ?? []
    return try room.database.read { reading in
      for key in keys {
        if case .borrower(let id)? = try reading.binding(of: key)?.target { return try reading.borrowerView(id) }
      }
      return nil
    }
  }

  /// Forgets somebody: name, cards and PIN at once, and who had which loan soon after.
  ///
  /// - Parameters:
  ///   - id: whom.
  ///   - ifVersion: what the caller saw; nil for whatever it is.
  ///   - by: who does it.
  /// - Throws: `CounterError.noSuchBorrower`, `.staleVersion`, or `CounterRefusal` with every reason against it:
  ///   `copy-on-loan`, `hold-waiting` for what lies ready, `fee-due`.
  package func erase(_ id: Borrower.ID, ifVersion: Int?, by: String?) throws {
    try room.write { [room] transaction in
      try transaction.check(id, ifVersion)
      guard let borrower = try transaction.borrower(id) else { throw CounterError.noSuchBorrower }
      var reasons: [Outcome.Code] = []
      if borrower.openLoans > 0 { reasons.append(.copyOnLoan) }
      if borrower.feesDue > 0 { reasons.append(.feeDue) }
      if try !transaction.holds(state: .ready, borrower: id, limit: 1).isEmpty { reasons.append(.holdWaiting) }
      // A record may be out that only the card in that entry tells of.
      if try transaction.hasOpenAwayItem(of: id) { reasons.append(.recordedAway) }
      if let first = reasons.first { throw CounterRefusal(first, reasons: reasons) }
      // What only waits is not waited for any more.
      let rules = LoanRules(house: try room.house(in: transaction))
      for hold in try transaction.holds(state: .waiting, borrower: id, limit: 1000) {
        try transaction.end(hold, as: .cancelled, rules)
      }
      try transaction.keepChange(.holdOver, by: by)
      _ = try transaction.beginErasure(of: id, by: by)
      try transaction.tell(id, "erased")
      transaction.afterCommit(room.erasureBegun)
    }
  }

  private func update(
    _ id: Borrower.ID, _ ifVersion: Int?, by: String?, telling change: String,
    _ body: @escaping @Sendable (inout Borrower, Timestamp) throws -> Void
  ) throws -> BorrowerView {
    try room.write { transaction in
      try transaction.check(id, ifVersion)
      guard let before = try transaction.borrower(id) else { throw CounterError.noSuchBorrower }
      var borrower = before
      try body(&borrower, transaction.now)
      guard borrower != before else { return try transaction.borrowerView(id) }
      guard try transaction.update(borrower, ifVersion: before.version) else {
        throw CounterError.staleVersion(now: before.version)
      }
      try transaction.keepChange(.borrower, by: by)
      try transaction.tell(id, change)
      return try transaction.borrowerView(id)
    }
  }

  private static func hash(_ pin: String) throws -> String {
    do {
      return try PIN.hash(pin)
    } catch .pinUnusable {
      throw CounterError.badValue(field: "pin", sentence: "A PIN has 4 to 12 digits.")
    }
  }
}
