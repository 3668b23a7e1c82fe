package import Deadwax

extension JSONBody {
  /// Whether the member is there, be it null.
  package func has(_ name: String) -> Bool { members[name] != nil }

  /// A moment; nil when the member is missing or null.
  package func time(_ name: String) throws(Problem) -> Timestamp? {
    guard let text = try optionalText(name) else { return nil }
    guard let time = Timestamp(text) else { throw Problem(.invalid, "'\(name)' must be an RFC 3339 time.") }
    return time
  }

  /// A text of a length; nil when the member is missing or null.
  ///
  /// - Parameters:
  ///   - name: of the member.
  ///   - range: how many characters it may have, without white space around them.
  /// - Returns: the text without white space around it.
  /// - Throws: `invalid` for one that is shorter or longer, or has control characters.
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

  /// What a code is, as it is scanned; nil when the member is missing or null.
  package func code(_ name: String) throws(Problem) -> String? {
    guard let text = try optionalText(name) else { return nil }
    guard (1...Code.lengthLimit).contains(text.utf8.count) else {
      throw Problem(.invalid, "'\(name)' must have 1 to \(Code.lengthLimit) bytes.")
    }
    return text
  }
}
