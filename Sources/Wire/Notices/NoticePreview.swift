/// A notice as a borrower would get it.
package struct NoticePreview: Codable, Sendable {
  package var subject: String
  package var body: String
  /// True if the values are invented.
  package var isSample: Bool

  /// Creates the preview from its members.
  package init(subject: String, body: String, isSample: Bool) {
    self.subject = subject
    self.body = body
    self.isSample = isSample
  }
}
