package import Deadwax

/// An entry of an offline station's journal as the hub stores it after the merge. It has the result of the merge, and
/// the note of the member of staff who handled it.
package struct MergedEntry: Hashable, Sendable {
  package typealias ID = Identifier<MergedEntry>

  /// The type of the ids of a station's journals.
  package enum Journal {
    package typealias ID = Identifier<Journal>
  }

  package var id: ID
  /// The order in which the entries were merged.
  package var number: Int64
  package var station: Station.Name
  package var journal: Journal.ID
  package var entry: OfflineEntry
  package var verdict: MergeResult
  package var mergedAt: Timestamp
  /// The scan in the history. If the hub already had the scan, this is the earlier one.
  package var scan: Reading.ID
  /// The sequence number of the change that the entry caused; nil if it changed nothing.
  package var change: Int64?
  package var release: Release.ID?
  package var copy: Copy.ID?
  package var borrower: Borrower.ID?
  /// The time at which staff handled the entry.
  package var doneAt: Timestamp?
  package var doneBy: String?
  package var note: String?
  /// True if personal data was removed from the entry, because a borrower was erased.
  package var isScrubbed: Bool

  package init(
    id: ID, number: Int64 = 0, station: Station.Name, journal: Journal.ID, entry: OfflineEntry, verdict: MergeResult,
    mergedAt: Timestamp, scan: Reading.ID, change: Int64? = nil, release: Release.ID? = nil, copy: Copy.ID? = nil,
    borrower: Borrower.ID? = nil, doneAt: Timestamp? = nil, doneBy: String? = nil, note: String? = nil,
    isScrubbed: Bool = false
  ) {
    self.id = id
    self.number = number
    self.station = station
    self.journal = journal
    self.entry = entry
    self.verdict = verdict
    self.mergedAt = mergedAt
    self.scan = scan
    self.change = change
    self.release = release
    self.copy = copy
    self.borrower = borrower
    self.doneAt = doneAt
    self.doneBy = doneBy
    self.note = note
    self.isScrubbed = isScrubbed
  }

  /// True if the entry waits for staff.
  package var isOpen: Bool { verdict.state != .applied && doneAt == nil }

  /// Returns true if an entry with the same sequence number is this entry. Fields that were removed from this entry are
  /// not compared.
  package func isSame(as other: OfflineEntry) -> Bool {
    guard isScrubbed else { return entry == other }
    var other = other
    (other.code, other.written) = (entry.code, entry.written)
    (other.card, other.cardSymbology) = (entry.card, entry.cardSymbology)
    return entry == other
  }
}
