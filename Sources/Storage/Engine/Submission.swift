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
