/// The text to look at: that of the request, or else the stored one.
package struct NoticePreviewRequest: Codable, Sendable {
  /// The subject, with placeholders in braces.
  package var subject: String?
  /// The text, with placeholders in braces.
  package var body: String?
  /// True for the values of the newest notice of this kind, if there is one. Otherwise the values are invented.
  package var isReal: Bool?

  /// Creates a request with the members that a function sets.
  package init(_ set: (inout NoticePreviewRequest) -> Void) { set(&self) }
}
