package import Deadwax
internal import FoundationEssentials
internal import Threads

/// The JSON encoding of values in columns. Equal values give equal bytes.
package enum ColumnJSON {
  // For each scan, the same two states are encoded and decoded several times: before, after, and for the station's row.
  private static let memory = Locked(Memory())

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

  private static func encoded(_ value: some Encodable) throws -> String { try ColumnEncoder.json(of: value) }

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
      throw StorageError(.mismatch, call: "StateText", message: "a column has no \(Value.self)")
    }
  }
}
