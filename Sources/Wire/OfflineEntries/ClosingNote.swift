/// A note about an entry.
package struct ClosingNote: Codable, Sendable {
  /// The note, 1 to 300 characters.
  package var note: String?

  package init(note: String? = nil) {
    self.note = note
  }
}
