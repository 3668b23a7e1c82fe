internal import Deadwax

/// The releases on a page of search results.
struct SearchPage: Decodable, Sendable {
  let hits: [SearchHit]
  /// The number of pages that Discogs reports; 0 if it reports none.
  let pages: Int
  /// The time of a stored response; nil for a new one.
  var fetchedAt: Timestamp?

  private enum Keys: String, CodingKey { case results, pagination, pages }

  /// A page without hits.
  init() { (hits, pages) = ([], 0) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    // An object without this list is not a page of search results.
    guard container.contains(.results) else {
      throw DecodingError.keyNotFound(Keys.results, .init(codingPath: [], debugDescription: "no results"))
    }
    hits = container.list(.results, of: SearchResult.self).compactMap(\.hit)
    let pagination = try? container.nestedContainer(keyedBy: Keys.self, forKey: .pagination)
    pages = Int(clamping: max(0, pagination?.integer(.pages) ?? 0))
  }
}

private struct SearchResult: Decodable {
  /// The release; nil for masters, artists and labels.
  let hit: SearchHit?

  private enum Keys: String, CodingKey {
    case id, type, title, country, year, catno, format, formats, barcode, community
  }

  private struct Community: Decodable {
    let have: Int64

    private enum Keys: String, CodingKey { case have }

    init(from decoder: any Decoder) throws {
      have = try decoder.container(keyedBy: Keys.self).integer(.have) ?? 0
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let id = container.integer(.id), id > 0 else {
      throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no id"))
    }
    guard (container.text(.type) ?? "release") == "release" else {
      hit = nil
      return
    }
    let formats = container.list(.formats, of: DiscogsFormat.self).map(\.format)
    hit = SearchHit(
      id: id, title: DiscogsName.withoutVariationMarks(container.text(.title) ?? ""), country: container.text(.country),
      year: DiscogsDate.year(container.integer(.year)),
      catalogNumber: DiscogsName.catalogNumber(container.text(.catno)),
      formats: formats.isEmpty ? DiscogsFormat.formats(flattened: container.texts(.format)) : formats,
      identifiers: container.texts(.barcode),
      have: Int(clamping: max(0, container.object(.community, of: Community.self)?.have ?? 0)))
  }
}
