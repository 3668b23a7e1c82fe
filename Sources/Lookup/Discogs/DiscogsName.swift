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
