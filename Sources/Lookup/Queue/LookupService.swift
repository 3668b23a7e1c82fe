package import Deadwax
package import Log
package import Storage
internal import Threads

/// Processes the look-up jobs that scans have created, one after another on a lane of its own.
///
/// The jobs are rows of the database and survive the end of the program. No request of a person waits for them.
package final class LookupService: Sendable {
  /// The status of the look-ups.
  package struct Status: Hashable, Sendable {
    package enum State: String, Sendable {
      case working
      /// The catalogue cannot be reached, or has requested a delay.
      case waiting
      /// Nothing is looked up until staff correct the token.
      case paused

      /// The state in events.
      var reported: EventBody.LookupState {
        switch self {
        case .working: .working
        case .waiting: .waiting
        case .paused: .paused
        }
      }
    }

    package let state: State
    /// The number of jobs without an answer, except those that are retried periodically.
    package let queued: Int
    /// The reason it waits or is paused, as a sentence.
    package let reason: String?

    package init(state: State, queued: Int, reason: String?) {
      self.state = state
      self.queued = queued
      self.reason = reason
    }
  }

  /// The clock, the random source and the intervals, which tests replace.
  package struct Surroundings: Sendable {
    package var now: @Sendable () -> Timestamp
    package var schedule: LookupSchedule
    /// The interval at which the queue is checked without being woken, and a paused queue for a new token.
    package var poll: Duration
    /// The interval at which a refused token is tried again.
    package var recheck: Duration

    package init(
      now: @escaping @Sendable () -> Timestamp = Timestamp.now, schedule: LookupSchedule = LookupSchedule(),
      poll: Duration = .seconds(1), recheck: Duration = .seconds(900)
    ) {
      self.now = now
      self.schedule = schedule
      self.poll = poll
      self.recheck = recheck
    }
  }

  private struct State {
    var isStopping = false
    var hasNotices = true
    var status = Status.State.working
    var reason: String?
    /// The newest time that the wall clock has shown.
    var newest: Timestamp?
  }

  private let database: Database
  private let client: DiscogsClient
  private let work: LookupWork
  private let preference: @Sendable () throws -> LookupPreference
  private let recheck: RecheckWork
  private let comparison: ComparisonWork
  private let push: PushWork
  private let surroundings: Surroundings
  private let logger: Logger
  private let published: @Sendable () -> Void
  private let foundSeveral: @Sendable (Release.ID) -> Void
  private let state = Monitor(State())
  private let ended = Latch()

  /// Starts the service.
  ///
  /// - Parameters:
  ///   - database: the database with the jobs and the results. It must stay open until `stop` has returned.
  ///   - client: the Discogs client. The service owns it and closes it.
  ///   - preference: returns the present criteria for a choice among several matching releases. The catalogue number is
  ///     that of the release.
  ///   - logger: the log, which records when the catalogue becomes unreachable and reachable.
  ///   - surroundings: the clock, the random source and the intervals.
  ///   - published: called on the writer's lane after each commit that published an event; must not block.
  ///   - foundSeveral: called after the commit of a look-up that found several records for a barcode; must not block.
  package init(
    database: Database, client: DiscogsClient,
    preference: @escaping @Sendable () throws -> LookupPreference = { LookupPreference() }, logger: Logger,
    surroundings: Surroundings = Surroundings(), published: @escaping @Sendable () -> Void,
    foundSeveral: @escaping @Sendable (Release.ID) -> Void = { _ in }
  ) {
    self.database = database
    self.client = client
    self.work = LookupWork(client: client)
    self.preference = preference
    recheck = RecheckWork(
      database: database, client: client, now: surroundings.now, schedule: surroundings.schedule, published: published)
    comparison = ComparisonWork(
      database: database, client: client, now: surroundings.now, schedule: surroundings.schedule, logger: logger)
    push = PushWork(
      database: database, client: client, now: surroundings.now, schedule: surroundings.schedule, logger: logger)
    self.surroundings = surroundings
    self.logger = logger
    self.published = published
    self.foundSeveral = foundSeveral
    _ = DedicatedThread("lookup") { [self] in
      run()
      ended.raise()
    }
  }

  /// Makes the service check the queue now. May be called from any lane, and does not block.
  package func wake() { state.update { $0.hasNotices = true } }

  /// Cancels the current look-up, whose job stays in the queue, and ends the lane.
  package func stop() {
    state.update { $0.isStopping = true }
    client.close()
    ended.wait()
  }

  /// The current status.
  package var status: Status {
    let (current, reason) = state.read { ($0.status, $0.reason) }
    let counts = (try? database.read { try $0.lookupCounts() }) ?? [:]
    let queued = [LookupJob.State.pending, .running, .blocked].reduce(0) { $0 + counts[$1, default: 0] }
    return Status(state: current, queued: queued, reason: reason)
  }

  /// The average time that the recheck of the library takes for one release; nil while it checks nothing.
  package var recheckPace: Duration? { recheck.pace }

  /// The average time that the push to Discogs takes for one step; nil while it writes nothing.
  package var pushPace: Duration? { push.pace }

  private var isStopping: Bool { state.read(\.isStopping) }

  private func run() {
    revive()
    while !isStopping {
      do {
        try noticeClock()
        guard let job = try claim() else {
          if try !comparison.step(), try !push.step(), try !recheck.step() { try rest() }
          continue
        }
        let choice = try job.gtin.flatMap { gtin in try database.read { try $0.sourceChoice(of: gtin) } }
        var preference = try preference()
        preference.catalogNumber = try database.read { try $0.enteredCatalogNumber(of: job.release) }
        let requestedAt = surroundings.now()
        try settle(
          job, work.query(job, choice: choice, by: preference, at: requestedAt), requestedAt: requestedAt)
      } catch {
        logger.error("could not use the queue of look-ups: \(error)")
        pause(for: .seconds(5))
        // A job that was claimed meanwhile must not be lost.
        revive()
      }
    }
  }

  private func claim() throws -> LookupJob? {
    let now = surroundings.now()
    // While the budget of the background is used up, this lane stays free for a person.
    let lanes: LookupJob.Lane = client.gate.backgroundDelay() == .zero ? .background : .person
    // A read comes first: most checks find nothing, and a write costs a sync.
    guard try database.read({ try $0.nextLookup(at: now, lanes: lanes) }) != nil else { return nil }
    return try database.write { transaction in
      guard let job = try transaction.nextLookup(at: now, lanes: lanes), try transaction.claim(job) else { return nil }
      return job
    }
  }

  private func settle(_ job: LookupJob, _ answer: LookupWork.Answer, requestedAt: Timestamp) throws {
    let next = surroundings.schedule.next(after: answer.result, of: job)
    let due = surroundings.now() + next.delay
    let before = state.read(\.status)
    // A stored response says nothing about the catalogue.
    let isStored = answer.release?.detail.source.map { $0.fetchedAt < requestedAt } ?? false
    let (status, reason) = isStored ? state.read { ($0.status, $0.reason) } : self.status(after: answer.result, next)
    let sentence: String? = if case .failed(let error) = answer.result { error.description } else { nil }
    let published = published
    try database.write { transaction in
      try answer.store(for: job, in: transaction)
      try transaction.settle(job, as: next.state, attempts: next.attempts, next: due, error: sentence)
      // The catalogue answers again, so jobs that waited for it may run now.
      if before == .waiting, status == .working { try transaction.hastenLookups() }
      if status != before { try transaction.publishLookup(status.reported, reason: reason, release: nil) }
      transaction.afterCommit(published)
    }
    if answer.hits.count > 1 { foundSeveral(job.release) }
    if next.state == .failed { logger.warning("a look-up is given up: \(sentence ?? "")") }
    report(status, reason, before: before)
    if next.pausesQueue { try waitForToken() }
  }

  /// Returns the status after a result. A single job that the catalogue cannot process does not change it.
  private func status(after result: LookupSchedule.Result, _ next: LookupSchedule.Next) -> (Status.State, String?) {
    switch result {
    case .found, .nothing, .failed(.notFound), .failed(.invalidResponse(.refused)): (.working, nil)
    case .failed(.cancelled), .failed(.invalidResponse(.unreadable)),
      .failed(.invalidResponse(.unavailable(status: 500))):
      state.read { ($0.status, $0.reason) }
    case .failed(let error): (next.pausesQueue ? .paused : .waiting, error.description)
    }
  }

  /// Updates the status, and logs it only when it changes.
  private func report(_ status: Status.State, _ reason: String?, before: Status.State) {
    state.update {
      $0.status = status
      $0.reason = reason
    }
    guard status != before else { return }
    switch status {
    case .working: logger.info("look-ups continue")
    case .waiting: logger.warning("look-ups wait: \(reason ?? "")")
    case .paused: logger.warning("look-ups are paused: \(reason ?? "")")
    }
  }

  /// Waits until there is a token other than the refused one, or until the refused one is accepted again.
  private func waitForToken() throws {
    var refused = client.currentToken
    var checked = ContinuousClock.now
    while !isStopping {
      pause(for: surroundings.poll)
      guard let token = client.currentToken,
        token != refused || ContinuousClock.now - checked >= surroundings.recheck
      else { continue }
      checked = .now
      do throws(LookupError) {
        _ = try client.identity()
      } catch .invalidToken {
        refused = token
        continue
      } catch {
        // The retry rules of the queue handle every other error.
      }
      let published = published
      try database.write { transaction in
        try transaction.reviveLookups()
        try transaction.publishLookup(.working, reason: nil, release: nil)
        transaction.afterCommit(published)
      }
      return report(.working, nil, before: .paused)
    }
  }

  /// Makes the waiting jobs due when the wall clock was set back. Their times would otherwise lie far in the future.
  private func noticeClock() throws {
    let now = surroundings.now()
    let before = state.update { state in
      defer { state.newest = now }
      return state.newest
    }
    guard let before, now + .seconds(5) < before else { return }
    logger.warning("the clock was set back; look-ups that wait are due now")
    try database.write { transaction in
      try transaction.hastenLookups()
      try transaction.limitLookupWaits(to: LookupSchedule.revisits.last ?? .zero)
    }
  }

  /// Waits until a job is due, the queue is woken, or the polling interval has passed.
  private func rest() throws {
    var wait = surroundings.poll
    let closed = client.gate.backgroundDelay()
    if closed > .zero { client.gate.skip(closed) }
    if let next = try database.read({ try $0.nextLookupTime() }) {
      wait = min(wait, max(.milliseconds(1), next - surroundings.now()))
    }
    pause(for: wait)
  }

  private func pause(for duration: Duration) {
    _ = state.wait(atMost: duration) { state in
      guard state.hasNotices || state.isStopping else { return nil as Bool? }
      state.hasNotices = false
      return true
    }
  }

  /// Queues the interrupted jobs again, and those that waited for the catalogue. Retries until it succeeds, because a
  /// full disk must not end the look-ups for good.
  private func revive() {
    while !isStopping {
      do {
        try database.write { transaction in
          try transaction.reviveLookups()
          try transaction.hastenLookups()
        }
        return
      } catch { logger.error("could not prepare the queue of look-ups: \(error)") }
      pause(for: .seconds(5))
    }
  }
}

extension Queryable {
  /// Returns the catalogue number that a person entered for a release, as it is on the sleeve; nil if there is none.
  fileprivate func enteredCatalogNumber(of id: Release.ID) throws -> String? {
    guard let number = try release(id)?.catalogNumber, try detail(of: id)?.edited[.catalogNumber] != nil else {
      return nil
    }
    return number
  }
}
