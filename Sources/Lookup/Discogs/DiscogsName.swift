/// Removal of Discogs' markup from names and notes.
enum DiscogsName {
  /// Returns a name as printed on the sleeve, without the number that distinguishes artists of one name, such as
  /// "Nirvana (2)".
  ///
  /// Only for a single name in a list, never for titles or joined names. Such a number has at most three digits, so
  /// "Chicago (1969)" is unchanged.
  static func plain(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex else { return name }
    let number = name[name.index(after: open)...].dropLast()
    let space = name.index(before: open)
    guard name[space] == " ", space > name.startIndex, (1...3).contains(number.count),
      number.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return name }
    return String(name[..<space])
  }

  /// Returns the text between this name and the next. A comma follows the name directly; anything else has a space on
  /// both sides.
  static func join(_ phrase: String?) -> String {
    guard let phrase = phrase?.trimmingBlanks, !phrase.isEmpty, phrase != "," else { return ", " }
    if phrase.hasPrefix(",") { return phrase + " " }
    return " \(phrase) "
  }

  /// Returns a catalogue number; nil for "none", with which Discogs marks a missing number.
  static func catalogNumber(_ number: String?) -> String? {
    guard let number, number.lowercased() != "none" else { return nil }
    return number
  }

  /// Returns the title of a search result without the asterisks that mark a name variation.
  static func withoutVariationMarks(_ title: String) -> String {
    var result = ""
    var rest = title[...]
    while let star = rest.firstIndex(of: "*") {
      result += rest[..<star]
      let after = rest[rest.index(after: star)...]
      let isMark = [" - ", ", ", " & ", " / ", " – ", " Feat", " Vs", " And "].contains { after.hasPrefix($0) }
      if !isMark || result.isEmpty { result += "*" }
      rest = after
    }
    return result + rest
  }
}

/// Conversion of notes to plain text.
enum DiscogsNotes {
  /// Returns notes with single newlines, without Discogs' markup, and trimmed.
  ///
  /// `[b]`, `[i]`, `[u]` and `[s]` are removed. `[url=…]text[/url]` leaves its text. `[a=Name]` and similar tags leave
  /// the name, and a bare number such as `[r249504]` leaves nothing.
  static func plain(_ notes: String?) -> String? {
    guard let notes else { return nil }
    var result = ""
    var rest = notes.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")[...]
    while let open = rest.firstIndex(of: "[") {
      result += rest[..<open]
      let tail = rest[open...]
      guard let close = tail.firstIndex(of: "]"), let text = replacement(tail[tail.index(after: open)..<close]) else {
        result += "["
        rest = rest[rest.index(after: open)...]
        continue
      }
      result += text
      rest = rest[rest.index(after: close)...]
    }
    return (result + rest).trimmingBlanks.nonEmpty
  }

  /// Returns the replacement for a tag; nil if it is not one of Discogs' tags.
  private static func replacement(_ tag: Substring) -> Substring? {
    let word = tag.lowercased()
    if ["b", "/b", "i", "/i", "u", "/u", "s", "/s", "url", "/url", "img", "/img"].contains(word) { return "" }
    if word.hasPrefix("url=") || word.hasPrefix("img=") { return "" }
    guard let letter = word.first, "alrmgtp".contains(letter) else { return nil }
    let value = tag.dropFirst()
    if value.hasPrefix("=") {
      let name = value.dropFirst()
      return name.allSatisfy(\.isNumber) ? "" : name
    }
    return !value.isEmpty && value.allSatisfy(\.isNumber) ? "" : nil
  }
}

/// Parsing of dates with unknown parts, and of durations.
enum DiscogsDate {
  /// Returns a year from 1860 to 2100; nil for 0 and anything else.
  static func year(_ number: Int64?) -> Int? {
    guard let number, (1860...2100).contains(number) else { return nil }
    return Int(number)
  }

  /// Returns a date without its unknown parts: "1999-03-00" gives "1999-03", "2019-00-00" gives "2019". Text that is
  /// not a date is returned unchanged; "0" and "" give nil.
  static func released(_ text: String?) -> String? {
    guard let text else { return nil }
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return text }
    while let last = parts.last, last.allSatisfy({ $0 == "0" }) { parts.removeLast() }
    // A day without its month is meaningless.
    if parts.count == 3, parts[1].allSatisfy({ $0 == "0" }) { parts = [parts[0]] }
    guard let first = parts.first, !first.allSatisfy({ $0 == "0" }) else { return nil }
    return parts.joined(separator: "-")
  }

  /// Returns the seconds of "3:32", "75:13" or "1:02:33"; nil for anything else, and for zero.
  static func seconds(_ duration: String?) -> Int? {
    guard let duration else { return nil }
    let parts = duration.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isNumber } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let seconds = numbers.reduce(0) { $0 * 60 + $1 }
    return seconds > 0 ? seconds : nil
  }
}
