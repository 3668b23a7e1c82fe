/// JSON as the functions of SQLite write it, byte for byte: no white space, and only the escapes that JSON requires.
/// Equal values give equal bytes with every engine.
struct HistoryJSON {
  private var bytes: [UInt8] = []
  private var needsComma = false

  init() { bytes.reserveCapacity(512) }

  /// The JSON written so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object with the members that `body` writes.
  mutating func object(_ body: (inout HistoryJSON) throws -> Void) rethrows {
    try enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  /// Writes an array of the values that `body` writes.
  mutating func array(_ body: (inout HistoryJSON) throws -> Void) rethrows {
    try enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  /// Writes the name of a member. Its value follows.
  mutating func name(_ name: String) {
    separate()
    append(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a value.
  ///
  /// - Throws: a `StorageError` for a blob, which JSON cannot express.
  mutating func value(_ value: Binding) throws(StorageError) {
    separate()
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .real(let real): bytes.append(contentsOf: String(real).utf8)
    case .text(let text): append(text)
    case .blob: throw StorageError(.mismatch, call: "HistoryJSON", message: "a blob has no JSON")
    }
  }

  /// Writes a condition.
  mutating func flag(_ isSo: Bool) {
    separate()
    bytes.append(contentsOf: (isSo ? "true" : "false").utf8)
  }

  /// Writes a value that is JSON already.
  mutating func written(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  /// Writes the cells of a row as members: the columns with these names, from the first column of the row on.
  mutating func members(of row: Row, _ columns: [String], except left: Set<String> = []) throws {
    for (index, column) in columns.enumerated() where !left.contains(column) {
      name(column)
      try value(try row.value(index))
    }
  }

  private mutating func enclosed(
    _ start: UInt8, _ end: UInt8, _ body: (inout HistoryJSON) throws -> Void
  ) rethrows {
    separate()
    bytes.append(start)
    needsComma = false
    try body(&self)
    bytes.append(end)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x20...: bytes.append(byte)
      case 0x08: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "b")]
      case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0C: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "f")]
      case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      default:
        let digits = Array("0123456789abcdef".utf8)
        bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension Queryable {
  /// Returns the JSON of the current row of a query for the columns of a layout, with its child rows.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - layout: the layout of its table.
  ///   - left: the columns to leave out.
  /// - Returns: the JSON.
  /// - Throws: a `StorageError`.
  func ledgerJSON(of row: Row, _ layout: HistoryLayout, except left: Set<String> = []) throws -> String {
    var json = HistoryJSON()
    try json.object { json in
      try json.members(of: row, layout.columns, except: left)
      guard !layout.children.isEmpty else { return }
      let key = try row.text(0)
      for child in layout.children {
        json.name(child.table)
        try json.array { json in
          try forEach(child.select, [key]) { cells in
            try json.object { try $0.members(of: cells, child.columns) }
          }
        }
      }
    }
    return json.text
  }
}
