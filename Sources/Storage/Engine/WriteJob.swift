/// A closure that is queued for the writer.
protocol WriteJob: Sendable {
  /// The moment to use, or nil for the current time and a random seed.
  var moment: WriteMoment? { get }
  /// Runs the closure inside the open transaction. Called once, on the writer's lane.
  func run(in transaction: WriteTransaction) throws
  /// Reports the result to the submitter: nil if the change is durable. Called once, after `run` if `run` was called.
  func finish(_ failure: (any Error)?)
}
