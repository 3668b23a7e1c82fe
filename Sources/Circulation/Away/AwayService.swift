package import Away
package import Catalogue
package import Deadwax
internal import Desk
internal import Lanes
internal import Storage

/// What the hub does for a station that was away: tells it what it has to know to go on by itself, takes in what it did
/// meanwhile, and keeps what was left of that until somebody has dealt with it.
package struct AwayService: Sendable {
  let database: Database
  let policies: HousePolicies
  private let published: @Sendable () -> Void

  /// - Parameter scans: the desks' own service; what it has, this has too.
  package init(_ scans: ScanService) {
    database = scans.database
    policies = scans.policies
    published = scans.published
  }

  /// Most entries that are taken in at once.
  package static let mostEntries = 200

  /// What became of entries, in their order, and which the hub expects next of their journal.
  package struct Taken: Hashable, Sendable {
    package var verdicts: [AwayVerdict]
    package var next: Int64
  }

  /// Takes in entries of a journal. Each is a transaction of its own, in order; one that was taken in before has its first
  /// verdict again. Returns at once.
  ///
  /// - Parameters:
  ///   - entries: 1 to `mostEntries`, of ascending sequences without a gap.
  ///   - journal: of which they are.
  ///   - station: made, in the mode it stands in, if it is new.
  ///   - then: called once, with all verdicts when everything is on the disk; else with the first error, an `AwayError`
  ///     or a `StorageError`: then what came before it is taken in all the same, and what is sent again is not done
  ///     twice.
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
          // What comes after one that failed must not be done before it.
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

    /// Notes one more that is over; the whole when it was the last.
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

  /// An entry whose scan the hub has: only its answer was lost. Nil when there is none, or when it did something else
  /// than the person was told.
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
    // A scan that came to something else stands in the history under its id; this one gets another, always the same.
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

  /// The newest journal of a station, and which entry the hub expects of it; nil and 1 when it has none.
  ///
  /// - Throws: a `StorageError`.
  package func newest(of station: Station.Name) throws -> (journal: AwayItem.Journal.ID?, next: Int64) {
    let newest = try database.read { try $0.newestAwayJournal(of: station) }
    return (newest?.journal, newest?.next ?? 1)
  }

  // MARK: what was left

  /// Entries with what became of them, what was taken in last at the front.
  ///
  /// - Parameters:
  ///   - isOpen: only those that wait for somebody.
  ///   - station: only those of one.
  ///   - cursor: `next` of the page before; nil for the first.
  ///   - limit: 1 to 200.
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

  /// One entry.
  ///
  /// - Throws: `CounterError.noSuchEntry`.
  package func view(_ id: AwayItem.ID) throws -> AwayView {
    try database.read { reading in
      guard let item = try reading.awayItem(id) else { throw CounterError.noSuchEntry }
      return try reading.view(of: item)
    }
  }

  /// Notes that somebody has dealt with an entry.
  ///
  /// - Parameters:
  ///   - id: of an entry that waits for it.
  ///   - note: what was done, where somebody says so.
  ///   - by: who did it.
  /// - Returns: the entry.
  /// - Throws: `CounterError.noSuchEntry`, `.isOver` for one that waits for nobody, or `.badValue`.
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

/// Why entries of a journal were not taken in.
package enum AwayError: Error, Hashable, Sendable {
  /// They are none, too many, or not one after the other.
  case notInOrder
  /// Something is missing before them: this is expected.
  case gap(expected: Int64)
  /// Something else was taken in under this sequence.
  case otherContent(sequence: Int64)
}

extension WriteTransaction {
  /// Everybody may know that there is something to look at; what, is for staff.
  fileprivate func publish(_ item: AwayItem) throws {
    try publish(
      .awayChanged, station: item.station, subject: item.id.text,
      payload: #""state":"\#(item.verdict.state.rawValue)","open":\#(item.isOpen)"#)
  }
}
