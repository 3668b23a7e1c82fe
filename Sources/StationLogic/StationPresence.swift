package import Deadwax

/// The objects that the readers of a station currently see. An object that stays in view is one scan; one that is
/// removed and returns is two.
///
/// A reader that restarts sees again the objects that were there before. Its earlier reports are therefore retained for
/// a grace time after the restart. Objects that it does not report again in that time have gone.
package struct StationPresence: Sendable {
  private var seen: [Sight: Timestamp?] = [:]
  private let grace: Duration

  /// - Parameter grace: the time after a restart within which a reader must report its earlier objects again.
  package init(grace: Duration = .seconds(5)) { self.grace = grace }

  private struct Sight: Hashable {
    let reader: String
    let code: String
  }

  /// Records that a code came into view. Returns true if that is a scan: false if it was in view before.
  package mutating func appear(_ code: String, at reader: String, _ now: Timestamp) -> Bool {
    remove(before: now)
    let sight = Sight(reader: reader, code: code)
    let isNew = seen[sight] == nil
    seen[sight] = .some(nil)
    return isNew
  }

  /// Records that a code went out of view.
  package mutating func leave(_ code: String, at reader: String) { seen[Sight(reader: reader, code: code)] = nil }

  /// Records that a reader restarted.
  package mutating func start(_ reader: String, _ now: Timestamp) {
    for sight in seen.keys where sight.reader == reader { seen[sight] = .some(now + grace) }
  }

  /// Returns the number of objects that a reader currently sees.
  package mutating func count(at reader: String, _ now: Timestamp) -> Int {
    remove(before: now)
    return seen.keys.count { $0.reader == reader }
  }

  private mutating func remove(before now: Timestamp) {
    seen = seen.filter { _, goneAt in goneAt.map { now < $0 } ?? true }
  }
}
