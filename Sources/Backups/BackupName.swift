package import Deadwax

/// The name of a backup, which is the name of its folder: its time in UTC, such as `2026-11-27T15-51-45.250Z`.
package struct BackupName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The time of the backup.
  package let time: Timestamp

  package init(_ time: Timestamp) { self.time = time }

  /// Reads a name. The result is nil for any text that is not exactly such a name, so that no path can be one.
  ///
  /// - Parameter text: the name of a folder, or a name that a person gives.
  package init?(_ text: String) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let time = Timestamp("\(parts[0])T\(parts[1].map { $0 == "-" ? ":" : $0 }.text)") else {
      return nil
    }
    self.time = time
    guard description == text else { return nil }
  }

  package var description: String { "\(time)".map { $0 == ":" ? "-" : $0 }.text }

  package static func < (one: BackupName, other: BackupName) -> Bool { one.time < other.time }
}

extension [Character] {
  fileprivate var text: String { String(self) }
}
