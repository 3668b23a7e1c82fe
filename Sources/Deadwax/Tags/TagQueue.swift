/// The progress of a station's tag queue: the copies whose tags are written there, one after the other.
package struct TagQueue: Hashable, Sendable {
  package var station: Station.Name
  package var total: Int
  package var done: Int
  package var skipped: Int
  /// The copy whose turn it is, nil if the queue is finished.
  package var next: Copy.ID?
  /// True if the tag of this copy is written and still on the reader.
  package var isWritten: Bool
  /// The newest job of this copy.
  package var job: TagJob.ID?
  /// True if the tags are sealed.
  package var seals: Bool
  /// The person or program that ordered it; nil for a station's own queue.
  package var by: String?
  package var createdAt: Timestamp

  /// The version that a client sends back: another for each queue of a station, for each step of a queue, and for each
  /// copy that joins it.
  package var version: Int {
    let steps = 2 * (done + skipped) + (isWritten ? 1 : 0) + total
    return Int(createdAt.milliseconds) << 21 + steps % (1 << 21)
  }

  package init(
    station: Station.Name, total: Int, done: Int, skipped: Int, next: Copy.ID?, isWritten: Bool, job: TagJob.ID?,
    seals: Bool, by: String? = nil, createdAt: Timestamp
  ) {
    self.station = station
    self.total = total
    self.done = done
    self.skipped = skipped
    self.next = next
    self.isWritten = isWritten
    self.job = job
    self.seals = seals
    self.by = by
    self.createdAt = createdAt
  }

  package var remaining: Int { total - done - skipped }
}
