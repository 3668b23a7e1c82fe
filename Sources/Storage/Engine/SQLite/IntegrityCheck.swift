package import Deadwax
internal import Glibc
internal import Log
internal import Threads

/// Checks a whole database while it is in use: every page against its digest, every table and index with SQLite's own
/// check, and every reference between rows. A finding ends all writing.
package final class IntegrityCheck: Sendable {
  /// The progress of the check.
  package struct Progress: Hashable, Sendable {
    package enum Phase: String, Sendable {
      /// No check has begun since the start.
      case waiting
      case running
      case sound
      case damaged
      /// The check could not be completed. The log has the reason.
      case failed
    }

    package var phase = Phase.waiting
    /// The finished parts of the work, out of `total`. It reaches `total` only at the end.
    package var done = 0
    package var total = 0
    /// The end time of the last complete check that found no damage.
    package var soundAt: Timestamp?
    /// The damage that was found.
    package var finding: String?

    package init() {}
  }

  private let path: String
  private let watch: PageWatch
  private let progress = Locked(Progress())
  private let stopping = Latch()
  private let ended = Latch()
  /// The connection that checks tables at the moment.
  private let connection = Locked<DatabaseConnection?>(nil)
  private let logger: Logger
  private let upkeep:
    @Sendable (@escaping @Sendable (DatabaseConnection) throws -> PageWatch.Mismatch?) throws -> PageWatch.Mismatch?
  private let found: @Sendable (String) -> Void
  private let now: @Sendable () -> Timestamp
  private let lane = Locked<DedicatedThread?>(nil)

  /// The number of pages that are compared at once. The writer may have to wait for as long.
  private static let chunk = 64
  /// The number of parts in which the work is counted. Comparing the pages is one part; SQLite's checks are the others.
  private static let parts = 10

  init(
    path: String, watch: PageWatch, logger: Logger, now: @escaping @Sendable () -> Timestamp,
    upkeep:
      @escaping @Sendable (@escaping @Sendable (DatabaseConnection) throws -> PageWatch.Mismatch?) throws -> PageWatch
      .Mismatch?,
    found: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.watch = watch
    self.logger = logger
    self.now = now
    self.upkeep = upkeep
    self.found = found
  }

  package var state: Progress { progress.withLock { $0 } }

  /// Starts a lane that checks at low priority, after `delay` and again after each `pause`.
  func start(after delay: Duration, every pause: Duration) {
    lane.withLock { lane in
      guard lane == nil else { return }
      let next = pause
      lane = DedicatedThread("db-check") { [self] in
        // This affects only the calling thread (setpriority(2), on Linux).
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        var pause = delay
        while !stopping.wait(atMost: pause) {
          run()
          pause = next
        }
        ended.raise()
      }
    }
  }

  /// Ends a running check and waits for its lane.
  func stop() {
    stopping.raise()
    guard let lane = lane.withLock({ $0 }) else { return }
    // Some of SQLite's steps go through a whole table without calling the progress handler, and an interrupt before a
    // statement begins has no effect. So this interrupts repeatedly.
    while !ended.wait(atMost: .milliseconds(50)) { connection.withLock { $0?.interrupt() } }
    lane.join()
  }

  /// Checks once, on the calling thread.
  func run() {
    progress.withLock { progress in
      progress.phase = .running
      progress.done = 0
      progress.total = 1
    }
    do {
      let finding = try findings()
      guard !stopping.isRaised else { return }
      if let finding {
        progress.withLock { progress in
          progress.phase = .damaged
          progress.finding = finding
        }
        found(finding)
      } else {
        progress.withLock { progress in
          progress.phase = .sound
          progress.done = progress.total
          progress.soundAt = now()
        }
        logger.info("the database was checked, and no damage was found")
      }
    } catch {
      guard !stopping.isRaised else { return }
      progress.withLock { $0.phase = .failed }
      logger.error("could not check the database: \(error)")
    }
  }

  /// Returns the first damage found, or nil if there is none or the check was stopped.
  private func findings() throws -> String? {
    if let mismatch = try catchUp() { return Self.sentence(mismatch) }
    // The page count is read only now, after the log was copied into the file.
    let pages = watch.pageCount
    progress.withLock { $0.total = Self.parts * pages + 1 }
    for start in stride(from: 1, to: pages + 1, by: Self.chunk) {
      if stopping.isRaised { return nil }
      let range = start..<min(start + Self.chunk, pages + 1)
      if let mismatch = watch.compare(range) { return Self.sentence(mismatch) }
      progress.withLock { $0.done = range.upperBound - 1 }
    }
    if let finding = try structure(pages) { return finding }
    if stopping.isRaised { return nil }
    // SQLite's check has found all unknown pages sound, so their digests become the reference.
    try watch.activate()
    if let mismatch = try catchUp() { return Self.sentence(mismatch) }
    for start in stride(from: 1, to: pages + 1, by: Self.chunk * 16) {
      if stopping.isRaised { return nil }
      try watch.learn(start..<min(start + Self.chunk * 16, pages + 1))
    }
    return nil
  }

  /// Digests the pages that the log had at the start. A long read can prevent this; then pages are not compared in this
  /// round.
  private func catchUp() throws -> PageWatch.Mismatch? {
    for attempt in 0..<50 {
      if attempt > 0, stopping.wait(atMost: .milliseconds(100)) { return nil }
      if let mismatch = try upkeep({ [watch] in try watch.checkpoint($0) }) { return mismatch }
      if !watch.isActive || watch.isCaughtUp { return nil }
    }
    return nil
  }

  /// Checks table by table, so that no read lasts longer than the check of one table.
  private func structure(_ pages: Int) throws -> String? {
    let connection = try DatabaseConnection(path: path, access: .reading)
    self.connection.withLock { $0 = connection }
    defer {
      self.connection.withLock { $0 = nil }
      connection.whileRunning(every: 0) { true }
    }
    do {
      let tables = try connection.tablesWithWork()
      var left = tables.reduce(0) { $0 + $1.work }
      var begin = pages
      for table in tables {
        // Each table gets its share of the remaining work, independent of the time the earlier tables took.
        let share = (Self.parts * pages - begin) * table.work / max(left, 1)
        let finding = try structure(of: table, connection) { [progress, begin] part in
          progress.withLock { $0.done = begin + Int(Double(share) * part) }
        }
        if let finding { return finding }
        begin += share
        left -= table.work
        progress.withLock { $0.done = begin }
      }
    } catch let error as StorageError {
      switch error.kind {
      case .interrupted where stopping.isRaised: return nil
      case .damaged: return error.message
      case .unavailable: return "it cannot be read: \(error.message)"
      default: throw error
      }
    }
    return nil
  }

  /// Checks one table with its indexes and foreign keys. `isAt` receives the finished fraction of the table, from 0 to
  /// 1.
  private func structure(
    of table: TableWork, _ connection: DatabaseConnection, isAt: @escaping (Double) -> Void
  ) throws -> String? {
    let steps = 20_000
    var rounds = 0
    connection.whileRunning(every: steps) { [stopping] in
      rounds += 1
      isAt(min(Double(rounds * steps) / Double(table.work * TableWork.stepsEach), 1))
      return !stopping.isRaised
    }
    let name = "\"" + table.name.replacing("\"", with: "\"\"") + "\""
    if let finding = try connection.text("PRAGMA integrity_check(\(name))"), finding != "ok" {
      return "table \(table.name): \(finding)"
    }
    var finding: String?
    try connection.query("PRAGMA foreign_key_check(\(name))", []) { row in
      finding = "a row of \(table.name) refers to a missing row of \(try row.text(2))"
      return false
    }
    return finding
  }

  static func sentence(_ mismatch: PageWatch.Mismatch) -> String {
    "page \(mismatch.page) differs from what was written: the disk lost it, or another program changed the file"
  }
}
