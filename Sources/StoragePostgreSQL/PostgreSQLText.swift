/// The text of a statement with PostgreSQL's parameters: `$1` instead of `?1` or `?`.
struct PostgreSQLText {
  let sql: String
  let parameterCount: Int

  /// A `?` without a number is the parameter after the highest one so far, as in SQLite. Texts and names in quotation
  /// marks, and comments, stay unchanged.
  init(_ text: String) {
    var output: [UInt8] = []
    var highest = 0
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      output.append(byte)
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        while index < bytes.count {
          output.append(bytes[index])
          index += 1
          if output.last == byte { break }
        }
      case UInt8(ascii: "-") where index < bytes.count && bytes[index] == byte:
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
          output.append(bytes[index])
          index += 1
        }
      case UInt8(ascii: "?"):
        output.removeLast()
        var digits: [UInt8] = []
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
          digits.append(bytes[index])
          index += 1
        }
        let number = Int(String(decoding: digits, as: UTF8.self)) ?? highest + 1
        highest = max(highest, number)
        output += Array("$\(number)".utf8)
      default: break
      }
    }
    sql = String(decoding: output, as: UTF8.self)
    parameterCount = highest
  }
}
