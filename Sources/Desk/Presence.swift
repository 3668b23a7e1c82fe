package import Deadwax

/// What lies before the readers of a station: a record that lies there is one scan, taken away and back it is two.
///
/// A reader that dies and comes back sees again what has lain there all along. What it had reported is therefore kept
/// for a grace time after its new start, and only what it does not report again in that time has gone.
package struct Presence: Sendable {
  private var seen: [Sight: Timestamp?] = [:]
  private let grace: Duration

  /// - Parameter grace: how long a reader has, after a new start, to see again what it saw before.
  package init(grace: Duration = .seconds(5)) { self.grace = grace }

  private struct Sight: Hashable {
    let reader: String
    let code: String
  }

  /// Takes note that a code came into view, and tells whether that is a scan: false when it was there before.
  package mutating func appear(_ code: String, at reader: String, _ now: Timestamp) -> Bool {
    forget(before: now)
    let sight = Sight(reader: reader, code: code)
    let isNew = seen[sight] == nil
    seen[sight] = .some(nil)
    return isNew
  }

  /// Takes note that a code went out of view.
  package mutating func leave(_ code: String, at reader: String) { seen[Sight(reader: reader, code: code)] = nil }

  /// Takes note that a reader started anew.
  package mutating func start(_ reader: String, _ now: Timestamp) {
    for sight in seen.keys where sight.reader == reader { seen[sight] = .some(now + grace) }
  }

  /// How many things lie before a reader now.
  package mutating func count(at reader: String, _ now: Timestamp) -> Int {
    forget(before: now)
    return seen.keys.count { $0.reader == reader }
  }

  private mutating func forget(before now: Timestamp) {
    seen = seen.filter { _, goneAt in goneAt.map { now < $0 } ?? true }
  }
}
