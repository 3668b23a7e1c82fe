internal import Lending
internal import Queries
internal import Storage
internal import Threads

/// The numbers of releases of smart collections. A number is counted again only after a write, so that many open pages
/// cost as much as one.
final class CollectionCounts: Sendable {
  private struct Entry {
    /// The number of writes, and the day of the library, before it was counted.
    var revision: Int
    var today: Int
    var count: Int
  }

  private static let entryLimit = 512

  private let database: Database
  private let entries = Locked<[String: Entry]>([:])

  init(database: Database) { self.database = database }

  /// Returns the number of releases that a query finds, or the reason that there is none.
  ///
  /// - Parameters:
  ///   - text: the query.
  ///   - zone: the time zone of the library.
  ///   - end: the time at which counting ends.
  /// - Returns: the number or the reason.
  /// - Throws: a `StorageError`.
  func count(
    of text: String, in zone: POSIXTimeZone, until end: ContinuousClock.Instant
  ) throws -> (count: Int?, obstacle: CollectionView.Obstacle?) {
    let query: Query
    do {
      query = try Query(text, isTyping: false)
    } catch {
      return (nil, .mistake(error))
    }
    let key = query.condition?.description ?? ""
    let revision = database.revision
    do {
      return try database.read(while: { ContinuousClock.now < end }) { reading in
        guard try reading.isReleaseIndexComplete() else { return (nil, .indexing) }
        let moment = SearchMoment(now: reading.now, in: zone)
        if let known = entries.withLock({ $0[key] }), known.revision == revision, known.today == moment.today {
          return (known.count, nil)
        }
        let count = try reading.releaseCount(matching: query, at: moment)
        // A loan becomes overdue without a write.
        if query.condition?.dependsOnTime != true {
          store(Entry(revision: revision, today: moment.today, count: count), for: key)
        }
        return (count, nil)
      }
    } catch let error as StorageError where error.kind == .interrupted {
      return (nil, .timeout)
    }
  }

  private func store(_ entry: Entry, for key: String) {
    entries.withLock { entries in
      if entries.count >= Self.entryLimit { entries.removeAll(keepingCapacity: true) }
      entries[key] = entry
    }
  }
}

extension QueryCondition {
  /// True if the releases of the condition change within a day although no record does.
  fileprivate var dependsOnTime: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.contains(where: \.dependsOnTime)
    case .not(let part): part.dependsOnTime
    case .term(let term): term == .state(.overdue)
    }
  }
}
