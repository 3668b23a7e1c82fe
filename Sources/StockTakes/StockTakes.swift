package import Deadwax
package import Execution
internal import Lending
internal import Queries
package import Storage

/// The stock-takes of the library: what was expected is frozen at the start, what was scanned is classified at any time.
package struct StockTakes: Sendable {
  /// The maximum number of characters in a name.
  package static let longestName = 100
  /// The maximum number of copies that one stock-take expects.
  package static let mostLines = 100_000

  let database: Database
  let policies: LibraryPolicies
  let isClockRight: @Sendable () -> Bool
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the settings of the library.
  ///   - isClockRight: returns true if the machine's clock is known to be right.
  ///   - published: called after each commit that published an event; must not block.
  package init(
    database: Database, policies: LibraryPolicies, isClockRight: @escaping @Sendable () -> Bool,
    published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.policies = policies
    self.isClockRight = isClockRight
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

  /// The scope that a caller wants to count.
  package enum Wanted: Hashable, Sendable {
    case place(Place.ID)
    case query(String)
  }

  /// Starts a stock-take: freezes the copies of its scope, which are neither lost nor withdrawn, with their versions.
  ///
  /// - Parameters:
  ///   - wanted: the scope.
  ///   - name: the name, at most `longestName` characters; nil for the name of the place, or the query.
  ///   - id: the id of the new stock-take; a new one if nil. An existing one with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - by: the person or program that starts it.
  /// - Returns: the stock-take.
  /// - Throws: `StaffError.noSuchPlace`, `.badValue`, or `.isUnderWay` while another one is open.
  package func start(
    _ wanted: Wanted, name: String?, id: StockTake.ID?, by: String?
  ) throws -> StockTakeView {
    let name = try FieldValidation.optionalLine(name, "name", atMost: Self.longestName)
    let begun = try write { [policies] transaction -> StockTake.ID in
      if let id, try transaction.stockTake(id) != nil { return id }
      guard try transaction.openStockTake() == nil else { throw StaffError.isUnderWay }
      let scope: StockTake.Scope
      let lines: [StockTakeLine]
      switch wanted {
      case .place(let id):
        guard let place = try transaction.place(id) else { throw StaffError.noSuchPlace }
        scope = .place(id, name: place.name)
        lines = try transaction.expectedLines(below: id, limit: Self.mostLines + 1)
      case .query(let text):
        scope = .query(text.trimmed)
        lines = try transaction.expectedLines(
          of: text, at: SearchMoment(now: transaction.now, in: policies.library(in: transaction).due.calendar.zone))
      }
      let field = scope.place == nil ? "query" : "place"
      guard !lines.isEmpty else {
        throw StaffError.badValue(field: field, sentence: "No copies belong there, so there is nothing to count.")
      }
      guard lines.count <= Self.mostLines else {
        throw StaffError.badValue(field: field, sentence: "One stock-take counts at most \(Self.mostLines) copies.")
      }
      let take = StockTake(
        id: id ?? transaction.newID(), name: name ?? scope.name, scope: scope, state: .open,
        startedAt: transaction.now, startedBy: by)
      try transaction.insert(take)
      try transaction.insert(lines, of: take.id)
      // A station that is in the mode already counts from now on.
      for station in try transaction.stations(in: .stocktake) { try transaction.joinStockTake(station) }
      try transaction.publish(take)
      return take.id
    }
    // The classes of all lines are counted outside of the writes, for which scans wait.
    return try database.read { try $0.opened(begun) }
  }

  /// Notes that a person ended the counting at a station: all its scans have arrived.
  ///
  /// - Throws: `StaffError.noSuchStockTake`, or `.noSuchStation` for one that does not count in it.
  package func leave(_ id: StockTake.ID, station: Station.Name) throws -> StockTakeView {
    try write { transaction in
      let take = try transaction.known(id, ifVersion: nil)
      guard let counting = try transaction.station(station, of: id) else { throw StaffError.noSuchStation }
      if counting.leftAt == nil, try transaction.leaveStockTakes(station) { try transaction.publish(take) }
      return try transaction.opened(id)
    }
  }

  /// Closes a stock-take, which ends the counting. Scans that arrive later still count.
  ///
  /// - Parameters:
  ///   - id: the stock-take.
  ///   - isForced: true to close it although scans of stations may not have arrived.
  ///   - version: the version that the caller saw; nil for any version.
  ///   - by: the person or program that closes it.
  /// - Returns: the stock-take.
  /// - Throws: `StaffError.noSuchStockTake`, `.staleVersion`, `.isOver`, or `.scansMissing`.
  package func close(
    _ id: StockTake.ID, isForced: Bool, ifVersion version: Int?, by: String?
  ) throws -> StockTakeView {
    try write { transaction in
      var take = try transaction.known(id, ifVersion: version)
      guard take.state == .open else { throw StaffError.isOver }
      let awaited = try transaction.stations(of: id).filter { $0.leftAt == nil }.map(\.station)
      guard awaited.isEmpty || isForced else { throw StaffError.scansMissing(of: awaited) }
      (take.state, take.closedAt, take.closedBy) = (.closed, transaction.now, by)
      try transaction.update(take)
      try transaction.publish(take)
      return try transaction.opened(id)
    }
  }

  /// Opens a closed stock-take again, to count on.
  ///
  /// - Throws: `StaffError.noSuchStockTake`, `.staleVersion`, `.isOver` unless it is closed, or `.isUnderWay` while
  ///   another one is open.
  package func reopen(_ id: StockTake.ID, ifVersion version: Int?) throws -> StockTakeView {
    try write { transaction in
      var take = try transaction.known(id, ifVersion: version)
      guard take.state == .closed else { throw StaffError.isOver }
      guard try transaction.openStockTake() == nil else { throw StaffError.isUnderWay }
      (take.state, take.closedAt, take.closedBy) = (.open, nil, nil)
      try transaction.update(take)
      try transaction.publish(take)
      return try transaction.opened(id)
    }
  }

  /// Ends a stock-take without any effect on the records.
  ///
  /// - Throws: `StaffError.noSuchStockTake`, `.staleVersion`, or `.isOver` if it was applied or cancelled.
  package func cancel(_ id: StockTake.ID, ifVersion version: Int?, by: String?) throws -> StockTakeView {
    try write { transaction in
      var take = try transaction.known(id, ifVersion: version)
      guard [.open, .closed].contains(take.state) else { throw StaffError.isOver }
      (take.state, take.endedAt, take.endedBy) = (.cancelled, transaction.now, by)
      try transaction.update(take)
      try transaction.publish(take)
      return try transaction.opened(id)
    }
  }
}

extension StockTake.Scope {
  /// The text that names it.
  fileprivate var name: String {
    switch self {
    case .place(_, let name): name
    case .query(let text): String(text.prefix(StockTakes.longestName))
    }
  }
}

extension Queryable {
  /// Returns the copies of the releases that a query finds, in the order of the releases.
  fileprivate func expectedLines(of text: String, at moment: SearchMoment) throws -> [StockTakeLine] {
    let query: Query
    do {
      query = try Query(text, isTyping: false)
    } catch {
      throw StaffError.badValue(field: "query", sentence: "\(error)")
    }
    guard query.condition != nil else {
      throw StaffError.badValue(field: "query", sentence: "There is nothing to search for.")
    }
    guard try isReleaseIndexComplete() else {
      throw StaffError.badValue(
        field: "query", sentence: "The search index is being built, so copies may be missing. Try again later.")
    }
    var lines: [StockTakeLine] = []
    for (release, _) in try releases(
      matching: query, in: ReleaseFilter(), at: moment, before: nil, limit: StockTakes.mostLines + 1)
    {
      lines += try expectedLines(of: release.id)
      if lines.count > StockTakes.mostLines { break }
    }
    return lines.numbered
  }

  /// - Throws: `StaffError.noSuchStockTake` or `.staleVersion`.
  func known(_ id: StockTake.ID, ifVersion version: Int?) throws -> StockTake {
    guard let take = try stockTake(id) else { throw StaffError.noSuchStockTake }
    if let version, version != take.version { throw StaffError.staleVersion(now: take.version) }
    return take
  }
}

extension WriteTransaction {
  func publish(_ take: StockTake) throws {
    try publish(.stockTakeChanged(state: take.state), subject: take.id.text)
  }
}
