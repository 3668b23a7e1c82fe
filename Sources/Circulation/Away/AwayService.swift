package import Away
package import Catalogue
package import Deadwax
internal import Desk
internal import Lanes
internal import Storage

/// The hub's side of offline stations: provides their replica, merges their journals, and stores the entries that are
/// left to staff until they are dealt with.
package struct AwayService: Sendable {
  let database: Database
  let policies: HousePolicies
  let replicas: ReplicaShelf
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - scans: the service of the online stations; this one uses the same database, policies and callback.
  ///   - replicas: the replicas for stations.
  package init(_ scans: ScanService, replicas: ReplicaShelf) {
    self.replicas = replicas
    database = scans.database
    policies = scans.policies
    published = scans.published
  }

  /// The largest number of entries that can be merged in one call.
  package static let mostEntries = 200

  /// The verdicts on entries, in their order, and the sequence that the hub expects next of their journal.
  package struct Taken: Hashable, Sendable {
    package var verdicts: [AwayVerdict]
    package var next: Int64
  }

  /// Merges entries of a journal. Each entry is one transaction, in order. An entry that was merged before gets its
  /// first verdict again. Returns at once.
  ///
  /// - Parameters:
  ///   - entries: 1 to `mostEntries` entries with ascending sequences without a gap.
  ///   - journal: the journal of these entries.
  ///   - station: the station, which is created with its home mode if it is new.
  ///   - then: called once: with all verdicts when everything is on disk, or with the first error, an `AwayError` or a
  ///     `StorageError`. After an error the entries before it are still merged; sending them again does not repeat
  ///     them.
  package func takeIn(
    _ entries: [AwayEntry], of journal: AwayItem.Journal.ID, at station: Station.Name,
    then: @escaping @Sendable (Result<Taken, any Error>) -> Void
  ) {
    guard (1...Self.mostEntries).contains(entries.count),
      entries[0].sequence >= 1, entries[0].sequence < .max - Int64(entries.count),
      zip(entries, entries.dropFirst()).allSatisfy({ $0.sequence + 1 == $1.sequence })
    else { return then(.failure(AwayError.notInOrder)) }
    let batch = Guarded(Batch(left: entries.count))
    for entry in entries {
      database.submit(
        { transaction in
          // Entries after a failed one must not be applied before it.
          guard batch.withLock({ $0.failure == nil }) else { throw AwayError.notInOrder }
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
    var verdicts: [AwayVerdict] = []
    var next: Int64 = 1
    var failure: (any Error)?

    init(left: Int) { self.left = left }

    mutating func fail(_ error: any Error) { if failure == nil { failure = error } }

    /// Records the result of one entry; returns the result of the batch after the last entry.
    mutating func note(_ result: Result<(AwayVerdict, Int64), any Error>) -> Result<Taken, any Error>? {
      switch result {
      case .success(let (verdict, next)):
        verdicts.append(verdict)
        self.next = next
      case .failure(let error): fail(error)
      }
      left -= 1
      guard left == 0 else { return nil }
      return failure.map { .failure($0) } ?? .success(Taken(verdicts: verdicts, next: next))
    }
  }

  private func take(
    _ entry: AwayEntry, _ journal: AwayItem.Journal.ID, _ station: Station.Name, in transaction: WriteTransaction
  ) throws -> (AwayVerdict, Int64) {
    let known = try transaction.awayJournal(journal, of: station)
    let next = known?.next ?? 1
    if let known, entry.sequence < next {
      guard let item = try transaction.awayItem(entry.sequence, of: known), item.isSame(as: entry) else {
        throw AwayError.otherContent(sequence: entry.sequence)
      }
      return (item.verdict, next)
    }
    guard entry.sequence == next else { throw AwayError.gap(expected: next) }
    let record = try known ?? transaction.beginAwayJournal(journal, of: station)
    let (at, isWrong) = AwayAct.time(entry.at, after: record.lastAt, now: transaction.now)
    let act = AwayAct(entry, at: at, isClockWrong: isWrong)
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
    _ entry: AwayEntry, _ act: AwayAct, _ journal: AwayItem.Journal.ID, _ station: Station.Name,
    in transaction: WriteTransaction
  ) throws -> AwayItem? {
    guard let scan = try transaction.scan(entry.id), scan.reading.text == entry.code, act.isDone(by: scan.outcome.code)
    else { return nil }
    return AwayItem(
      id: transaction.newID(), station: station, journal: journal, entry: entry,
      verdict: AwayVerdict(sequence: entry.sequence, state: .applied, code: scan.outcome.code),
      takenAt: transaction.now, scan: scan.id, release: scan.outcome.release, copy: scan.outcome.copy)
  }

  private func now(
    _ entry: AwayEntry, _ act: AwayAct, _ journal: AwayItem.Journal.ID, _ station: Station.Name,
    in transaction: WriteTransaction
  ) throws -> AwayItem {
    // The history has a scan with this id and another outcome; this entry gets a different id, which is always the
    // same.
    let isTaken = try transaction.scan(entry.id) != nil
    let reading = Reading(
      id: isTaken ? entry.otherID(in: journal) : entry.id, at: entry.at, symbology: entry.symbology, text: entry.code,
      written: entry.written)
    var input = DeskInput(.reading, reading: reading, reader: entry.reader)
    input.away = act
    let done = try AwayStep(input, at: station, in: transaction, policies: policies).run()
    return AwayItem(
      id: transaction.newID(), station: station, journal: journal, entry: entry,
      verdict: AwayVerdict(
        sequence: entry.sequence, state: done.state, code: done.outcome.code, reasons: done.reasons),
      takenAt: transaction.now, scan: reading.id, change: done.change?.sequence, release: done.outcome.release,
      copy: done.outcome.copy, borrower: done.borrower)
  }

  /// Returns the newest journal of a station and the sequence that the hub expects next; nil and 1 if it has none.
  ///
  /// - Throws: a `StorageError`.
  package func newest(of station: Station.Name) throws -> (journal: AwayItem.Journal.ID?, next: Int64) {
    let newest = try database.read { try $0.newestAwayJournal(of: station) }
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
  /// - Throws: `CounterError.badCursor`.
  package func list(
    isOpen: Bool, station: Station.Name? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<AwayView> {
    var before: Int64?
    if let cursor {
      guard let number = Int64(cursor) else { throw CounterError.badCursor }
      before = number
    }
    return try database.read { reading in
      let found = try reading.awayItems(isOpen: isOpen, station: station, before: before, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(items: page, next: found.count > limit ? page.last.map { "\($0.item.number)" } : nil)
    }
  }

  /// Returns one entry.
  ///
  /// - Throws: `CounterError.noSuchEntry`.
  package func view(_ id: AwayItem.ID) throws -> AwayView {
    try database.read { reading in
      guard let item = try reading.awayItem(id) else { throw CounterError.noSuchEntry }
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
  /// - Throws: `CounterError.noSuchEntry`, `.isOver` for an entry that does not wait for staff, or `.badValue`.
  package func done(_ id: AwayItem.ID, note: String? = nil, by: String?) throws -> AwayView {
    let note = try Typed.optionalLine(note, "note", atMost: 300)
    return try database.write { [published] transaction in
      guard try transaction.awayItem(id) != nil else { throw CounterError.noSuchEntry }
      guard try transaction.setDone(id, by: by, note: note), let item = try transaction.awayItem(id) else {
        throw CounterError.isOver
      }
      try transaction.publish(item)
      transaction.afterCommit(published)
      return try transaction.view(of: item)
    }
  }
}

/// The reasons for which entries of a journal are not merged.
package enum AwayError: Error, Hashable, Sendable {
  /// The list is empty, too long, or not consecutive.
  case notInOrder
  /// Entries before them are missing: the sequence that is expected.
  case gap(expected: Int64)
  /// Another entry was merged with this sequence.
  case otherContent(sequence: Int64)
}

extension WriteTransaction {
  /// Publishes only the state of the entry, because the event stream is open to everyone; the contents are for staff.
  fileprivate func publish(_ item: AwayItem) throws {
    try publish(
      .awayChanged, station: item.station, subject: item.id.text,
      payload: #""state":"\#(item.verdict.state.rawValue)","open":\#(item.isOpen)"#)
  }
}
