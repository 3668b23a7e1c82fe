package import Deadwax

/// A copy to add.
package struct CopyRequest: Codable, Sendable {
  /// The release that it is a copy of.
  package var release: Release.ID
  /// The number of discs, cassettes and booklets that belong to the copy; 1 if omitted.
  package var parts: Int?

  package init(release: Release.ID, parts: Int?) {
    self.release = release
    self.parts = parts
  }
}
