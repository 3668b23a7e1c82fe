package import Deadwax

/// A list of releases and copies that people make; a node in a tree.
package struct CrateResource: Codable, Sendable {
  package var id: Crate.ID
  package var name: String
  package var note: String?
  /// The crate that contains it.
  package var parent: Crate.ID?
  /// The number of its own items.
  package var items: Int
  /// The number of crates directly in it.
  package var crates: Int
  package var createdAt: RFC3339Time
  /// The version of the name, the note and the parent, which increases with every change of them.
  package var version: Int

  package init(_ summary: CrateSummary) {
    id = summary.crate.id
    name = summary.crate.name
    note = summary.crate.note
    parent = summary.crate.parent
    items = summary.items
    crates = summary.crates
    createdAt = RFC3339Time(summary.crate.createdAt)
    version = summary.crate.version
  }
}
