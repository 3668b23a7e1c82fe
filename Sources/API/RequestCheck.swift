internal import Deadwax
internal import Wire

/// Checks of values in a request's body that its type alone does not make.
enum RequestCheck {
  /// Returns a text without surrounding white space; nil for nil. Characters are counted as the description of the API
  /// counts them: by Unicode code points (JSON Schema Validation, 6.3).
  ///
  /// - Throws: `invalid` for a text that is shorter or longer, or contains control characters other than line feeds.
  static func words(_ text: String?, _ name: String, in range: ClosedRange<Int>) throws(Problem) -> String? {
    guard let text = text?.trimmed else { return nil }
    guard range.contains(text.unicodeScalars.count),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\n" })
    else { throw wrongLength(name, range) }
    return text
  }

  /// Checks the length of a text that is never trimmed, such as a token or a passphrase.
  ///
  /// - Throws: `invalid` for a text that is shorter or longer.
  static func length(_ text: String, _ name: String, in range: ClosedRange<Int>) throws(Problem) {
    guard range.contains(text.unicodeScalars.count) else { throw wrongLength(name, range) }
  }

  private static func wrongLength(_ name: String, _ range: ClosedRange<Int>) -> Problem {
    let limits = "must have \(range.lowerBound) to \(range.upperBound) characters."
    return Problem(.invalid, "'\(name)' \(limits)", reasons: [Problem.Reason(.invalidMember, at: name, "It \(limits)")])
  }

  /// Returns a required text without surrounding white space.
  static func text(_ text: String, _ name: String, in range: ClosedRange<Int>) throws(Problem) -> String {
    try words(text, name, in: range) ?? text
  }

  /// Returns a number in a range; nil for nil.
  static func number(_ number: Int?, _ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let number else { return nil }
    guard range.contains(number) else {
      throw Problem(.invalid, "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// Returns a scanned code; nil for nil.
  static func code(_ text: String?, _ name: String) throws(Problem) -> String? {
    guard let text else { return nil }
    guard (1...Code.lengthLimit).contains(text.utf8.count) else {
      throw Problem(.invalid, "'\(name)' must have 1 to \(Code.lengthLimit) bytes.")
    }
    return text
  }

  /// Returns the token that confirms a prompt; nil for nil.
  static func confirmation(_ text: String?) throws(Problem) -> String? {
    guard let text else { return nil }
    guard (1...4000).contains(text.utf8.count) else {
      throw Problem(.invalid, "'confirm' must be the 'token' of a response.")
    }
    return text
  }

  /// Returns the reason for a change: 3 to 200 characters, stored with the change.
  static func reason(_ request: RequiredReason) throws(Problem) -> String {
    try text(request.reason, "reason", in: 3...200)
  }
}
