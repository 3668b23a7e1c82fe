internal import Threads

/// The gate that every request to a catalogue passes, from any number of threads.
package final class RequestGate: Sendable {
  private struct State {
    var budget: RequestBudget
    var isClosed = false
  }

  private let state: Monitor<State>

  package init(_ budget: RequestBudget = RequestBudget()) { state = Monitor(State(budget: budget)) }

  /// Waits until one more request may be sent, and records it.
  ///
  /// - Parameter priority: `interactive` if a person waits for the result.
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

  /// Refuses all further requests, and ends the waits.
  package func close() { state.update { $0.isClosed = true } }
}
