internal import Threads

/// Maintenance of the database that changes no data. It runs between two groups of writes, so no thread writes
/// meanwhile.
final class DatabaseMaintenance: WriteJob, @unchecked Sendable {
  // Sendable is sound: `body` is called once, on the writer's lane, and retains nothing of the connection.
  let moment: WriteMoment? = nil
  private let body: (DatabaseConnection) throws -> Void
  private let then: @Sendable ((any Error)?) -> Void

  /// Creates the job.
  ///
  /// - Parameters:
  ///   - body: the work. It runs on the writer's lane, outside of any transaction, and should take milliseconds.
  ///   - then: receives the error, or nil, once.
  init(
    _ body: @escaping @Sendable (DatabaseConnection) throws -> Void, then: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.body = body
    self.then = then
  }

  func work(on connection: DatabaseConnection) {
    do {
      try body(connection)
      then(nil)
    } catch {
      then(error)
    }
  }

  func run(in transaction: WriteTransaction) { preconditionFailure("upkeep is no part of a group of writes") }

  func finish(_ failure: (any Error)?) { then(failure) }
}

extension Writer {
  /// Runs a closure on the writing connection between two groups of writes and waits for its result.
  func upkeep<R: Sendable>(_ body: @escaping @Sendable (DatabaseConnection) throws -> R) throws -> R {
    let answer = Monitor<Result<R, any Error>?>(nil)
    let result = Locked<R?>(nil)
    submit(
      DatabaseMaintenance { connection in
        let made = try body(connection)
        result.withLock { $0 = made }
      } then: { failure in
        let made = result.withLock { $0 }
        answer.update { answer in
          if let failure { answer = .failure(failure) } else if let made { answer = .success(made) }
        }
      })
    return try answer.wait { $0 }.get()
  }
}
