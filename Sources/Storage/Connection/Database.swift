package import Deadwax
internal import Lanes
package import Log

/// The database of one hub: a file, read by several threads at once and changed by one.
package final class Database: Sendable {
  private let writer: Writer
  private let readers: ReaderPool
  private let now: @Sendable () -> Timestamp

  /// Opens the database, creating it if there is none, and brings its schema up to date.
  ///
  /// Before anything is changed the file is examined: its header, all its pages (up to 2 GiB), its migrations, and
  /// whether the newest acknowledged change is still in it.
  ///
  /// - Parameters:
  ///   - path: the file; its log (`-wal`), shared memory (`-shm`) and mark (`.ack`) lie beside it.
  ///   - migrations: all steps of the schema, in order.
  ///   - logger: takes what an operator should know of it.
  ///   - readers: how many reads can run at once, at least 1.
  ///   - newestSequence: a query for the newest sequence given to `WriteTransaction.acknowledge`, NULL for none yet.
  ///   - acceptLoss: opens the database though acknowledged changes are missing, as after restoring a backup.
  ///   - now: the clock of every write.
  /// - Throws: `DatabaseRefused` when the file is not fit for use; it is untouched then. `StorageError`, with code
  ///   `.busy` when another program has it open.
  package init(
    path: String, migrations: [Migration], logger: Logger, readers: Int = 3, newestSequence: String? = nil,
    acceptLoss: Bool = false, now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) throws {
    precondition(readers >= 1, "a database needs a reader")
    precondition(Set(migrations.map(\.name)).count == migrations.count, "two migrations have the same name")
    let file = DatabaseFile(path: path)
    let opening = DatabaseOpening(
      file: file, migrations: migrations, newestSequence: newestSequence, acceptLoss: acceptLoss, logger: logger)
    let (connection, mark) = try opening.open(now: now())
    let pool = ReaderPool(try (0..<readers).map { _ in try Connection(path: path, access: .reading) })
    self.readers = pool
    self.now = now
    writer = Writer(connection: connection, mark: mark, logger: logger, now: now)
    writer.start(closingLast: pool)
  }

  deinit { close() }

  /// Reads one snapshot, on a connection of the pool; waits when all are in use.
  ///
  /// - Throws: what `body` throws, or a `StorageError`.
  package func read<R>(_ body: (ReadTransaction) throws -> R) throws -> R {
    try readers.withConnection { connection in
      _ = try connection.run("BEGIN", [])
      let transaction = ReadTransaction(on: connection, now: now())
      defer {
        transaction.end()
        connection.endReading()
      }
      return try body(transaction)
    }
  }

  /// Changes the database, and returns when the change is on the disk.
  ///
  /// - Parameters:
  ///   - moment: the time of it, and the seed of its ids, for what is done once more as it was done before; nil for now
  ///     and a random one.
  ///   - body: runs on the writer's lane, once; when it throws, nothing of it is done. It must not wait for another
  ///     write.
  /// - Returns: what `body` returned.
  /// - Throws: what `body` throws, or a `StorageError`; `.busy` when too many writes wait.
  @discardableResult
  package func write<R: Sendable>(
    at moment: WriteMoment? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> R
  ) throws -> R {
    precondition(!writer.isCurrentThread, "a write waits for another write; use submit")
    let answer = Condition<Result<R, any Error>?>(nil)
    submit(at: moment, body) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get()
  }

  /// Changes the database some time soon, and returns at once.
  ///
  /// - Parameters:
  ///   - moment: as in `write`.
  ///   - body: as in `write`.
  ///   - then: called once: on the writer's lane when the change is on the disk or was undone; on the calling thread
  ///     when it was not taken in, because too many wait (`.busy`) or the database is closed. It must be quick.
  package func submit<R: Sendable>(
    at moment: WriteMoment? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> R,
    then: @escaping @Sendable (Result<R, any Error>) -> Void
  ) {
    writer.submit(Submission(at: moment, body, then: then))
  }

  /// Does the writes that wait, lets no more in, and closes the files when running reads are done. Twice is once.
  package func close() {
    precondition(!readers.isReading, "a database is closed inside a read")
    writer.close()
  }
}
