internal import Deadwax
internal import Lending

/// Reads the values of a line. A value of another form is refused with its field.
struct ImportText {
  /// The most characters of a text that comes from a table of Deadwax. Facts of a source may be longer than those that
  /// people type.
  private static let longest = 20_000

  let row: ImportRow
  let isExact: Bool
  /// The last day that a date may have.
  let today: CivilDate

  /// Returns a text of one line.
  func line(_ field: ImportField, atMost limit: Int) throws(ImportRefusal) -> String? {
    guard let text = row[field] else { return nil }
    if isExact {
      guard text.count <= Self.longest else { throw bad(field, "must have at most \(Self.longest) characters") }
      return text
    }
    let line = text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
    guard line.count <= limit else { throw bad(field, "must have at most \(limit) characters") }
    guard line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw bad(field, "must have no control characters")
    }
    return line
  }

  /// Returns a text that may have line breaks.
  func lines(_ field: ImportField, atMost limit: Int) throws(ImportRefusal) -> String? {
    guard let text = row[field] else { return nil }
    if isExact { return try line(field, atMost: limit) }
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\t", with: " ")
    guard lines.count <= limit else { throw bad(field, "must have at most \(limit) characters") }
    guard lines.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" }) else {
      throw bad(field, "must have no control characters")
    }
    return lines
  }

  /// Returns a whole number.
  func number(_ field: ImportField, in range: ClosedRange<Int>) throws(ImportRefusal) -> Int? {
    guard let text = row[field]?.trimmed else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number) else {
      throw bad(field, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns yes or no.
  func isYes(_ field: ImportField) throws(ImportRefusal) -> Bool? {
    guard let text = row[field]?.trimmed else { return nil }
    switch text.lowercased() {
    case "yes", "true", "1": return true
    case "no", "false", "0": return false
    default: throw bad(field, "must be yes or no")
    }
  }

  /// Returns one of the words of a type.
  func word<Word: RawRepresentable & CaseIterable>(
    _ field: ImportField, _: Word.Type
  ) throws(ImportRefusal) -> Word? where Word.RawValue == String {
    guard let text = row[field]?.trimmed else { return nil }
    guard let word = Word(rawValue: text.lowercased()) else {
      throw bad(field, "must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// Returns an id.
  func id<Subject>(_ field: ImportField, _: Subject.Type) throws(ImportRefusal) -> Identifier<Subject>? {
    guard let text = row[field]?.trimmed else { return nil }
    guard let id = Identifier<Subject>(text) else { throw bad(field, "must be a UUID") }
    return id
  }

  /// Returns a day. It is not in the future.
  func date(_ field: ImportField) throws(ImportRefusal) -> CivilDate? {
    guard let text = row[field]?.trimmed else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { Int($0) }
    // The form of the continent: 25.12.2026.
    let dotted = parts.count == 3 ? CivilDate(year: parts[2], month: parts[1], day: parts[0]) : nil
    guard let date = CivilDate(iso: String(text.prefix(10))) ?? dotted,
      text.utf8.count == 10 || dotted != nil || hasTime(text)
    else { throw bad(field, "must be a date as YYYY-MM-DD") }
    guard date.daysSince1970 <= today.daysSince1970 else { throw bad(field, "must not be in the future") }
    guard date.year >= Release.Patch.earliestYear else {
      throw bad(field, "must be a date from \(Release.Patch.earliestYear) on")
    }
    return date
  }

  private func hasTime(_ text: String) -> Bool {
    let rest = text.dropFirst(10)
    return rest.first == " " || rest.first == "T"
  }

  /// Returns a time: RFC 3339, a time without a zone as Discogs writes it, which is in UTC, or a day.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - now: the time that it is at most a day after; nil for a time that may be in the future.
  /// - Returns: the time; nil for an empty field.
  /// - Throws: `ImportRefusal` with the field.
  func time(_ field: ImportField, until now: Timestamp?) throws(ImportRefusal) -> Timestamp? {
    guard let text = row[field]?.trimmed else { return nil }
    let forms = [text, text + "Z", text + ":00Z", text + "T00:00:00Z"]
    guard let time = forms.lazy.compactMap({ Timestamp($0) }).first else {
      throw bad(field, "must be a time as 2026-12-25T18:00:00Z")
    }
    guard now.map({ time <= $0 + .seconds(86_400) }) ?? true else { throw bad(field, "must not be in the future") }
    return time
  }

  /// Returns the year in a text: a year, or a date in any form that has it in four digits. 0 is no year.
  func year(_ field: ImportField) throws(ImportRefusal) -> Int? {
    guard let text = row[field]?.trimmed, text != "0" else { return nil }
    let years = Release.Patch.earliestYear...(today.year + 1)
    let numbers = text.split(whereSeparator: { !$0.isNumber }).filter { $0.utf8.count == 4 }.compactMap { Int($0) }
    guard let year = numbers.first(where: years.contains) else {
      throw bad(field, "must be a year from \(years.lowerBound) to \(years.upperBound)")
    }
    return year
  }

  /// Returns the entries of a list, as `Jazz, Soul` or one on each line.
  func list(_ field: ImportField) throws(ImportRefusal) -> [String]? {
    guard let text = row[field] else { return nil }
    let entries = text.split(whereSeparator: { $0.isNewline || ",;|".contains($0) }).map { String($0).trimmed }
      .filter { !$0.isEmpty }
    guard entries.count <= 20, entries.allSatisfy({ $0.count <= 100 }) else {
      throw bad(field, "must have at most 20 entries of at most 100 characters")
    }
    return entries.isEmpty ? nil : entries
  }

  /// Returns a grade in its short form; a text that is no grade, such as "Generic", as it is.
  func grade(_ field: ImportField) throws(ImportRefusal) -> String? {
    guard let text = try line(field, atMost: 100) else { return nil }
    return isExact ? text : Grade(text)?.rawValue ?? text
  }

  func bad(_ field: ImportField, _ form: String) -> ImportRefusal { ImportRefusal(.badValue, field, value: form) }
}
