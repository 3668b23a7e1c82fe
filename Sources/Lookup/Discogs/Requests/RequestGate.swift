internal import Threads

/// The gate that every request to a catalogue passes, from any number of threads.
package final class RequestGate: Sendable {
  private struct State {
    var budget: RequestBudget
    var isClosed = false
    /// The number of callers that wait at the gate for people.
    var people = 0
  }

  private let state: Monitor<State>
  private let clock: PacingClock

  /// - Parameters:
  ///   - budget: the limiter, with an empty log.
  ///   - clock: the clock of the limiter.
  package init(_ budget: RequestBudget = RequestBudget(), clock: PacingClock = .system) {
    state = Monitor(State(budget: budget))
    self.clock = clock
  }

  /// The number of background requests that currently fit into one window, and the window.
  package var pace: (requests: Int, window: Duration) {
    let now = clock.now()
    return state.read { ($0.budget.size(for: .background, at: now), $0.budget.window) }
  }

  /// Returns the time until the requests of one background job may be sent without a wait. A thread that would block
  /// for a window could not serve the person who comes meanwhile.
  func backgroundDelay() -> Duration {
    let now = clock.now()
    return state.read { $0.budget.delay(forNext: 2, .background, at: now) }
  }

  /// Lets a duration pass at once on a clock that can skip it. Does nothing on any other clock.
  func skip(_ duration: Duration) { clock.skip?(duration) }

  /// The longest wait of an immediate request. A search may send four of them, and its own response has a limit of time.
  static let patience = Duration.seconds(2)

  /// Waits until one more request may be sent, and records it.
  ///
  /// - Parameter priority: `immediate` or `interactive` if a person waits for the result.
  /// - Throws: `cancelled` once the gate is closed; `rateLimited` if an immediate request had to wait longer than `patience`.
  func pass(_ priority: RequestBudget.Priority) throws(LookupError) {
    if priority != .background { state.update { $0.people += 1 } }
    defer { if priority != .background { state.update { $0.people -= 1 } } }
    while true {
      let wait: Duration? = state.update { state in
        if state.isClosed { return nil }
        let now = clock.now()
        // A background request lets the people pass who wait already.
        if priority == .background, state.people > 0 { return max(.milliseconds(1), state.budget.window / 600) }
        let delay = state.budget.delay(for: priority, at: now)
        if delay == .zero { state.budget.send(at: now) }
        return delay
      }
      guard let wait else { throw .cancelled }
      if wait == .zero { return }
      if priority == .immediate, wait > Self.patience { throw .rateLimited(retryAfter: wait) }
      if let skip = clock.skip {
        skip(wait)
        continue
      }
      let closed = state.wait(atMost: wait) { $0.isClosed ? true : nil }
      if closed == true { throw .cancelled }
    }
  }

  func answer(limit: Int?, remaining: Int?) {
    state.update { $0.budget.answer(limit: limit, remaining: remaining, at: clock.now()) }
  }

  func refuse(retryAfter: Duration?) { state.update { $0.budget.refuse(retryAfter: retryAfter, at: clock.now()) } }

  /// Counts a request as sent now: a response that has just arrived, or the end of the program's last run. A service that
  /// asks for a pause between two requests then gets it, however long a request was under way.
  func rest() { state.update { $0.budget.send(at: clock.now()) } }

  /// Refuses all further requests, and ends the waits.
  package func close() { state.update { $0.isClosed = true } }
}
