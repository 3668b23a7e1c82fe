package import Deadwax
package import Log
internal import Threads

/// The database of one hub: a file that several threads read at once and one thread changes.
package final class Database: Sendable {
  private let writer: Writer
  private let readers: ReaderPool
  private let watch: PageWatch
  private let check: IntegrityCheck
  /// True if the log still holds data that must be erased.
  let owesLog = Locked(false)
  private let now: @Sendable () -> Timestamp
  private let changes = Locked(0)
  /// The cache of the representations of rows in lists.
  package let rows = RowCache()
  /// The words of the library, by which searches are corrected.
  package let words = KnownWords()

  /// The number of writes that have ended. A result that was read after this number stays valid until the number
  /// changes.
  package var revision: Int { changes.withLock { $0 } }

  /// Opens the database, creates it if there is none, and migrates its schema.
  ///
  /// Before anything is changed, the file is examined: its header, all its pages if the file is small, its migrations,
  /// and whether it still contains the newest acknowledged change. `startChecking` checks the rest.
  ///
  /// - Parameters:
  ///   - path: the path of the file. Its log (`-wal`), shared memory (`-shm`) and mark (`.ack`) are next to it.
  ///   - migrations: all steps of the schema, in order.
  ///   - logger: receives the messages for the operator.
  ///   - readers: the number of reads that can run at once, at least 1.
  ///   - newestSequence: a query for the newest sequence number passed to `WriteTransaction.acknowledge`, NULL if there
  ///     is none yet.
  ///   - acceptLoss: true to open the database although acknowledged changes are missing, as after restoring a backup.
  ///   - now: the clock of every read and write.
  /// - Throws: `DatabaseRefused` if the file is not fit for use; the file is unchanged then. `StorageError` of kind
  ///   `.busy` if another program has it open.
  package init(
    path: String, migrations: [Migration], logger: Logger, readers: Int = 3, newestSequence: String? = nil,
    acceptLoss: Bool = false, now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) throws {
    precondition(readers >= 1, "a database needs a reader")
    precondition(Set(migrations.map(\.name)).count == migrations.count, "two migrations have the same name")
    let file = DatabaseFile(path: path)
    let opening = DatabaseOpening(
      file: file, migrations: migrations, newestSequence: newestSequence, acceptLoss: acceptLoss, logger: logger)
    let opened = try opening.open(now: now())
    let pool = ReaderPool(try (0..<readers).map { _ in try DatabaseConnection(path: path, access: .reading) })
    self.readers = pool
    self.now = now
    // The first read of a connection opens the log, which creates it.
    try pool.withConnection { _ = try $0.newestSequence("SELECT count(*) FROM sqlite_schema") }
    let presence = try MovedFiles(of: file)
    let watch = try PageWatch(
      of: file, hadLog: opened.hadLog, pageSize: Int(try opened.connection.integer("PRAGMA page_size") ?? 4096))
    if watch.wasChangedElsewhere {
      logger.warning(
        "\(path) has changed since it was closed by Deadwax: its pages are digested again after a check"
      )
    }
    try opened.connection.noteRowChanges()
    let writer = Writer(
      opened, file: file, presence: presence, watch: watch, rows: rows, logger: logger, now: now)
    self.watch = watch
    self.writer = writer
    check = IntegrityCheck(
      path: path, watch: watch, logger: logger, now: now,
      upkeep: { try writer.upkeep($0) }, found: { writer.found($0) })
    writer.start(closingLast: pool)
  }

  deinit { close() }

  /// Throws `.busy` if another program uses the database at this path, or the database that was there before its folder
  /// was moved away. Call it before creating anything at the path.
  package static func checkIsFree(path: String) throws(StorageError) { try PathClaim.check(path) }

  /// Reads one snapshot on a connection of the pool. Waits if all connections are in use.
  ///
  /// - Throws: the error of `body`, or a `StorageError`.
  package func read<R>(_ body: (ReadTransaction) throws -> R) throws -> R {
    try readers.withConnection { try read(on: $0, body) }
  }

  /// Reads one snapshot until `goesOn` returns false.
  ///
  /// - Parameters:
  ///   - goesOn: returns false to interrupt the read. It is called often, also during a query that returns no row for a
  ///     long time.
  ///   - body: the closure that reads.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or a `StorageError`; `.interrupted` if `goesOn` returned false.
  package func read<R>(while goesOn: @escaping () -> Bool, _ body: (ReadTransaction) throws -> R) throws -> R {
    try readers.withConnection { connection in
      try read(on: connection) { reading in
        connection.whileRunning(every: Self.stepsBetweenQuestions, goesOn)
        // The handler must be gone before the read transaction ends, since ROLLBACK is a statement too.
        defer { connection.whileRunning(every: 0) { true } }
        return try body(reading)
      }
    }
  }

  /// Reads a page of a list through the row cache.
  ///
  /// - Returns: the page.
  /// - Throws: a `StorageError`.
  package func read(_ page: RowPage) throws -> RowPage.Content {
    let earliest = rows.version
    return try read { try page.read(in: $0, through: rows, since: earliest) }
  }

  /// The number of SQLite's steps between two calls of `goesOn`: some milliseconds of work.
  private static let stepsBetweenQuestions = 10_000

  private func read<R>(on connection: DatabaseConnection, _ body: (ReadTransaction) throws -> R) throws -> R {
    try connection.begin(.reading)
    let transaction = ReadTransaction(on: connection, now: now())
    defer {
      transaction.end()
      connection.endReading()
    }
    return try body(transaction)
  }

  /// Changes the database and returns when the change is durable.
  ///
  /// - Parameters:
  ///   - moment: the time of the change and the seed of its ids, to repeat an earlier change exactly. Nil for the
  ///     current time and a random seed.
  ///   - body: the closure that makes the change. It runs once, on the writer's lane. If it throws, none of its changes
  ///     take effect. It must not wait for another write.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`, or a `StorageError`; `.overloaded` if too many writes wait.
  @discardableResult
  package func write<R: Sendable>(
    at moment: WriteMoment? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> R
  ) throws -> R {
    precondition(!writer.isCurrentThread, "a write waits for another write; use submit")
    let answer = Monitor<Result<R, any Error>?>(nil)
    submit(at: moment, body) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get()
  }

  /// True if writes wait for the one that is being made. A write that could take long ends early then.
  package var hasWaitingWrites: Bool { writer.isAwaited }

  /// Queues a change of the database and returns at once.
  ///
  /// - Parameters:
  ///   - moment: the time and seed, as in `write`.
  ///   - body: the closure that makes the change, as in `write`.
  ///   - then: receives the result, once. It runs on the writer's lane when the change is durable or was rolled back.
  ///     It runs on the calling thread if the change was refused, because too many writes wait (`.overloaded`) or the
  ///     database is closed. It must be quick.
  package func submit<R: Sendable>(
    at moment: WriteMoment? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> R,
    then: @escaping @Sendable (Result<R, any Error>) -> Void
  ) {
    // The revision must change before the result is reported, so that a caller who knows the result reads it.
    let counted: @Sendable (Result<R, any Error>) -> Void = { [changes] result in
      changes.withLock { $0 += 1 }
      then(result)
    }
    writer.submit(Submission(at: moment, body, then: counted))
  }

  /// Checks the whole file in the background, after `delay` and again after each `pause`, until the database is closed.
  package func startChecking(after delay: Duration = .zero, every pause: Duration) {
    check.start(after: delay, every: pause)
  }

  /// Checks the whole file once and returns when the check is done.
  @discardableResult
  package func checkNow() -> IntegrityCheck.Progress {
    check.run()
    return check.state
  }

  /// The progress of the integrity check and its finding.
  package var checkProgress: IntegrityCheck.Progress { check.state }

  /// Tries once to empty the log, on the writer's lane.
  func tryToEmptyLog() throws -> Bool {
    let watch = watch
    let (isEmpty, mismatch) = try writer.upkeep { try watch.emptyLog($0) }
    if let mismatch { writer.found(IntegrityCheck.sentence(mismatch)) }
    return isEmpty
  }

  /// The reason no write is accepted at the moment. Nil while the files are at their paths and no damage is known.
  /// Reading it costs four calls of `stat(2)`.
  package var fault: StorageError? { writer.fault }

  /// Completes the waiting writes, accepts no more, and closes the files when running reads have ended. A second call
  /// does nothing.
  package func close() {
    precondition(!readers.isReading, "a database is closed inside a read")
    check.stop()
    writer.close()
  }
}
