/// The time zone of the library: an IANA name such as `Europe/Berlin`, and the rule that applied when it was set.
///
/// Only the rule decides. It is stored with the name, so that a replay and an older or newer time zone database give
/// the same due dates.
package struct LibraryTimeZone: Hashable, Sendable, CustomStringConvertible {
  /// The name in the time zone database; nil for a rule that was given without a name.
  package let name: String?
  package let rule: POSIXTimeZone

  /// - Parameters:
  ///   - name: a name for which `isName` is true; nil for none.
  ///   - rule: the rule of the zone.
  package init(name: String?, rule: POSIXTimeZone) {
    self.name = name
    self.rule = rule
  }

  package static let utc = LibraryTimeZone(name: "UTC", rule: .utc)

  /// Parses a stored text: `Europe/Berlin=CET-1CEST,M3.5.0,M10.5.0/3`, or a rule alone, as older versions stored it.
  ///
  /// - Throws: a `PolicyError` that names the problem. A name without a rule is refused.
  package init(stored text: String) throws(PolicyError) {
    guard let sign = text.firstIndex(of: "=") else {
      self.init(name: nil, rule: try POSIXTimeZone(text))
      return
    }
    let name = String(text[..<sign])
    guard Self.isName(name) else {
      throw PolicyError("'\(Setting.shortened(name))' cannot be the name of a time zone.")
    }
    self.init(name: name, rule: try POSIXTimeZone(String(text[text.index(after: sign)...])))
  }

  /// The text to store, from which `init(stored:)` creates the same value.
  package var stored: String { name.map { "\($0)=\(rule)" } ?? rule.description }

  /// The name; the rule if there is no name.
  package var description: String { name ?? rule.description }

  /// Returns true if a text has the form of a name in the time zone database, such as `America/Argentina/Salta`: one to
  /// four words of letters, digits and `_+-`, each beginning with a capital letter. Such a text is safe as a path.
  package static func isName(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return text.utf8.count <= 64 && words.count <= 4
      && words.allSatisfy { word in
        word.first.map(isCapital) == true && word.allSatisfy(isOfName)
      }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isCapital(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_+-".utf8.contains(byte)
  }
}
