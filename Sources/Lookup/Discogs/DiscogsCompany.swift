internal import Deadwax

/// A series or a company. In old responses a series is a text, "Name – 12" or the name alone.
struct DiscogsCompany: Decodable {
  private let name: String
  private let number: String?
  private let role: String?

  private enum Keys: String, CodingKey {
    case name, catno
    case role = "entity_type_name"
  }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self), let name = text.trimmingBlanks.nonEmpty {
      self.name = DiscogsName.plain(name)
      number = nil
      role = nil
      return
    }
    let container = try decoder.container(keyedBy: Keys.self)
    guard let name = container.text(.name) else {
      throw DecodingError.keyNotFound(Keys.name, .init(codingPath: [], debugDescription: "no name"))
    }
    self.name = DiscogsName.plain(name)
    number = DiscogsName.catalogNumber(container.text(.catno))
    role = container.text(.role)
  }

  /// Returns the credit. A company without a stated part, as in old responses, has none.
  func credit(_ kind: CompanyCredit.Kind) -> CompanyCredit {
    CompanyCredit(kind: kind, name: name, number: number, role: kind == .series ? nil : role)
  }
}
