package import Deadwax

extension Queryable {
  package func session(_ id: StoredSession.ID) throws -> StoredSession? {
    try first("\(sessionSelect) WHERE id = ?1", id, as: session(from:))
  }

  /// Returns the last session that began at a station.
  package func newestSession(of station: Station.Name) throws -> StoredSession? {
    try first(
      "\(sessionSelect) WHERE station = ?1 ORDER BY began_at DESC, id DESC LIMIT 1", station.text, as: session(from:))
  }

  /// Returns all sessions of a borrower, the oldest first.
  package func sessions(of borrower: Borrower.ID) throws -> [StoredSession] {
    try all("\(sessionSelect) WHERE borrower_id = ?1 ORDER BY began_at, id", borrower, as: session(from:))
  }

  /// Returns the lines of a session's receipt in order, without those whose change was undone.
  package func lines(of session: StoredSession.ID) throws -> [StoredSession.Line] {
    try all(
      """
      SELECT v.kind, v.loan_id, v.due_at FROM session_line v LEFT JOIN change c ON c.sequence = v.change
      WHERE v.session_id = ?1 AND c.undone_by IS NULL ORDER BY v.position
      """, session
    ) { row in
      guard let kind = StoredSession.Line.Kind(rawValue: try row.text("kind")) else {
        throw StorageError(.mismatch, call: "lines", message: "an unknown kind of line")
      }
      return StoredSession.Line(kind: kind, loan: try row.id("loan_id"), dueAt: try row.optionalTime("due_at"))
    }
  }

  private func session(from row: Row) throws -> StoredSession {
    guard let station = Station.Name(try row.text("station")) else {
      throw StorageError(.mismatch, call: "session", message: "an unknown station")
    }
    return StoredSession(
      id: try row.id("id"), station: station, borrower: try row.optionalID("borrower_id"),
      beganAt: try row.time("began_at"),
      endedAt: try row.optionalTime("ended_at"))
  }
}

private let sessionSelect = "SELECT id, station, borrower_id, began_at, ended_at FROM session"

extension WriteTransaction {
  package func insert(_ session: StoredSession) throws {
    try run(
      "INSERT INTO session (id, station, borrower_id, began_at, ended_at) VALUES (?1, ?2, ?3, ?4, ?5)", session.id,
      session.station.text, session.borrower, session.beganAt, session.endedAt)
  }

  /// Ends a session. Returns false if it has ended already.
  package func end(_ session: StoredSession.ID) throws -> Bool {
    try run("UPDATE session SET ended_at = max(?2, began_at) WHERE id = ?1 AND ended_at IS NULL", session, now) == 1
  }

  /// Adds a line to a session's receipt.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - session: the session.
  ///   - change: the change behind the line. When it is undone, the line is no longer listed.
  /// - Throws: a `StorageError`.
  package func append(_ line: StoredSession.Line, to session: StoredSession.ID, change: Change?) throws {
    try run(
      """
      INSERT INTO session_line (session_id, position, kind, loan_id, due_at, change)
      SELECT ?1, coalesce(max(position), 0) + 1, ?2, ?3, ?4, ?5 FROM session_line WHERE session_id = ?1
      """, session, line.kind.rawValue, line.loan, line.dueAt, change?.sequence)
  }
}
