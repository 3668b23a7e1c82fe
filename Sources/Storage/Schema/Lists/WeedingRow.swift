package import Deadwax

/// A copy to look at when the library makes room, with its reasons.
package struct WeedingRow: Sendable {
  package let copy: Copy
  package let release: Release
  package let reasons: [WeedingReason]
  /// The beginning of the last loan; nil if it was never lent.
  package let lastLentAt: Timestamp?
}
