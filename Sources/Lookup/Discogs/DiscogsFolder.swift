/// A folder of the collection at Discogs.
package struct DiscogsFolder: Hashable, Sendable, Decodable {
  package let number: Int64
  package let name: String
  /// The number of items in it.
  package let count: Int

  private enum Keys: String, CodingKey { case id, name, count }

  package init(number: Int64, name: String, count: Int) {
    self.number = number
    self.name = name
    self.count = count
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let number = container.integer(.id), number >= 0 else {
      throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no id"))
    }
    self.number = number
    name = String((container.text(.name) ?? "").prefix(200))
    count = Int(clamping: max(0, container.integer(.count) ?? 0))
  }

  /// True if it accepts items. Folder 0 shows the items of all folders.
  package var acceptsItems: Bool { number > 0 }
}
