package import Deadwax

/// The recheck of the library: every release from the external catalogue is fetched again.
package struct RecheckResource: Codable, Sendable {
  /// The state of the recheck.
  package enum State: String, Codable, CaseIterable, Sendable {
    /// No recheck was ever started.
    case none
    case running
    /// It continues where it was.
    case paused
    /// A person has ended it.
    case stopped
    /// Every release was checked.
    case done
  }

  package var state: State
  /// The query whose releases are checked, as they were at the start; none for all releases.
  package var search: String?
  /// The number of releases at the start.
  package var total: Int
  /// The number of releases that were checked.
  package var checked: Int
  /// The number of them that the catalogue no longer has. Their records stay as they are.
  package var missing: Int
  /// The checked part, 0 to 100.
  package var percent: Int
  /// The number of seconds until the end at the measured pace; none while it is unknown.
  package var secondsLeft: Int?
  /// The person or program that started it.
  package var startedBy: String?
  package var startedAt: RFC3339Time?
  /// The time of the newest check or of the last change of the state.
  package var modifiedAt: RFC3339Time?
  /// The version of the state, which progress leaves as it is; 0 before the first recheck.
  package var version: Int

  package init(
    state: State, search: String?, total: Int, checked: Int, missing: Int, percent: Int, secondsLeft: Int?,
    startedBy: String?,
    startedAt: Timestamp?, modifiedAt: Timestamp?, version: Int
  ) {
    self.state = state
    self.search = search
    self.total = total
    self.checked = checked
    self.missing = missing
    self.percent = percent
    self.secondsLeft = secondsLeft
    self.startedBy = startedBy
    self.startedAt = startedAt.map { RFC3339Time($0) }
    self.modifiedAt = modifiedAt.map { RFC3339Time($0) }
    self.version = version
  }
}
