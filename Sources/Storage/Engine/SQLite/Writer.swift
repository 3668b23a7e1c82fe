internal import Deadwax
internal import Log
internal import Threads

/// The only connection that changes the database, on its own lane.
///
/// Waiting writes are joined in one transaction, so that they share one fsync. Each still succeeds or fails on its own.
final class Writer: @unchecked Sendable {
  // Sendable is sound: `connection`, `mark`, `claim` and `framesCopied` are used only on the lane once it runs; the
  // rest is immutable and Sendable.
  private var connection: DatabaseConnection?
  private var mark: AcknowledgedMark?
  private var claim: PathClaim?
  private var framesCopied = 0
  private let queue = WriteQueue()
  private let presence: MovedFiles
  private let watch: PageWatch
  private let rows: RowCache
  private let file: DatabaseFile
  /// The error that reports damage. Nothing is written once it is set.
  private let damage = Locked<StorageError?>(nil)
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let faults = RepeatFilter()
  private let lane = Locked<DedicatedThread?>(nil)
  private let laneThread = Locked<ThreadID?>(nil)

  /// The number of new frames in the log (of one page each) after which it is copied into the database.
  private static let framesBetweenCheckpoints = 1000
  /// The time that a write waits for another program's lock. Staff at a station get a response within a second.
  private static let patience = Duration.milliseconds(700)
  /// The shorter time that applies after a write has waited without success, since later writes wait for the same lock.
  private static let impatience = Duration.milliseconds(50)

  init(
    _ opened: DatabaseOpening.Opened, file: DatabaseFile, presence: MovedFiles, watch: PageWatch, rows: RowCache,
    logger: Logger, now: @escaping @Sendable () -> Timestamp
  ) {
    connection = opened.connection
    mark = opened.mark
    claim = opened.claim
    self.presence = presence
    self.watch = watch
    self.rows = rows
    self.file = file
    self.logger = logger
    self.now = now
  }

  /// Starts the lane.
  ///
  /// - Parameter readers: closed before the writing connection, which as the last one empties and removes the log.
  func start(closingLast readers: ReaderPool) {
    let lane = DedicatedThread("sqlite-writer") { [self] in
      laneThread.withLock { $0 = .current }
      work()
      readers.close()
      let isInOrder = finishLog()
      connection = nil
      if isInOrder { seal() }
      // The lock of the mark is released last: until then the files are ours.
      mark?.synchronize()
      mark = nil
      claim = nil
    }
    self.lane.withLock { $0 = lane }
  }

  /// True if a write waits for its turn.
  var isAwaited: Bool { queue.isAwaited }

  var isCurrentThread: Bool { laneThread.withLock { $0 == .current } }

  /// The reason no write is accepted, or nil.
  var fault: StorageError? { damage.withLock { $0 } ?? presence.fault }

  /// Ends all writing because the file is damaged.
  func found(_ finding: String) {
    let isNew = damage.withLock { damage in
      guard damage == nil else { return false }
      damage = StorageError(.damaged, call: "IntegrityCheck", message: "the database is damaged: \(finding)")
      return true
    }
    guard isNew else { return }
    logger.error(
      "the database \(file.path) is damaged: \(finding). All writing has stopped: restore the newest backup")
    do {
      try DamageFinding.store("found on \(now()): \(finding)", of: file)
    } catch {
      logger.error("could not store the finding for the next start: \(error)")
    }
  }

  func submit(_ job: any WriteJob) {
    if let refusal = queue.append(job) { job.finish(refusal) }
  }

  /// Refuses new writes, completes the waiting ones, and returns when the lane has ended. On the lane itself it returns
  /// at once.
  func close() {
    queue.close()
    guard !isCurrentThread else { return }
    lane.withLock { $0 }?.join()
  }

  // MARK: - Running on the lane

  private func work() {
    guard let connection, let mark else { preconditionFailure("the writer was started twice") }
    connection.patience = Self.patience
    while let job = queue.next() {
      guard let upkeep = job as? DatabaseMaintenance else {
        runGroup(first: job, connection, mark)
        continue
      }
      if let fault { upkeep.finish(fault) } else { upkeep.work(on: connection) }
    }
    // The last connection empties the log and may wait longer for that.
    connection.patience = .seconds(5)
  }

