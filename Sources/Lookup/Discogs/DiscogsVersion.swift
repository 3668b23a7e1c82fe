/// One of the releases of a master.
package struct DiscogsVersion: Hashable, Sendable, Decodable {
  package let id: Int64
  package let title: String
  package let label: String?
  package let catalogNumber: String?
  package let country: String?
  /// The date of release as Discogs writes it, such as "1999-03-00"; nil if unknown.
  package let released: String?
  /// The formats as text, such as "LP, Album, Reissue".
  package let format: String?

  private enum Keys: String, CodingKey { case id, title, label, catno, country, released, format }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let id = container.integer(.id), id > 0 else {
      throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no id"))
    }
    self.id = id
    title = container.text(.title) ?? ""
    label = container.text(.label)
    catalogNumber = DiscogsName.catalogNumber(container.text(.catno))
    country = container.text(.country)
    released = container.text(.released)
    format = container.text(.format)
  }
}
