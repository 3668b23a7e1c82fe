/// The database was not opened, and neither it nor its write-ahead log was changed.
package struct DatabaseRefused: Error, Sendable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    /// The file is Deadwax's but not whole; the text says what was found.
    case damaged(String)
    /// A later Deadwax has worked on the file: it holds migrations that this program does not know.
    case newer(unknown: [String], newest: String)
    /// Not an SQLite file, or one of another program.
    case notADatabase
    /// Changes that were acknowledged are gone: `outside` is the last acknowledged sequence, kept beside the
    /// database, `inside` the newest one that the database still has.
    case lostTail(outside: Int64, inside: Int64)
  }

  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// One sentence: what is wrong with which file, and what to do.
  package var description: String {
    switch reason {
    case .damaged(let finding):
      "The database \(path) is damaged (\(finding)); it was left untouched: restore the newest backup, "
        + "or repair a copy of it."
    case .newer(let unknown, let newest):
      "The database \(path) was used by a newer Deadwax (it has \(unknown.joined(separator: ", ")), this program knows "
        + "up to \(newest)); it was left untouched: install that version, or restore a backup from before."
    case .notADatabase:
      "The file \(path) is not a Deadwax database; it was left untouched: name another file, or move this one away."
    case .lostTail(let outside, let inside):
      "The database \(path) has lost changes that were acknowledged (it ends at \(inside), \(outside) was promised); "
        + "it was left untouched: restore the newest backup, or start with the loss accepted."
    }
  }
}
