package import Deadwax

/// A copy to look at when the library makes room.
package struct WeedingResource: Codable, Sendable {
  package var copy: CopySummary
  package var release: ReleaseSummary
  /// The reasons, at least one.
  package var reasons: [String]
  /// The beginning of the last loan; omitted if it was never lent.
  package var lastLentAt: RFC3339Time?

  package init(_ copy: Copy, _ release: Release, _ reasons: [WeedingReason], lastLentAt: Timestamp?) {
    self.copy = CopySummary(copy)
    self.release = ReleaseSummary(release)
    self.reasons = reasons.map(\.rawValue)
    self.lastLentAt = lastLentAt.map { RFC3339Time($0) }
  }
}
