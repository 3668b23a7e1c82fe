package import Deadwax

extension Queryable {
  /// Returns the stored response with an id, or nil if there is none.
  package func storedResponse(_ id: StoredResponse.ID) throws -> StoredResponse? {
    try first("SELECT id, request, status, location, body FROM kept_answer WHERE id = ?1", id) { row in
      StoredResponse(
        id: try row.id("id"), request: try row.text("request"), status: Int(try row.integer("status")),
        location: try row.optionalText("location"),
        body: try row.text("body"))
    }
  }
}

extension WriteTransaction {
  /// Stores a response. Replaces an older one with the same id.
  package func store(_ answer: StoredResponse) throws {
    try run(
      """
      INSERT INTO kept_answer (id, request, status, location, body, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (id) DO UPDATE SET request = ?2, status = ?3, location = ?4, body = ?5, at = ?6
      """, answer.id, answer.request, answer.status, answer.location, answer.body, now)
  }

  /// Deletes the responses stored before a time.
  ///
  /// - Returns: the number of deleted responses.
  package func dropStoredResponses(before time: Timestamp) throws -> Int {
    try run("DELETE FROM kept_answer WHERE at < ?1", time)
  }

  /// Deletes the responses whose body contains a word.
  package func dropStoredResponses(with word: String) throws {
    try run("DELETE FROM kept_answer WHERE instr(body, ?1) > 0", word)
  }
}
