/// The record that a tag is bound to.
package struct TagBindingDetail: Codable, Sendable {
  package var kind: String
  /// The id of the record; omitted for a borrower.
  package var id: String?
  /// A name for people. For a borrower, only the word for a borrower.
  package var name: String
  package var copy: CopySummary?
  /// The release of the copy.
  package var release: ReleaseSummary?

  package init(
    kind: String, id: String? = nil, name: String, copy: CopySummary? = nil, release: ReleaseSummary? = nil
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.copy = copy
    self.release = release
  }
}
