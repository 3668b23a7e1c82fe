package import Catalogue
package import Deadwax
internal import Execution
package import Storage

/// The crates of the library: lists of releases and copies that staff make. Crates form a tree.
package struct Crates: Sendable {
  /// The maximum number of characters in a name.
  package static let longestName = 100
  /// The maximum number of characters in a note.
  package static let longestNote = 500

  let database: Database
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - published: called after each commit that published an event; must not block.
  package init(database: Database, published: @escaping @Sendable () -> Void) {
    self.database = database
    self.published = published
  }

  /// Runs a write transaction, and reports the published events after its commit.
  func write<Result: Sendable>(_ body: @escaping @Sendable (WriteTransaction) throws -> Result) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }

  /// Returns a page of crates ordered by name, each with its counts.
  ///
  /// - Parameters:
  ///   - release: the release that stands in the crates, itself or with a copy; nil for all crates.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of crates, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func list(
    holding release: Release.ID?, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<CrateSummary> {
    var after: Crate.ID?
    if let cursor {
      guard let id = Crate.ID(cursor) else { throw CatalogueError.badCursor }
      after = id
    }
    return try database.read { reading in
      if let after, try reading.crate(after) == nil { throw CatalogueError.badCursor }
      let release = try release.map { try reading.remaining(of: $0) }
      let crates = try reading.crates(after: after, holding: release, limit: limit + 1)
      let page = Array(crates.prefix(limit))
      return Catalogue.Page(
        items: page, next: crates.count > limit ? page.last?.crate.id.text : nil,
        total: try after == nil ? reading.crateTotal(holding: release) : nil)
    }
  }

  /// Returns a crate with its counts.
  ///
  /// - Throws: `StaffError.noSuchCrate`.
  package func crate(_ id: Crate.ID) throws -> CrateSummary {
    try database.read { try $0.opened(id) }
  }

  /// Makes a crate.
  ///
  /// - Parameters:
  ///   - name: the name, at most `longestName` characters.
  ///   - note: a note of one line, at most `longestNote` characters; nil for none.
  ///   - parent: the crate that contains it; nil for none.
  ///   - id: the id of the new crate; a new one if nil. An existing crate with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the crate.
  /// - Throws: `StaffError.badValue`, or `.noSuchCrate` for an unknown parent.
  package func add(
    name: String, note: String?, parent: Crate.ID?, id: Crate.ID?, by: String?
  ) throws -> CrateSummary {
    let name = try FieldValidation.line(name, "name", atMost: Self.longestName)
    let note = try FieldValidation.optionalLine(note, "note", atMost: Self.longestNote)
    return try write { transaction in
      if let id, try transaction.crate(id) != nil { return try transaction.opened(id) }
      if let parent, try transaction.crate(parent) == nil { throw StaffError.noSuchCrate }
      let crate = Crate(
        id: id ?? transaction.newID(), parent: parent, name: name, note: note, createdAt: transaction.now, version: 1)
      try transaction.insert(crate)
      try transaction.storeChange(of: crate.id, by: by)
      return try transaction.opened(crate.id)
    }
  }

  /// Renames a crate, changes its note, or moves it into another crate.
  ///
  /// - Parameters:
  ///   - id: the crate.
  ///   - patch: the fields to change.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the crate after the change.
  /// - Throws: `StaffError.noSuchCrate`, `.staleVersion`, or `.badValue`, also for a crate that would be inside itself.
  package func change(
    _ id: Crate.ID, _ patch: Crate.Patch, ifVersion version: Int?, by: String?
  ) throws -> CrateSummary {
    let name = try patch.name.map { try FieldValidation.line($0, "name", atMost: Self.longestName) }
    let note = try patch.note.map(\.self).map {
      try FieldValidation.optionalLine($0, "note", atMost: Self.longestNote)
    }
    return try write { transaction in
      let before = try transaction.known(id, ifVersion: version)
      var after = before
      after.name = name ?? before.name
      if let note { after.note = note }
      if let parent = patch.parent.map(\.self) { after.parent = parent }
      guard after != before else { return try transaction.opened(id) }
      try transaction.checkParent(of: after)
      try transaction.update(after)
      try transaction.storeChange(of: id, by: by)
      return try transaction.opened(id)
    }
  }

  /// Removes a crate with the crates in it. The records in them remain in the library.
  ///
  /// - Throws: `StaffError.noSuchCrate` or `.staleVersion`.
  package func remove(_ id: Crate.ID, ifVersion version: Int?, by: String?) throws {
    try write { transaction in
      _ = try transaction.known(id, ifVersion: version)
      for removed in try transaction.remove(id) where removed != id {
        try transaction.publish(.crateChanged, subject: removed.text)
      }
      try transaction.storeChange(of: id, by: by)
    }
  }
}

extension Queryable {
  func opened(_ id: Crate.ID) throws -> CrateSummary {
    guard let summary = try summary(of: id) else { throw StaffError.noSuchCrate }
    return summary
  }

  /// - Throws: `StaffError.noSuchCrate` or `.staleVersion`.
  fileprivate func known(_ id: Crate.ID, ifVersion version: Int?) throws -> Crate {
    guard let crate = try crate(id) else { throw StaffError.noSuchCrate }
    if let version, version != crate.version { throw StaffError.staleVersion(now: crate.version) }
    return crate
  }

  /// Refuses a parent that does not exist, that is the crate itself, or that is inside it.
  fileprivate func checkParent(of crate: Crate) throws {
    var (above, seen) = (crate.parent, Set([crate.id]))
    while let id = above {
      guard let next = try self.crate(id) else { throw StaffError.noSuchCrate }
      guard seen.insert(id).inserted else {
        throw StaffError.badValue(field: "parent", sentence: "A crate cannot be inside itself.")
      }
      above = next.parent
    }
  }
}

extension WriteTransaction {
  /// Stores the change of a crate or its items, and publishes it.
  func storeChange(of crate: Crate.ID, by: String?) throws {
    try publish(.crateChanged, subject: crate.text)
    try recordChange(.crate, by: by)
  }
}
