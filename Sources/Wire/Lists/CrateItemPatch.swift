/// The new position of an item in its crate.
package struct CrateItemPatch: Codable, Sendable {
  /// The position; 1 is the first, and any larger than the last is the last.
  package var position: Int

  package init(position: Int) { self.position = position }
}
