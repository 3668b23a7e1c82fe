internal import Lanes

/// Writes that wait for the writer, in the order they came; bounded.
final class WriteQueue: Sendable {
  /// How many may wait. At a thousand writes a second this is ten seconds of work.
  static let limit = 10_000

  private struct State {
    var jobs: [any WriteJob] = []
    // Jobs before this index are taken: moving the rest up at each turn would cost a pass over them.
    var taken = 0
    var isClosed = false

    mutating func take() -> (any WriteJob)? {
      guard taken < jobs.count else { return nil }
      let job = jobs[taken]
      taken += 1
      if taken == jobs.count {
        jobs.removeAll(keepingCapacity: taken <= 1024)
        taken = 0
      } else if taken >= 4096 {
        jobs.removeFirst(taken)
        taken = 0
      }
      return job
    }
  }

  private let state = Condition(State())

  /// Takes the job in, or says why not.
  func append(_ job: any WriteJob) -> StorageError? {
    state.update { state in
      guard !state.isClosed else { return .closed }
      guard state.jobs.count - state.taken < Self.limit else {
        return StorageError(
          code: .busy, call: StorageError.queueCall, message: "\(Self.limit) writes wait already; try again later")
      }
      state.jobs.append(job)
      return nil
    }
  }

  /// The next job, waiting for one. Nil when the queue is closed and empty.
  func next() -> (any WriteJob)? {
    state.wait { state -> (any WriteJob)?? in
      if let job = state.take() { return .some(job) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// The next job if one waits.
  func nextWaiting() -> (any WriteJob)? { state.update { $0.take() } }

  /// Lets no more jobs in; those that wait are still done.
  func close() { state.update { $0.isClosed = true } }
}
