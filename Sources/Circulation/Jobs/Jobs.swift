internal import Lanes
package import Log
package import Storage

/// Runs the jobs of the house one after another on a lane of their own, and keeps in the database when each last did all
/// of its work: a job that does nothing in silence is told from one that has nothing to do.
package final class Jobs: Sendable {
  private struct State {
    /// When each is due.
    var due: [String: ContinuousClock.Instant] = [:]
    var running: Set<String> = []
    var failures: [String: Int] = [:]
  }

  private let database: Database
  private let jobs: [Job]
  private let logger: Logger
  private let lane = Worker("jobs", limit: 16)
  private let state = Guarded(State())
  private let faults = Once()
  private let isStopping = Guarded(false)

  /// - Parameters:
  ///   - database: keeps how the jobs went.
  ///   - jobs: all of them; each is due at the start.
  ///   - logger: hears once of a job that fails, and once when it works again.
  package init(database: Database, jobs: [Job], logger: Logger) {
    self.database = database
    self.jobs = jobs
    self.logger = logger
  }

  /// How a job went.
  package struct Report: Hashable, Sendable {
    package var name: String
    /// What is in the database of it; nil before its first run ever.
    package var kept: JobRecord?
    /// How often it has failed since the start.
    package var failures: Int
  }

  /// All jobs, in their order.
  package func reports() throws -> [Report] {
    let kept = Dictionary(uniqueKeysWithValues: try database.read { try $0.jobs() }.map { ($0.name, $0) })
    let failures = state.withLock { $0.failures }
    return jobs.map { Report(name: $0.name, kept: kept[$0.name], failures: failures[$0.name] ?? 0) }
  }

  /// Begins what is due. To be called about twice a second; returns at once.
  package func tick() {
    let now = ContinuousClock.now
    for job in jobs {
      let isDue = state.withLock { state in
        guard !state.running.contains(job.name), state.due[job.name].map({ $0 <= now }) ?? true else { return false }
        state.running.insert(job.name)
        state.due[job.name] = now + job.pause
        return true
      }
      guard isDue else { continue }
      let isTaken = lane.add { [self] in
        if !isStopping.withLock({ $0 }) { run(job) }
        state.withLock { _ = $0.running.remove(job.name) }
      }
      if !isTaken { state.withLock { _ = $0.running.remove(job.name) } }
    }
  }

  /// Makes a job due at once.
  package func hasten(_ name: String) { state.withLock { $0.due[name] = nil } }

  /// Does a job now, on the calling thread.
  ///
  /// - Returns: whether it did all of its work; false also when there is no such job.
  @discardableResult
  package func run(_ name: String) -> Bool {
    guard let job = jobs.first(where: { $0.name == name }) else { return false }
    return run(job)
  }

  /// Ends the lane after the job that runs.
  package func stop() {
    isStopping.withLock { $0 = true }
    lane.stop()
  }

  @discardableResult
  private func run(_ job: Job) -> Bool {
    let name = job.name
    do {
      try database.write { try $0.noteStarted(job: name) }
      let done = try job.run()
      try database.write { try $0.noteSucceeded(job: name, done: done) }
      if faults.over(name) > 0 { logger.info("the job \(name) works again") }
      return true
    } catch {
      state.withLock { $0.failures[name, default: 0] += 1 }
      if faults.isFirst(name) { logger.error("the job \(name) failed: \(error)") }
      // Where even this cannot be kept, the metric that does not move tells it.
      try? database.write { try $0.noteFailed(job: name, error: "\(error)") }
      return false
    }
  }
}
