/// The notes of the library about a show that it put into its library.
package struct ShowLibraryEntry: Hashable, Sendable {
  package var show: String
  package var addedAt: Timestamp
  package var isPinned: Bool
  package var notes: String?
  /// The library's own rating, 0 to 5.
  package var rating: Double?
  package var lastAccessedAt: Timestamp?
  package var tags: [String]

  package init(
    show: String, addedAt: Timestamp, isPinned: Bool, notes: String?, rating: Double?, lastAccessedAt: Timestamp?,
    tags: [String]
  ) {
    self.show = show
    self.addedAt = addedAt
    self.isPinned = isPinned
    self.notes = notes
    self.rating = rating
    self.lastAccessedAt = lastAccessedAt
    self.tags = tags
  }
}
