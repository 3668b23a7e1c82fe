internal import Deadwax
package import Storage

/// What becomes of a question after it was asked: a table, without clock and without chance of its own.
package struct LookupSchedule: Sendable {
  /// How asking went.
  package enum Result: Hashable, Sendable {
    case found
    /// The catalogue answered, and has nothing.
    case nothing
    case failed(LookupError)
  }

  /// Where the job stands next.
  package struct Next: Hashable, Sendable {
    package let state: LookupJob.State
    /// Failures, or times nothing was found, in a row.
    package let attempts: Int
    /// How long to wait before it is asked again; zero where it is not.
    package let delay: Duration
    /// Whether nothing at all can be asked before somebody has put the token right.
    package let pausesQueue: Bool

    package init(state: LookupJob.State, attempts: Int, delay: Duration, pausesQueue: Bool) {
      self.state = state
      self.attempts = attempts
      self.delay = delay
      self.pausesQueue = pausesQueue
    }
  }

  /// Delays after the first, second … failure in a row; the last one for all that follow.
  package static let backOff: [Duration] = [
    .seconds(15), .seconds(60), .seconds(300), .seconds(900), .seconds(3600),
  ]
  /// After so many failures in a row, about two weeks, it is asked once a day. It is never dropped.
  package static let patience = 340
  /// Delays after nothing was found for the first, second … time.
  package static let revisits: [Duration] = [.seconds(86_400), .seconds(7 * 86_400), .seconds(30 * 86_400)]
  /// The least delay when a guard takes us for a robot.
  package static let blockedDelay = Duration.seconds(900)

  /// From -1 to 1: spreads the delays by a fifth, so that jobs that failed together do not return together.
  private let jitter: @Sendable () -> Double

  package init(jitter: @escaping @Sendable () -> Double = { Double.random(in: -1...1) }) { self.jitter = jitter }

  /// Tells where a job stands after it was asked.
  ///
  /// - Parameters:
  ///   - result: how asking went.
  ///   - job: as it stood before, `pending` or `notFound`.
  /// - Returns: its next state, and when.
  package func next(after result: Result, of job: LookupJob) -> Next {
    next(after: result, state: job.state, attempts: job.attempts)
  }

  /// Tells where a job stands after it was asked.
  ///
  /// - Parameters:
  ///   - result: how asking went.
  ///   - state: as it stood before, `pending` or `notFound`.
  ///   - attempts: in a row, of the kind that the state tells: failures, or times nothing was found.
  /// - Returns: its next state, and when.
  package func next(after result: Result, state: LookupJob.State, attempts: Int) -> Next {
    let failures = state == .pending ? attempts : 0
    let misses = state == .notFound ? attempts : 0
    switch result {
    case .found: return Next(state: .done, attempts: 0, delay: .zero, pausesQueue: false)
    case .nothing, .failed(.notFound):
      let delay = Self.revisits[min(misses, Self.revisits.count - 1)]
      return Next(state: .notFound, attempts: misses + 1, delay: spread(delay), pausesQueue: false)
    case .failed(.missingToken), .failed(.invalidToken):
      return Next(state: .blocked, attempts: failures, delay: .zero, pausesQueue: true)
    case .failed(.cancelled): return Next(state: .pending, attempts: failures, delay: .zero, pausesQueue: false)
    case .failed(.rateLimited(let retryAfter)):
      // Not the job's failure; and never sooner than was asked for.
      let wait = retryAfter ?? .seconds(60)
      return Next(state: .pending, attempts: failures, delay: wait + wait * abs(part), pausesQueue: false)
    case .failed(.invalidResponse(.refused)):
      return Next(state: .failed, attempts: failures + 1, delay: .zero, pausesQueue: false)
    case .failed(.invalidResponse(.blocked)):
      return Next(
        state: .pending, attempts: failures + 1, delay: spread(max(Self.blockedDelay, delay(after: failures))),
        pausesQueue: false)
    case .failed(.connectionFailed), .failed(.invalidResponse(.unreadable)), .failed(.invalidResponse(.unavailable)):
      return Next(
        state: .pending, attempts: failures + 1, delay: spread(delay(after: failures)), pausesQueue: false)
    }
  }

  private func delay(after failures: Int) -> Duration {
    failures >= Self.patience ? .seconds(86_400) : Self.backOff[min(failures, Self.backOff.count - 1)]
  }

  private var part: Double { max(-1, min(1, jitter())) * 0.2 }

  private func spread(_ delay: Duration) -> Duration { delay + delay * part }
}
