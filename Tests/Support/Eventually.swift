internal import Lanes

/// Asks again and again, until there is an answer. For what gives no signal; where there is one, wait for that.
///
/// - Parameters:
///   - limit: how long to go on asking.
///   - pause: the time between two questions.
///   - what: what is waited for, for the failure's sentence.
///   - fileID: of the caller; for the failure's sentence.
///   - line: of the caller; for the failure's sentence.
///   - isolation: of the caller; `body` runs there.
///   - body: nil means not yet.
/// - Returns: the first answer.
/// - Throws: `TestFailure` when the time is up; whatever `body` throws, at once.
package func eventually<Result>(
  within limit: Duration = .seconds(10), pause: Duration = .milliseconds(5), _ what: String = "what was waited for",
  fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result?
) async throws -> Result {
  let clock = ContinuousClock()
  let deadline = clock.now + limit
  while true {
    // Asked once more after the deadline: a machine that stood still must not fail the test.
    let isLast = clock.now >= deadline
    if let result = try await body() { return result }
    guard !isLast else { throw TestFailure("\(what) did not come within \(limit), at \(fileID):\(line)") }
    try await clock.sleep(for: pause)
  }
}

/// As above, for a condition: waits until it is true.
package func eventually(
  within limit: Duration = .seconds(10), pause: Duration = .milliseconds(5), _ what: String = "what was waited for",
  fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Bool
) async throws {
  let _: Void = try await eventually(
    within: limit, pause: pause, what, fileID: fileID, line: line, isolation: isolation
  ) { try await body() ? () : nil }
}

/// Runs something that blocks on a thread of its own, so that tests waiting together do not use up the shared pool.
package func onLane<Result: Sendable>(
  _ name: String = "test", _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    _ = Lane(name) { continuation.resume(returning: body()) }
  }
}
