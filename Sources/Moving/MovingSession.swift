/// An import or a merge that people have begun and come back to.
protocol MovingSession: AnyObject {
  /// True while the hub works on it.
  var isUnderWay: Bool { get }
  /// The time at which a person looked at it last.
  var touchedAt: ContinuousClock.Instant { get }
}

extension Array where Element: MovingSession {
  /// Adds a session. With as many as are allowed, the one that waits longest gives way; none that is under way does.
  mutating func open(_ session: Element, atMost limit: Int) {
    if count >= limit {
      let waiting = indices.filter { !self[$0].isUnderWay }.map { (index: $0, since: self[$0].touchedAt) }
      if let oldest = waiting.min(by: { $0.since < $1.since }) { remove(at: oldest.index) }
    }
    append(session)
  }
}
