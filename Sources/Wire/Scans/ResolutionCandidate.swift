/// A record that a code can belong to.
package struct ResolutionCandidate: Codable, Sendable {
  /// The kind of record.
  package var kind: String
  /// The id; omitted for a borrower.
  package var id: String?
  /// A title for people.
  package var title: String?
  /// True if the outcome is about this record.
  package var isTaken: Bool?
  /// The reason why it was not used.
  package var because: String?

  package init(kind: String, id: String? = nil, title: String? = nil, isTaken: Bool? = nil, because: String? = nil) {
    self.kind = kind
    self.id = id
    self.title = title
    self.isTaken = isTaken
    self.because = because
  }
}
