internal import Deadwax
internal import Lending
internal import Storage

/// Converts the value of a cell to the form of a column here.
struct ForeignValue {
  /// A value of another form than the column has: a sentence without the value.
  struct Refusal: Error { let sentence: String }

  let clock: ForeignMapping.Clock
  /// The last year that a release may have.
  let lastYear: Int

  /// Returns the value of a text, a number or a time.
  ///
  /// - Parameters:
  ///   - cell: the value there, which is not NULL.
  ///   - form: the form here.
  /// - Returns: the value; nil for none, such as an empty text.
  /// - Throws: `Refusal`.
  func value(_ cell: Binding, _ form: ForeignColumn.Form) throws(Refusal) -> Binding? {
    switch form {
    case .text(let limit): try text(cell, atMost: limit).map { .text($0) }
    case .grade: try text(cell, atMost: 100).map { .text(grade($0)) }
    case .number(let range): .integer(try number(cell, in: range))
    case .duration: try duration(cell)
    case .time: try time(cell).map { .integer($0) }
    case .year: try year(cell)
    case .medium: try medium(cell).map { .text($0.rawValue) }
    case .list: try text(cell, atMost: 20_000).map { .text(list($0)) }
    case .status: try status(cell).map { .text($0.rawValue) }
    case .barcode, .discogs, .favourite, .ownership, .key, .uuid, .reference, .name: nil
    }
  }

  /// Returns a text without the blanks around it; nil for an empty one.
  func text(_ cell: Binding, atMost limit: Int) throws(Refusal) -> String? {
    let text: String
    switch cell {
    case .text(let own): text = own
    case .integer(let number): text = String(number)
    case .null: return nil
    case .real, .blob: throw Refusal(sentence: "must be a text")
    }
    guard !text.utf8.contains(0) else { throw Refusal(sentence: "must have no NUL character") }
    guard text.utf8.count <= limit * 4, text.count <= limit else {
      throw Refusal(sentence: "must have at most \(limit) characters")
    }
    let trimmed = text.trimmed
    return trimmed.isEmpty ? nil : trimmed
  }

  func number(_ cell: Binding, in range: ClosedRange<Int64>) throws(Refusal) -> Int64 {
    guard case .integer(let number) = cell, range.contains(number) else {
      throw Refusal(sentence: "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func isYes(_ cell: Binding) throws(Refusal) -> Bool {
    switch cell {
    case .integer(0): return false
    case .integer(1): return true
    case .text(let text) where ["true", "yes"].contains(text.lowercased()): return true
    case .text(let text) where ["false", "no"].contains(text.lowercased()): return false
    default: throw Refusal(sentence: "must be 0 or 1")
    }
  }

  /// Returns a time in milliseconds: RFC 3339, `2026-12-25 18:00:00.000` in UTC, a day, or a number of the clock there.
  func time(_ cell: Binding) throws(Refusal) -> Int64? {
    let milliseconds: Int64?
    switch cell {
    case .integer(let number):
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: clock == .seconds ? 1000 : 1)
      milliseconds = isTooLarge ? nil : product
    case .real(let seconds): milliseconds = Int64(exactly: (seconds * 1000).rounded())
    case .text(let text):
      let text = text.trimmed.replacing(" ", with: "T")
      if text.isEmpty { return nil }
      milliseconds =
        [text, text + "Z", text + ":00Z", text + "T00:00:00Z"].lazy.compactMap { Timestamp($0) }.first?
        .milliseconds
    case .null: return nil
    case .blob: milliseconds = nil
    }
    // The years 1900 to 2200: a wrong unit is outside.
    guard let milliseconds, (-2_208_988_800_000...7_258_118_400_000).contains(milliseconds) else {
      throw Refusal(sentence: "must be a time")
    }
    return milliseconds
  }

  /// Returns the key by which rows refer to each other. A UUID has one form, whether it is a text or bytes.
  func key(_ cell: Binding) throws(Refusal) -> String? {
    switch cell {
    case .null: return nil
    case .integer(let number): return "#\(number)"
    case .real: throw Refusal(sentence: "must be a whole number, a text or a UUID")
    case .text(let text):
      guard !text.isEmpty else { return nil }
      return Identifier<Release>(text)?.text ?? "'\(text)"
    case .blob(let bytes):
      guard let id = Self.uuid(bytes) else { throw Refusal(sentence: "must be a UUID of 16 bytes") }
      return id
    }
  }

  private static func uuid(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 16 else { return nil }
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }
    return [digits[..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10...]].map { $0.joined() }.joined(
      separator: "-")
  }

