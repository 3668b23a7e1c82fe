package import Deadwax

/// A release or a copy in a crate.
package struct CrateItemResource: Codable, Sendable {
  package var id: CrateItem.ID
  /// The position in the crate; 1 is the first.
  package var position: Int
  /// The release, or that of the copy.
  package var release: ReleaseSummary
  /// The copy, if the item is a copy rather than a release.
  package var copy: CopySummary?
  package var addedAt: RFC3339Time
  /// The version of the position, which increases with every move.
  package var version: Int

  package init(_ item: CrateItem, position: Int, release: Release, copy: Copy?) {
    id = item.id
    self.position = position
    self.release = ReleaseSummary(release)
    self.copy = copy.map { CopySummary($0) }
    addedAt = RFC3339Time(item.addedAt)
    version = item.version
  }
}
