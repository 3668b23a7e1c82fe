package import Testing
internal import Threads

/// A trait that runs each test of a suite on a thread of its own. Use it for tests that block, as
/// `@Suite(.serialized, .ownThread)`.
///
/// The shared pool has one thread per core. A blocking test there delays all other tests, while their time limits run.
/// With `.serialized` a suite has one such thread at a time.
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

/// An executor that runs the jobs of a task one after another on one lane.
private final class ThreadExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  private let state = Monitor(State())

  init() {
    _ = DedicatedThread("test") { [self] in
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

  /// Ends the lane after the queued jobs.
  func finish() { state.update { $0.isFinished = true } }
}
