import HTTPClient
import Lookup
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LookupScheduleTests {
  private let plain = LookupSchedule(jitter: { 0 })

  private static let offline = LookupSchedule.Result.failed(.connectionFailed(.refused))

  @Test(arguments: [
    (0, 15), (1, 60), (2, 300), (3, 900), (4, 3600), (5, 3600), (339, 3600), (340, 86_400), (100_000, 86_400),
  ])
  func `an unreachable catalogue is retried at growing intervals, and never abandoned`(failures: Int, seconds: Int) {
    let results: [LookupSchedule.Result] = [
      Self.offline, .failed(.connectionFailed(.timeout(.answering))), .failed(.connectionFailed(.unknownHost("x"))),
      .failed(.connectionFailed(.tls("x"))), .failed(.connectionFailed(.cutOff)),
      .failed(.invalidResponse(.unreadable)),
      .failed(.invalidResponse(.unavailable(status: 503))), .failed(.invalidResponse(.unavailable(status: 500))),
    ]
    for result in results {
      let next = plain.next(after: result, state: .pending, attempts: failures)
      #expect(
        next
          == .init(state: .pending, attempts: failures + 1, delay: .seconds(seconds), pausesQueue: false), "\(result)")
    }
  }

  @Test(arguments: [(0, 1), (1, 7), (2, 30), (3, 30), (50, 30)])
  func `an unknown barcode is looked up again after a day, a week, and then monthly`(misses: Int, days: Int) {
    let next = plain.next(after: .nothing, state: .notFound, attempts: misses)
    #expect(
      next == .init(state: .notFound, attempts: misses + 1, delay: .seconds(days * 86_400), pausesQueue: false))
    #expect(plain.next(after: .failed(.notFound), state: .notFound, attempts: misses) == next)
  }

  @Test func `failures and misses are counted apart`() {
    #expect(plain.next(after: .nothing, state: .pending, attempts: 7).attempts == 1)
    #expect(plain.next(after: .nothing, state: .pending, attempts: 7).delay == .seconds(86_400))
    #expect(plain.next(after: Self.offline, state: .notFound, attempts: 3).attempts == 1)
    #expect(plain.next(after: Self.offline, state: .notFound, attempts: 3).delay == .seconds(15))
  }

  @Test func `a found release completes its look-up`() {
    for state in [LookupJob.State.pending, .notFound] {
      #expect(
        plain.next(after: .found, state: state, attempts: 4)
          == .init(state: .done, attempts: 0, delay: .zero, pausesQueue: false))
    }
  }

  @Test(arguments: [LookupError.missingToken, .invalidToken])
  func `a token that is not taken pauses the queue and costs no attempt`(error: LookupError) {
    #expect(
      plain.next(after: .failed(error), state: .pending, attempts: 3)
        == .init(state: .blocked, attempts: 3, delay: .zero, pausesQueue: true))
  }

  @Test func `too many requests are waited out and cost no attempt`() {
    #expect(
      plain.next(after: .failed(.rateLimited(retryAfter: nil)), state: .pending, attempts: 2)
        == .init(state: .pending, attempts: 2, delay: .seconds(60), pausesQueue: false))
    #expect(
      plain.next(after: .failed(.rateLimited(retryAfter: .seconds(7))), state: .pending, attempts: 0).delay
        == .seconds(7))
  }

  @Test(arguments: [(0, 900), (2, 900), (4, 3600)])
  func `a guard that takes us for a robot is left alone for a quarter of an hour at least`(failures: Int, seconds: Int)
  {
    let next = plain.next(after: .failed(.invalidResponse(.blocked)), state: .pending, attempts: failures)
    #expect(next == .init(state: .pending, attempts: failures + 1, delay: .seconds(seconds), pausesQueue: false))
  }

  @Test func `a question that is refused is over, and an ending program changes nothing`() {
    #expect(
      plain.next(after: .failed(.invalidResponse(.refused(status: 422))), state: .pending, attempts: 0)
        == .init(state: .failed, attempts: 1, delay: .zero, pausesQueue: false))
    #expect(
      plain.next(after: .failed(.cancelled), state: .pending, attempts: 2)
        == .init(state: .pending, attempts: 2, delay: .zero, pausesQueue: false))
  }

  @Test func `jitter spreads a delay by a fifth, and never shortens a requested one`() {
    for (jitter, seconds) in [(-1.0, 12.0), (1.0, 18.0), (0.5, 16.5), (-99.0, 12.0), (99.0, 18.0)] {
      let schedule = LookupSchedule(jitter: { jitter })
      #expect(schedule.next(after: Self.offline, state: .pending, attempts: 0).delay == .seconds(seconds))
      let prompted = schedule.next(after: .failed(.rateLimited(retryAfter: .seconds(60))), state: .pending, attempts: 0)
      #expect(prompted.delay >= .seconds(60))
      #expect(prompted.delay <= .seconds(72))
    }
  }

  @Test func `real chance stays within bounds`() {
    let schedule = LookupSchedule()
    for _ in 0..<1000 {
      let delay = schedule.next(after: Self.offline, state: .pending, attempts: 1).delay
      #expect((Duration.seconds(48)...Duration.seconds(72)).contains(delay))
    }
  }
}
