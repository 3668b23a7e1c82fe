/// The folders of a collection.
struct DiscogsFolderPage: Decodable {
  let folders: [DiscogsFolder]

  private enum Keys: String, CodingKey { case folders }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard container.contains(.folders) else {
      throw DecodingError.keyNotFound(Keys.folders, .init(codingPath: [], debugDescription: "no folders"))
    }
    folders = container.list(.folders, of: DiscogsFolder.self)
  }
}
