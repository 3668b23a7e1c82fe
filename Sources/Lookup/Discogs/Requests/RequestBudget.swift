/// A client-side rate limiter, based on a log of the requests of the last minute.
///
/// Discogs counts requests per address over a moving window of 60 s, and reports the limit and the remainder in each
/// response. No header says when the window ends. The limiter stays a few requests below the limit. It adopts the
/// server's count if that is higher, because another machine behind the same address counts too. It never exceeds its
/// own ceiling.
package struct RequestBudget: Sendable {
  package enum Priority: Sendable {
    /// A person waits for the response to an open request, which must not take long.
    case immediate
    /// A person waits for the result.
    case interactive
    /// The request leaves the last ten of the budget to people.
    case background
  }

  /// The most requests in one window.
  package let ceiling: Int
  package let window: Duration

  private var log: [ContinuousClock.Instant] = []
  private var serverLimit: Int?
  private var closedUntil: ContinuousClock.Instant?
  private var halvedUntil: ContinuousClock.Instant?

  /// Creates a limiter with an empty log.
  ///
  /// - Parameters:
  ///   - ceiling: the most requests in one window, at least 1.
  ///   - window: the time for which a request counts.
  package init(ceiling: Int = 55, window: Duration = .seconds(60)) {
    self.ceiling = max(1, ceiling)
    self.window = window
  }

  /// Returns the number of requests with this priority that currently fit into one window.
  package func size(for priority: Priority, at now: ContinuousClock.Instant) -> Int {
    var size = min(ceiling, serverLimit.map { max(1, $0 - 5) } ?? ceiling)
    if let halvedUntil, now < halvedUntil { size /= 2 }
    if priority == .background { size -= min(10, size / 2) }
    return max(1, size)
  }

  /// Returns the time to wait before the next request; zero if it may be sent now.
  package func delay(for priority: Priority, at now: ContinuousClock.Instant) -> Duration {
    var free = now
    let current = log.filter { $0 > now - window }
    let size = size(for: priority, at: now)
    // If the window is full, one of the newest `size` requests must first leave it.
    if current.count >= size { free = current[current.count - size] + window }
    if let closedUntil { free = max(free, closedUntil) }
    return free > now ? free - now : .zero
  }

  /// Returns the time to wait until several requests in a row may be sent.
  ///
  /// - Parameters:
  ///   - requests: the number of requests, at least 1; more than fit into a window count as a full window.
  ///   - priority: the priority of all of them.
  ///   - now: the current time.
  /// - Returns: zero if they may be sent now.
  package func delay(
    forNext requests: Int, _ priority: Priority, at now: ContinuousClock.Instant
  ) -> Duration {
    var ahead = self
    let count = min(requests, size(for: priority, at: now))
    ahead.log.append(contentsOf: repeatElement(now, count: max(0, count - 1)))
    return ahead.delay(for: priority, at: now)
  }

  /// Records that a request is sent now.
  package mutating func send(at now: ContinuousClock.Instant) {
    forget(before: now - window)
    log.append(now)
  }

  /// Applies the server's count.
  ///
  /// - Parameters:
  ///   - limit: the requests per window that the server grants; nil if it does not report them.
  ///   - remaining: the requests left in the window.
  ///   - now: the time of the response.
  package mutating func answer(limit: Int?, remaining: Int?, at now: ContinuousClock.Instant) {
    guard let limit, limit > 0 else { return }
    serverLimit = limit
    guard let remaining else { return }
    forget(before: now - window)
    let unknown = max(0, limit - max(0, remaining)) - log.count
    // Requests of another machine are assumed to have been sent just now, which is the most cautious guess.
    if unknown > 0 { log.append(contentsOf: repeatElement(now, count: min(unknown, ceiling))) }
  }

  /// Stops requests after the server refused one for exceeding the limit.
  ///
  /// - Parameters:
  ///   - retryAfter: the delay that the server requests; nil for a whole window.
  ///   - now: the time of the response.
  package mutating func refuse(retryAfter: Duration?, at now: ContinuousClock.Instant) {
    // Of several refusals, the longest delay counts: they may arrive in any order.
    closedUntil = max(closedUntil ?? now, now + (retryAfter ?? window))
    halvedUntil = now + .seconds(300)
  }

  private mutating func forget(before start: ContinuousClock.Instant) { log.removeAll { $0 <= start } }
}
