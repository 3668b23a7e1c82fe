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
