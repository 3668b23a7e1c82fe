package import Deadwax

/// The last runs of a background job.
package struct JobRecord: Hashable, Sendable {
  package var name: String
  package var startedAt: Timestamp?
  package var succeededAt: Timestamp?
  package var failedAt: Timestamp?
  package var error: String?
  /// The amount of work that the last successful run did.
  package var done: Int

  package init(
    name: String, startedAt: Timestamp? = nil, succeededAt: Timestamp? = nil, failedAt: Timestamp? = nil,
    error: String? = nil, done: Int = 0
  ) {
    self.name = name
    self.startedAt = startedAt
    self.succeededAt = succeededAt
    self.failedAt = failedAt
    self.error = error
    self.done = done
  }
}

extension Queryable {
  /// Returns all jobs that ever ran, ordered by name.
  package func jobs() throws -> [JobRecord] {
    try all("SELECT name, started_at, succeeded_at, failed_at, error, done FROM job ORDER BY name") { row in
      JobRecord(
        name: try row.text("name"), startedAt: try row.optionalTime("started_at"),
        succeededAt: try row.optionalTime("succeeded_at"),
        failedAt: try row.optionalTime("failed_at"), error: try row.optionalText("error"),
        done: Int(try row.integer("done")))
    }
  }

  /// Returns the position from which a job continues that processes a table in steps, or 0 for the beginning.
  package func position(ofJob name: String) throws -> Int64 {
    try first("SELECT position FROM job WHERE name = ?1", name) { try $0.integer(0) } ?? 0
  }
}

extension WriteTransaction {
  /// Records that a job begins.
  package func noteStarted(job name: String) throws {
    try run(
      "INSERT INTO job (name, started_at) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET started_at = ?2", name, now)
  }

  /// Records that a job completed, and the amount of its work.
  package func noteSucceeded(job name: String, done: Int) throws {
    try run(
      """
      INSERT INTO job (name, succeeded_at, done) VALUES (?1, ?2, ?3)
      ON CONFLICT (name) DO UPDATE SET succeeded_at = ?2, done = ?3, failed_at = NULL, error = NULL
      """, name, now, done)
  }

  /// Records that a job failed, with the reason as a sentence. The text is cut to 500 characters.
  package func noteFailed(job name: String, error: String) throws {
    try run(
      """
      INSERT INTO job (name, failed_at, error) VALUES (?1, ?2, ?3)
      ON CONFLICT (name) DO UPDATE SET failed_at = ?2, error = ?3
      """, name, now, String(error.prefix(500)))
  }

  /// Stores the position from which a job continues.
  package func setPosition(_ position: Int64, ofJob name: String) throws {
    try run(
      "INSERT INTO job (name, position) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET position = ?2", name, position)
  }
}
