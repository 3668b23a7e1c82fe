internal import Deadwax
internal import Storage

/// The delay before the next step of a job in the background, after steps without an answer.
struct StepDelay: Sendable {
  private var failures = 0
  private var due: Timestamp?

  /// Returns true if a step may run now.
  func isDue(at now: Timestamp) -> Bool { due.map { now >= $0 } ?? true }

  /// Notes a step without an answer.
  mutating func fail(_ error: LookupError, _ schedule: LookupSchedule, at now: Timestamp) {
    let wait = schedule.next(after: .failed(error), state: .pending, attempts: failures).delay
    failures += 1
    due = now + max(.seconds(15), wait)
  }

  /// Notes a step with an answer.
  mutating func succeed() { self = StepDelay() }
}
