import Threads

/// The result of an operation on another thread.
final class Later<Value: Sendable>: Sendable {
  private let result = Monitor<Result<Value, any Error>?>(nil)

  func set(_ value: Result<Value, any Error>) { result.update { $0 = value } }

  func wait() -> Result<Value, any Error> { result.wait { $0 } }
}
