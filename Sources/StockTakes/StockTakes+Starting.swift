package import Deadwax
internal import Execution
internal import Lending
internal import Queries
internal import Storage
internal import Threads

extension StockTakes {
  /// The time in which a transaction stores rows while other writes wait, and in any case. A scan waits for the rest of
  /// it and for its commit, and the counter may wait 50 ms.
  private static let (patience, longest) = (Duration.milliseconds(8), Duration.milliseconds(24))
  /// The number of rows of a start that was cut off which one transaction removes.
  private static let rowsRemovedAtOnce = 500

  /// The scope that a caller wants to count.
  package enum Wanted: Hashable, Sendable {
    case place(Place.ID)
    case query(String)
  }

  /// Starts a stock-take: freezes the copies of its scope, which are neither lost nor withdrawn, with their versions.
  ///
  /// The lines of a large stock-take are stored in parts, between which scans go on. It is visible once all are stored.
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
    // A second attempt waits for the first one, and returns its result.
    isStarting.wait { isStarting -> Void? in
      guard !isStarting else { return nil }
      isStarting = true
      return ()
    }
    defer { isStarting.update { $0 = false } }
    if let id, let known = try database.read({ try $0.stockTake(id) == nil ? nil : $0.opened(id) }) { return known }
    try removeStrayLines()
    // What changes after this time is a change since the start, even if the frozen set has it already.
    let (new, now) = try database.write { transaction in
      guard try transaction.openStockTake() == nil else { throw StaffError.isUnderWay }
      return (id ?? transaction.newID(), transaction.now)
    }
    let frozen = try database.read { try self.frozen(wanted, at: now, in: $0) }
    let take = StockTake(
      id: new, name: name ?? frozen.scope.name, scope: frozen.scope, state: .open, startedAt: now, startedBy: by)
    do {
      try store(frozen.lines, of: take.id)
      return StockTakeView(
        take: take, expected: frozen.lines.count, counts: frozen.counts, again: 0, stations: try open(take),
        lateScans: 0, isUndone: false)
    } catch {
      // What remains on a full disk is removed by the next start.
      try? removeStrayLines()
      throw error
    }
  }

  /// Removes the lines of starts that were cut off, in parts.
  private func removeStrayLines() throws {
    while try database.write({ try $0.removeLinesWithoutStockTake(limit: Self.rowsRemovedAtOnce) }) > 0 {}
  }

  private func frozen(_ wanted: Wanted, at now: Timestamp, in records: any Queryable) throws -> FrozenSet {
    let scope: StockTake.Scope
    let lines: [StockTakeLine]
    switch wanted {
    case .place(let id):
      guard let place = try records.place(id) else { throw StaffError.noSuchPlace }
      scope = .place(id, name: place.name)
      lines = try records.expectedLines(below: id, limit: Self.mostLines + 1)
    case .query(let text):
      scope = .query(text.trimmed)
      let zone = try policies.library(in: records).due.calendar.zone
      lines = try records.expectedLines(of: text, at: SearchMoment(now: now, in: zone))
    }
    let field = scope.place == nil ? "query" : "place"
    guard !lines.isEmpty else {
      throw StaffError.badValue(field: field, sentence: "No copies belong there, so there is nothing to count.")
    }
    guard lines.count <= Self.mostLines else {
      throw StaffError.badValue(field: field, sentence: "One stock-take counts at most \(Self.mostLines) copies.")
    }
    return FrozenSet(scope: scope, lines: lines)
  }

  /// Stores the lines in the order of each key, so that each part changes few pages of the file.
  private func store(_ lines: [StockTakeLine], of take: StockTake.ID) throws {
    try inParts(lines.ordered { $0.copy < $1.copy }) { try $0.insert($1, of: take, until: $2) }
    try inParts(lines.ordered { ($0.release, $0.copy) < ($1.release, $1.copy) }) {
      try $0.insertReleases(of: $1, in: take, until: $2)
    }
  }

  /// Stores lines in parts, between which other writes come.
  ///
  /// - Parameters:
  ///   - lines: the lines.
  ///   - store: stores lines until it is enough, and returns their number.
  /// - Throws: a `StorageError`.
  private func inParts(
    _ lines: [StockTakeLine],
    _ store: @escaping @Sendable (WriteTransaction, ArraySlice<StockTakeLine>, () -> Bool) throws -> Int
  ) throws {
    var waiting = lines[...]
    while !waiting.isEmpty {
      let next = waiting
      let (count, isAwaited) = try database.write { [database] transaction in
        let start = ContinuousClock.now
        let count = try store(transaction, next) {
          let passed = ContinuousClock.now - start
          return passed > Self.longest || passed > Self.patience && database.hasWaitingWrites
        }
        return (count, database.hasWaitingWrites)
      }
      waiting = waiting.dropFirst(count)
      // The writes that waited are committed before the next part. In one group with it, they would wait for it, too.
      if isAwaited { try database.write { _ in } }
    }
  }

  /// Makes a stock-take visible, and returns the stations that count in it from now on.
  private func open(_ take: StockTake) throws -> [StockTakeStation] {
    try write { transaction in
      // An earlier one may have been opened again meanwhile.
      guard try transaction.openStockTake() == nil else { throw StaffError.isUnderWay }
      try transaction.insert(take)
      // A station that is in the mode already counts from now on.
      for station in try transaction.stations(in: .stocktake) { try transaction.joinStockTake(station) }
      try transaction.publish(take)
      return try transaction.stations(of: take.id)
    }
  }
}

/// The expected set of a stock-take at its start.
private struct FrozenSet: Sendable {
  var scope: StockTake.Scope
  var lines: [StockTakeLine]

  /// The number of copies in each class before anything was scanned. It is that of a tally, which would take a third of the
  /// time of a start.
  var counts: [StockTakeClass: Int] { lines.reduce(into: [:]) { $0[$1.expectation.classAtStart, default: 0] += 1 } }
}

extension [StockTakeLine] {
  /// Returns the lines in an order. Lines are large, so their indices are sorted.
  fileprivate func ordered(by precedes: (StockTakeLine, StockTakeLine) -> Bool) -> [StockTakeLine] {
    indices.sorted { precedes(self[$0], self[$1]) }.map { self[$0] }
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
}
