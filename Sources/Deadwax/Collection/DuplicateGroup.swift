/// Releases that are probably one edition, with the reasons.
package struct DuplicateGroup: Hashable, Sendable {
  /// The reasons, the strongest first.
  package var reasons: [DuplicateRelease.Reason]
  /// The releases, at least two, the one with the most copies first.
  package var releases: [Member]

  package struct Member: Hashable, Sendable {
    package var release: Release
    /// The number of its copies.
    package var copies: Int

    package init(release: Release, copies: Int) {
      self.release = release
      self.copies = copies
    }
  }

  package init(reasons: [DuplicateRelease.Reason], releases: [Member]) {
    self.reasons = reasons
    self.releases = releases
  }
}
