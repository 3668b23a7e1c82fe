extension LibraryTimeZone {
  /// Looks up the time zone that a person entered: a name, in any case of its letters, or a rule in the POSIX form. A
  /// text that is both is a name.
  ///
  /// - Parameters:
  ///   - text: the entered text.
  ///   - source: the time zone database, which has the rule.
  /// - Throws: a `PolicyError` that names the problem, with the nearest names for an unknown one.
  package init(chosen text: String, from source: any TimeZoneSource) throws(PolicyError) {
    let names = source.names
    let name = names.first { $0.lowercased() == text.lowercased() } ?? text
    if Self.isName(name), let rule = source.rule(named: name) {
      self.init(name: name, rule: rule)
      return
    }
    do throws(PolicyError) {
      self.init(name: nil, rule: try POSIXTimeZone(text))
    } catch {
      throw Self.looksLikeRule(text) ? error : Self.unknown(text, among: names)
    }
  }

  /// Returns true if an entered text seems to be meant as a rule: it has a digit or a comma, and no slash.
  private static func looksLikeRule(_ text: String) -> Bool {
    !text.contains("/") && !text.contains("=") && text.contains { $0.isNumber || $0 == "," }
  }

  private static func unknown(_ text: String, among names: [String]) -> PolicyError {
    guard !text.isEmpty else { return PolicyError("a time zone such as Europe/Berlin; the value is empty.") }
    if let sign = text.firstIndex(of: "="), isName(String(text[..<sign])) {
      return PolicyError("Give the name of the time zone alone, as \(text[..<sign]). The hub looks up its rule.")
    }
    let what = "'\(Setting.shortened(text))'"
    guard !names.isEmpty else {
      return PolicyError(
        "The hub's machine has no time zone database to look up \(what). Install the package tzdata, or give the rule "
          + "in the POSIX form, as CET-1CEST,M3.5.0,M10.5.0/3.")
    }
    let near = nearest(to: text, among: names)
    let question = near.isEmpty ? " A name is Europe/Berlin, for example." : " Did you mean \(list(near))?"
    return PolicyError("There is no time zone \(what).\(question)")
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Returns at most three names whose last word, the city, is most like that of an entered text: at most two letters
  /// differ, and one in a word of up to four letters. A city in the entered area excludes those in others. Of equally
  /// similar cities, those whose whole name is most similar come first.
  static func nearest(to text: String, among names: [String]) -> [String] {
    let wanted = words(of: String(text.prefix(64).map { $0 == " " ? "_" : $0 }))
    guard let city = wanted.last else { return [] }
    let most = city.count > 4 ? 2 : 1
    var rated = names.compactMap { name -> (city: Int, whole: Int, isInArea: Bool, name: String)? in
      let own = words(of: name)
      let distance = editDistance(city, own.last ?? [])
      guard distance <= most else { return nil }
      let whole = editDistance(Array(wanted.joined(separator: "/")), Array(own.joined(separator: "/")))
      return (distance, whole, own.dropLast() == wanted.dropLast(), name)
    }
    if wanted.count > 1, rated.contains(where: \.isInArea) { rated.removeAll { !$0.isInArea } }
    let best = rated.map(\.city).min()
    return rated.filter { $0.city == best }.sorted { ($0.whole, $0.name) < ($1.whole, $1.name) }.prefix(3).map(\.name)
  }

  /// Returns the words between the slashes, in lower case.
  private static func words(of text: String) -> [[Character]] {
    text.lowercased().split(separator: "/").map(Array.init)
  }

  /// Returns the number of letters that must be inserted, removed or changed (Levenshtein).
  private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let next = min(row[column + 1] + 1, row[column] + 1, corner + (letter == other ? 0 : 1))
        corner = row[column + 1]
        row[column + 1] = next
      }
    }
    return row[right.count]
  }
}
