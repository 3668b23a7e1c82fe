package import Deadwax

/// A release that may be the same edition as another one.
package struct DuplicateResource: Codable, Sendable {
  package var release: ReleaseSummary
  /// The reasons, the strongest first.
  package var reasons: [DuplicateRelease.Reason]
  /// The number of its copies.
  package var copies: Int

  package init(_ duplicate: DuplicateRelease) {
    release = ReleaseSummary(duplicate.release)
    reasons = duplicate.reasons
    copies = duplicate.copies
  }
}