  /// Returns true for a record that the library has, false for one that it wishes.
  func isOwned(_ cell: Binding) throws(Refusal) -> Bool {
    guard let text = try text(cell, atMost: 40) else { return true }
    switch ForeignColumn.folded(text) {
    case "owned", "have", "collection", "incollection": return true
    case "wishlist", "wished", "want", "wanted": return false
    default: throw Refusal(sentence: "must be owned or wishlist")
    }
  }

  private func duration(_ cell: Binding) throws(Refusal) -> Binding? {
    guard case .text(let text) = cell else { return .integer(try number(cell, in: 0...1_000_000)) }
    if text.trimmed.isEmpty { return nil }
    let parts = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }.filter { (0...100_000).contains($0) }
    guard numbers.count == parts.count, parts.count <= 3 else {
      throw Refusal(sentence: "must be a number of seconds, or a time such as 3:45")
    }
    return .integer(numbers.reduce(0) { $0 * 60 + $1 })
  }

  private func year(_ cell: Binding) throws(Refusal) -> Binding? {
    let years = Release.Patch.earliestYear...lastYear
    switch cell {
    case .integer(0): return nil
    case .integer(let year) where years.contains(Int(truncatingIfNeeded: year)) && year < 10_000: return .integer(year)
    case .text(let text) where text.trimmed.isEmpty: return nil
    case .text(let text):
      if let year = Int(text.trimmed.prefix(4)), years.contains(year) { return .integer(Int64(year)) }
    default: break
    }
    throw Refusal(sentence: "must be a year from \(years.lowerBound) to \(years.upperBound)")
  }

  private func medium(_ cell: Binding) throws(Refusal) -> Medium? {
    guard let text = try text(cell, atMost: 40) else { return nil }
    let words: [String: Medium] = [
      "cd": .cd, "sacd": .cd, "cdr": .cd, "compactdisc": .cd, "vinyl": .vinyl, "lp": .vinyl, "record": .vinyl,
      "cassette": .cassette, "tape": .cassette, "mc": .cassette, "other": .other, "any": .other,
    ]
    guard let medium = words[ForeignColumn.folded(text)] else {
      throw Refusal(sentence: "must be one of \(Medium.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return medium
  }

  private func status(_ cell: Binding) throws(Refusal) -> Copy.Status? {
    guard let text = try text(cell, atMost: 40) else { return nil }
    let word = ForeignColumn.folded(text)
    // Whether it is on loan follows from the loans.
    if ["loaned", "onloan", "lent", "in", "onshelf", "owned"].contains(word) { return .available }
    guard let status = Copy.Status(rawValue: word) else {
      throw Refusal(sentence: "must be one of \(Copy.Status.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return status
  }

  /// Returns the short form of a grade: `nearMint`, `NEAR_MINT` and `Near Mint` are `NM`.
  private func grade(_ text: String) -> String {
    let folded = ForeignColumn.folded(text)
    let plus = folded.hasSuffix("plus") ? String(folded.dropLast(4)) + "+" : folded
    let long = ["good+": "goodplus", "verygood+": "verygoodplus"][plus] ?? plus
    return Grade(text)?.rawValue ?? Grade(long)?.rawValue ?? text
  }

  private func list(_ text: String) -> String {
    // The columns here have JSON too. A text without brackets is a list with commas.
    let isJSON = text.hasPrefix("[") && text.hasSuffix("]")
    let body = isJSON ? String(text.dropFirst().dropLast()) : text
    let words = body.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }).map { word in
      let word = String(word).trimmed
      return isJSON && word.hasPrefix("\"") && word.hasSuffix("\"") && word.count > 1
        ? String(word.dropFirst().dropLast()) : word
    }
    return "[" + words.filter { !$0.isEmpty }.map { JSONList.string($0) }.joined(separator: ",") + "]"
  }
}
