package import Deadwax
internal import Storage

/// The recheck of the library as staff see it.
package struct RecheckView: Hashable, Sendable {
  /// The state of the recheck.
  package enum State: String, CaseIterable, Sendable {
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
  /// The query whose releases are checked, as they were at the start; nil for all releases.
  package var search: String?
  /// The number of releases at the start.
  package var total: Int
  /// The number of releases that were checked, which may differ from the total if releases were added or removed.
  package var checked: Int
  /// The number of them that the catalogue no longer has.
  package var missing: Int
  /// The checked part in percent, 0 to 100. It is 100 only at the end.
  package var percent: Int
  /// The time until the end at the measured pace; nil while it is unknown, and unless the recheck is running.
  package var timeLeft: Duration?
  /// The person or program that started it.
  package var startedBy: String?
  /// The time of the start.
  package var startedAt: Timestamp?
  /// The time of the newest check or of the last change of the state.
  package var modifiedAt: Timestamp?
  /// The version of the state, which progress leaves as it is; 0 before the first recheck.
  package var version: Int

  /// - Parameters:
  ///   - recheck: the newest recheck; nil if there was none.
  ///   - pace: the average time for one release; nil if it was not measured.
  init(_ recheck: Recheck?, pace: Duration?) {
    state = recheck.flatMap { State(rawValue: $0.state.rawValue) } ?? .none
    search = recheck?.search
    total = recheck?.total ?? 0
    checked = recheck?.checked ?? 0
    missing = recheck?.missing ?? 0
    startedBy = recheck?.startedBy
    startedAt = recheck?.startedAt
    modifiedAt = recheck?.modifiedAt
    version = recheck?.version ?? 0
    let left = max(0, total - checked)
    percent =
      switch state {
      case .none: 0
      case .done: 100
      case .running, .paused, .stopped: min(99, checked * 100 / max(1, total))
      }
    timeLeft = state == .running ? pace.map { $0 * left } : nil
  }
}
