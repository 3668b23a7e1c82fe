package import Deadwax

/// A release that was found by one of its numbers.
package struct NumberedRelease: Hashable, Sendable {
  package var release: Release
  package var kind: ReleaseNumberKind
  /// The number as printed.
  package var value: String
}
