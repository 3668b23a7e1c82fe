/// A lane that runs jobs one after another. Use it for work that may block, instead of threads that must not.
package final class SerialQueue: Sendable {
  private let queue: Monitor<Queue>
  private let limit: Int
  private let ended = Latch()

  private struct Queue {
    var jobs: [@Sendable () -> Void] = []
    var isStopping = false
  }

  /// Starts the lane.
  ///
  /// - Parameters:
  ///   - name: the name of the lane.
  ///   - limit: the maximum number of waiting jobs.
  package init(_ name: String, limit: Int = 64) {
    queue = Monitor(Queue())
    self.limit = limit
    _ = DedicatedThread(name) { [self] in
      run()
      ended.raise()
    }
  }

  /// Appends a job to the queue. Returns false if the queue is full or the worker was stopped.
  package func add(_ job: @escaping @Sendable () -> Void) -> Bool {
    queue.update { queue in
      guard !queue.isStopping, queue.jobs.count < limit else { return false }
      queue.jobs.append(job)
      return true
    }
  }

  /// True once the end of the lane was requested: a job that takes long then ends early.
  package var isStopping: Bool { queue.read { $0.isStopping } }

  /// Waits until the jobs that are queued by now have ended. Returns at once if the lane was stopped or is full.
  package func settle() {
    let isReached = Latch()
    if add({ isReached.raise() }) { isReached.wait() }
  }

  /// Completes the queued jobs, then ends the lane.
  package func stop() {
    queue.update { $0.isStopping = true }
    ended.wait()
  }

  private func run() {
    while true {
      let job = queue.wait { queue -> (@Sendable () -> Void)?? in
        if !queue.jobs.isEmpty { return .some(queue.jobs.removeFirst()) }
        return queue.isStopping ? .some(nil) : nil
      }
      guard let job else { return }
      job()
    }
  }
}
