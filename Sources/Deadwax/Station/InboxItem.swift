/// A code that could not be resolved when it was scanned, until staff decide about it.
package struct InboxItem: Hashable, Sendable {
  package typealias ID = Identifier<InboxItem>

  /// The decision about the code. The raw value is stored in the database.
  package enum State: String, CaseIterable, Codable, Sendable {
    case open
    /// Named by hand: the code has a release of its own.
    case named
    /// A look-up was requested, or has found the release.
    case lookedUp = "looked-up"
    /// Bound to an existing record.
    case claimed
    case forgotten
  }

  package var id: ID
  package var key: Code.Key
  package var symbology: Symbology
  package var state: State
  /// The first scan of the code, and the number of scans.
  package var scan: Reading.ID
  package var scans: Int
  package var station: Station.Name
  package var firstAt: Timestamp
  package var lastAt: Timestamp
  package var decidedAt: Timestamp?
  package var target: CodeTarget?
  package var note: String?
  package var version: Int

  package init(
    id: ID, key: Code.Key, symbology: Symbology, state: State = .open, scan: Reading.ID, scans: Int = 1,
    station: Station.Name, firstAt: Timestamp, lastAt: Timestamp, decidedAt: Timestamp? = nil,
    target: CodeTarget? = nil, note: String? = nil, version: Int = 1
  ) {
    self.id = id
    self.key = key
    self.symbology = symbology
    self.state = state
    self.scan = scan
    self.scans = scans
    self.station = station
    self.firstAt = firstAt
    self.lastAt = lastAt
    self.decidedAt = decidedAt
    self.target = target
    self.note = note
    self.version = version
  }
}
