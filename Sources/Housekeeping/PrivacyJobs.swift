internal import Deadwax
internal import Lending
internal import Staff
internal import Storage

extension StaffOperations {
  /// Anonymises ended loans and other ended records that are older than the number of days in the library policy; does
  /// nothing if no number is set.
  ///
  /// - Returns: the number of anonymised rows.
  /// - Throws: a `StorageError`.
  package func anonymise() throws -> Int {
    let before = try room.database.read { [room] reading in
      try room.library(in: reading).privacy.anonymiseAfterDays.map { reading.now + .seconds(-$0 * 86_400) }
    }
    guard let before else { return 0 }
    let counts = try room.database.anonymise(before: before)
    if counts.total > 0 { room.published() }
    return counts.total
  }

  /// Erases the remaining data in the history about borrowers whose erasure has begun.
  ///
  /// - Returns: the number of changed rows.
  /// - Throws: a `StorageError`.
  package func finishErasures() throws -> Int {
    let counts = try room.database.finishErasures()
    return counts.cards + counts.loans + counts.holds + counts.fees + counts.sessions + counts.changes + counts.scans
      + counts.recorded + counts.offline
  }
}
