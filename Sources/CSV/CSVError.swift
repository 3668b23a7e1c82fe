/// A fault in a file of comma-separated values, and its position.
package struct CSVError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// A quote inside a field that does not begin with one.
    case strayQuote
    /// A character between the closing quote of a field and the delimiter.
    case textAfterQuote
    /// A quote that is never closed. The position is that of the quote.
    case openQuote
    case longField(limit: Int)
    case longRecord(limit: Int)
    case manyColumns(limit: Int)
    /// A NUL character, as in a file that is no text or in UTF-16 without a byte order mark.
    case nul
    /// Bytes that are no text in the encoding of the file.
    case badText(CSVEncoding)
  }

  package let kind: Kind
  /// The line, from 1. A line break inside quotes counts too.
  package let line: Int
  /// The character in the line, from 1.
  package let column: Int

  package init(_ kind: Kind, line: Int, column: Int) {
    self.kind = kind
    self.line = line
    self.column = column
  }

  /// The fault in a sentence, without its position and without any content of the file.
  package var sentence: String {
    switch kind {
    case .strayQuote:
      "A quote is inside a field without quotes. A field with a quote must be in quotes, and its quotes doubled."
    case .textAfterQuote: "After the closing quote of a field there must be a delimiter or the end of the line."
    case .openQuote: "This quote is never closed."
    case .longField(let limit): "A field has more than \(limit) bytes."
    case .longRecord(let limit): "The fields of one line have more than \(limit) bytes."
    case .manyColumns(let limit): "A line has more than \(limit) fields."
    case .nul: "There is a NUL character. The file is no text, or its encoding is unknown."
    case .badText(let encoding): "These bytes are no text in \(encoding.rawValue)."
    }
  }

  package var description: String { "Line \(line), character \(column): \(sentence)" }
}
