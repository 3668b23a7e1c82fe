package import Deadwax

/// A place of a stock-take, with its name at that time.
package struct StockTakePlace: Codable, Sendable {
  package var id: Place.ID
  package var name: String

  package init(id: Place.ID, name: String) {
    self.id = id
    self.name = name
  }
}
