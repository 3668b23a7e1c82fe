package import Deadwax

/// The notes of the library about a show.
package struct ShowLibraryResource: Codable, Sendable {
  package var addedAt: RFC3339Time
  package var isPinned: Bool
  package var notes: String?
  /// The library's own rating, 0 to 5.
  package var rating: Double?
  package var tags: [String]
  /// The last time that it was played.
  package var lastAccessedAt: RFC3339Time?

  package init(_ entry: ShowLibraryEntry) {
    addedAt = RFC3339Time(entry.addedAt)
    isPinned = entry.isPinned
    notes = entry.notes
    rating = entry.rating
    tags = entry.tags
    lastAccessedAt = RFC3339Time(entry.lastAccessedAt)
  }
}
