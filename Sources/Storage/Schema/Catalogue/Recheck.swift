package import Deadwax

/// The recheck of the library: every release from a catalogue, or each one that a search has found, is fetched again, one
/// after the other.
package struct Recheck: Hashable, Sendable {
  /// The state of the recheck. The raw value is stored in the database.
  package enum State: String, CaseIterable, Codable, Sendable {
    case running
    /// It continues where it was.
    case paused
    /// A person has ended it.
    case stopped
    /// Every release was checked.
    case done
  }

  package var state: State
  /// The id of the last release that was checked; empty before the first.
  package var position: String
  /// The query whose releases are checked, as they were at the start; nil for all releases.
  package var search: String?
  /// The number of releases at the start.
  package var total: Int
  /// The number of releases that were checked.
  package var checked: Int
  /// The number of them that the catalogue no longer has. Their records stay as they are.
  package var missing: Int
  /// The person or program that started it.
  package var startedBy: String?
  package var startedAt: Timestamp
  package var modifiedAt: Timestamp
  package var version: Int

  /// Creates a recheck from its columns.
  package init(
    state: State, position: String, search: String?, total: Int, checked: Int, missing: Int, startedBy: String?,
    startedAt: Timestamp,
    modifiedAt: Timestamp, version: Int
  ) {
    self.state = state
    self.position = position
    self.search = search
    self.total = total
    self.checked = checked
    self.missing = missing
    self.startedBy = startedBy
    self.startedAt = startedAt
    self.modifiedAt = modifiedAt
    self.version = version
  }
}
