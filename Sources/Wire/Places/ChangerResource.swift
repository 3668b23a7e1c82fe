package import Deadwax

/// A model of a changer or of a cartridge, as a file of the installation describes it.
package struct ChangerResource: Codable, Sendable {
  /// A row of slots with consecutive numbers.
  package struct Row: Codable, Sendable {
    /// The name of the cartridge that has the slots; none for slots of the model itself.
    package var cartridge: String?
    package var first: Int
    package var last: Int

    package init(cartridge: String?, numbers: ClosedRange<Int>) {
      self.cartridge = cartridge
      first = numbers.lowerBound
      last = numbers.upperBound
    }
  }

  /// The name of its file, without extension.
  package var id: String
  /// The name for people; the id if the file has a fault.
  package var name: String
  package var kind: Place.Kind?
  /// The number of discs that it holds.
  package var capacity: Int
  package var media: [Medium]
  package var rows: [Row]
  /// The document that the facts are from.
  package var source: String?
  /// The fault of the file; none for a model that can be made.
  package var fault: String?

  /// Creates a model that a file describes.
  package init(id: String, name: String, kind: Place.Kind, media: [Medium], rows: [Row], source: String) {
    self.id = id
    self.name = name
    self.kind = kind
    capacity = rows.reduce(0) { $0 + $1.last - $1.first + 1 }
    self.media = media
    self.rows = rows
    self.source = source
  }

  /// Creates the entry of a file with a fault.
  package init(id: String, fault: String) {
    self.id = id
    name = id
    capacity = 0
    media = []
    rows = []
    self.fault = fault
  }
}
