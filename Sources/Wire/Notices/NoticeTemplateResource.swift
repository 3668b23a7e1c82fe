package import Deadwax

/// The text of a notice to borrowers, of one kind and in one language.
package struct NoticeTemplateResource: Codable, Sendable {
  /// The kind and the language, such as `hold-ready.en`.
  package var id: String
  package var kind: NoticeKind
  /// The ISO 639 code of the language.
  package var language: String
  /// The subject of a mail, with placeholders in braces.
  package var subject: String
  /// The text, with placeholders in braces.
  package var body: String
  /// True if the library has not changed it.
  package var isStandard: Bool
  /// The names that can be placeholders.
  package var placeholders: [String]
  /// The version, which increases with every change; 0 if it was never changed.
  package var version: Int

  /// Creates the resource from its members.
  package init(
    id: String, kind: NoticeKind, language: String, subject: String, body: String, isStandard: Bool,
    placeholders: [String], version: Int
  ) {
    self.id = id
    self.kind = kind
    self.language = language
    self.subject = subject
    self.body = body
    self.isStandard = isStandard
    self.placeholders = placeholders
    self.version = version
  }
}
