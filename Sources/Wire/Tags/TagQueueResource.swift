package import Deadwax

/// The copies that get their tags at one station, one after another.
package struct TagQueueResource: Codable, Sendable {
  package var station: Station.Name
  package var total: Int
  package var done: Int
  package var skipped: Int
  /// The current copy; omitted when the queue is finished.
  package var next: CopySummary?
  /// The release of the current copy.
  package var release: ReleaseSummary?
  /// True if its tag was written and is still on the reader: remove it.
  package var isWritten: Bool?
  /// The person or program that ordered it; omitted for the station's own. For staff only.
  package var by: String?
  /// The latest job of the current copy.
  package var job: TagJobResource?
  /// The first 50 waiting copies, including `next`.
  package var remaining: [CopySummary]

  package init(
    station: Station.Name, total: Int, done: Int, skipped: Int, next: CopySummary? = nil,
    release: ReleaseSummary? = nil, isWritten: Bool? = nil, by: String? = nil,
    job: TagJobResource? = nil, remaining: [CopySummary]
  ) {
    self.station = station
    self.total = total
    self.done = done
    self.skipped = skipped
    self.next = next
    self.release = release
    self.isWritten = isWritten
    self.by = by
    self.job = job
    self.remaining = remaining
  }
}
