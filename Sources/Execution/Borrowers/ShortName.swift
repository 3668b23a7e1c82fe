/// The name of a borrower that is displayed where other people can see it.
package enum ShortName {
  package static let longest = 30

  /// Derives a short name, the first name and an initial: "Ada L." from "Ada Lovelace" and from "Lovelace, Ada". A
  /// single name is used unchanged.
  ///
  /// - Parameters:
  ///   - name: the full name.
  ///   - isTaken: returns true if a borrower has a short name already; then more letters of the last name are used, and
  ///     finally a number.
  /// - Returns: a short name of at most 30 letters.
  static func made(of name: String, isTaken: (String) throws -> Bool) rethrows -> String {
    let halves = name.split(separator: ",", maxSplits: 1).map(words)
    let ordered = halves.count == 2 && !halves[1].isEmpty ? halves[1] + halves[0] : words(name[...])
    guard let first = ordered.first.map({ String($0.prefix(longest - 8)) }) else { return name }
    let last = ordered.count > 1 ? ordered.last ?? "" : ""
    var short = first
    if last.isEmpty {
      if try !isTaken(short) { return short }
    } else {
      for count in 1...max(1, min(last.count, 5)) {
        short = "\(first) \(last.prefix(count))" + (count < last.count ? "." : "")
        if try !isTaken(short) { return short }
      }
    }
    for number in 2...99 where try !isTaken("\(short) \(number)") { return "\(short) \(number)" }
    return short
  }

  private static func words(_ text: Substring) -> [String] {
    text.split { $0.isWhitespace || $0 == "," }.map(String.init)
  }
}
