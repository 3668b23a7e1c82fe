/// A node in the tree of places: room, unit, shelf, crate, changer, cartridge.
package struct Place: Hashable, Sendable {
  package typealias ID = Identifier<Place>

  package enum Kind: String, CaseIterable, Codable, Sendable { case room, unit, shelf, crate, changer, cartridge }

  /// The most characters of a name.
  package static let longestName = 60

  package var id: ID
  package var parent: ID?
  package var kind: Kind
  package var name: String
  /// The version of the place and its slots, which increases with every change.
  package var version: Int

  package init(id: ID, parent: ID? = nil, kind: Kind, name: String, version: Int = 1) {
    self.id = id
    self.parent = parent
    self.kind = kind
    self.name = name
    self.version = version
  }
}
