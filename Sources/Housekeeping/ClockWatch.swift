package import Deadwax
package import Log
package import Storage
internal import Threads

/// The watch of the machine's clock: gathers the evidence for `ClockRules`, and logs each new doubt. It stores the newest
/// trusted time in the database; times that a wrong clock wrote there meanwhile are no evidence for it.
package final class ClockWatch: Sendable {
  private struct State {
    var proven: Timestamp?
    /// The time that is stored in the database.
    var stored: Timestamp?
    var doubt: ClockDoubt?
  }

  private let database: Database
  private let builtAt: Timestamp
  private let isSet: @Sendable () -> Bool
  private let now: @Sendable () -> Timestamp
  private let logger: Logger
  private let state: Locked<State>

  /// The name under which the newest trusted time is stored.
  private static let record = "clock"
  /// The step in which the stored time advances: 300 seconds.
  private static let step = Duration.seconds(300)

  /// - Parameters:
  ///   - database: the database that stores the newest trusted time.
  ///   - builtAt: the time at which this program was built.
  ///   - isSet: returns true if the kernel does not report the clock as unset.
  ///   - acceptedDay: the current day according to an operator, for example `2026-11-22`; nil if none was given. It is
  ///     accepted only if the clock shows that day or a day next to it, so it has no effect if it is left in a
  ///     configuration.
  ///   - now: the clock.
  ///   - logger: the logger for a clock that is not trusted.
  /// - Throws: a `StorageError`.
  package init(
    database: Database, builtAt: Timestamp, isSet: @escaping @Sendable () -> Bool, acceptedDay: String?,
    now: @escaping @Sendable () -> Timestamp, logger: Logger
  ) throws {
    self.database = database
    self.builtAt = builtAt
    self.isSet = isSet
    self.now = now
    self.logger = logger
    let stored = try database.read { reading -> Timestamp? in
      let position = try reading.position(ofJob: Self.record)
      // Without this record the newest event is the best known time.
      return position > 0 ? Timestamp(milliseconds: position) : try reading.newestEventTime()
    }
    var state = State(proven: stored, stored: nil, doubt: nil)
    if let acceptedDay {
      if ClockRules.accepts(acceptedDay, at: now()) {
        state.proven = now()
        logger.warning("the clock is trusted, because --accept-clock gives today as \(acceptedDay)")
      } else {
        logger.warning(
          "--accept-clock is ignored: it gives \(acceptedDay), but the clock shows \(now())")
      }
    }
    self.state = Locked(state)
    look()
  }

  /// The reason that the clock is not trusted; nil if it is.
  package var doubt: ClockDoubt? {
    state.withLock { state in
      ClockRules.doubt(.init(now: now(), builtAt: builtAt, proven: state.proven, isSet: isSet()))
    }
  }

  /// Checks the clock. Call it about twice a second, so that it detects a step of the clock.
  package func look() {
    let now = now()
    let doubt = doubt
    let (keeping, isNew) = state.withLock { state -> (Timestamp?, Bool) in
      let isNew = state.doubt != doubt
      state.doubt = doubt
      guard doubt == nil else { return (nil, isNew) }
      state.proven = now
      if let stored = state.stored, now - stored < Self.step, stored <= now { return (nil, isNew) }
      state.stored = now
      return (now, isNew)
    }
    if isNew, let doubt {
      logger.warning("\(doubt): time-dependent jobs (anonymising, expiry, reminders) wait until the clock is trusted")
    }
    if isNew, doubt == nil { logger.info("the clock is trusted") }
    guard let keeping else { return }
    database.submit({ try $0.setPosition(keeping.milliseconds, ofJob: Self.record) }) { [state] result in
      // The next check tries again.
      if case .failure = result { state.withLock { $0.stored = nil } }
    }
  }
}
