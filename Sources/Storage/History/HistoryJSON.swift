/// The JSON of a row, byte for byte as `json_object` of SQLite writes it: no white space, and only the escapes that JSON
/// requires. Equal rows give equal bytes with every engine.
struct HistoryJSON {
  private var bytes: [UInt8] = []

  /// Returns the JSON of a row with these columns, in this order.
  static func text(of row: Row, _ columns: [String]) throws(StorageError) -> String {
    var json = HistoryJSON()
    json.bytes.reserveCapacity(512)
    json.bytes.append(UInt8(ascii: "{"))
    for (index, column) in columns.enumerated() {
      if index > 0 { json.bytes.append(UInt8(ascii: ",")) }
      json.append(column)
      json.bytes.append(UInt8(ascii: ":"))
      switch try row.value(index) {
      case .null: json.bytes.append(contentsOf: "null".utf8)
      case .integer(let integer): json.bytes.append(contentsOf: String(integer).utf8)
      case .text(let text): json.append(text)
      case .real, .blob:
        throw StorageError(.mismatch, call: "HistoryJSON", message: "a row of the ledger has a real or a blob")
      }
    }
    json.bytes.append(UInt8(ascii: "}"))
    return String(decoding: json.bytes, as: UTF8.self)
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
