package import Deadwax

/// A release that was scanned or opened lately.
package struct RecentResource: Codable, Sendable {
  package var release: ReleaseSummary
  /// The first time since the list was cleared.
  package var firstAt: RFC3339Time
  package var lastAt: RFC3339Time
  /// The number of times since the list was cleared.
  package var count: Int

  package init(_ recent: RecentRelease) {
    release = ReleaseSummary(recent.release)
    firstAt = RFC3339Time(recent.firstAt)
    lastAt = RFC3339Time(recent.lastAt)
    count = recent.count
  }
}
