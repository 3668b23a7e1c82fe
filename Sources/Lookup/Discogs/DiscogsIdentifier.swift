internal import Deadwax

struct DiscogsIdentifier: Decodable {
  let identifier: ReleaseIdentifier

  private enum Keys: String, CodingKey { case type, value, description }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let value = container.text(.value) else {
      throw DecodingError.keyNotFound(Keys.value, .init(codingPath: [], debugDescription: "no value"))
    }
    identifier = ReleaseIdentifier(
      type: container.text(.type) ?? "Other", value: value, note: container.text(.description))
  }
}
