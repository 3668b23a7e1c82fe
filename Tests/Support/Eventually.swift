internal import Threads

/// Polls until there is a result. Use it only for conditions without a signal; if there is a signal, wait for that.
///
/// - Parameters:
///   - limit: the timeout.
///   - pause: the time between two polls.
///   - what: the awaited condition, for the failure message.
///   - fileID: the caller's file; for the failure message.
///   - line: the caller's line; for the failure message.
///   - isolation: the caller's isolation, in which `body` runs.
///   - body: the poll; nil means not yet.
/// - Returns: the first result.
/// - Throws: `TestFailure` after the timeout; any error of `body`, at once.
package func eventually<Result>(
  within limit: Duration = .seconds(300), pause: Duration = .milliseconds(5), _ what: String = "what was waited for",
  fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result?
) async throws -> Result {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  while true {
    // Polls once more after the deadline: a machine that was suspended must not fail the test.
    let isLast = clock.now >= deadline
    if let result = try await body() { return result }
    guard !isLast else { throw TestFailure("\(what) did not come within \(limit), at \(fileID):\(line)") }
    try await clock.sleep(for: pause)
  }
}

/// Polls a condition until it is true.
package func eventually(
  within limit: Duration = .seconds(300), pause: Duration = .milliseconds(5), _ what: String = "what was waited for",
  fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Bool
) async throws {
  let _: Void = try await eventually(
    within: limit, pause: pause, what, fileID: fileID, line: line, isolation: isolation
  ) { try await body() ? () : nil }
}

/// Runs blocking code on a thread of its own, so that waiting tests do not exhaust the shared pool.
package func onLane<Result: Sendable>(
  _ name: String = "test", _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    _ = DedicatedThread(name) { continuation.resume(returning: body()) }
  }
}
