internal import Deadwax

/// The ways in which people write the day of a show.
enum ShowDate {
  /// Returns the spellings of a day after the usual one, such as `5-8-77`, `5/8/77` and `5.8.77`.
  static func spellings(of day: CivilDate) -> [String] {
    let year = twoDigits(day.year % 100)
    return ["-", "/", "."].map { "\(day.month)\($0)\(day.day)\($0)\(year)" }
  }

  /// Reads a word as a day: year first, or month, day and year with two or four digits. If the month would be none, the
  /// day comes first. Two digits stand for the years 1930 to 2029.
  ///
  /// - Parameter word: the word, with hyphens, slashes or full stops.
  /// - Returns: the day as `1977-05-08`; nil if the word is none.
  static func read(_ word: String) -> String? {
    let parts = word.split(omittingEmptySubsequences: false) { "-/.".contains($0) }.map(String.init)
    guard parts.count == 3, Set(word.filter { "-/.".contains($0) }).count == 1,
      parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    if parts[0].utf8.count == 4 { return text(numbers[0], numbers[1], numbers[2]) }
    guard parts[0].utf8.count <= 2, parts[1].utf8.count <= 2, [2, 4].contains(parts[2].utf8.count) else { return nil }
    let year = parts[2].utf8.count == 4 ? numbers[2] : numbers[2] < 30 ? 2000 + numbers[2] : 1900 + numbers[2]
    return text(year, numbers[0], numbers[1]) ?? text(year, numbers[1], numbers[0])
  }

  private static func text(_ year: Int, _ month: Int, _ day: Int) -> String? {
    CivilDate(year: year, month: month, day: day)?.description
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
