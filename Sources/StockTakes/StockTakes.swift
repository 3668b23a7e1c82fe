package import Deadwax
package import Execution
internal import Lending
package import Storage
internal import Threads

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
  /// True while a stock-take is being started.
  let isStarting = Monitor(false)

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

extension Queryable {
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
