package import Deadwax
internal import FoundationEssentials
internal import Lanes

extension Queryable {
  /// Returns the state of a station and the version of its row, or nil if there is no such station.
  package func station(_ name: Station.Name) throws -> (state: StationState, version: Int)? {
    try first("SELECT state, version FROM station WHERE name = ?1", name.text) { row in
      (try StateText.read(StationState.self, try row.text(0)), Int(try row.integer(1)))
    }
  }

  package func stationNames() throws -> [Station.Name] {
    try all("SELECT name FROM station ORDER BY name") { row in try row.text(0) }
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
      """, station.text, state.mode.rawValue, try StateText.write(state), state.session?.borrower, state.deadline)
  }
}

/// The JSON encoding of values in columns. Equal values give equal bytes.
package enum StateText {
  // For each scan, the same two states are encoded and decoded several times: before, after, and for the station's row.
  private static let memory = Guarded(Memory())

  private struct Memory {
    var texts: [StationState: String] = [:]
    var states: [String: StationState] = [:]

    mutating func note(_ state: StationState, _ text: String) {
      if texts.count >= 64 { (texts, states) = ([:], [:]) }
      texts[state] = text
      states[text] = state
    }
  }

  /// Returns the JSON of a station's state.
  package static func write(_ state: StationState) throws -> String {
    if let text = memory.withLock({ $0.texts[state] }) { return text }
    let text = try encoded(state)
    memory.withLock { $0.note(state, text) }
    return text
  }

  /// Parses the state of a station.
  ///
  /// - Throws: a `StorageError` if the text is not such a state.
  package static func read(_ type: StationState.Type, _ text: String) throws -> StationState {
    if let state = memory.withLock({ $0.states[text] }) { return state }
    let state: StationState = try decoded(text)
    // Only canonical texts are cached: an older text may express the same state in other bytes.
    if try encoded(state) == text { memory.withLock { $0.note(state, text) } }
    return state
  }

  package static func write(_ value: some Encodable) throws -> String { try encoded(value) }

  private static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Parses a value.
  ///
  /// - Throws: a `StorageError` if the text is not such a value.
  package static func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try decoded(text)
  }

  private static func decoded<Value: Decodable>(_ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch {
      throw StorageError(code: .mismatch, call: "StateText", message: "a column has no \(Value.self)")
    }
  }
}
