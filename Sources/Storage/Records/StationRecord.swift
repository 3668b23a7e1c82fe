package import Deadwax
internal import FoundationEssentials

extension Queryable {
  /// Where a desk stands, and the version of its row; nil when there is no such station.
  package func station(_ name: Station.Name) throws -> (state: StationState, version: Int)? {
    try first("SELECT state, version FROM station WHERE name = ?1", name.text) { row in
      (try StateText.read(StationState.self, try row.text(0)), Int(try row.integer(1)))
    }
  }

  package func stationNames() throws -> [Station.Name] {
    try all("SELECT name FROM station ORDER BY name") { row in try row.text(0) }
      .compactMap(Station.Name.init(_:))
  }

  /// The desks at which something has been open for too long.
  package func stations(endedBefore now: Timestamp) throws -> [Station.Name] {
    try all("SELECT name FROM station WHERE ends_at <= ?1", now) { row in try row.text(0) }
      .compactMap(Station.Name.init(_:))
  }
}

extension WriteTransaction {
  /// Keeps where a desk stands, making the station if there is none of that name.
  package func save(_ state: StationState, of station: Station.Name) throws {
    try run(
      """
      INSERT INTO station (name, mode, state, borrower_id, ends_at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (name) DO UPDATE SET mode = ?2, state = ?3, borrower_id = ?4, ends_at = ?5, version = version + 1
      """, station.text, state.mode.rawValue, try StateText.write(state), state.session?.borrower, state.deadline)
  }
}

/// Values that are kept as JSON in a column, always written in the same way, so that equal values are equal bytes.
package enum StateText {
  package static func write(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Throws: a `StorageError` for what is no such value.
  package static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw StorageError(code: .mismatch, call: "StateText", message: "a column holds no \(type)")
    }
  }
}
