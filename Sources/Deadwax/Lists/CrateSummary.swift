/// A crate with the numbers of what is directly in it.
package struct CrateSummary: Hashable, Sendable {
  package var crate: Crate
  /// The number of its own items.
  package var items: Int
  /// The number of crates directly in it.
  package var crates: Int

  package init(crate: Crate, items: Int, crates: Int) {
    self.crate = crate
    self.items = items
    self.crates = crates
  }
}
