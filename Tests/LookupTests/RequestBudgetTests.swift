import Lookup
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RequestBudgetTests {
  private let start = ContinuousClock.now

  /// Sends as fast as the budget permits, with one attempt per second, and returns the number of requests.
  private func send(
    _ budget: inout RequestBudget, from: Int, to: Int, _ priority: RequestBudget.Priority = .interactive
  ) -> Int {
    var sent = 0
    for second in from..<to {
      let now = start + .seconds(second)
      while budget.delay(for: priority, at: now) == .zero {
        budget.send(at: now)
        sent += 1
      }
    }
    return sent
  }

  @Test func `no window of a minute ever holds more than the budget`() {
    var generator = SeededRandom(seed: 7)
    var budget = RequestBudget()
    var log: [Duration] = []
    var now = Duration.zero
    for _ in 0..<3000 {
      now += .milliseconds(Int.random(in: 0...1500, using: &generator))
      let delay = budget.delay(for: .interactive, at: start + now)
      now += delay
      #expect(budget.delay(for: .interactive, at: start + now) == .zero)
      budget.send(at: start + now)
      log.append(now)
    }
    let fullest = log.indices.map { first in log[first...].prefix { $0 < log[first] + .seconds(60) }.count }.max()
    #expect(fullest == 55)
  }

  @Test func `the wait is exactly until the oldest request leaves the window`() {
    var budget = RequestBudget(ceiling: 2)
    budget.send(at: start)
    budget.send(at: start + .seconds(10))
    #expect(budget.delay(for: .interactive, at: start + .seconds(20)) == .seconds(40))
    #expect(budget.delay(for: .interactive, at: start + .milliseconds(59_999)) == .milliseconds(1))
    #expect(budget.delay(for: .interactive, at: start + .seconds(60)) == .zero)
  }

  @Test func `ten are left for the person at the station`() {
    var budget = RequestBudget()
    #expect(send(&budget, from: 0, to: 30, .background) == 45)
    #expect(send(&budget, from: 30, to: 59) == 10)
    #expect(budget.size(for: .background, at: start) == 45)
  }

  @Test(
    arguments: [
      (nil, nil, 55), (60, nil, 55), (25, nil, 20), (60, 60, 55), (240, 240, 55), (5, nil, 1), (1, nil, 1),
      (0, nil, 55),
      (-3, nil, 55), (60, 30, 25), (60, 0, 0), (60, -5, 0), (60, 58, 53),
    ] as [(Int?, Int?, Int)])
  func `the server's limit and count lower the budget and never raise it`(limit: Int?, remaining: Int?, left: Int) {
    var budget = RequestBudget()
    budget.answer(limit: limit, remaining: remaining, at: start)
    #expect(send(&budget, from: 0, to: 59) == left)
  }

  @Test func `a count that lags behind ours changes nothing`() {
    var budget = RequestBudget()
    #expect(send(&budget, from: 0, to: 1) == 55)
    budget.answer(limit: 60, remaining: 59, at: start + .seconds(1))
    #expect(budget.delay(for: .interactive, at: start + .seconds(2)) == .seconds(58))
  }

  @Test func `too many requests pause for the requested time, and halve the budget for five minutes`() {
    var budget = RequestBudget()
    budget.refuse(retryAfter: .seconds(30), at: start)
    #expect(budget.delay(for: .interactive, at: start) == .seconds(30))
    #expect(send(&budget, from: 30, to: 89) == 27)
    #expect(budget.size(for: .interactive, at: start + .seconds(299)) == 27)
    #expect(budget.size(for: .interactive, at: start + .seconds(300)) == 55)
  }

  @Test func `a refusal without a time closes the door for a whole window`() {
    var budget = RequestBudget()
    budget.refuse(retryAfter: nil, at: start)
    #expect(budget.delay(for: .interactive, at: start + .seconds(1)) == .seconds(59))
  }

  @Test func `a refusal with a short delay does not end a longer one`() {
    var budget = RequestBudget()
    budget.refuse(retryAfter: nil, at: start)
    budget.refuse(retryAfter: .seconds(1), at: start + .milliseconds(100))
    #expect(budget.delay(for: .interactive, at: start + .seconds(2)) == .seconds(58))
  }

  @Test func `however small the budget, one request fits`() {
    var budget = RequestBudget(ceiling: 0)
    budget.answer(limit: 1, remaining: 1, at: start)
    budget.refuse(retryAfter: .zero, at: start)
    #expect(budget.size(for: .background, at: start) == 1)
    #expect(budget.delay(for: .background, at: start) == .zero)
  }
}
