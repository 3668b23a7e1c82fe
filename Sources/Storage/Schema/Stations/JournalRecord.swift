package import Deadwax

extension Queryable {
  /// Returns at most `limit` events after an id, in order.
  package func events(after id: Int64, limit: Int) throws -> [Event] {
    try all(
      "SELECT id, at, station, subject, payload FROM journal WHERE id > ?1 ORDER BY id LIMIT ?2", id, limit
    ) { row in
      Event(
        id: try row.integer("id"), at: try row.time("at"),
        station: try row.optionalText("station").flatMap(Station.Name.init(_:)),
        subject: try row.optionalText("subject"), body: try ColumnJSON.read(EventBody.self, try row.text("payload")))
    }
  }

  /// Returns the time of the newest event by the clock of that moment, or nil if there is none.
  package func newestEventTime() throws -> Timestamp? {
    try first("SELECT at FROM journal ORDER BY id DESC LIMIT 1") { try $0.time(0) }
  }

  /// Returns the ids of the oldest and the newest stored event, 0 and 0 if there is none.
  package func eventRange() throws -> (oldest: Int64, newest: Int64) {
    try first("SELECT coalesce(min(id), 0) AS oldest, coalesce(max(id), 0) AS newest FROM journal") { row in
      (try row.integer("oldest"), try row.integer("newest"))
    } ?? (0, 0)
  }
}

extension WriteTransaction {
  /// Adds an event to the journal. It is sent to subscribers only after the commit.
  @discardableResult
  package func publish(
    _ body: EventBody, station: Station.Name? = nil, subject: String? = nil
  ) throws -> Int64 {
    try run(
      "INSERT INTO journal (kind, at, station, subject, payload) VALUES (?1, ?2, ?3, ?4, ?5)", body.kind.rawValue, now,
      station?.text, subject, try ColumnJSON.write(body))
    let id = try newestRow()
    acknowledge(id)
    return id
  }
}
