package import Deadwax

/// An item of a crate with its record.
package struct CrateItemView: Hashable, Sendable {
  package var item: CrateItem
  package var release: Release
  /// The copy, if the item is a copy rather than a release.
  package var copy: Copy?
  /// The position in the crate; 1 is the first.
  package var position: Int
}
