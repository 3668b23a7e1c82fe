package import Log
package import Storage
internal import Threads

/// Runs the background jobs one after another on a lane of their own. Stores in the database when each job last
/// completed, so that a job that fails silently can be distinguished from one that has nothing to do.
package final class Jobs: Sendable {
  private struct State {
    /// The time at which each job is due.
    var due: [String: ContinuousClock.Instant] = [:]
    var running: Set<String> = []
    var failures: [String: Int] = [:]
    /// The jobs that a person has ordered; they do not wait for the settling time.
    var hastened: Set<String> = []
  }

  /// The conditions under which jobs may do irreversible work.
  package struct Permission: Sendable {
    /// The time for which the hub has to have run, so that a person who started it by mistake can still stop it.
    package var settlingTime: Duration
    /// Returns the reason that the clock is not trusted; nil if it is.
    package var doubt: @Sendable () -> ClockDoubt?

    package init(settlingTime: Duration, doubt: @escaping @Sendable () -> ClockDoubt?) {
      self.settlingTime = settlingTime
      self.doubt = doubt
    }
  }

  private let database: Database
  private let jobs: [Job]
  private let permission: Permission
  private let started = ContinuousClock.now
  private let logger: Logger
  private let lane = SerialQueue("jobs", limit: 16)
  private let state = Locked(State())
  private let faults = RepeatFilter()
  private let isStopping = Locked(false)

  /// - Parameters:
  ///   - database: the database that stores the results of the jobs.
  ///   - jobs: all jobs; each is due at the start.
  ///   - permission: the conditions for irreversible work.
  ///   - logger: logs once that a job fails, and once that it works again.
  package init(database: Database, jobs: [Job], permission: Permission, logger: Logger) {
    self.database = database
    self.jobs = jobs
    self.permission = permission
    self.logger = logger
  }

  /// The status of a job.
  package struct Report: Hashable, Sendable {
    package var name: String
    /// The stored record; nil before the first run ever.
    package var stored: JobRecord?
    /// The number of failures since the start.
    package var failures: Int
    /// The reason that it does not run by itself now; nil if it does.
    package var waitsFor: Wait?
  }

  /// The reason that a job does not run by itself.
  package enum Wait: Hashable, Sendable {
    /// The hub has just started.
    case start
    case clock(ClockDoubt)
  }

  /// Returns the reason that a job may not run by itself now; nil if it may.
  private func wait(of job: Job) -> Wait? {
    if job.care == .byClock, let doubt = permission.doubt() { return .clock(doubt) }
    return ContinuousClock.now - started < permission.settlingTime ? .start : nil
  }

  /// Returns the status of all jobs, in their order.
  package func reports() throws -> [Report] {
    let stored = Dictionary(uniqueKeysWithValues: try database.read { try $0.jobs() }.map { ($0.name, $0) })
    let failures = state.withLock { $0.failures }
    return jobs.map {
      Report(name: $0.name, stored: stored[$0.name], failures: failures[$0.name] ?? 0, waitsFor: wait(of: $0))
    }
  }

  /// Starts the jobs that are due. Call it about twice a second; returns at once.
  package func tick() {
    let now = ContinuousClock.now
    for job in jobs {
      let isDue = state.withLock { state in
        guard !state.running.contains(job.name), state.due[job.name].map({ $0 <= now }) ?? true else { return false }
        // A job that a person has ordered waits for its turn only.
        guard wait(of: job) == nil || (job.care == .ordered && state.hastened.contains(job.name)) else { return false }
        state.hastened.remove(job.name)
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

  /// Makes a job due at once, because a person has ordered its work.
  package func hasten(_ name: String) {
    state.withLock { state in
      state.due[name] = nil
      state.hastened.insert(name)
    }
  }

  /// Runs a job now, on the calling thread, regardless of its preconditions.
  ///
  /// - Returns: true if it completed all of its work; false also if there is no such job.
  @discardableResult
  package func run(_ name: String) -> Bool {
    guard let job = jobs.first(where: { $0.name == name }) else { return false }
    return run(job)
  }

  /// Stops the lane after the job that is running.
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
      // If even this cannot be stored, the metric that stops advancing shows it.
      try? database.write { try $0.noteFailed(job: name, error: "\(error)") }
      return false
    }
  }
}
