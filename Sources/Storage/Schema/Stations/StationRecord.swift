package import Deadwax

extension Queryable {
  /// Returns the state of a station and the version of its row, or nil if there is no such station.
  package func station(_ name: Station.Name) throws -> (state: StationState, version: Int)? {
    try first("SELECT state, version FROM station WHERE name = ?1", name.text) { row in
      (try ColumnJSON.read(StationState.self, try row.text("state")), Int(try row.integer("version")))
    }
  }

  package func stationNames() throws -> [Station.Name] {
    try all("SELECT name FROM station ORDER BY name") { row in try row.text(0) }
      .compactMap(Station.Name.init(_:))
  }

  /// Returns the stations in a mode.
  package func stations(in mode: Mode) throws -> [Station.Name] {
    try all("SELECT name FROM station WHERE mode = ?1", mode.rawValue) { row in try row.text(0) }
      .compactMap(Station.Name.init(_:))
  }

  /// Returns the stations with an expired deadline.
  package func stations(endedBefore now: Timestamp) throws -> [Station.Name] {
    try all("SELECT name FROM station WHERE ends_at <= ?1", now) { row in try row.text(0) }
      .compactMap(Station.Name.init(_:))
  }
}

extension WriteTransaction {
  /// Stores the state of a station. Adds the station if there is none with this name.
  package func save(_ state: StationState, of station: Station.Name) throws {
    try run(
      """
      INSERT INTO station (name, mode, state, borrower_id, ends_at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (name) DO UPDATE SET mode = ?2, state = ?3, borrower_id = ?4, ends_at = ?5, version = version + 1
      """, station.text, state.mode.rawValue, try ColumnJSON.write(state), state.session?.borrower, state.deadline)
  }
}
