package import Deadwax

extension WriteTransaction {
  /// Erases a borrower's record: only an empty row with an id remains, and the borrower's cards no longer resolve.
  /// `Database.finishErasures` then removes the personal data in the history piece by piece.
  ///
  /// This cannot be undone. The caller must make sure that the borrower has no open loans or unpaid fees.
  ///
  /// - Parameters:
  ///   - borrower: the borrower to erase.
  ///   - station: the station at which the erasure is requested.
  ///   - by: the member of staff who requests it, if known.
  /// - Returns: the change, which has no rows. Nil if there is no such borrower or the borrower was erased already.
  /// - Throws: a `StorageError`.
  package func beginErasure(
    of borrower: Borrower.ID, station: Station.Name? = nil, by: String? = nil
  ) throws -> Change? {
    guard let person = try self.borrower(borrower) else { return nil }
    let cards = try all("SELECT DISTINCT class, value FROM code WHERE borrower_id = ?1 ORDER BY class, value", borrower)
    { row in (class: try row.text("class"), value: try row.text("value")) }
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
    for name in [person.name, person.shortName, person.email ?? "", person.phone ?? ""] where !name.isEmpty {
      try noteErasure(of: borrower, name, as: "")
    }
    try run(
      """
      UPDATE borrower SET name = '', short_name = '', group_name = 'standard', is_staff = 0, email = NULL,
        phone = NULL, language = NULL, expires_at = NULL, blocked_at = NULL, block_reason = NULL, loan_limit = NULL, note = NULL,
        erased_at = ?2, modified_at = ?2, version = version + 1
      WHERE id = ?1
      """, borrower, now)
    try run("DELETE FROM pin WHERE borrower_id = ?1", borrower)
    try run("DELETE FROM borrower_link WHERE borrower_id = ?1", borrower)
    try run("DELETE FROM borrower_word WHERE borrower_id = ?1", borrower)
    // Responses are stored for a day and can contain personal data.
    try run("DELETE FROM kept_answer WHERE instr(body, ?1) > 0", borrower)
    if !person.shortName.isEmpty {
      try run("DELETE FROM kept_answer WHERE instr(body, ?1) > 0", "\"by\":\(JSONList.string(person.shortName))")
    }
    return try recordForgetting(.erase, station: station, by: by == person.shortName ? nil : by)
  }

  /// Records an erasure or anonymisation as a change without rows, since rows would preserve the erased data.
  func recordForgetting(_ kind: Change.Kind, station: Station.Name?, by: String?) throws -> Change {
    var change = Change(id: newID(), kind: kind, sequence: 0, station: station, by: by, at: now)
    change.sequence = try store(change, [])
    try run("UPDATE change SET scrubbed_at = at WHERE sequence = ?1", change.sequence)
    return change
  }

  func noteErasure(of borrower: Borrower.ID, _ old: String, as new: String) throws {
    try run(
      "INSERT INTO erasure (borrower_id, old, new) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING", borrower, old, new)
  }
}

extension Database {
  /// Erases a borrower completely, in many small writes, so the stations are not blocked. The call returns when all is
  /// done.
  ///
  /// - Parameters:
  ///   - borrower: the borrower to erase.
  ///   - station: the station at which the erasure is requested.
  ///   - by: the member of staff who requests it, if known.
  /// - Returns: the change and the numbers of rows changed. Nil if there is no such borrower or the borrower was erased
  ///   already.
  /// - Throws: a `StorageError`. The next `finishErasures` completes the remaining work.
  package func erase(
    _ borrower: Borrower.ID, station: Station.Name? = nil, by: String? = nil
  ) throws -> (change: Change, counts: ErasureCounts)? {
    guard let change = try write({ try $0.beginErasure(of: borrower, station: station, by: by) }) else { return nil }
    return (change, try finishErasures())
  }

  /// Removes the remaining personal data of borrowers with a pending erasure from the history. Call it also at the
  /// start: it continues an interrupted erasure, and does nothing if none is pending.
  ///
  /// - Returns: the numbers of rows changed.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func finishErasures() throws -> ErasureCounts {
    let people: [Borrower.ID] = try read { try $0.all("SELECT DISTINCT borrower_id FROM erasure") { try $0.id(0) } }
    var counts = ErasureCounts()
    for person in people { try ErasureSweep(database: self, borrower: person).run(&counts) }
    // The pages of the log contain the names until it is emptied.
    if !people.isEmpty { try emptyLog() }
    try payLog()
    return counts
  }
}
