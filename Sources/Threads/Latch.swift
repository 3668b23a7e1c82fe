/// An event that happens once and for which any number of threads can wait.
package final class Latch: Sendable {
  private let raised = Monitor(false)

  package init() {}

  package func raise() { raised.update { $0 = true } }

  package func wait() { raised.wait { $0 ? () : nil } }

  /// Waits at most `limit`. Returns true if the event happened.
  package func wait(atMost limit: Duration) -> Bool { raised.wait(atMost: limit) { $0 ? true : nil } ?? false }

  package var isRaised: Bool { raised.read { $0 } }
}
