/// Writes records as comma-separated values (RFC 4180) in UTF-8. Formulas are made harmless.
package struct CSVWriter: Sendable {
  /// The bytes that were written and not yet taken.
  package private(set) var bytes: [UInt8] = []

  /// - Parameter hasMark: true to begin with a byte order mark, by which spreadsheets recognise UTF-8.
  package init(hasMark: Bool) {
    if hasMark { bytes = CSVEncoding.utf8WithMark.mark }
  }

  /// Writes one record.
  package mutating func write(_ fields: some Sequence<String>) {
    var isFirst = true
    let start = bytes.count
    for field in fields {
      if !isFirst { bytes.append(CSVDelimiter.comma.rawValue) }
      isFirst = false
      write(FormulaCell.defused(field))
    }
    // A line without a character would be no record.
    if bytes.count == start { bytes += [Self.quote, Self.quote] }
    bytes += [0x0D, 0x0A]
  }

  /// Returns the bytes that were written since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func write(_ field: String) {
    let text = field.utf8
    guard text.contains(where: Self.needsQuotes) || text.first == 0x20 || text.last == 0x20 else {
      bytes += text
      return
    }
    bytes.append(Self.quote)
    for byte in text {
      if byte == Self.quote { bytes.append(Self.quote) }
      bytes.append(byte)
    }
    bytes.append(Self.quote)
  }

  private static let quote = UInt8(ascii: "\"")

  /// The other delimiters count too: a spreadsheet of some countries would split the field there.
  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == quote || byte == 0x0D || byte == 0x0A || CSVDelimiter(rawValue: byte) != nil
  }
}
