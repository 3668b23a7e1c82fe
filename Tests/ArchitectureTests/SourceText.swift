/// A Swift text, separated into code, comments and string literals.
struct SourceText {
  struct Literal: Equatable {
    /// The line of its start, from 1.
    let line: Int
    var text: String
  }

  /// The code by line, without comments, literals and names in backticks: each of their characters is replaced by a
  /// space.
  private(set) var code: [String] = [""]
  /// The comments by line.
  private(set) var comments: [String] = [""]
  /// The literals; interpolations are included as written.
  private(set) var literals: [Literal] = []

  private let characters: [Character]
  private var index = 0

  init(_ text: String) {
    characters = Array(text)
    while let next = peek() {
      if starts("//") {
        while let character = peek(), !character.isNewline { takeComment(character) }
      } else if starts("/*") {
        takeBlockComment()
      } else if let hashes = startOfString() {
        takeString(hashes: hashes)
      } else if next == "`" {
        takeBlank()
        while let character = peek(), character != "`", !character.isNewline { takeBlank() }
        if peek() == "`" { takeBlank() }
      } else if next == "/", startsRegex() {
        takeRegex()
      } else {
        takeCode(next)
      }
    }
  }

  private func peek(_ offset: Int = 0) -> Character? {
    index + offset < characters.count ? characters[index + offset] : nil
  }

  private func starts(_ text: String) -> Bool {
    for (offset, character) in text.enumerated() where peek(offset) != character { return false }
    return true
  }

  // MARK: - Single characters

  private mutating func takeCode(_ character: Character) {
    index += 1
    if character.isNewline {
      code.append("")
      comments.append("")
    } else {
      code[code.count - 1].append(character)
    }
  }

  private mutating func takeBlank() {
    if let character = peek() { takeCode(character.isNewline ? character : " ") }
  }

  private mutating func takeComment(_ character: Character) {
    if !character.isNewline { comments[comments.count - 1].append(character) }
    takeBlank()
  }

  private mutating func takeLiteral() {
    if let character = peek() { literals[literals.count - 1].text.append(character) }
    takeBlank()
  }

  // MARK: - Whole elements

  private mutating func takeBlockComment() {
    var depth = 0
    while let character = peek() {
      if starts("/*") {
        depth += 1
        takeComment(character)
      } else if starts("*/") {
        depth -= 1
        takeComment(character)
      }
      if let last = peek() { takeComment(last) }
      if depth == 0 { return }
    }
  }

  /// Returns the number of `#` before a quotation mark that begins here; nil if there is none.
  private func startOfString() -> Int? {
    var hashes = 0
    while peek(hashes) == "#" { hashes += 1 }
    return peek(hashes) == "\"" ? hashes : nil
  }

  private mutating func takeString(hashes: Int) {
    literals.append(Literal(line: code.count, text: ""))
    for _ in 0..<hashes { takeBlank() }
    let marks = starts("\"\"\"") ? "\"\"\"" : "\""
    for _ in marks { takeBlank() }
    let end = marks + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    while let character = peek() {
      if starts(end) {
        for _ in end { takeBlank() }
        return
      }
      // A single-line literal ends with its line at the latest.
      if marks.count == 1, character.isNewline { return }
      if starts(escape + "(") {
        for _ in escape { takeLiteral() }
        takeInterpolation()
      } else if starts(escape) {
        for _ in escape { takeLiteral() }
        takeLiteral()
      } else {
        takeLiteral()
      }
    }
  }

  /// Consumes an interpolation from its opening to its closing parenthesis, with the literals in it.
  private mutating func takeInterpolation() {
    var depth = 0
    while let character = peek() {
      if let hashes = startOfString() {
        let outer = literals.count - 1
        takeString(hashes: hashes)
        // A literal in an interpolation is separate, and the outer one continues.
        literals.swapAt(outer, literals.count - 1)
        continue
      }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      takeLiteral()
      if depth == 0 { return }
    }
  }

  /// Returns true if a slash here begins a regular expression, based on the preceding text like in the compiler.
  private func startsRegex() -> Bool {
    guard let after = peek(1), !after.isWhitespace else { return false }
    if index > 0, characters[index - 1] == "#" { return true }
    let before = code[code.count - 1].reversed().drop { $0 == " " }
    guard let last = before.first else { return false }
    return "(,=:[{?&|!".contains(last)
  }

  private mutating func takeRegex() {
    let extended = index > 0 && characters[index - 1] == "#"
    takeBlank()
    while let character = peek(), !character.isNewline {
      if character == "\\" {
        takeBlank()
      } else if character == "/", !extended || peek(1) == "#" {
        takeBlank()
        return
      }
      if peek()?.isNewline == false { takeBlank() }
    }
  }
}