  /// Copies the log through the watch, so that its pages are digested, and lets the last connection remove it. Leaves
  /// the files unchanged if the database is damaged or no longer at its path.
  ///
  /// - Returns: true if the whole log is in the database.
  private func finishLog() -> Bool {
    guard let connection, fault == nil else { return false }
    do {
      let (isEmpty, mismatch) = watch.isActive ? try watch.emptyLog(connection) : (true, nil)
      if let mismatch {
        found(IntegrityCheck.sentence(mismatch))
        return false
      }
      connection.leaveLogWhenClosed(false)
      return isEmpty
    } catch {
      logger.warning("could not copy the log into the database at the end: \(error)")
      return false
    }
  }

  /// Stores the stamp of the database after SQLite has closed it.
  private func seal() {
    do {
      try watch.seal()
    } catch {
      logger.warning("could not store the state of the closed database: \(error)")
    }
  }

  private func runGroup(first: any WriteJob, _ connection: DatabaseConnection, _ mark: AcknowledgedMark) {
    if let fault {
      note(fault, connection)
      first.finish(fault)
      return
    }
    if faults.over("files") > 0 {
      logger.info("the files of the database are restored; changes are accepted again")
    }
    let group = WriteGroup(on: connection, reportingTo: rows)
    var job: (any WriteJob)? = first
    while let current = job {
      guard group.run(current, now: now()) else { break }
      job = group.isFull ? nil : queue.nextWaiting()
    }
    let end = group.commit()
    connection.patience = group.wasLockedOut ? Self.impatience : Self.patience
    assert(connection.isAtRest, "a statement was left busy")
    if let fault {
      // The commit may be in a file that is not found again, so it is not reported as done.
      note(fault, connection)
      for (job, failure) in end.jobs { job.finish(failure ?? fault) }
      return
    }
    if let error = end.jobs.lazy.compactMap({ $0.failure as? StorageError }).first(where: { $0.isExactly(.corrupt) }) {
      found(error.message)
    }
    if let sequence = end.acknowledged { note(sequence, in: mark) }
    for (job, failure) in end.jobs { job.finish(failure) }
    for hook in end.hooks { hook() }
    checkpointIfDue(connection)
  }

  /// Logs once that no change is accepted. If only the log was removed, copies it into the database, which is still at
  /// its path, so that no acknowledged change is lost.
  private func note(_ fault: StorageError, _ connection: DatabaseConnection) {
    guard faults.isFirst("files") else { return }
    logger.error("\(fault.message): no changes are accepted")
    guard presence.hasLostLogAlone else { return }
    do {
      try connection.checkpoint()
      logger.warning("the content of the removed log was copied into the database; restart the hub")
    } catch {
      logger.error("could not copy the removed log into the database: \(error)")
    }
  }

  private func note(_ sequence: Int64, in mark: AcknowledgedMark) {
    do {
      try mark.advance(to: sequence)
      faults.over("mark")
    } catch {
      // The change is durable. It must not be reported as failed because its mark could not be written.
      if faults.isFirst("mark") { logger.error("could not store the last acknowledged sequence: \(error)") }
    }
  }

  // This runs after the results are reported, so that no caller waits for the two fsyncs of a checkpoint.
  private func checkpointIfDue(_ connection: DatabaseConnection) {
    // A long read prevents the log from starting over. It then grows and is copied piece by piece.
    if connection.framesInLog < framesCopied { framesCopied = 0 }
    guard connection.framesInLog - framesCopied >= Self.framesBetweenCheckpoints else { return }
    framesCopied = connection.framesInLog
    do {
      if let mismatch = try watch.checkpoint(connection) { found(IntegrityCheck.sentence(mismatch)) }
      faults.over("checkpoint")
    } catch {
      if faults.isFirst("checkpoint") { logger.error("could not copy the log into the database: \(error)") }
    }
  }
}
