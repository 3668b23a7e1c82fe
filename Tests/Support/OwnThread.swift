internal import Lanes
package import Testing

/// Runs each test of a suite on a thread of its own: for tests that block, as `@Suite(.serialized, .ownThread)`.
///
/// On the shared pool, which has a thread for each core, a test that blocks keeps everybody else's waiting, and their
/// time limits run meanwhile. With `.serialized` a suite has one such thread at a time.
package struct OwnThread: TestTrait, SuiteTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let executor = ThreadExecutor()
    defer { executor.finish() }
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}

extension Trait where Self == OwnThread {
  package static var ownThread: Self { Self() }
}

/// Runs the jobs of a task one after the other on one lane.
private final class ThreadExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  private let state = Condition(State())

  init() {
    _ = Lane("test") { [self] in
      while let job = state.wait(until: { state -> UnownedJob?? in
        if !state.jobs.isEmpty { return state.jobs.removeFirst() }
        return state.isFinished ? .some(nil) : nil
      }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.update { $0.jobs.append(job) }
  }

  /// Ends the lane after what is queued.
  func finish() { state.update { $0.isFinished = true } }
}
