internal import Lanes

/// The one door through which every request to a catalogue goes, from however many threads.
package final class RequestGate: Sendable {
  private struct State {
    var budget: RequestBudget
    var isClosed = false
  }

  private let state: Condition<State>

  package init(_ budget: RequestBudget = RequestBudget()) { state = Condition(State(budget: budget)) }

  /// Waits until one more request may go out, and writes it down.
  ///
  /// - Parameter priority: whether a person waits.
  /// - Throws: `cancelled` once the gate is closed.
  func pass(_ priority: RequestBudget.Priority) throws(LookupError) {
    while true {
      let wait: Duration? = state.update { state in
        if state.isClosed { return nil }
        let now = ContinuousClock.now
        let delay = state.budget.delay(for: priority, at: now)
        if delay == .zero { state.budget.send(at: now) }
        return delay
      }
      guard let wait else { throw .cancelled }
      if wait == .zero { return }
      let closed = state.wait(atMost: wait) { $0.isClosed ? true : nil }
      if closed == true { throw .cancelled }
    }
  }

  func answer(limit: Int?, remaining: Int?) {
    state.update { $0.budget.answer(limit: limit, remaining: remaining, at: .now) }
  }

  func refuse(retryAfter: Duration?) { state.update { $0.budget.refuse(retryAfter: retryAfter, at: .now) } }

  /// Lets nobody through any more, and wakes who waits.
  package func close() { state.update { $0.isClosed = true } }
}
