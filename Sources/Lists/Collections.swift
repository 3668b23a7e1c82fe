package import Deadwax
internal import Execution
package import Lending
internal import Queries
package import Storage

/// The smart collections of the library: those of the program, and those that people make. A private one exists for its
/// owner alone.
package struct Collections: Sendable {
  /// The maximum number of characters in a name.
  package static let longestName = 100
  /// The maximum number of characters in a query.
  package static let longestQuery = 1_000
  /// The maximum number of collections that people make.
  package static let most = 200
  /// The time after which one count ends, and that after which all counts of a list end.
  package static let patience = Duration.milliseconds(500)
  package static let patienceOfList = Duration.seconds(2)

  private let database: Database
  private let counts: CollectionCounts
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - published: called after each commit that published an event; must not block.
  package init(database: Database, published: @escaping @Sendable () -> Void) {
    self.database = database
    self.published = published
    counts = CollectionCounts(database: database)
  }

  /// Returns all smart collections that a caller sees, with their counts: first those of the program.
  ///
  /// - Parameters:
  ///   - viewer: the account of the caller; nil for a caller without one.
  ///   - zone: the time zone of the library.
  ///   - tracksPlaces: false if the library does not note places, so that a missing location means nothing.
  /// - Returns: the collections. The counts end after a time; the rest have none then.
  /// - Throws: a `StorageError`.
  package func list(
    seenBy viewer: AccountRecord.ID?, in zone: POSIXTimeZone, tracksPlaces: Bool
  ) throws -> [CollectionView] {
    let made = try database.read { try $0.smartCollections(seenBy: viewer) }
    let end = ContinuousClock.now + Self.patienceOfList
    let builtIn = BuiltInCollection.allCases.filter { tracksPlaces || $0 != .missingLocation }
    let subjects = builtIn.map(CollectionView.Subject.builtIn) + made.map { .made($0) }
    return try subjects.map { subject in
      try view(of: subject, for: viewer, in: zone, until: min(end, ContinuousClock.now + Self.patience))
    }
  }

  /// Returns a smart collection with its count.
  ///
  /// - Parameters:
  ///   - id: the id of a collection, or the name of one of the program.
  ///   - viewer: the account of the caller; nil for a caller without one.
  ///   - zone: the time zone of the library.
  /// - Returns: the collection.
  /// - Throws: `StaffError.noSuchCollection`, also for a private collection of another person.
  package func collection(
    _ id: String, seenBy viewer: AccountRecord.ID?, in zone: POSIXTimeZone
  ) throws -> CollectionView {
    let end = ContinuousClock.now + Self.patience
    if let builtIn = BuiltInCollection(rawValue: id) {
      return try view(of: .builtIn(builtIn), for: viewer, in: zone, until: end)
    }
    guard let id = SmartCollection.ID(id) else { throw StaffError.noSuchCollection }
    let made = try database.read { try $0.known(id, seenBy: viewer, ifVersion: nil) }
    return try view(of: .made(made), for: viewer, in: zone, until: end)
  }

  /// Makes a smart collection.
  ///
  /// - Parameters:
  ///   - name: the name, at most `longestName` characters.
  ///   - query: a query of the library.
  ///   - isShared: true if all callers see it; a caller without an account can make no private one.
  ///   - owner: the account of the caller; nil for a caller without one.
  ///   - id: the id of the new collection; a new one if nil. An existing collection with this id is the result of an
  ///     earlier attempt and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the collection.
  /// - Throws: `StaffError.badValue`, or a `QueryError`.
  package func add(
    name: String, query: String, isShared: Bool, owner: AccountRecord.ID?, id: SmartCollection.ID?, by: String?
  ) throws -> SmartCollection {
    let name = try FieldValidation.line(name, "name", atMost: Self.longestName)
    let query = try Self.checked(query)
    guard isShared || owner != nil else {
      throw StaffError.badValue(field: "isShared", sentence: "Only a person who is signed in has private collections.")
    }
    return try write { transaction in
      if let id, let earlier = try transaction.smartCollection(id) { return earlier }
      guard try transaction.smartCollectionCount() < Self.most else {
        throw StaffError.badValue(
          field: "name", sentence: "The library has \(Self.most) collections, and room for no more.")
      }
      let collection = SmartCollection(
        id: id ?? transaction.newID(), name: name, query: query, owner: owner, isShared: isShared,
        createdAt: transaction.now, version: 1)
      try transaction.insert(collection)
      try transaction.storeChange(of: collection.id, by: by)
      return collection
    }
  }

  /// Renames a smart collection, changes its query, or shares it.
  ///
  /// - Parameters:
  ///   - id: the collection.
  ///   - patch: the fields to change.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - viewer: the account of the caller; nil for a caller without one.
  ///   - by: the person or program that makes the change.
  /// - Returns: the collection after the change.
  /// - Throws: `StaffError.noSuchCollection`, `.staleVersion` or `.badValue`, or a `QueryError`.
  package func change(
    _ id: SmartCollection.ID, _ patch: SmartCollection.Patch, ifVersion version: Int?, seenBy viewer: AccountRecord.ID?,
    by: String?
  ) throws -> SmartCollection {
    let name = try patch.name.map { try FieldValidation.line($0, "name", atMost: Self.longestName) }
    let query = try patch.query.map { try Self.checked($0) }
    return try write { transaction in
      let before = try transaction.known(id, seenBy: viewer, ifVersion: version)
      var after = before
      after.name = name ?? before.name
      after.query = query ?? before.query
      after.isShared = patch.isShared ?? before.isShared
      guard after.isShared || before.owner != nil && before.owner == viewer else {
        throw StaffError.badValue(field: "isShared", sentence: "Only the person who made it can make it private.")
      }
      guard after != before else { return before }
      try transaction.update(after)
      try transaction.storeChange(of: id, by: by)
      return try transaction.known(id, seenBy: viewer, ifVersion: nil)
    }
  }

  /// Removes a smart collection. Its releases remain in the library.
  ///
  /// - Throws: `StaffError.noSuchCollection` or `.staleVersion`.
  package func remove(
    _ id: SmartCollection.ID, ifVersion version: Int?, seenBy viewer: AccountRecord.ID?, by: String?
  ) throws {
    try write { transaction in
      _ = try transaction.known(id, seenBy: viewer, ifVersion: version)
      try transaction.remove(id)
      try transaction.storeChange(of: id, by: by)
    }
  }

  /// Returns a query that the library understands, without blanks around it.
  private static func checked(_ text: String) throws -> String {
    _ = try Query(text, isTyping: false)
    return try FieldValidation.line(text, "query", atMost: longestQuery)
  }

  private func view(
    of subject: CollectionView.Subject, for viewer: AccountRecord.ID?, in zone: POSIXTimeZone,
    until end: ContinuousClock.Instant
  ) throws -> CollectionView {
    var view = CollectionView(subject: subject, count: nil, obstacle: nil, isOwn: false)
    if case .made(let made) = subject { view.isOwn = made.owner != nil && made.owner == viewer }
    (view.count, view.obstacle) = try counts.count(of: view.query, in: zone, until: end)
    return view
  }

  /// Runs a write transaction, and reports the published events after its commit.
  private func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }
}

extension Queryable {
  /// - Throws: `StaffError.noSuchCollection`, also for a private collection of another person, or `.staleVersion`.
  fileprivate func known(
    _ id: SmartCollection.ID, seenBy viewer: AccountRecord.ID?, ifVersion version: Int?
  ) throws -> SmartCollection {
    guard let collection = try smartCollection(id), collection.isShared || collection.owner == viewer else {
      throw StaffError.noSuchCollection
    }
    if let version, version != collection.version { throw StaffError.staleVersion(now: collection.version) }
    return collection
  }
}

extension WriteTransaction {
  fileprivate func storeChange(of collection: SmartCollection.ID, by: String?) throws {
    try publish(.collectionChanged, subject: collection.text)
    try recordChange(.collection, by: by)
  }
}
