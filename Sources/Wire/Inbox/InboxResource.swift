package import Deadwax

/// A code that could not be resolved when it was scanned.
package struct InboxResource: Codable, Sendable {
  package var id: InboxItem.ID
  /// The kind of code.
  package var `class`: Code.Class
  /// The code, as read.
  package var text: String
  /// The symbology of the code.
  package var symbology: String
  /// `open` until staff have dealt with it.
  package var state: InboxItem.State
  /// The number of scans.
  package var scans: Int
  /// The id of the first scan.
  package var scan: Reading.ID
  package var station: Station.Name
  package var firstAt: RFC3339Time
  package var lastAt: RFC3339Time
  package var decidedAt: RFC3339Time?
  /// The record that the code belongs to now.
  package var target: Target?
  /// A note by staff.
  package var note: String?
  /// The version, which increases with every change.
  package var version: Int

  package init(_ item: InboxItem, release: Release?) {
    id = item.id
    `class` = item.key.class
    text = item.key.value
    symbology = item.symbology.rawValue
    state = item.state
    scans = item.scans
    scan = item.scan
    station = item.station
    firstAt = RFC3339Time(item.firstAt)
    lastAt = RFC3339Time(item.lastAt)
    decidedAt = RFC3339Time(item.decidedAt)
    target = item.target.map { Target(kind: $0.kind, id: $0.id, title: release?.title) }
    note = item.note
    version = item.version
  }

  /// The record that the code belongs to now.
  package struct Target: Codable, Sendable {
    /// The kind of record.
    package var kind: String
    package var id: String
    /// A title for people.
    package var title: String?
  }
}
