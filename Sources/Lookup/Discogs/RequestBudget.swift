/// How many requests may still go out, as a log of those of the last minute.
///
/// Discogs counts requests per address over a moving window of 60 s and tells limit and rest in each answer; there is
/// no header that says when the window ends. The log keeps a few below the limit, follows the server's count downward
/// where it is higher than ours (a second machine behind the same address counts too), and never rises above what it
/// was made with.
package struct RequestBudget: Sendable {
  package enum Priority: Sendable {
    /// A person waits for it.
    case interactive
    /// Leaves the last ten of the budget to people.
    case background
  }

  /// The most requests in one window.
  package let ceiling: Int
  package let window: Duration

  private var log: [ContinuousClock.Instant] = []
  private var serverLimit: Int?
  private var closedUntil: ContinuousClock.Instant?
  private var halvedUntil: ContinuousClock.Instant?

  /// - Parameters:
  ///   - ceiling: at least 1.
  ///   - window: how long a request counts.
  package init(ceiling: Int = 55, window: Duration = .seconds(60)) {
    self.ceiling = max(1, ceiling)
    self.window = window
  }

  /// How many requests of this kind fit into one window at this moment.
  package func size(for priority: Priority, at now: ContinuousClock.Instant) -> Int {
    var size = min(ceiling, serverLimit.map { max(1, $0 - 5) } ?? ceiling)
    if let halvedUntil, now < halvedUntil { size /= 2 }
    if priority == .background { size -= min(10, size / 2) }
    return max(1, size)
  }

  /// How long to wait before the next request may go; zero when it may go now.
  package func delay(for priority: Priority, at now: ContinuousClock.Instant) -> Duration {
    var free = now
    let current = log.filter { $0 > now - window }
    let size = size(for: priority, at: now)
    // With so many in the window, the newest `size` of them must shrink by one.
    if current.count >= size { free = current[current.count - size] + window }
    if let closedUntil { free = max(free, closedUntil) }
    return free > now ? free - now : .zero
  }

  /// Writes down that a request goes out now.
  package mutating func send(at now: ContinuousClock.Instant) {
    forget(before: now - window)
    log.append(now)
  }

  /// Follows what the server says of its own count.
  ///
  /// - Parameters:
  ///   - limit: requests per window, as the server grants them; nil when it does not say.
  ///   - remaining: how many of them are left.
  ///   - now: when the answer came.
  package mutating func answer(limit: Int?, remaining: Int?, at now: ContinuousClock.Instant) {
    guard let limit, limit > 0 else { return }
    serverLimit = limit
    guard let remaining else { return }
    forget(before: now - window)
    let unknown = max(0, limit - max(0, remaining)) - log.count
    // Requests that somebody else sent: taken as sent just now, the dearest guess.
    if unknown > 0 { log.append(contentsOf: repeatElement(now, count: min(unknown, ceiling))) }
  }

  /// Stops after the server said that there were too many.
  ///
  /// - Parameters:
  ///   - retryAfter: what it asks for; a whole window when it does not say.
  ///   - now: when the answer came.
  package mutating func refuse(retryAfter: Duration?, at now: ContinuousClock.Instant) {
    closedUntil = now + (retryAfter ?? window)
    halvedUntil = now + .seconds(300)
  }

  private mutating func forget(before start: ContinuousClock.Instant) { log.removeAll { $0 <= start } }
}
