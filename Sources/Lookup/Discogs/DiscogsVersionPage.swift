/// A page of the releases of a master.
struct DiscogsVersionPage: Decodable {
  let versions: [DiscogsVersion]

  private enum Keys: String, CodingKey { case versions }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard container.contains(.versions) else {
      throw DecodingError.keyNotFound(Keys.versions, .init(codingPath: [], debugDescription: "no versions"))
    }
    versions = container.list(.versions, of: DiscogsVersion.self)
  }
}
