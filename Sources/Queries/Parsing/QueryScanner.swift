/// The characters of a query, read from the left.
struct QueryScanner {
  private let scalars: [Unicode.Scalar]
  /// The position of the next character.
  private(set) var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var count: Int { scalars.count }
  var isAtEnd: Bool { position == scalars.count }
  var next: Unicode.Scalar? { peek(0) }

  /// Returns the character at a distance from the next one; nil beyond the end.
  func peek(_ distance: Int) -> Unicode.Scalar? {
    position + distance < scalars.count ? scalars[position + distance] : nil
  }

  /// Returns true if a value ends before a character: at a blank, a parenthesis or the end.
  static func endsValue(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    return scalar == "(" || scalar == ")" || isBlank(scalar)
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  mutating func advance() { position += 1 }

  mutating func skipBlanks() {
    while let next, Self.isBlank(next) { position += 1 }
  }

  /// Skips a character if it is the next one. Returns true if it was.
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  /// Skips the word OR, or a vertical bar, if it stands alone. Returns true if it did.
  mutating func skipOr() -> Bool {
    for word in ["OR", "|"] {
      let letters = Array(word.unicodeScalars)
      guard letters.indices.allSatisfy({ peek($0) == letters[$0] }), Self.endsValue(peek(letters.count)) else {
        continue
      }
      position += letters.count
      return true
    }
    return false
  }

  /// Reads a name of ASCII letters and hyphens and the colon after it; nil, without moving, if there is none.
  mutating func fieldName() -> (name: String, position: Range<Int>)? {
    var length = 0
    while let scalar = peek(length), scalar.properties.isAlphabetic && scalar.isASCII || (length > 0 && scalar == "-") {
      length += 1
    }
    guard length > 0, peek(length) == ":" else { return nil }
    let range = position..<position + length
    position += length + 1
    return (text(range), range)
  }

  /// Reads up to the end of a value.
  mutating func bareText() -> Range<Int> {
    let start = position
    while !Self.endsValue(next) { position += 1 }
    return start..<position
  }

  /// Reads the text in quotation marks, of which the first is the next character.
  mutating func quotation() throws(QueryError) -> Range<Int> {
    position += 1
    let start = position
    while let next, next != "\"" { position += 1 }
    guard !isAtEnd else { throw QueryError(.unclosedQuotation, at: start - 1..<start) }
    position += 1
    return start..<position - 1
  }

  func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}
