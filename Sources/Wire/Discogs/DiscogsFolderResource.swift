/// A folder of the collection at Discogs.
package struct DiscogsFolderResource: Codable, Hashable, Sendable {
  package var number: Int64
  package var name: String
  /// The number of items in it.
  package var count: Int

  package init(number: Int64, name: String, count: Int) {
    self.number = number
    self.name = name
    self.count = count
  }
}
