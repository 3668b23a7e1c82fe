internal import FoundationEssentials

/// A musician of a show.
package struct ShowMusician: Hashable, Codable, Sendable {
  package var name: String
  /// The instruments, as a text.
  package var instruments: String?

  package init(name: String, instruments: String?) { (self.name, self.instruments) = (name, instruments) }

  /// A package has the instruments as a text or as a list.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    if let list = try? container.decodeIfPresent([String].self, forKey: .instruments) {
      instruments = list.joined(separator: ", ")
    } else {
      instruments = try container.decodeIfPresent(String.self, forKey: .instruments)
    }
  }

  /// Returns the musicians as JSON, always with the same bytes.
  static func json(_ musicians: [ShowMusician]) -> String {
    JSONText.array(
      musicians.map { musician in
        JSONText.object(
          [("name", JSONText.string(musician.name))]
            + (musician.instruments.map { [("instruments", JSONText.string($0))] } ?? []))
      })
  }

  /// Reads the musicians from a column. Another program may have written something else there; nothing is read then.
  static func list(_ json: String?) -> [ShowMusician] {
    guard let json else { return [] }
    return (try? JSONDecoder().decode([ShowMusician].self, from: Data(json.utf8))) ?? []
  }
}
