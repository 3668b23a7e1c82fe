internal import Deadwax
internal import Execution
internal import Storage

/// The references in a part of the history: the rows it touches, all ids in it, and all codes that were read.
struct RecordedReferences {
  private(set) var rows: [(table: HistoryTable, row: String)] = []
  private(set) var ids: Set<String> = []
  private(set) var codes: Set<Code.Key> = []
  private var touched: Set<String> = []

  /// Adds an event with everything that it changed.
  mutating func note(_ happened: Replay.EventChanges) throws {
    let event = happened.recorded
    for json in [event.input, event.before, event.after, event.outcome, event.candidates] {
      try json.map { try note(json: $0) }
    }
    for row in happened.rows + happened.before.flatMap(\.rows) { try note(row) }
  }

  /// Adds all references in a JSON text, for example the state of a station.
  mutating func note(json: String) throws { note(try RecordedValue(json: json)) }

  private mutating func note(_ row: ChangeRow) throws {
    if touched.insert("\(row.table.rawValue) \(row.row)").inserted { rows.append((row.table, row.row)) }
    for json in [row.before, row.after] { try json.map { try note(json: $0) } }
  }

  private mutating func note(_ value: RecordedValue) {
    switch value {
    case .null, .flag, .integer, .real: break
    case .text(let text): note(text: text)
    case .list(let list): for value in list { note(value) }
    case .object(let object): for value in object.values { note(value) }
    }
  }

  /// Adds everything that a text can refer to, because the text alone does not show how it was classified.
  private mutating func note(text: String) {
    guard text.utf8.count <= Code.lengthLimit else { return }
    if text.utf8.count == 36, Identifier<Release>(text) != nil {
      ids.insert(text)
      return
    }
    for symbology in [nil, Symbology.ean13, .tagUID] {
      let code = Code.classify(text, symbology: symbology)
      if let key = code.key { codes.insert(key) }
      if case .gtin(let gtin) = code { codes.insert(Code.Key(class: .text, value: gtin.key)) }
      if case .tag(let uid) = code { codes.insert(Code.Key(uid.reversed)) }
    }
    codes.insert(Code.Key(class: .text, value: text.trimmed))
  }
}
