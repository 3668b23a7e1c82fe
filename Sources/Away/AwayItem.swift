package import Deadwax

/// An entry of a station's journal as the hub keeps it: with what became of it, and whether somebody has dealt with what
/// was left of it.
package struct AwayItem: Hashable, Sendable {
  package typealias ID = Identifier<AwayItem>

  /// A journal of a station.
  package enum Journal {
    package typealias ID = Identifier<Journal>
  }

  package var id: ID
  /// The order in which they were taken in.
  package var number: Int64
  package var station: Station.Name
  package var journal: Journal.ID
  package var entry: AwayEntry
  package var verdict: AwayVerdict
  package var takenAt: Timestamp
  /// The row of the history; that of before where the hub had the scan already.
  package var scan: Reading.ID
  /// The place in the order of changes of what it led to; nil when nothing is different.
  package var change: Int64?
  package var release: Release.ID?
  package var copy: Copy.ID?
  package var borrower: Borrower.ID?
  /// When somebody dealt with it, who, and with what note.
  package var doneAt: Timestamp?
  package var doneBy: String?
  package var note: String?
  /// Whether something was taken out of it, so that a person is forgotten.
  package var isScrubbed: Bool

  package init(
    id: ID, number: Int64 = 0, station: Station.Name, journal: Journal.ID, entry: AwayEntry, verdict: AwayVerdict,
    takenAt: Timestamp, scan: Reading.ID, change: Int64? = nil, release: Release.ID? = nil, copy: Copy.ID? = nil,
    borrower: Borrower.ID? = nil, doneAt: Timestamp? = nil, doneBy: String? = nil, note: String? = nil,
    isScrubbed: Bool = false
  ) {
    self.id = id
    self.number = number
    self.station = station
    self.journal = journal
    self.entry = entry
    self.verdict = verdict
    self.takenAt = takenAt
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

  /// Whether it waits for somebody.
  package var isOpen: Bool { verdict.state != .applied && doneAt == nil }

  /// Whether an entry that comes under the same sequence is this one. What was taken out of it cannot be compared.
  package func isSame(as other: AwayEntry) -> Bool {
    guard isScrubbed else { return entry == other }
    var other = other
    (other.code, other.written) = (entry.code, entry.written)
    (other.card, other.cardSymbology) = (entry.card, entry.cardSymbology)
    return entry == other
  }
}
