package import Deadwax
internal import Wire

extension JSONBody {
  /// Returns true if the member is present, even if it is null.
  package func has(_ name: String) -> Bool { members[name] != nil }

  /// Returns a time; nil if the member is missing or null.
  package func time(_ name: String) throws(Problem) -> Timestamp? {
    guard let text = try optionalText(name) else { return nil }
    guard let time = Timestamp(text) else { throw Problem(.invalid, "'\(name)' must be an RFC 3339 time.") }
    return time
  }

  /// Returns a text of limited length; nil if the member is missing or null.
  ///
  /// - Parameters:
  ///   - name: the name of the member.
  ///   - range: the number of characters allowed, without surrounding white space.
  /// - Returns: the text without surrounding white space.
  /// - Throws: `invalid` for a text that is shorter or longer, or contains control characters other than line feeds.
  package func words(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> String? {
    try RequestCheck.words(try optionalText(name), name, in: range)
  }

  /// Returns a scanned code; nil if the member is missing or null.
  package func code(_ name: String) throws(Problem) -> String? {
    try RequestCheck.code(try optionalText(name), name)
  }
}
