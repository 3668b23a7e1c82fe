package import Deadwax

/// A copy in a place, with the words on its spine.
package struct PlacedCopy: Hashable, Sendable {
  package var copy: Copy
  package var title: String
  package var artist: String
}
