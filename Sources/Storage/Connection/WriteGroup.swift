internal import Deadwax

/// Writes that share one transaction and one fsync.
///
/// The first job needs no savepoint, since undoing it undoes everything; each later one has its own.
final class WriteGroup {
  struct End {
    /// In the order they came, each with why it failed.
    var jobs: [(job: any WriteJob, failure: (any Error)?)]
    var hooks: [@Sendable () -> Void]
    var acknowledged: Int64?
  }

  /// The most writes in one transaction.
  static let limit = 256
  /// No write joins a transaction that has run so long: the first one waits for its answer.
  static let longest = Duration.milliseconds(10)

  private let connection: Connection
  private let start = ContinuousClock.now
  private var jobs: [(job: any WriteJob, failure: (any Error)?)] = []
  private var hooks: [@Sendable () -> Void] = []
  private var acknowledged: Int64?
  private var isBegun = false
  /// Whether another program held the database for longer than the connection waits.
  private(set) var wasLockedOut = false
  // How many jobs of the open transaction are done.
  private var survivors = 0

  init(on connection: Connection) { self.connection = connection }

  var isFull: Bool { jobs.count >= Self.limit || ContinuousClock.now - start > Self.longest }

  /// Runs the job in the group's transaction, at its own moment if it brings one.
  ///
  /// - Returns: false when the group cannot take another one.
  func run(_ job: any WriteJob, now: Timestamp) -> Bool {
    do {
      if !isBegun {
        _ = try connection.run("BEGIN IMMEDIATE", [])
        isBegun = true
      }
      if survivors > 0 { _ = try connection.run("SAVEPOINT job", []) }
    } catch {
      jobs.append((job, error))
      if isBegun { undoAll(error) } else if case .busy = error.code { wasLockedOut = true }
      return false
    }
    let moment = job.moment ?? WriteMoment(now: now, seed: .random(in: .min ... .max))
    let transaction = WriteTransaction(on: connection, now: moment.now, seed: moment.seed)
    do {
      defer { transaction.end() }
      try job.run(in: transaction)
      if let loss = transaction.loss { throw loss }
      precondition(!connection.isOutsideTransaction, "a write ended the transaction that it was in")
      if connection.hasDeferredViolations {
        // Left to COMMIT it would undo the other jobs too.
        throw StorageError(
          code: .constraintForeignKey, call: "sqlite3_db_status", message: "FOREIGN KEY constraint failed")
      }
      if survivors > 0 { _ = try connection.run("RELEASE job", []) }
    } catch {
      jobs.append((job, error))
      return undo(error)
    }
    jobs.append((job, nil))
    hooks += transaction.hooks
    if let sequence = transaction.acknowledged { acknowledged = max(acknowledged ?? sequence, sequence) }
    survivors += 1
    return true
  }

  /// Makes the group durable (with `synchronous=FULL` the log is on the disk when COMMIT returns), or fails all of it.
  func commit() -> End {
    if isBegun {
      do {
        _ = try connection.run("COMMIT", [])
        isBegun = false
      } catch {
        undoAll(error)
      }
    }
    return End(jobs: jobs, hooks: hooks, acknowledged: acknowledged)
  }

  /// Undoes the job that has just failed, and returns whether the group goes on.
  private func undo(_ error: any Error) -> Bool {
    guard !connection.isOutsideTransaction, survivors > 0 else {
      let isAlone = survivors == 0
      undoAll(error)
      return isAlone
    }
    do {
      _ = try connection.run("ROLLBACK TO job", [])
      _ = try connection.run("RELEASE job", [])
      return true
    } catch {
      undoAll(error)
      return false
    }
  }

  /// Ends the transaction with nothing done; every job that had worked fails with the error.
  private func undoAll(_ error: any Error) {
    if !connection.isOutsideTransaction {
      // SQLite documents that a ROLLBACK does not fail but for statements that are still running, and none is.
      do { _ = try connection.run("ROLLBACK", []) } catch { preconditionFailure("ROLLBACK failed: \(error)") }
    }
    for index in jobs.indices where jobs[index].failure == nil { jobs[index].failure = error }
    isBegun = false
    survivors = 0
    hooks = []
    acknowledged = nil
  }
}
