package import Deadwax

/// The release to merge into the one that the request names.
package struct MergeRequest: Codable, Sendable {
  /// The release that is merged, and leaves the lists.
  package var other: Release.ID
  /// The version of that release which the caller saw; any version if omitted.
  package var otherVersion: Int?

  package init(other: Release.ID, otherVersion: Int?) {
    self.other = other
    self.otherVersion = otherVersion
  }
}
