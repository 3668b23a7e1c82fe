package import Deadwax

/// Releases that are probably one edition.
package struct DuplicateGroupResource: Codable, Sendable {
  /// The reasons, the strongest first.
  package var reasons: [DuplicateRelease.Reason]
  /// The releases, the one with the most copies first.
  package var releases: [Member]

  package struct Member: Codable, Sendable {
    package var release: ReleaseSummary
    /// The number of its copies.
    package var copies: Int
  }

  package init(_ group: DuplicateGroup) {
    reasons = group.reasons
    releases = group.releases.map { Member(release: ReleaseSummary($0.release), copies: $0.copies) }
  }
}
