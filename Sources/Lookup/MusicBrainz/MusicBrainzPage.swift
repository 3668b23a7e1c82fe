/// A page of results of a search at MusicBrainz.
struct MusicBrainzPage: Decodable {
  let releases: [MusicBrainzRelease]

  private enum Keys: String, CodingKey { case releases }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard container.contains(.releases) else {
      throw DecodingError.keyNotFound(Keys.releases, .init(codingPath: [], debugDescription: "no releases"))
    }
    releases = container.list(.releases)
  }
}
