package import Deadwax

/// A release that a person has opened.
package struct RecentRequest: Codable, Sendable {
  package var release: Release.ID

  package init(release: Release.ID) { self.release = release }
}
