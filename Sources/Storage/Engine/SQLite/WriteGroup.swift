internal import Deadwax

/// A group of writes that share one transaction and one fsync.
///
/// The first job needs no savepoint, since undoing it undoes the whole transaction. Each later job has its own.
final class WriteGroup {
  struct End {
    /// The jobs in the order in which they were queued. `failure` is nil for a job that succeeded.
    var jobs: [(job: any WriteJob, failure: (any Error)?)]
    var hooks: [@Sendable () -> Void]
    var acknowledged: Int64?
  }

  /// The maximum number of writes in one transaction.
  static let limit = 256
  /// The maximum duration of a transaction before no more writes join it, because the first one waits for its result.
  static let longest = Duration.milliseconds(10)

  private let connection: DatabaseConnection
  private let rows: RowCache
  private let start = ContinuousClock.now
  private var jobs: [(job: any WriteJob, failure: (any Error)?)] = []
  private var hooks: [@Sendable () -> Void] = []
  private var acknowledged: Int64?
  private var isBegun = false
  /// True if another program locked the database for longer than the connection waits.
  private(set) var wasLockedOut = false
  // The number of jobs that succeeded in the open transaction.
  private var survivors = 0

  /// - Parameters:
  ///   - connection: the writing connection.
  ///   - rows: the cache that receives the changed rows.
  init(on connection: DatabaseConnection, reportingTo rows: RowCache) {
    self.connection = connection
    self.rows = rows
  }

  var isFull: Bool { jobs.count >= Self.limit || ContinuousClock.now - start > Self.longest }

  /// Runs a job in the group's transaction, with the job's own moment if it has one.
  ///
  /// - Returns: false when the group cannot take another one.
  func run(_ job: any WriteJob, now: Timestamp) -> Bool {
    do {
      if !isBegun {
        try connection.begin(.writing)
        isBegun = true
      }
      if survivors > 0 { _ = try connection.run("SAVEPOINT job", []) }
    } catch {
      jobs.append((job, error))
      if isBegun { undoAll(error) } else if error.kind == .busy { wasLockedOut = true }
      return false
    }
    let moment = job.moment ?? WriteMoment(now: now, seed: .random(in: .min ... .max))
    let transaction = WriteTransaction(on: connection, now: moment.now, seed: moment.seed)
    do {
      defer { transaction.end() }
      try job.run(in: transaction)
      if let loss = transaction.loss { throw loss }
      precondition(!connection.isOutsideTransaction, "a write ended its own transaction")
      if connection.hasBrokenReferences() {
        // At COMMIT, the violation would undo the other jobs too.
        throw StorageError(
          .reference, call: "sqlite3_db_status", message: "FOREIGN KEY constraint failed")
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

  /// Makes the group durable, or fails all its jobs.
  func commit() -> End {
    if isBegun {
      let changes = connection.takeRowChanges()
      // Readers can see the changes before COMMIT returns, so they must know of them earlier.
      if !changes.isEmpty { rows.commitBegins(changes) }
      defer { if !changes.isEmpty { rows.commitEnded() } }
      do {
        try connection.commit()
        isBegun = false
      } catch {
        undoAll(error)
      }
    }
    return End(jobs: jobs, hooks: hooks, acknowledged: acknowledged)
  }

  /// Undoes the job that has just failed. Returns true if the group can take another job.
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

  /// Rolls the transaction back. Every job that had succeeded fails with the error.
  private func undoAll(_ error: any Error) {
    connection.rollBack()
    _ = connection.takeRowChanges()
    for index in jobs.indices where jobs[index].failure == nil { jobs[index].failure = error }
    isBegun = false
    survivors = 0
    hooks = []
    acknowledged = nil
  }
}
