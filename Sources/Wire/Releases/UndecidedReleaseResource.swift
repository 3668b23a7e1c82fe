package import Deadwax

/// A release whose barcode several records carry, and no one has chosen one.
package struct UndecidedReleaseResource: Codable, Sendable {
  package var release: ReleaseSummary
  /// The number of records that carry its barcode.
  package var alternatives: Int

  package init(_ release: Release, alternatives: Int) {
    self.release = ReleaseSummary(release)
    self.alternatives = alternatives
  }
}
