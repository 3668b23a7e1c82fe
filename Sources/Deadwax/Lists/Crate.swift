/// A list of releases and copies that people make. Crates form a tree.
package struct Crate: Hashable, Sendable {
  package typealias ID = Identifier<Crate>

  package var id: ID
  /// The crate that contains it; nil for none.
  package var parent: ID?
  package var name: String
  package var note: String?
  package var createdAt: Timestamp
  /// The version of the name, the note and the position in the tree. Its items have versions of their own.
  package var version: Int

  package init(id: ID, parent: ID?, name: String, note: String?, createdAt: Timestamp, version: Int) {
    self.id = id
    self.parent = parent
    self.name = name
    self.note = note
    self.createdAt = createdAt
    self.version = version
  }
}
