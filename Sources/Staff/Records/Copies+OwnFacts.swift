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
