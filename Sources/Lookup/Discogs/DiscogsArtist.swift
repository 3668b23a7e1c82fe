internal import Deadwax

/// A name in a list of credits.
struct DiscogsArtist: Decodable {
  /// The name as printed: the variation if there is one, without the number that distinguishes namesakes.
  let name: String
  /// The name in Discogs' list of artists, if the printed one is a variation of it.
  let listedAs: String?
  let join: String?
  let role: String?
  /// The positions of the tracks that the credit is for.
  let tracks: String?
  /// The number of the artist; nil for 0, with which Discogs marks a name without a page.
  let id: Int64?

  private enum Keys: String, CodingKey { case name, anv, join, role, tracks, id }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let listed = container.text(.name).map(DiscogsName.plain)
    guard let name = container.text(.anv).map(DiscogsName.plain) ?? listed else {
      throw DecodingError.keyNotFound(Keys.name, .init(codingPath: [], debugDescription: "no name"))
    }
    self.name = name
    listedAs = listed == name ? nil : listed
    join = container.text(.join)
    role = container.text(.role)
    tracks = container.text(.tracks)
    id = container.integer(.id).flatMap { $0 > 0 ? $0 : nil }
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

  /// Returns the credits of main artists, in order, and of others: one for each role.
  static func credits(main: [DiscogsArtist], others: [DiscogsArtist]) -> [ArtistCredit] {
    main.enumerated().map { index, artist in
      artist.credit(role: nil, join: index < main.count - 1 ? DiscogsName.join(artist.join) : nil)
    }
      + others.flatMap { artist in
        (artist.roles.isEmpty ? ["Credit"] : artist.roles).map { artist.credit(role: $0, join: nil) }
      }
  }

  private func credit(role: String?, join: String?) -> ArtistCredit {
    ArtistCredit(
      name: name, join: join, role: role, listedAs: listedAs, tracks: tracks, artist: id.map { String($0) })
  }

  /// The individual roles. Commas inside brackets belong to a role.
  private var roles: [String] {
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
