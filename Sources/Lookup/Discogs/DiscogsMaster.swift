/// An album that several releases are pressings of.
package struct DiscogsMaster: Hashable, Sendable, Decodable {
  package let id: Int64
  package let title: String
  /// The year of the album; nil if unknown.
  package let year: Int?
  /// The release that stands for the album.
  package let mainRelease: Int64?

  private enum Keys: String, CodingKey {
    case id, title, year
    case mainRelease = "main_release"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let id = container.integer(.id), id > 0 else {
      throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no id"))
    }
    self.id = id
    title = container.text(.title) ?? ""
    year = DiscogsDate.year(container.integer(.year))
    mainRelease = container.integer(.mainRelease).flatMap { $0 > 0 ? $0 : nil }
  }
}
