/// A name in a list of credits.
struct DiscogsArtist: Decodable {
  /// The name as printed: the variation if there is one, without the number that distinguishes namesakes.
  let name: String
  let join: String?
  let role: String?

  private enum Keys: String, CodingKey { case name, anv, join, role }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let name = container.text(.anv) ?? container.text(.name) else {
      throw DecodingError.keyNotFound(Keys.name, .init(codingPath: [], debugDescription: "no name"))
    }
    self.name = DiscogsName.plain(name)
    join = container.text(.join)
    role = container.text(.role)
  }

  /// Joins all names with their joining phrases. The phrase after the last name is ignored.
  static func display(_ artists: [DiscogsArtist]) -> String {
    var text = ""
    for (index, artist) in artists.enumerated() {
      text += artist.name
      if index < artists.count - 1 { text += DiscogsName.join(artist.join) }
    }
    return text
  }

  /// The individual roles. Commas inside brackets belong to a role.
  var roles: [String] {
    guard let role else { return [] }
    var roles: [String] = []
    var current = ""
    var depth = 0
    for character in role {
      switch character {
      case "[", "(": depth += 1
      case "]", ")": depth -= 1
      case "," where depth <= 0:
        roles.append(current)
        current = ""
        continue
      default: break
      }
      current.append(character)
    }
    return (roles + [current]).map(\.trimmingBlanks).filter { !$0.isEmpty }
  }
}
