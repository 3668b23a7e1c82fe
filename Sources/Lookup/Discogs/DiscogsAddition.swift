/// Discogs' response to an addition to the collection.
struct DiscogsAddition: Decodable {
  let instance: Int64

  private enum Keys: String, CodingKey { case instance = "instance_id" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let instance = container.integer(.instance), instance > 0 else {
      throw DecodingError.keyNotFound(Keys.instance, .init(codingPath: [], debugDescription: "no instance"))
    }
    self.instance = instance
  }
}
