/// Reads the lines of a file of rows, each a flat JSON object. Nothing in a row is nested, so a deep text is refused at its
/// second level.
struct RowReader {
  /// A value as the line has it.
  enum Value: Equatable {
    case null
    /// The digits as they are.
    case number(String)
    case text(String)
  }

  /// The position of a fault in the line, from 1, and a sentence.
  struct Fault: Error {
    let column: Int
    let sentence: String
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Reads one line.
  ///
  /// - Parameters:
  ///   - line: its bytes, without the line break.
  ///   - names: receives the names of the columns, in the order of the line.
  ///   - values: receives their values.
  /// - Throws: `Fault`.
  static func read(
    _ line: UnsafeBufferPointer<UInt8>, names: inout [String], values: inout [Value]
  ) throws(Fault) {
    var reader = RowReader(line)
    names.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { throw reader.fault("The row begins with a byte order mark.") }
    try reader.expect(0x7B, "The row must begin with '{'.")
    reader.skipBlanks()
    if reader.next == 0x7D {
      reader.position += 1
    } else {
      repeat {
        reader.skipBlanks()
        let name = try reader.string("The name of a column must be in quotes.")
        guard !names.contains(name) else { throw reader.fault("The column '\(name.prefix(40))' is there twice.") }
        try reader.expect(0x3A, "A ':' must follow the name of a column.")
        names.append(name)
        values.append(try reader.value())
      } while try reader.continues()
    }
    reader.skipBlanks()
    guard reader.next == nil else { throw reader.fault("The row continues after its end.") }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func fault(_ sentence: String) -> Fault { Fault(column: position + 1, sentence: sentence) }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D { position += 1 }
  }

  private mutating func expect(_ byte: UInt8, _ sentence: String) throws(Fault) {
    skipBlanks()
    guard next == byte else { throw fault(next == nil ? "The row ends too early." : sentence) }
    position += 1
  }

  /// Goes on to the next column. Returns false at the end of the row.
  private mutating func continues() throws(Fault) -> Bool {
    skipBlanks()
    switch next {
    case 0x2C:
      position += 1
      return true
    case 0x7D:
      position += 1
      return false
    case nil: throw fault("The row ends too early.")
    default: throw fault("A ',' or '}' must follow a value.")
    }
  }

  private mutating func value() throws(Fault) -> Value {
    skipBlanks()
    switch next {
    case 0x22: return .text(try string(""))
    case 0x6E:
      guard bytes[position...].starts(with: Array("null".utf8)) else { throw fault("This is no value.") }
      position += 4
      return .null
    case .some(0x2D), .some(0x30...0x39): return .number(try number())
    case 0x7B, 0x5B: throw fault("The value of a column is a text, a number or null, and nothing nested.")
    case nil: throw fault("The row ends too early.")
    default: throw fault("This is no value: a column has a text, a number or null.")
    }
  }

  private mutating func number() throws(Fault) -> String {
    let start = position
    if next == 0x2D { position += 1 }
    let digits = position
    while let byte = next, (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let isPadded = position - digits > 1 && bytes[digits] == 0x30 && (0x30...0x39).contains(bytes[digits + 1])
    guard !isPadded, position - start <= 400, Double(text) != nil, text.utf8.last.map({ $0 != 0x2E }) ?? false else {
      position = start
      throw fault("This is no number.")
    }
    return text
  }

  private mutating func string(_ sentence: String) throws(Fault) -> String {
    guard next == 0x22 else { throw fault(next == nil ? "The row ends too early." : sentence) }
    position += 1
    let start = position
    // Most texts have no escape, and are taken as they are.
    while let byte = next, byte != 0x22, byte != 0x5C, byte >= 0x20 { position += 1 }
    guard next == 0x5C else {
      let text = try text(bytes[start..<position])
      try endString()
      return text
    }
    var unescaped = Array(bytes[start..<position])
    while let byte = next, byte != 0x22, byte >= 0x20 {
      position += 1
      if byte == 0x5C { try unescape(into: &unescaped) } else { unescaped.append(byte) }
    }
    let whole = try unescaped.withUnsafeBufferPointer { buffer throws(Fault) -> String in try text(buffer[...]) }
    try endString()
    return whole
  }

  private func text(_ part: Slice<UnsafeBufferPointer<UInt8>>) throws(Fault) -> String {
    guard let text = String(validating: part, as: UTF8.self) else { throw fault("The text is not valid UTF-8.") }
    return text
  }

  private mutating func endString() throws(Fault) {
    switch next {
    case 0x22: position += 1
    case nil: throw fault("The row ends inside a text.")
    case 0: throw fault("The text has a NUL byte. A NUL character is written as \\u0000.")
    default: throw fault("The text has a control character, which must be escaped.")
    }
  }

  private mutating func unescape(into text: inout [UInt8]) throws(Fault) {
    guard let byte = next else { throw fault("The row ends inside a text.") }
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: text.append(byte)
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0C)
    case 0x6E: text.append(0x0A)
    case 0x72: text.append(0x0D)
    case 0x74: text.append(0x09)
    case 0x75:
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code), bytes[position...].starts(with: [0x5C, 0x75]) {
        position += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw fault("The text has one half of a surrogate pair.") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw fault("The text has one half of a surrogate pair.") }
      text += Array(String(Character(scalar)).utf8)
    default: throw fault("The text has an unknown escape.")
    }
  }

  private mutating func hexadecimal() throws(Fault) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault("The text has an unknown escape.") }
    position += 4
    return code
  }
}
