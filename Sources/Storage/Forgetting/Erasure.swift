package import Deadwax

/// What was done so that a person is forgotten.
package struct ErasureCounts: Hashable, Sendable {
  package var cards = 0
  package var loans = 0
  package var holds = 0
  package var fees = 0
  package var visits = 0
  package var changes = 0
  package var scans = 0
  package var recorded = 0
  /// Entries of stations that were away.
  package var away = 0

  package init() {}
}

extension WriteTransaction {
  /// Forgets a person: from now on nothing but an empty row with an id is left of them, and their cards name nothing.
  /// What the history still knows is taken out piece by piece by `Database.finishErasures`.
  ///
  /// It cannot be taken back. That nothing is lent or owed any more is for the caller to see to.
  ///
  /// - Parameters:
  ///   - borrower: whom.
  ///   - station: the desk at which it is done.
  ///   - by: who does it, where that is known.
  /// - Returns: the change, which has no rows; nil when there is no such borrower, or not any more.
  /// - Throws: a `StorageError`.
  package func beginErasure(
    of borrower: Borrower.ID, station: Station.Name? = nil, by: String? = nil
  ) throws -> Change? {
    guard let person = try self.borrower(borrower) else { return nil }
    let cards = try all("SELECT DISTINCT class, value FROM code WHERE borrower_id = ?1 ORDER BY class, value", borrower)
    { row in (class: try row.text(0), value: try row.text(1)) }
    var random = SplitMix(newNumber())
    for card in cards {
      guard let kind = Code.Class(rawValue: card.class) else { continue }
      let key = Code.Key(class: kind, value: card.value)
      let other = Pseudonym.of(key, using: &random)
      try run(
        """
        UPDATE code SET value = ?4, ended_at = coalesce(ended_at, max(?5, bound_at))
        WHERE borrower_id = ?1 AND class = ?2 AND value = ?3
        """, borrower, card.class, card.value, other.value, now)
      try noteErasure(of: borrower, card.value, as: other.value)
      if let uid = key.uid, let new = other.uid {
        try noteErasure(of: borrower, uid.reversed.description, as: new.reversed.description)
      }
    }
    for name in [person.name, person.shortName, person.email ?? ""] where !name.isEmpty {
      try noteErasure(of: borrower, name, as: "")
    }
    try run(
      """
      UPDATE borrower SET name = '', short_name = '', group_name = 'standard', is_staff = 0, email = NULL,
        language = NULL, expires_at = NULL, blocked_at = NULL, block_reason = NULL, loan_limit = NULL, note = NULL,
        erased_at = ?2, modified_at = ?2, version = version + 1
      WHERE id = ?1
      """, borrower, now)
    try run("DELETE FROM pin WHERE borrower_id = ?1", borrower)
    try run("DELETE FROM borrower_word WHERE borrower_id = ?1", borrower)
    // Answers are kept for a day, with what they said of people.
    try run("DELETE FROM kept_answer WHERE instr(body, ?1) > 0", borrower)
    return try recordForgetting(.erase, station: station, by: by == person.shortName ? nil : by)
  }

  /// Records that something was forgotten: without rows, for they would remember it.
  func recordForgetting(_ kind: Change.Kind, station: Station.Name?, by: String?) throws -> Change {
    var change = Change(id: newID(), kind: kind, sequence: 0, station: station, by: by, at: now)
    change.sequence = try keep(change, [])
    try run("UPDATE change SET scrubbed_at = at WHERE sequence = ?1", change.sequence)
    return change
  }

  func noteErasure(of borrower: Borrower.ID, _ old: String, as new: String) throws {
    try run("INSERT OR IGNORE INTO erasure (borrower_id, old, new) VALUES (?1, ?2, ?3)", borrower, old, new)
  }
}

extension Database {
  /// Forgets a person altogether, in many small writes: the desks are not held up. Blocks until it is done.
  ///
  /// - Parameters:
  ///   - borrower: whom.
  ///   - station: the desk at which it is done.
  ///   - by: who does it, where that is known.
  /// - Returns: the change and what was done; nil when there is no such borrower, or not any more.
  /// - Throws: a `StorageError`; what was not done by then is done by the next `finishErasures`.
  package func erase(
    _ borrower: Borrower.ID, station: Station.Name? = nil, by: String? = nil
  ) throws -> (change: Change, counts: ErasureCounts)? {
    guard let change = try write({ try $0.beginErasure(of: borrower, station: station, by: by) }) else { return nil }
    return (change, try finishErasures())
  }

  /// Takes out of the history what it still knows of people who are being forgotten. To be called at the start too: it
  /// goes on where it was interrupted, and does nothing when there is nothing to do.
  ///
  /// - Returns: what was done.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func finishErasures() throws -> ErasureCounts {
    let people: [Borrower.ID] = try read { try $0.all("SELECT DISTINCT borrower_id FROM erasure") { try $0.id(0) } }
    var counts = ErasureCounts()
    for person in people { try ErasureSweep(database: self, borrower: person).run(&counts) }
    return counts
  }
}
