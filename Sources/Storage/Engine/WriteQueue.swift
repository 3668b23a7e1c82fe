internal import Threads

/// A bounded queue of the writes that wait for the writer.
final class WriteQueue: Sendable {
  /// The maximum number of waiting writes. At a thousand writes per second, this is ten seconds of work.
  static let limit = 10_000

  private struct State {
    var jobs: [any WriteJob] = []
    // Jobs before this index are done with. Removing them one by one would shift the rest of the array each time.
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

  private let state = Monitor(State())

  /// Appends the job, or returns the error that refuses it.
  func append(_ job: any WriteJob) -> StorageError? {
    state.update { state in
      guard !state.isClosed else { return .closed }
      guard state.jobs.count - state.taken < Self.limit else {
        return StorageError(
          .overloaded, call: "WriteQueue",
          message: "\(Self.limit) writes are already waiting; try again later")
      }
      state.jobs.append(job)
      return nil
    }
  }

  /// Returns the next job, waiting for one. Returns nil when the queue is closed and empty.
  func next() -> (any WriteJob)? {
    state.wait { state -> (any WriteJob)?? in
      if let job = state.take() { return .some(job) }
      return state.isClosed ? .some(nil) : nil
    }
  }

  /// Returns the next job if one waits that can share a transaction.
  func nextWaiting() -> (any WriteJob)? {
    state.update { state in
      guard state.taken < state.jobs.count, !(state.jobs[state.taken] is DatabaseMaintenance) else { return nil }
      return state.take()
    }
  }

  /// True if a job waits.
  var isAwaited: Bool { state.read { $0.taken < $0.jobs.count } }

  /// Refuses new jobs. The waiting ones are still carried out.
  func close() { state.update { $0.isClosed = true } }
}
