package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Copies {
  /// A copy with its own facts.
  package struct Owned: Hashable, Sendable {
    package var copy: Copy
    package var release: Release
    package var facts: OwnFacts
  }

  /// Returns the own facts of a copy.
  ///
  /// - Throws: `StaffError.noSuchCopy`.
  package func ownFacts(of id: Copy.ID) throws -> Owned { try room.database.read { try $0.owned(id) } }

  /// Changes own facts of a copy; the whole patch is one change.
  ///
  /// - Parameters:
  ///   - id: the copy.
  ///   - patch: the facts to change.
  ///   - version: the version of the copy that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the copy after the change.
  /// - Throws: `StaffError.noSuchCopy`, `.staleVersion`, or `.badValue` with the field.
  package func changeOwnFacts(
    of id: Copy.ID, _ patch: OwnFacts.Patch, ifVersion version: Int?, by: String?
  ) throws -> Owned {
    let today = try room.today()
    // A wrong value is refused whether the copy exists or not.
    var checked = OwnFacts()
    try checked.apply(patch, today: today)
    return try room.write { transaction in
      let before = try transaction.owned(id)
      if let version, version != before.copy.version { throw StaffError.staleVersion(now: before.copy.version) }
      var facts = before.facts
      try facts.apply(patch, today: today)
      try facts.check(patch, against: before.copy)
      guard facts != before.facts else { return before }
      try transaction.store(facts, of: id)
      try transaction.publish(.copyChanged(change: .ownFacts), subject: id.text)
      try transaction.storeChange(.copy, by: by, reason: EventBody.CopyChange.ownFacts.rawValue)
      return try transaction.owned(id)
    }
  }

  /// The copies with an own valuation, for the insurance.
  package struct Insurance: Sendable {
    package var page: Catalogue.Page<Owned>
    /// The sums of the whole list, one for each currency, each with its number of copies.
    package var sums: [(sum: Money, copies: Int)]
  }

  /// Returns copies of the collection with an own valuation, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of copies.
  /// - Returns: a page, with the sums of the whole list.
  /// - Throws: `StaffError.badCursor`.
  package func insurance(cursor: String?, limit: Int) throws -> Insurance {
    let after = try cursor.map { text in
      guard let number = Int(text) else { throw StaffError.badCursor }
      return number
    }
    return try room.database.read { reading in
      let found = try reading.valuedCopies(after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.owned($0.copy) }
      return Insurance(
        page: Catalogue.Page(
          items: page, next: found.count > limit ? page.last.map { "\($0.copy.number)" } : nil,
          total: try after == nil ? reading.valuedTotal() : nil),
        sums: try reading.valuationSums())
    }
  }
}

extension Queryable {
  fileprivate func owned(_ id: Copy.ID) throws -> Copies.Owned {
    guard let copy = try copy(id), let facts = try ownFacts(of: id) else { throw StaffError.noSuchCopy }
    return Copies.Owned(copy: copy, release: try releaseOf(copy), facts: facts)
  }
}

extension OwnFacts {
  /// Applies a patch.
  ///
  /// - Throws: `StaffError.badValue` with the field.
  fileprivate mutating func apply(_ patch: Patch, today: CivilDate) throws {
    if let value = patch.accession.map(\.self) { accession = value }
    if let value = try Self.line(patch.acquiredFrom, "acquiredFrom", Patch.longestName) { acquiredFrom = value }
    if let value = try Self.date(patch.acquiredOn, "acquiredOn", today) { acquiredOn = value }
    if let value = try Self.money(patch.price, "price", from: 0) { price = value }
    if let value = try Self.money(patch.valuation, "valuation", from: 0) {
      // A new value without a date is of today.
      if value != valuation, patch.valuedOn.isUnchanged { valuedOn = value == nil ? nil : today }
      valuation = value
    }
    if let value = try Self.date(patch.valuedOn, "valuedOn", today) { valuedOn = value }
    if let value = try Self.line(patch.valuedBy, "valuedBy", Patch.longestName) { valuedBy = value }
    if let value = try Self.money(patch.replacementCost, "replacementCost", from: 1) { replacementCost = value }
    if let value = try Self.date(patch.statusOn, "statusOn", today) { statusOn = value }
    if let value = try Self.line(patch.statusReason, "statusReason", Patch.longestReason) { statusReason = value }
    if let value = patch.isSold { isSold = value }
    if let value = patch.notes.map(\.self) { notes = try ReleaseFields.notes(value, "notes", Patch.longestNotes).line }
  }

  /// Refuses facts that contradict the status of the copy.
  fileprivate func check(_ patch: Patch, against copy: Copy) throws {
    if case .set = patch.statusOn, copy.status == .available { throw Self.noStatus("statusOn") }
    if case .set = patch.statusReason, copy.status == .available { throw Self.noStatus("statusReason") }
    if patch.isSold ?? false, copy.status != .withdrawn {
      throw StaffError.badValue(field: "isSold", sentence: "Only a withdrawn copy can be sold. Withdraw it first.")
    }
  }

  private static func noStatus(_ field: String) -> StaffError {
    .badValue(field: field, sentence: "The copy is neither missing nor lost nor withdrawn.")
  }

  private static func line(_ text: PatchField<String>, _ field: String, _ limit: Int) throws -> String?? {
    try text.map(\.self).map { try FieldValidation.optionalLine($0, field, atMost: limit) }
  }

  private static func date(_ text: PatchField<String>, _ field: String, _ today: CivilDate) throws -> CivilDate?? {
    try text.map { text -> CivilDate in
      guard let date = CivilDate(iso: text) else {
        throw StaffError.badValue(field: field, sentence: "It must be a date as YYYY-MM-DD.")
      }
      guard date.daysSince1970 <= today.daysSince1970 else {
        throw StaffError.badValue(field: field, sentence: "It must not be in the future.")
      }
      guard date.year >= Release.Patch.earliestYear else {
        throw StaffError.badValue(
          field: field, sentence: "It must be a date from \(Release.Patch.earliestYear) on.")
      }
      return date
    }
  }

  private static func money(_ money: PatchField<Money>, _ field: String, from least: Int) throws -> Money?? {
    try money.map { money -> Money in
      guard (least...Patch.largestAmount).contains(money.amount) else {
        throw StaffError.badValue(
          field: "\(field).amount",
          sentence: "It must be a whole number from \(least) to \(Patch.largestAmount), in minor units.")
      }
      guard Currency(money.currency) != nil else {
        throw StaffError.badValue(
          field: "\(field).currency", sentence: "It must be the ISO 4217 code of a currency in use, such as EUR.")
      }
      return money
    }
  }
}
