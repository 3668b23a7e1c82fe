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
  /// With `lookup.changed`, the reason for the state.
  package var reason: String?
  /// With `copy.shelved`. With `tag.changed`, the place that the tag is or was bound to.
  package var place: Place.ID?
  /// With `tag.changed`, the slot that the tag is or was bound to.
  package var slot: Slot.ID?
  /// With `change.undone`, the change that undid it.
  package var by: Change.ID?
  /// With `fee.changed`, the loan of a fee that was charged.
  package var loan: Loan.ID?
  /// With `label-job.changed`, the number of labels.
  package var labels: Int?
  /// With `tag-queue.changed`, the number of copies.
  package var total: Int?
  /// With `tag-queue.changed` and `label-job.changed`, the number that is finished.
  package var done: Int?
  /// With `tag-queue.changed`, the number of copies that were skipped.
  package var skipped: Int?
  /// With `tag-queue.changed`: true if the tag of the next copy is written and still on the reader.
  package var isWritten: Bool?
  /// With `tag-queue.changed`, the copy whose turn it is. With `hold.changed`, the next hold for the copy.
  package var next: String?
  /// With `tag-job.changed`.
  package var uid: String?
  /// With `tag-job.changed`.
  package var action: TagJob.Action?
  /// With changes of a record, the change in one word. With `change.undone`, the kind of the change that was undone.
  package var change: String?
  /// With `tag-queue.changed`: true if the queue has ended.
  package var isOver: Bool?
  /// With `offline-entry.changed`: true if the entry waits for staff.
  package var open: Bool?
}
