package import Deadwax

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
    guard let text = try optionalText(name)?.trimmed else { return nil }
    guard range.contains(text.count), text.utf8.count <= range.upperBound * 4,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\n" })
    else {
      throw Problem(
        .invalid, "'\(name)' must have \(range.lowerBound) to \(range.upperBound) characters.",
        reasons: [Problem.Reason(name, "It must have \(range.lowerBound) to \(range.upperBound) characters.")])
    }
    return text
  }

  /// Returns a scanned code; nil if the member is missing or null.
  package func code(_ name: String) throws(Problem) -> String? {
    guard let text = try optionalText(name) else { return nil }
    guard (1...Code.lengthLimit).contains(text.utf8.count) else {
      throw Problem(.invalid, "'\(name)' must have 1 to \(Code.lengthLimit) bytes.")
    }
    return text
  }

  /// Returns the token that confirms a prompt; nil if the member is missing or null.
  package func confirmation() throws(Problem) -> String? {
    guard let text = try optionalText("confirm") else { return nil }
    guard (1...4000).contains(text.utf8.count) else {
      throw Problem(.invalid, "'confirm' must be the 'token' of a response.")
    }
    return text
  }
}
