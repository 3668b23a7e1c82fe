/// A release that was scanned or opened lately. It says nothing about the person who did so.
package struct RecentRelease: Hashable, Sendable {
  package var release: Release
  /// The first time since the list was cleared.
  package var firstAt: Timestamp
  package var lastAt: Timestamp
  /// The number of times since the list was cleared.
  package var count: Int

  package init(release: Release, firstAt: Timestamp, lastAt: Timestamp, count: Int) {
    self.release = release
    self.firstAt = firstAt
    self.lastAt = lastAt
    self.count = count
  }
}
