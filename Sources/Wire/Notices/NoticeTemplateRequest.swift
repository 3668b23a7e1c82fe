/// The new text of a notice.
package struct NoticeTemplateRequest: Codable, Sendable {
  /// The subject of a mail, with placeholders in braces.
  package var subject: String
  /// The text, with placeholders in braces.
  package var body: String

  /// Creates a request from its members.
  package init(subject: String, body: String) {
    self.subject = subject
    self.body = body
  }
}
