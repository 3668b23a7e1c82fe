package import Deadwax

/// Releases that are different editions.
package struct DifferentReleases: Codable, Sendable {
  /// Two or more releases.
  package var releases: [Release.ID]

  package init(releases: [Release.ID]) { self.releases = releases }
}
