internal import Deadwax

struct DiscogsLabel: Decodable {
  let credit: LabelCredit

  private enum Keys: String, CodingKey { case name, catno }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let name = container.text(.name) else {
      throw DecodingError.keyNotFound(Keys.name, .init(codingPath: [], debugDescription: "no name"))
    }
    credit = LabelCredit(
      name: DiscogsName.plain(name), catalogNumber: DiscogsName.catalogNumber(container.text(.catno)))
  }
}
