package import Deadwax

/// The journal as the database is opened with it.
package enum Journal {
  /// The query for the id of the newest event, which is noted outside the database too.
  package static let newestSequence = "SELECT max(id) FROM journal"
}

extension Queryable {
  /// Events after one that the caller has, in order.
  package func events(after id: Int64, limit: Int) throws -> [Event] {
    try all(
      "SELECT id, kind, at, station, subject, payload FROM journal WHERE id > ?1 ORDER BY id LIMIT ?2", id, limit
    ) { row in
      guard let kind = Event.Kind(rawValue: try row.text(1)) else {
        throw StorageError(code: .mismatch, call: "events", message: "an unknown kind of event")
      }
      return Event(
        id: try row.integer(0), kind: kind, at: try row.time(2),
        station: try row.optionalText(3).flatMap(Station.Name.init(_:)), subject: try row.optionalText(4),
        payload: try row.text(5))
    }
  }

  /// The ids of the oldest and the newest event that are kept; 0 and 0 when there is none.
  package func eventRange() throws -> (oldest: Int64, newest: Int64) {
    try first("SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM journal") { row in
      (try row.integer(0), try row.integer(1))
    } ?? (0, 0)
  }
}

extension WriteTransaction {
  /// Adds an event to the journal. It is told to others after commit, never before.
  @discardableResult
  package func publish(
    _ kind: Event.Kind, station: Station.Name? = nil, subject: String? = nil, payload: String = ""
  ) throws -> Int64 {
    try run(
      "INSERT INTO journal (kind, at, station, subject, payload) VALUES (?1, ?2, ?3, ?4, ?5)", kind.rawValue, now,
      station?.text, subject, payload)
    let id = lastInsertedRow
    acknowledge(id)
    return id
  }
}
