internal import Deadwax
internal import Log
internal import Storage
internal import Threads

/// The push to the lists at Discogs: it carries out one step of the confirmed plan after the other while no look-up is
/// due.
///
/// The steps and their results are rows of the database, so it continues after the end of the program. An addition
/// whose response is missing may have arrived: Discogs is asked before every addition, and an instance that is unknown
/// here is the one that was added.
struct PushWork: Sendable {
  private struct State {
    var delay = StepDelay()
    var pace = StepPace()
    /// The token whose owner was found to be the user of the push, and the plan for which that was.
    var proven: (token: String, push: Int)?
  }

  let database: Database
  let client: DiscogsClient
  let now: @Sendable () -> Timestamp
  let schedule: LookupSchedule
  let logger: Logger
  private let state = Locked(State())

  /// The time after a request without a response until Discogs is asked about it. The request may still be on its way.
  static let settling = Duration.seconds(60)

  /// The average time from one step to the next; nil while nothing is written.
  var pace: Duration? { state.withLock { $0.pace.average } }

  /// Carries out the next step, if a push is running and the budget of the background has room.
  ///
  /// - Returns: true if a step has ended, and the next one may follow at once.
  /// - Throws: a `StorageError`.
  func step() throws -> Bool {
    let time = now()
    guard let push = try database.read({ try $0.discogsPush() }), push.state == .running else {
      // A push that is continued by a person begins at once.
      state.withLock { $0 = State() }
      return false
    }
    guard state.withLock({ $0.delay.isDue(at: time) }), client.gate.backgroundDelay() == .zero else { return false }
    guard let step = try database.read({ try $0.nextDiscogsStep(of: push.number) }) else {
      try end(push)
      return false
    }
    if let sentAt = step.sentAt, sentAt <= time, time - sentAt < Self.settling { return false }
    do {
      try prove(push)
      let work = PushStep(database: database, client: client, push: push, now: now)
      try store(try work.carryOut(step), of: push)
    } catch let error as LookupError {
      return try settle(step, of: push, after: error, at: time)
    } catch let pause as PushPause {
      try self.pause(push, because: pause.reason)
      return false
    }
    state.withLock { state in
      state.delay.succeed()
      state.pace.note()
    }
    return true
  }

  /// Proves that the token belongs to the user of the push, and that the folder exists, before the first step and after
  /// each change of the token.
  ///
  /// - Throws: `PushPause` if not, or the `LookupError` why Discogs did not answer.
  private func prove(_ push: DiscogsPush) throws {
    let token = client.currentToken
    if let proven = state.withLock({ $0.proven }), proven.token == token, proven.push == push.number { return }
    guard try client.identity() == push.user else {
      throw PushPause(reason: "the token belongs to another user at Discogs")
    }
    if let folder = push.folder {
      do throws(LookupError) {
        try client.checkFolder(folder, of: push.user)
      } catch .notFound {
        throw PushPause(reason: "the collection at Discogs has no folder \(folder)")
      } catch {
        throw error
      }
    }
    state.withLock { $0.proven = token.map { ($0, push.number) } }
  }

  /// Handles a step without a result.
  ///
  /// - Returns: true if Discogs has refused it for good, so that the next one may follow.
  /// - Throws: a `StorageError`.
  private func settle(
    _ step: DiscogsStep, of push: DiscogsPush, after error: LookupError, at now: Timestamp
  ) throws -> Bool {
    switch error {
    case .missingToken, .invalidToken, .invalidResponse(.refused(status: 403)):
      try pause(push, because: error.description)
      return false
    case .cancelled: return false
    case .notFound, .invalidResponse(.refused):
      var step = step
      step.state = .failed
      step.problem = error.description
      try store(step, of: push)
      return true
    case .connectionFailed, .rateLimited, .invalidResponse:
      state.withLock { state in
        state.delay.fail(error, schedule, at: now)
        state.pace.interrupt()
      }
      guard push.problem != error.description else { return false }
      var push = push
      push.problem = error.description
      try database.write { [push] in try $0.storeProgress(of: push) }
      return false
    }
  }

  /// Stores the result of a step, and notes it in the comparison. The result of a step whose push was ended meanwhile
  /// is stored too: Discogs has carried it out.
  private func store(_ step: DiscogsStep, of push: DiscogsPush) throws {
    try database.write { transaction in
      guard try transaction.update(step) else { return }
      if push.problem != nil {
        var push = push
        push.problem = nil
        try transaction.storeProgress(of: push)
      }
      // A comparison that was started meanwhile reads the lists again.
      guard step.state != .failed, try transaction.discogsComparison()?.state == .done else { return }
      let item = DiscogsItem(
        list: push.list, instance: push.list == .wishlist ? step.number : step.instance ?? step.number,
        number: step.number, folder: step.folder, title: step.title, artist: step.artist)
      switch push.act {
      case .add: try transaction.store(item)
      case .remove: try transaction.remove(item)
      }
    }
  }

  /// Pauses a push until a person corrects something, unless it was changed meanwhile.
  private func pause(_ push: DiscogsPush, because reason: String) throws {
    logger.warning("the push to Discogs is paused: \(reason)")
    try change(push) {
      $0.state = .paused
      $0.problem = reason
    }
  }

  private func end(_ push: DiscogsPush) throws {
    try change(push) {
      $0.state = .done
      $0.problem = nil
    }
    logger.info("the push to Discogs has ended")
  }

  private func change(_ push: DiscogsPush, _ change: @escaping @Sendable (inout DiscogsPush) -> Void) throws {
    try database.write { transaction in
      guard var current = try transaction.discogsPush(), current.version == push.version else { return }
      change(&current)
      try transaction.store(current)
    }
  }
}
