package import Deadwax

/// The data of an event in the stream. Further members depend on its kind.
package struct EventResource: Codable, Sendable {
  /// The number in the journal.
  package var id: Int
  package var kind: OpenWord<Event.Kind>
  /// The time at which the event was stored.
  package var at: RFC3339Time
  package var station: Station.Name?
  /// The id of the affected record.
  package var subject: String?
  /// With `scan.recorded`; it names no people.
  package var scan: ScanResource?
  /// With `station.changed`.
  package var mode: Mode?
  /// With `station.changed`, the state of the station. With `lookup.changed`, of the look-ups. With `tag-
  /// job.changed`, of the job. With `hold.changed`, of the hold. With `offline-entry.changed`, the result of the
  /// entry.
  package var state: String?
  /// With `release.added` and `release.resolved`.
  package var release: ReleaseSummary?
  /// With `reader.changed`.
  package var reader: ReaderResource?
  /// With events about one copy: `copy.added`, `copy.shelved`, `copy.changed`, `loan.opened`, `loan.changed`,
  /// `loan.closed`.
  package var copy: Copy.ID?
  /// With `loan.opened` and `loan.changed`.
  package var dueAt: RFC3339Time?
  /// With `tag-job.changed`.
  package var job: TagJobResource?
  /// With `tag.changed`.
  package var tag: TagResource?
  /// With `tag-queue.changed`, unless the queue has ended.
  package var queue: TagQueueResource?
  /// With `tag-job.changed`.
  package var uid: String?
  /// With `tag-job.changed`.
  package var action: TagJob.Action?
  /// With `tag.changed`; `left` if the tag was removed from a reader.
  package var change: String?
  /// With `tag-queue.changed`: true if the queue has ended.
  package var isOver: Bool?
  /// With `offline-entry.changed`: true if the entry waits for staff.
  package var open: Bool?

  package init(
    id: Int, kind: OpenWord<Event.Kind>, at: RFC3339Time, station: Station.Name? = nil, subject: String? = nil,
    scan: ScanResource? = nil, mode: Mode? = nil, state: String? = nil, release: ReleaseSummary? = nil,
    reader: ReaderResource? = nil, copy: Copy.ID? = nil, dueAt: RFC3339Time? = nil, job: TagJobResource? = nil,
    tag: TagResource? = nil, queue: TagQueueResource? = nil, uid: String? = nil, action: TagJob.Action? = nil,
    change: String? = nil, isOver: Bool? = nil, open: Bool? = nil
  ) {
    self.id = id
    self.kind = kind
    self.at = at
    self.station = station
    self.subject = subject
    self.scan = scan
    self.mode = mode
    self.state = state
    self.release = release
    self.reader = reader
    self.copy = copy
    self.dueAt = dueAt
    self.job = job
    self.tag = tag
    self.queue = queue
    self.uid = uid
    self.action = action
    self.change = change
    self.isOver = isOver
    self.open = open
  }
}
