package import Deadwax

/// The time of a transaction and the seed of its random ids.
package struct WriteMoment: Hashable, Sendable {
  package var now: Timestamp
  package var seed: UInt64

  package init(now: Timestamp, seed: UInt64) {
    self.now = now
    self.seed = seed
  }
}

/// A closure that is queued for the writer.
protocol WriteJob: Sendable {
  /// The moment to use, or nil for the current time and a random seed.
  var moment: WriteMoment? { get }
  /// Runs the closure inside the open transaction. Called once, on the writer's lane.
  func run(in transaction: WriteTransaction) throws
  /// Reports the result to the submitter: nil if the change is durable. Called once, after `run` if `run` was called.
  func finish(_ failure: (any Error)?)
}

final class Submission<Output: Sendable>: WriteJob, @unchecked Sendable {
  // Sendable is sound: `output` is touched only by `run` and then `finish`, which one thread calls in turn.
  let moment: WriteMoment?
  private let body: @Sendable (WriteTransaction) throws -> Output
  private let then: @Sendable (Result<Output, any Error>) -> Void
  private var output: Output?

  init(
    at moment: WriteMoment?, _ body: @escaping @Sendable (WriteTransaction) throws -> Output,
    then: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    self.moment = moment
    self.body = body
    self.then = then
  }

  func run(in transaction: WriteTransaction) throws { output = try body(transaction) }

  func finish(_ failure: (any Error)?) {
    if let failure {
      then(.failure(failure))
    } else if let output {
      then(.success(output))
    } else {
      preconditionFailure("a write was reported as done that never ran")
    }
  }
}
