/// The marks that Discogs puts into names and notes, taken out.
enum DiscogsName {
  /// A name as it stands on the sleeve: without the number that tells artists of one name apart, as "Nirvana (2)".
  ///
  /// Only for a single name out of a list, never for titles or joined names: "Chicago (1969)" keeps its end, because
  /// such a number has at most three digits.
  static func plain(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex else { return name }
    let number = name[name.index(after: open)...].dropLast()
    let space = name.index(before: open)
    guard name[space] == " ", space > name.startIndex, (1...3).contains(number.count),
      number.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return name }
    return String(name[..<space])
  }

  /// What stands between this name and the next: a comma clings to the name before it, anything else has air on both
  /// sides.
  static func join(_ phrase: String?) -> String {
    guard let phrase = phrase?.trimmingBlanks, !phrase.isEmpty, phrase != "," else { return ", " }
    if phrase.hasPrefix(",") { return phrase + " " }
    return " \(phrase) "
  }

  /// A catalogue number; nil for "none", Discogs' word for having none.
  static func catalogNumber(_ number: String?) -> String? {
    guard let number, number.lowercased() != "none" else { return nil }
    return number
  }

  /// The title of a search result without the stars that mark a name as spelled otherwise elsewhere.
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

/// Notes as plain text.
enum DiscogsNotes {
  /// Line ends as one newline each, Discogs' markup taken out, blank ends trimmed.
  ///
  /// `[b]`, `[i]`, `[u]` and `[s]` vanish, `[url=…]text[/url]` leaves its text, `[a=Name]` and its like leave the
  /// name, and a bare number such as `[r249504]` leaves nothing.
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

  /// What to put in place of a tag; nil when it is none of Discogs'.
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

/// Dates with unknown parts.
enum DiscogsDate {
  /// A year from 1860 to 2100; 0 and anything else is unknown.
  static func year(_ number: Int64?) -> Int? {
    guard let number, (1860...2100).contains(number) else { return nil }
    return Int(number)
  }

  /// "1999-03-00" is "1999-03", "2019-00-00" is "2019"; what is no date stays as it is, "0" and "" are nil.
  static func released(_ text: String?) -> String? {
    guard let text else { return nil }
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return text }
    while let last = parts.last, last.allSatisfy({ $0 == "0" }) { parts.removeLast() }
    // A day is worth nothing once its month is unknown.
    if parts.count == 3, parts[1].allSatisfy({ $0 == "0" }) { parts = [parts[0]] }
    guard let first = parts.first, !first.allSatisfy({ $0 == "0" }) else { return nil }
    return parts.joined(separator: "-")
  }

  /// "3:32", "75:13" and "1:02:33" in seconds; nil for anything else, and for zero.
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
