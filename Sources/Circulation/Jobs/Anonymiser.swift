internal import Deadwax
internal import Lending
internal import Storage

extension Counter {
  /// Makes what is over forget who it was, after as many days as the house has decided; nothing where it decided never.
  ///
  /// - Returns: how many rows have forgotten.
  /// - Throws: a `StorageError`.
  package func anonymise() throws -> Int {
    let before = try room.database.read { [room] reading in
      try room.house(in: reading).privacy.anonymiseAfterDays.map { reading.now + .seconds(-$0 * 86_400) }
    }
    guard let before else { return 0 }
    let counts = try room.database.anonymise(before: before)
    if counts.total > 0 { room.published() }
    return counts.total
  }

  /// Takes out of the history what it still knows of people who are to be forgotten.
  ///
  /// - Returns: how many rows have forgotten.
  /// - Throws: a `StorageError`.
  package func finishErasures() throws -> Int {
    let counts = try room.database.finishErasures()
    return counts.cards + counts.loans + counts.holds + counts.fees + counts.visits + counts.changes + counts.scans
      + counts.recorded + counts.away
  }
}
