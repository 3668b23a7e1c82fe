internal import Deadwax

extension Setting.Kind {
  /// Parses a text.
  ///
  /// - Throws: a `PolicyError` with the accepted values and the rejected text.
  func value(of text: String) throws(PolicyError) -> Setting.Value {
    let text = text.trimmed
    guard text.utf8.count <= 20_000 else { throw PolicyError("at most 20000 bytes, not \(text.utf8.count).") }
    switch self {
    case .whole(let range, let canBeOff), .seconds(let range, let canBeOff):
      if canBeOff, Self.isOff(text) { return .off }
      guard let number = wholeNumber(text), range.contains(number) else { throw refusal(of: text) }
      return .number(number)
    case .yesNo:
      switch text.lowercased() {
      case "yes", "true", "on", "1": return .flag(true)
      case "no", "false", "off", "0": return .flag(false)
      default: throw refusal(of: text)
      }
    case .choice(let words):
      guard let word = words.first(where: { $0.lowercased() == text.lowercased() }) else { throw refusal(of: text) }
      return .word(word)
    case .text(let form): return try form.value(of: text, kind: self)
    case .list(let form): return .list(try form.items(of: text, kind: self))
    case .map(let form, let range):
      var map: [String: Int] = [:]
      for item in items(text) {
        let halves = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
          String($0).trimmed
        }
        guard halves.count == 2, form.takes(halves[0]), let number = wholeNumber(halves[1]), range.contains(number)
        else { throw refusal(of: item) }
        guard map.updateValue(number, forKey: halves[0]) == nil else {
          throw PolicyError("'\(Setting.shortened(halves[0]))' is given twice.")
        }
      }
      return .map(map)
    case .date:
      if Self.isOff(text) { return .off }
      guard let day = CivilDate(iso: text) else { throw refusal(of: text) }
      return .word(day.description)
    }
  }

  /// Returns the canonical text of a value, which is stored.
  func text(of value: Setting.Value) -> String {
    switch value {
    case .off: "off"
    case .number(let number): String(number)
    case .flag(let flag): flag ? "yes" : "no"
    case .word(let word): word
    case .list(let items): items.joined(separator: ", ")
    case .map(let map):
      map.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
  }

  fileprivate func refusal(of text: String) -> PolicyError {
    PolicyError(text.isEmpty ? "\(sentence); the value is empty." : "\(sentence); not '\(Setting.shortened(text))'.")
  }

  fileprivate static func isOff(_ text: String) -> Bool { ["", "off", "none", "never"].contains(text.lowercased()) }
}

extension Setting.TextForm {
  fileprivate func value(of text: String, kind: Setting.Kind) throws(PolicyError) -> Setting.Value {
    switch self {
    case .timeZone:
      return .word(try LibraryTimeZone(stored: text).stored)
    case .currency:
      guard let currency = Currency(text) else { throw kind.refusal(of: text) }
      return .word(currency.code)
    case .place:
      if Setting.Kind.isOff(text) { return .off }
      guard let id = Place.ID(text) else { throw kind.refusal(of: text) }
      return .word(id.text)
    case .colour:
      if Setting.Kind.isOff(text) { return .off }
      guard let colour = Colour(text) else { throw kind.refusal(of: text) }
      return .word(colour.text)
    case .contact:
      if Setting.Kind.isOff(text) { return .off }
      guard Setting.isContact(text) else { throw kind.refusal(of: text) }
      return .word(text)
    }
  }
}

extension Setting.ListForm {
  fileprivate static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  fileprivate func items(of text: String, kind: Setting.Kind) throws(PolicyError) -> [String] {
    var found: [String] = []
    for item in Lending.items(text) {
      switch self {
      case .weekdays:
        let word = item.lowercased()
        let number =
          Self.names.firstIndex { $0 == word || word.count >= 2 && $0.hasPrefix(word) }
          ?? wholeNumber(word).flatMap { (1...7).contains($0) ? $0 - 1 : nil }
        guard let number else { throw kind.refusal(of: item) }
        found.append(Self.names[number])
      case .days:
        // 2000 was a leap year, so 29 February is accepted.
        guard CivilDate(iso: item) != nil || CivilDate(iso: "2000-" + item) != nil else { throw kind.refusal(of: item) }
        found.append(item)
      case .dayCounts:
        guard let number = wholeNumber(item), (1...365).contains(number) else { throw kind.refusal(of: item) }
        found.append(String(number))
      case .ways:
        guard let way = NoticeWay(rawValue: item.lowercased()) else { throw kind.refusal(of: item) }
        if !found.contains(way.rawValue) { found.append(way.rawValue) }
      case .cardPatterns:
        _ = try CardPattern(item)
        found.append(item)
      case .countries:
        guard Setting.isCountry(item), found.count < 50 else { throw kind.refusal(of: item) }
        if !found.contains(where: { $0.lowercased() == item.lowercased() }) { found.append(item) }
      }
    }
    let unique = Set(found)
    switch self {
    case .weekdays: return Self.names.filter(unique.contains)
    case .dayCounts: return unique.sorted { (Int($0) ?? 0) < (Int($1) ?? 0) }
    case .days, .cardPatterns: return unique.sorted()
    case .ways, .countries: return found
    }
  }

  /// Converts names of weekdays to their ISO numbers.
  static func weekdayNumbers(_ words: [String]) -> Set<Int> {
    Set(words.compactMap { names.firstIndex(of: $0).map { $0 + 1 } })
  }

  static func weekdayNames(_ numbers: Set<Int>) -> [String] {
    names.enumerated().filter { numbers.contains($0.offset + 1) }.map(\.element)
  }
}

extension Setting.MapForm {
  fileprivate func takes(_ word: String) -> Bool {
    switch self {
    case .groups: return Setting.isGroup(word)
    case .groupsAndMedia:
      let halves = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      return halves.count == 2 && Setting.isGroup(halves[0]) && Medium(rawValue: halves[1]) != nil
    }
  }
}

/// Splits a text at commas and line ends.
private func items(_ text: String) -> [String] {
  text.split { $0 == "," || $0.isNewline }.map { String($0).trimmed }.filter { !$0.isEmpty }
}

/// Parses digits with an optional minus. `Int` also accepts a plus sign, which is refused here.
private func wholeNumber(_ text: String) -> Int? {
  guard text.utf8.first != UInt8(ascii: "+") else { return nil }
  return Int(text)
}

extension String {
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
