package import Deadwax

/// The stored response to a request with an idempotency key. A repeated request gets it again instead of being carried
/// out twice.
package struct KeptAnswer: Hashable, Sendable {
  /// An id derived from the idempotency key together with the client and the address.
  package typealias ID = Identifier<KeptAnswer>

  package var id: ID
  /// A digest of the request as a UUID. The same key with another digest is an error of the client.
  package var request: String
  /// The status, 200 to 299. Refusals are not stored, since they changed nothing.
  package var status: Int
  /// The address of the created resource.
  package var location: String?
  /// The body as JSON.
  package var body: String

  package init(id: ID, request: String, status: Int, location: String?, body: String) {
    self.id = id
    self.request = request
    self.status = status
    self.location = location
    self.body = body
  }
}

extension Queryable {
  /// Returns the stored response with an id, or nil if there is none.
  package func keptAnswer(_ id: KeptAnswer.ID) throws -> KeptAnswer? {
    try first("SELECT id, request, status, location, body FROM kept_answer WHERE id = ?1", id) { row in
      KeptAnswer(
        id: try row.id(0), request: try row.text(1), status: Int(try row.integer(2)), location: try row.optionalText(3),
        body: try row.text(4))
    }
  }
}

extension WriteTransaction {
  /// Stores a response. Replaces an older one with the same id.
  package func keep(_ answer: KeptAnswer) throws {
    try run(
      """
      INSERT INTO kept_answer (id, request, status, location, body, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (id) DO UPDATE SET request = ?2, status = ?3, location = ?4, body = ?5, at = ?6
      """, answer.id, answer.request, answer.status, answer.location, answer.body, now)
  }

  /// Deletes the responses stored before a time.
  ///
  /// - Returns: the number of deleted responses.
  package func dropKeptAnswers(before time: Timestamp) throws -> Int {
    try run("DELETE FROM kept_answer WHERE at < ?1", time)
  }

  /// Deletes the responses whose body contains a word.
  package func dropKeptAnswers(with word: String) throws {
    try run("DELETE FROM kept_answer WHERE instr(body, ?1) > 0", word)
  }
}
