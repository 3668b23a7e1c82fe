/// A relation of a record of MusicBrainz: to an address, or from an address to a release.
struct MusicBrainzRelation: Decodable {
  let type: String?
  let url: String?
  let release: MusicBrainzRelease?

  private enum Keys: String, CodingKey { case type, url, release }

  private struct Address: Decodable {
    let resource: String?
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    type = container.text(.type)
    url = container.object(.url, of: Address.self)?.resource
    release = container.object(.release)
  }
}
