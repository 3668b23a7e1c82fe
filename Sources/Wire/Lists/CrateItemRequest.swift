package import Deadwax

/// A record to add to a crate: either a release or a copy.
package struct CrateItemRequest: Codable, Sendable {
  package var release: Release.ID?
  package var copy: Copy.ID?

  package init(release: Release.ID?, copy: Copy.ID?) {
    self.release = release
    self.copy = copy
  }
}
