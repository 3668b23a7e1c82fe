package import Deadwax

/// An answer that a request got, kept so that the same request gets it again instead of being carried out twice.
package struct KeptAnswer: Hashable, Sendable {
  /// Names the request's key together with who used it and where.
  package typealias ID = Identifier<KeptAnswer>

  package var id: ID
  /// A digest of what was asked, as a UUID: the same key with another one is a mistake of the client.
  package var request: String
  /// 200 to 299: refusals are not kept, for they changed nothing.
  package var status: Int
  /// The address of what was made.
  package var location: String?
  /// JSON.
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
  /// The answer that was kept under an id; nil when there is none, or when it is older than `time`.
  package func keptAnswer(_ id: KeptAnswer.ID, notBefore time: Timestamp) throws -> KeptAnswer? {
    try first(
      "SELECT id, request, status, location, body FROM kept_answer WHERE id = ?1 AND at >= ?2", id, time
    ) { row in
      KeptAnswer(
        id: try row.id(0), request: try row.text(1), status: Int(try row.integer(2)), location: try row.optionalText(3),
        body: try row.text(4))
    }
  }
}

extension WriteTransaction {
  /// Keeps an answer, in the place of an older one with the same id, and throws away those from before `time`.
  package func keep(_ answer: KeptAnswer, droppingBefore time: Timestamp) throws {
    try run("DELETE FROM kept_answer WHERE at < ?1", time)
    try run(
      """
      INSERT INTO kept_answer (id, request, status, location, body, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (id) DO UPDATE SET request = ?2, status = ?3, location = ?4, body = ?5, at = ?6
      """, answer.id, answer.request, answer.status, answer.location, answer.body, now)
  }

  /// Forgets the answers in which a word stands.
  package func dropKeptAnswers(with word: String) throws {
    try run("DELETE FROM kept_answer WHERE instr(body, ?1) > 0", word)
  }
}
