/// An address at MusicBrainz, with the releases that it belongs to.
struct MusicBrainzAddress: Decodable {
  let releases: [MusicBrainzRelease]

  private enum Keys: String, CodingKey { case id, relations }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard container.text(.id) != nil else {
      throw DecodingError.keyNotFound(Keys.id, .init(codingPath: [], debugDescription: "no id"))
    }
    releases = container.list(.relations, of: MusicBrainzRelation.self).compactMap(\.release)
  }
}
