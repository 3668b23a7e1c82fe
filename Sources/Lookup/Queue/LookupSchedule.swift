internal import Deadwax
package import Storage

/// The rules for the next state of a look-up job. They use no clock, and no random source but `jitter`.
package struct LookupSchedule: Sendable {
  /// The result of a look-up.
  package enum Result: Hashable, Sendable {
    case found
    /// The catalogue answered that it has no match.
    case nothing
    case failed(LookupError)
  }

  /// The next state of a job.
  package struct Next: Hashable, Sendable {
    package let state: LookupJob.State
    /// The number of consecutive failures, or of consecutive look-ups without a match.
    package let attempts: Int
    /// The time to wait before the next attempt; zero if there is none.
    package let delay: Duration
    /// True if no look-up can succeed until staff correct the token.
    package let pausesQueue: Bool

    package init(state: LookupJob.State, attempts: Int, delay: Duration, pausesQueue: Bool) {
      self.state = state
      self.attempts = attempts
      self.delay = delay
      self.pausesQueue = pausesQueue
    }
  }

  /// The delays after the first, second … consecutive failure; the last one applies to all that follow.
  package static let backOff: [Duration] = [
    .seconds(15), .seconds(60), .seconds(300), .seconds(900), .seconds(3600),
  ]
  /// The number of consecutive failures, reached after about two weeks, after which the job is retried once a day. It
  /// is never dropped.
  package static let patience = 340
  /// The delays after the first, second … look-up without a match.
  package static let revisits: [Duration] = [.seconds(86_400), .seconds(7 * 86_400), .seconds(30 * 86_400)]
  /// The shortest delay after the gateway has taken this program for a robot.
  package static let blockedDelay = Duration.seconds(900)

  /// The source of jitter, from -1 to 1. It varies delays by up to a fifth, so that jobs that failed together are not
  /// retried together.
  private let jitter: @Sendable () -> Double

  package init(jitter: @escaping @Sendable () -> Double = { Double.random(in: -1...1) }) { self.jitter = jitter }

  /// Returns the state of a job after a look-up.
  ///
  /// - Parameters:
  ///   - result: the result of the look-up.
  ///   - job: the job before the look-up, in the state `pending` or `notFound`.
  /// - Returns: its next state, and the delay.
  package func next(after result: Result, of job: LookupJob) -> Next {
    next(after: result, state: job.state, attempts: job.attempts)
  }

  /// Returns the state of a job after a look-up.
  ///
  /// - Parameters:
  ///   - result: the result of the look-up.
  ///   - state: the state before the look-up, `pending` or `notFound`.
  ///   - attempts: the consecutive failures if the state is `pending`, or look-ups without a match if it is `notFound`.
  /// - Returns: its next state, and the delay.
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
      // Rate limiting is not the job's failure. The delay is never shorter than requested.
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
