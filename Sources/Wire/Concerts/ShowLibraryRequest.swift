/// The notes of a person about a show. They replace those before.
package struct ShowLibraryRequest: Codable, Sendable {
  package var isPinned: Bool?
  package var notes: String?
  /// The library's own rating, 0 to 5.
  package var rating: Double?
  package var tags: [String]?

  package init(isPinned: Bool?, notes: String?, rating: Double?, tags: [String]?) {
    self.isPinned = isPinned
    self.notes = notes
    self.rating = rating
    self.tags = tags
  }
}
