/// The error that reports that the database was not opened. Neither it nor its write-ahead log was changed.
package struct DatabaseRefused: Error, Sendable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    /// The file is a damaged Deadwax database. The text is the finding.
    case damaged(String)
    /// The integrity check of a running hub has found damage. The text says when and what.
    case foundDamaged(String)
    /// The file was used by a later version of Deadwax: it holds migrations that this program does not know.
    case newer(unknown: [String], newest: String)
    /// The file is not an SQLite database, or it belongs to another program.
    case notADatabase
    /// Acknowledged changes are missing. `outside` is the last acknowledged sequence number, stored next to the
    /// database. `inside` is the newest one in the database.
    case lostTail(outside: Int64, inside: Int64)
  }

  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// A sentence with the file, the problem and the remedy.
  package var description: String {
    switch reason {
    case .damaged(let finding):
      "The database \(path) is damaged (\(finding)) and was not changed. Restore the newest backup, "
        + "or repair a copy of it."
    case .foundDamaged(let finding):
      "The database \(path) is damaged (\(finding)) and was not changed. Restore the newest backup into a new folder. "
        + "If the file was repaired or changed on purpose, remove \(path).damaged and \(path).digests."
    case .newer(let unknown, let newest):
      "The database \(path) was used by a newer Deadwax (it has \(unknown.joined(separator: ", ")), but this program supports "
        + "up to \(newest)) and was not changed. Install that version, or restore an earlier backup."
    case .notADatabase:
      "The file \(path) is not a Deadwax database and was not changed. Use another file, or move this one away."
    case .lostTail(let outside, let inside):
      "The database \(path) has lost acknowledged changes (it ends at \(inside), but \(outside) was acknowledged) "
        + "and was not changed. Restore the newest backup, or start with the loss accepted."
    }
  }
}
