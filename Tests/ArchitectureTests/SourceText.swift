/// A Swift text, separated into code, comments and string literals.
struct SourceText {
  struct Literal: Equatable {
    /// The line of its start, from 1.
    let line: Int
    var text: String
  }

  /// The code by line, without comments, literals and names in backticks: each of their bytes is replaced by a space.
  let code: [String]
  /// The comments by line.
  let comments: [String]
  /// The literals; interpolations are included as written.
  let literals: [Literal]

  init(_ text: String) {
    var text = text
    let scanner = text.withUTF8 { bytes in
      var scanner = SourceScanner(bytes)
      scanner.scan()
      return (scanner.code, scanner.comments, scanner.literals)
    }
    code = scanner.0.map { String(decoding: $0, as: UTF8.self) }
    comments = scanner.1.map { String(decoding: $0, as: UTF8.self) }
    literals = scanner.2.map { Literal(line: $0.line, text: String(decoding: $0.text, as: UTF8.self)) }
  }
}

/// A scanner of Swift texts. It compares bytes: that is many times faster than comparing characters, and every mark of
/// Swift's syntax is ASCII.
private struct SourceScanner {
  private(set) var code: [[UInt8]] = [[]]
  private(set) var comments: [[UInt8]] = [[]]
  private(set) var literals: [(line: Int, text: [UInt8])] = []

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func scan() {
    while let next = peek() {
      if starts("//") {
        while let byte = peek(), byte != .newline { takeComment(byte) }
      } else if starts("/*") {
        takeBlockComment()
      } else if let hashes = startOfString() {
        takeString(hashes: hashes)
      } else if next == .backtick {
        takeBlank()
        while let byte = peek(), byte != .backtick, byte != .newline { takeBlank() }
        if peek() == .backtick { takeBlank() }
      } else if next == .slash, startsRegex() {
        takeRegex()
      } else {
        takeCode(next)
      }
    }
  }

  private func peek(_ offset: Int = 0) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

  private func starts(_ text: StaticString) -> Bool {
    for offset in 0..<text.utf8CodeUnitCount where peek(offset) != text.utf8Start[offset] { return false }
    return true
  }

  private func starts(_ mark: [UInt8]) -> Bool {
    for (offset, byte) in mark.enumerated() where peek(offset) != byte { return false }
    return true
  }

  // MARK: - Single bytes

  private mutating func takeCode(_ byte: UInt8) {
    index += 1
    if byte == .newline {
      code.append([])
      comments.append([])
    } else {
      code[code.count - 1].append(byte)
    }
  }

  private mutating func takeBlank() {
    if let byte = peek() { takeCode(byte == .newline ? byte : .space) }
  }

  private mutating func takeComment(_ byte: UInt8) {
    if byte != .newline { comments[comments.count - 1].append(byte) }
    takeBlank()
  }

  private mutating func takeLiteral() {
    if let byte = peek() { literals[literals.count - 1].text.append(byte) }
    takeBlank()
  }

  // MARK: - Whole elements

  private mutating func takeBlockComment() {
    var depth = 0
    while let byte = peek() {
      if starts("/*") {
        depth += 1
        takeComment(byte)
      } else if starts("*/") {
        depth -= 1
        takeComment(byte)
      }
      if let last = peek() { takeComment(last) }
      if depth == 0 { return }
    }
  }

  /// Returns the number of `#` before a quotation mark that begins here; nil if there is none.
  private func startOfString() -> Int? {
    var hashes = 0
    while peek(hashes) == .hash { hashes += 1 }
    return peek(hashes) == .quote ? hashes : nil
  }

  private mutating func takeString(hashes: Int) {
    literals.append((code.count, []))
    for _ in 0..<hashes { takeBlank() }
    let marks = [UInt8](repeating: .quote, count: starts("\"\"\"") ? 3 : 1)
    for _ in marks { takeBlank() }
    let end = marks + [UInt8](repeating: .hash, count: hashes)
    let escape = [.backslash] + [UInt8](repeating: .hash, count: hashes)
    let interpolation = escape + [.opening]
    while let byte = peek() {
      if starts(end) {
        for _ in end { takeBlank() }
        return
      }
      // A single-line literal ends with its line at the latest.
      if marks.count == 1, byte == .newline { return }
      if starts(interpolation) {
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
    while let byte = peek() {
      if let hashes = startOfString() {
        let outer = literals.count - 1
        takeString(hashes: hashes)
        // A literal in an interpolation is separate, and the outer one continues.
        literals.swapAt(outer, literals.count - 1)
        continue
      }
      if byte == .opening { depth += 1 }
      if byte == .closing { depth -= 1 }
      takeLiteral()
      if depth == 0 { return }
    }
  }

  /// Returns true if a slash here begins a regular expression, based on the preceding text like in the compiler.
  private func startsRegex() -> Bool {
    guard let after = peek(1), after != .space, after != .newline else { return false }
    if index > 0, bytes[index - 1] == .hash { return true }
    guard let last = code[code.count - 1].last(where: { $0 != .space }) else { return false }
    return Array("(,=:[{?&|!".utf8).contains(last)
  }

  private mutating func takeRegex() {
    let extended = index > 0 && bytes[index - 1] == .hash
    takeBlank()
    while let byte = peek(), byte != .newline {
      if byte == .backslash {
        takeBlank()
      } else if byte == .slash, !extended || peek(1) == .hash {
        takeBlank()
        return
      }
      if let next = peek(), next != .newline { takeBlank() }
    }
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let backtick = UInt8(ascii: "`")
  fileprivate static let hash = UInt8(ascii: "#")
  fileprivate static let opening = UInt8(ascii: "(")
  fileprivate static let closing = UInt8(ascii: ")")
}
