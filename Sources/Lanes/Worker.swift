/// A lane that does jobs one after another: for work that may block, off the threads that must not.
package final class Worker: Sendable {
  private let queue: Condition<Queue>
  private let limit: Int
  private let ended = Signal()

  private struct Queue {
    var jobs: [@Sendable () -> Void] = []
    var isStopping = false
  }

  /// - Parameters:
  ///   - name: of the lane.
  ///   - limit: how many jobs may wait.
  package init(_ name: String, limit: Int = 64) {
    queue = Condition(Queue())
    self.limit = limit
    _ = Lane(name) { [self] in
      run()
      ended.raise()
    }
  }

  /// Puts a job at the end of the queue; false when the queue is full or the worker has been stopped.
  package func add(_ job: @escaping @Sendable () -> Void) -> Bool {
    queue.update { queue in
      guard !queue.isStopping, queue.jobs.count < limit else { return false }
      queue.jobs.append(job)
      return true
    }
  }

  /// Does what is still queued, then ends the lane.
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
