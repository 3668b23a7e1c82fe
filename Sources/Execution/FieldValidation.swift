internal import Deadwax

/// Checks of typed text.
package enum FieldValidation {
  /// Returns a text of one line, without surrounding blanks.
  ///
  /// - Throws: `StaffError.badValue` if the text is empty, too long, or contains control characters.
  package static func line(_ text: String, _ field: String, atMost limit: Int) throws -> String {
    let text = text.trimmed
    guard !text.isEmpty else { throw StaffError.badValue(field: field, sentence: "It must not be empty.") }
    guard text.count <= limit else {
      throw StaffError.badValue(field: field, sentence: "It must have at most \(limit) characters.")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw StaffError.badValue(field: field, sentence: "It must be one line without control characters.")
    }
    return text
  }

  /// Returns an optional line of text; nil for a blank text.
  package static func optionalLine(_ text: String?, _ field: String, atMost limit: Int) throws -> String? {
    guard let text, !text.trimmed.isEmpty else { return nil }
    return try line(text, field, atMost: limit)
  }

  /// Returns an optional text of several lines; nil for a blank text.
  ///
  /// - Throws: `StaffError.badValue` if the text is too long, or contains control characters.
  package static func optionalText(_ text: String?, _ field: String, atMost limit: Int) throws -> String? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    guard text.count <= limit else {
      throw StaffError.badValue(field: field, sentence: "It must have at most \(limit) characters.")
    }
    guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control || $0 == "\n" }) else {
      throw StaffError.badValue(field: field, sentence: "It must have no control characters but line feeds.")
    }
    return text
  }
}
