package import Deadwax

/// A tag that is on a reader, with the record that it is bound to.
package struct PresentTagView: Hashable, Sendable {
  package var present: PresentTag
  package var bound: TagTargetView?
  /// True if the tag is or ever was a card, as in `TagView`.
  package var isCard = false
}
