package import Deadwax

/// The record that a tag is bound to, as screens display it.
package struct TagTargetView: Hashable, Sendable {
  package var target: CodeTarget
  /// The version of the binding. Another binding of the same tag has another version.
  package var version: Int
  /// The name of the record. For a borrower it reveals only that it is a borrower's card.
  package var name: String
  package var copy: Copy?
  /// The release of the copy.
  package var release: Release?
}
