package import Catalogue
package import Deadwax
package import Execution
internal import Lending
package import OfflineStation
internal import StationLogic
package import Storage
internal import Threads

/// The hub's side of offline stations: provides their replica, merges their journals, and stores the entries that are
/// left to staff until they are dealt with.
package struct OfflineService: Sendable {
  let database: Database
  let policies: LibraryPolicies
  let replicas: ReplicaCache
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the library policy and the station policies.
  ///   - replicas: the replicas for stations.
  ///   - published: called after each commit that published an event, on the writer's lane; must not block.
  package init(
    database: Database, policies: LibraryPolicies, replicas: ReplicaCache, published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.policies = policies
    self.replicas = replicas
    self.published = published
  }

  /// The largest number of entries that can be merged in one call.
  package static let mostEntries = 200

  /// The verdicts on entries, in their order, and the sequence that the hub expects next of their journal.
  package struct Merged: Hashable, Sendable {
    package var verdicts: [MergeResult]
    package var next: Int64
  }

  /// Merges entries of a journal. Each entry is one transaction, in order. An entry that was merged before gets its
  /// first verdict again. Returns at once.
  ///
  /// - Parameters:
  ///   - entries: 1 to `mostEntries` entries with ascending sequences without a gap.
  ///   - journal: the journal of these entries.
  ///   - station: the station, which is created with its home mode if it is new.
  ///   - then: called once: with all verdicts when everything is on disk, or with the first error, an `MergeError` or a
  ///     `StorageError`. After an error the entries before it are still merged; sending them again does not repeat
  ///     them.
  package func mergeJournal(
    _ entries: [OfflineEntry], of journal: MergedEntry.Journal.ID, at station: Station.Name,
    then: @escaping @Sendable (Result<Merged, any Error>) -> Void
  ) {
    guard (1...Self.mostEntries).contains(entries.count),
      entries[0].sequence >= 1, entries[0].sequence < .max - Int64(entries.count),
      zip(entries, entries.dropFirst()).allSatisfy({ $0.sequence + 1 == $1.sequence })
    else { return then(.failure(MergeError.notInOrder)) }
    let batch = Locked(Batch(left: entries.count))
    for entry in entries {
      database.submit(
        { transaction in
          // Entries after a failed one must not be applied before it.
          guard batch.withLock({ $0.failure == nil }) else { throw MergeError.notInOrder }
          do {
            return try take(entry, journal, station, in: transaction)
          } catch {
            batch.withLock { $0.fail(error) }
            throw error
          }
        },
        then: { result in
          if let end = batch.withLock({ $0.note(result) }) { then(end) }
        })
    }
  }

  private struct Batch {
    var left: Int
    var verdicts: [MergeResult] = []
    var next: Int64 = 1
    var failure: (any Error)?

    init(left: Int) { self.left = left }

    mutating func fail(_ error: any Error) { if failure == nil { failure = error } }

    /// Records the result of one entry; returns the result of the batch after the last entry.
    mutating func note(_ result: Result<(MergeResult, Int64), any Error>) -> Result<Merged, any Error>? {
      switch result {
      case .success(let (verdict, next)):
        verdicts.append(verdict)
        self.next = next
      case .failure(let error): fail(error)
      }
      left -= 1
      guard left == 0 else { return nil }
      return failure.map { .failure($0) } ?? .success(Merged(verdicts: verdicts, next: next))
    }
  }

  private func take(
    _ entry: OfflineEntry, _ journal: MergedEntry.Journal.ID, _ station: Station.Name, in transaction: WriteTransaction
  ) throws -> (MergeResult, Int64) {
    let known = try transaction.offlineJournal(journal, of: station)
    let next = known?.next ?? 1
    if let known, entry.sequence < next {
      guard let item = try transaction.offlineEntry(entry.sequence, of: known), item.isSame(as: entry) else {
        throw MergeError.otherContent(sequence: entry.sequence)
      }
      return (item.verdict, next)
    }
    guard entry.sequence == next else { throw MergeError.gap(expected: next) }
    let record = try known ?? transaction.beginOfflineJournal(journal, of: station)
    let (at, isWrong) = OfflineClock.time(entry.at, after: record.lastAt, now: transaction.now)
    let act = OfflineFacts(entry, at: at, isClockWrong: isWrong)
    let item =
      try before(entry, act, journal, station, in: transaction)
      ?? now(entry, act, journal, station, in: transaction)
    try transaction.insert(item, of: record)
    try transaction.advance(record, lastAt: at)
    try transaction.publish(item)
    transaction.afterCommit(published)
    return (item.verdict, next + 1)
  }

  /// Returns the item for an entry whose scan the hub has already stored, because only the answer was lost. Returns nil
  /// if there is no such scan, or if its outcome differs from what the station displayed.
  private func before(
    _ entry: OfflineEntry, _ act: OfflineFacts, _ journal: MergedEntry.Journal.ID, _ station: Station.Name,
    in transaction: WriteTransaction
  ) throws -> MergedEntry? {
    guard let scan = try transaction.scan(entry.id), scan.reading.text == entry.code, act.isDone(by: scan.outcome.code)
    else { return nil }
    return MergedEntry(
      id: transaction.newID(), station: station, journal: journal, entry: entry,
      verdict: MergeResult(sequence: entry.sequence, state: .applied, code: scan.outcome.code),
      mergedAt: transaction.now, scan: scan.id, release: scan.outcome.release, copy: scan.outcome.copy)
  }

  private func now(
    _ entry: OfflineEntry, _ act: OfflineFacts, _ journal: MergedEntry.Journal.ID, _ station: Station.Name,
    in transaction: WriteTransaction
  ) throws -> MergedEntry {
    // The history has a scan with this id and another outcome; this entry gets a different id, which is always the
    // same.
    let isTaken = try transaction.scan(entry.id) != nil
    let reading = Reading(
      id: isTaken ? entry.otherID(in: journal) : entry.id, at: entry.at, symbology: entry.symbology, text: entry.code,
      written: entry.written)
    var input = StationInput(.reading, reading: reading, reader: entry.reader)
    var act = act
    act.counting = try counting(reading, act, station, in: transaction)
    input.offline = act
    let done = try OfflineStep(input, at: station, in: transaction, policies: policies).run()
    return MergedEntry(
      id: transaction.newID(), station: station, journal: journal, entry: entry,
      verdict: MergeResult(
        sequence: entry.sequence, state: done.state, code: done.outcome.code, reasons: done.reasons),
      mergedAt: transaction.now, scan: reading.id, change: done.change?.sequence, release: done.outcome.release,
      copy: done.outcome.copy, borrower: done.borrower)
  }

  /// Returns the answer of the stock-take of that time to a scan; nil if there was none, or in another mode.
  private func counting(
    _ reading: Reading, _ act: OfflineFacts, _ station: Station.Name, in transaction: WriteTransaction
  ) throws -> StockTakeAnswer? {
    guard act.mode == .stocktake, let take = try transaction.stockTake(at: act.at) else { return nil }
    let rules = LendingPolicy(library: try policies.library(in: transaction), station: StationPolicy())
    return try StockTakeCounter(transaction, take).answer(
      reading, try transaction.named(by: reading), mayBeCard: rules.looksLikeCard(reading.text.trimmed), at: act.at,
      station: station, by: nil)
  }

  /// Returns the newest journal of a station and the sequence that the hub expects next; nil and 1 if it has none.
  ///
  /// - Throws: a `StorageError`.
  package func newest(of station: Station.Name) throws -> (journal: MergedEntry.Journal.ID?, next: Int64) {
    let newest = try database.read { try $0.newestOfflineJournal(of: station) }
    return (newest?.journal, newest?.next ?? 1)
  }

  // MARK: - Entries for staff

  /// Returns entries with their verdicts, the most recently merged first.
  ///
  /// - Parameters:
  ///   - isOpen: true to return only entries that wait for staff.
  ///   - station: returns only the entries of this station.
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of entries, 1 to 200.
  /// - Returns: a page of entries.
  /// - Throws: `StaffError.badCursor`.
  package func list(
    isOpen: Bool, station: Station.Name? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<MergedEntryView> {
    var before: Int64?
    if let cursor {
      guard let number = Int64(cursor) else { throw StaffError.badCursor }
      before = number
    }
    return try database.read { reading in
      let found = try reading.offlineEntries(isOpen: isOpen, station: station, before: before, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last.map { "\($0.item.number)" } : nil,
        total: try before == nil ? reading.offlineTotal(isOpen: isOpen, station: station) : nil)
    }
  }

  /// Returns one entry.
  ///
  /// - Throws: `StaffError.noSuchEntry`.
  package func view(_ id: MergedEntry.ID) throws -> MergedEntryView {
    try database.read { reading in
      guard let item = try reading.offlineEntry(id) else { throw StaffError.noSuchEntry }
      return try reading.view(of: item)
    }
  }

  /// Marks an entry as dealt with.
  ///
  /// - Parameters:
  ///   - id: an entry that waits for staff.
  ///   - note: a note about the solution, if there is one.
  ///   - by: the person or program that dealt with it.
  /// - Returns: the entry.
  /// - Throws: `StaffError.noSuchEntry`, `.isOver` for an entry that does not wait for staff, or `.badValue`.
  package func done(_ id: MergedEntry.ID, note: String? = nil, by: String?) throws -> MergedEntryView {
    let note = try FieldValidation.optionalLine(note, "note", atMost: 300)
    return try database.write { [published] transaction in
      guard try transaction.offlineEntry(id) != nil else { throw StaffError.noSuchEntry }
      guard try transaction.setDone(id, by: by, note: note), let item = try transaction.offlineEntry(id) else {
        throw StaffError.isOver
      }
      try transaction.publish(item)
      transaction.afterCommit(published)
      return try transaction.view(of: item)
    }
  }
}

extension WriteTransaction {
  /// Publishes only the state of the entry, because the event stream is open to everyone; the contents are for staff.
  fileprivate func publish(_ item: MergedEntry) throws {
    try publish(
      .offlineEntryChanged(state: item.verdict.state, open: item.isOpen), station: item.station, subject: item.id.text)
  }
}
