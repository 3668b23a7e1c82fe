package import Catalogue
package import Deadwax
package import Execution
internal import Lending
internal import Secrets
internal import Storage

/// Borrowers and their cards, as staff manage them.
package struct Borrowers: Sendable {
  let room: StaffContext

  package typealias Enrolment = BorrowerFields.Enrolment
  package typealias Patch = BorrowerFields.Patch

  /// Enrols a borrower with a card.
  ///
  /// - Parameters:
  ///   - enrolment: the borrower's data.
  ///   - id: the id of the new row; a new one if nil. An existing row with this id is the result of an earlier attempt
  ///     and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the borrower with the card.
  /// - Throws: `StaffError.badValue`, or `.codeTaken` if the card is bound to something already.
  package func enrol(_ enrolment: Enrolment, id: Borrower.ID? = nil, by: String?) throws -> BorrowerView {
    let hash = try enrolment.pin.map(Self.hash)
    let card = try enrolment.card.map(CardText.init)
    let name = try FieldValidation.line(enrolment.name, "name", atMost: 120)
    let given = try FieldValidation.optionalLine(enrolment.shortName, "shortName", atMost: ShortName.longest)
    var borrower = Borrower(id: id ?? .absent, name: name, shortName: given ?? "")
    try BorrowerFields.set(enrolment, in: &borrower)
    let checked = borrower
    return try room.write { transaction in
      if let id {
        if try transaction.borrower(id) != nil { return try transaction.borrowerView(id) }
        if try transaction.isErased(id) { throw StaffError.erased }
      }
      var borrower = checked
      if id == nil { borrower.id = transaction.newID() }
      try transaction.enrol(borrower, createdAt: transaction.now)
      if let hash { try transaction.setPIN(hash, of: borrower.id) }
      try transaction.bindCard(card, to: borrower.id)
      try transaction.storeChange(.borrower, by: by)
      try transaction.publishBorrowerChange(borrower.id, .enrolled)
      return try transaction.borrowerView(borrower.id)
    }
  }

  /// Changes the data of a borrower.
  ///
  /// - Throws: `StaffError.noSuchBorrower`, `.staleVersion` or `.badValue`.
  package func change(_ id: Borrower.ID, _ patch: Patch, ifVersion: Int?, by: String?) throws -> BorrowerView {
    try update(id, ifVersion, by: by, telling: .changed) { borrower, _ in try BorrowerFields.set(patch, in: &borrower)
    }
  }

  /// Blocks a borrower from borrowing until the block is removed.
  ///
  /// - Throws: `StaffError.noSuchBorrower`, `.staleVersion`, or `.badValue` without a reason.
  package func block(_ id: Borrower.ID, reason: String, ifVersion: Int?, by: String?) throws -> BorrowerView {
    let reason = try FieldValidation.line(reason, "reason", atMost: 300)
    return try update(id, ifVersion, by: by, telling: .blocked) { borrower, now in
      borrower.block = Borrower.Block(reason: reason, at: borrower.block?.at ?? now)
    }
  }

  package func unblock(_ id: Borrower.ID, ifVersion: Int?, by: String?) throws -> BorrowerView {
    try update(id, ifVersion, by: by, telling: .unblocked) { borrower, _ in borrower.block = nil }
  }

  /// Sets the PIN, or removes it with nil, and resets the lock-out after wrong PINs. The hash is computed on the
  /// calling thread, which takes a tenth of a second.
  ///
  /// - Throws: `StaffError.noSuchBorrower`, `.staleVersion`, or `.badValue` for a PIN that is not 4 to 12 digits.
  package func setPIN(_ id: Borrower.ID, _ pin: String?, ifVersion: Int? = nil, by: String?) throws -> BorrowerView {
    let hash = try pin.map(Self.hash)
    return try room.write { transaction in
      try transaction.check(id, ifVersion)
      try transaction.setPIN(hash, of: id)
      if let borrower = try transaction.borrower(id), borrower.isStaff {
        try transaction.note(.pinChanged, of: borrower.shortName, by: AccessAuthor(name: by, origin: .console))
      }
      try transaction.publishBorrowerChange(id, hash == nil ? .pinRemoved : .pinSet)
      return try transaction.borrowerView(id)
    }
  }

  /// Returns true if this is the borrower's PIN. Takes a tenth of a second on the calling thread. Counts no attempts
  /// and changes nothing: the station does that when it handles the input.
  ///
  /// - Throws: `StaffError.noSuchBorrower`. For a borrower without a PIN every PIN is wrong.
  package func isPIN(_ pin: String, of id: Borrower.ID) throws -> Bool {
    let stored = try room.database.read { reading in
      guard try reading.borrower(id) != nil else { throw StaffError.noSuchBorrower }
      return try reading.pin(of: id)
    }
    return stored.map { PIN.verify(pin, against: $0.hash) } ?? false
  }

  /// Binds another card to a borrower.
  ///
  /// - Parameters:
  ///   - id: the borrower.
  ///   - code: an own code, a tag's number, or any other text; nil assigns a new own code.
  ///   - by: the person or program that makes the change.
  /// - Returns: the borrower with all cards.
  /// - Throws: `StaffError.noSuchBorrower`, `.badValue`, or `.codeTaken`.
  package func addCard(_ id: Borrower.ID, code: String?, by: String?) throws -> BorrowerView {
    let card = try code.map(CardText.init)
    return try room.write { transaction in
      try transaction.check(id, nil)
      try transaction.bindCard(card, to: id)
      try transaction.storeChange(.bind, by: by)
      try transaction.publishBorrowerChange(id, .cardAdded)
      return try transaction.borrowerView(id)
    }
  }

  /// Unbinds a card: a later scan of it no longer identifies the borrower.
  ///
  /// - Throws: `StaffError.noSuchBorrower`, `.noSuchCard`, or `.staleVersion`.
  package func removeCard(
    _ id: Borrower.ID, code: String, ifVersion: Int? = nil, by: String?
  ) throws -> BorrowerView {
    let keys = (try? CardText(code).keys) ?? []
    return try room.write { transaction in
      try transaction.check(id, ifVersion)
      let ended = try transaction.cards(of: id).filter { keys.contains($0.key) || $0.key.value == code.trimmed }
      guard !ended.isEmpty else { throw StaffError.noSuchCard }
      for card in ended { _ = try transaction.end(card) }
      try transaction.storeChange(.unbind, by: by)
      try transaction.publishBorrowerChange(id, .cardRemoved)
      return try transaction.borrowerView(id)
    }
  }

  /// Returns borrowers, ordered by name.
  ///
  /// - Parameters:
  ///   - search: the beginnings of words of the name, or the code of a card; nil for all borrowers.
  ///   - first: the name at which the list begins; nil for the first of all.
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of borrowers, 1 to 200.
  /// - Returns: a page of borrowers.
  /// - Throws: `StaffError.badCursor`.
  package func list(
    search: String?, from first: String? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<BorrowerView> {
    let after = try cursor.map { text in
      guard let id = Borrower.ID(text) else { throw StaffError.badCursor }
      return id
    }
    return try room.database.read { reading in
      let found = try reading.borrowers(matching: search ?? "", from: first, after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { BorrowerView(borrower: $0, cards: try reading.shownCards(of: $0.id)) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last?.borrower.id.text : nil,
        total: try after == nil ? reading.borrowerTotal(matching: search ?? "", from: first) : nil)
    }
  }

  /// Returns one borrower with all cards.
  ///
  /// - Throws: `StaffError.noSuchBorrower`.
  package func view(_ id: Borrower.ID) throws -> BorrowerView {
    try room.database.read { try $0.borrowerView(id) }
  }

  /// Returns the borrower of a card; nil if it is bound to none.
  package func view(card code: String) throws -> BorrowerView? {
    let keys = (try? CardText(code).keys) ?? []
    return try room.database.read { reading in
      for key in keys {
        if case .borrower(let id)? = try reading.binding(of: key)?.target { return try reading.borrowerView(id) }
      }
      return nil
    }
  }

  /// Erases a borrower: name, cards and PIN at once, and the borrower of past loans soon after.
  ///
  /// - Parameters:
  ///   - id: the borrower.
  ///   - ifVersion: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Throws: `StaffError.noSuchBorrower`, `.staleVersion`, or `PolicyRefusal` with every blocker: `copy-on-loan`,
  ///   `hold-waiting` for a hold that is ready for pick-up, `fee-due`, `recorded-offline`.
  package func erase(_ id: Borrower.ID, ifVersion: Int?, by: String?) throws {
    try room.write { [room] transaction in
      try transaction.check(id, ifVersion)
      guard let borrower = try transaction.borrower(id) else { throw StaffError.noSuchBorrower }
      var reasons: [Outcome.Code] = []
      if borrower.openLoans > 0 { reasons.append(.copyOnLoan) }
      // A refund that is owed to the borrower is an open fee and blocks as well.
      if try !transaction.fees(of: borrower.id, isOpen: true, limit: 1).isEmpty { reasons.append(.feeDue) }
      if try !transaction.holds(state: .ready, borrower: id, limit: 1).isEmpty { reasons.append(.holdWaiting) }
      // A copy may be on loan that only the card in that entry reveals.
      if try transaction.hasOpenOfflineEntry(of: id) { reasons.append(.recordedOffline) }
      if let first = reasons.first { throw PolicyRefusal(first, reasons: reasons) }
      // Waiting holds are cancelled.
      let rules = try room.rules(in: transaction)
      for hold in try transaction.holds(state: .waiting, borrower: id, limit: 1000) {
        try transaction.end(hold, as: .cancelled, rules, by: by)
      }
      try transaction.storeChange(.holdOver, by: by)
      _ = try transaction.beginErasure(of: id, by: by)
      try transaction.publishBorrowerChange(id, .erased)
      transaction.afterCommit(room.erasureBegun)
    }
  }

  private func update(
    _ id: Borrower.ID, _ ifVersion: Int?, by: String?, telling change: EventBody.BorrowerChange,
    _ body: @escaping @Sendable (inout Borrower, Timestamp) throws -> Void
  ) throws -> BorrowerView {
    try room.write { transaction in
      try transaction.check(id, ifVersion)
      guard let before = try transaction.borrower(id) else { throw StaffError.noSuchBorrower }
      var borrower = before
      try body(&borrower, transaction.now)
      guard borrower != before else { return try transaction.borrowerView(id) }
      guard try transaction.update(borrower, ifVersion: before.version) else {
        throw StaffError.staleVersion(now: before.version)
      }
      try transaction.storeChange(.borrower, by: by)
      try transaction.publishBorrowerChange(id, change)
      return try transaction.borrowerView(id)
    }
  }

  private static func hash(_ pin: String) throws -> String {
    do {
      return try PIN.hash(pin)
    } catch .pinUnusable {
      throw StaffError.badValue(field: "pin", sentence: "A PIN must have 4 to 12 digits.")
    }
  }
}
