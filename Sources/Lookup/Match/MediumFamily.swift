internal import Deadwax

/// The medium that the name of a format stands for.
enum MediumFamily: Hashable {
  case medium(Medium)
  /// A box or "All Media", which describes the other formats and is not a medium itself.
  case container

  /// Creates the family of a name; nil if the name is not a known format.
  init?(formatName name: String) {
    guard let family = families[name.lowercased()] else { return nil }
    self = family
  }

  /// Returns the media in a list of formats, with their quantities. Containers are skipped; unknown names count as
  /// `other`.
  static func media(in formats: [Format]) -> [(medium: Medium, quantity: Int)] {
    formats.compactMap { format in
      switch MediumFamily(formatName: format.name) {
      case .medium(let medium): (medium, format.quantity)
      case .container: nil
      case nil: (.other, format.quantity)
      }
    }
  }

  /// Returns the medium under which a release is stored: the one with the largest quantity. Known media take precedence
  /// over `other`; at a tie, the first one wins.
  static func medium(of formats: [Format]) -> Medium {
    let media = media(in: formats)
    var best: (medium: Medium, quantity: Int)?
    for medium in media.map(\.medium) {
      let quantity = media.reduce(0) { $0 + ($1.medium == medium ? $1.quantity : 0) }
      guard let current = best else {
        best = (medium, quantity)
        continue
      }
      let isLarger = quantity > current.quantity && (medium != .other || current.medium == .other)
      let isNearer = current.medium == .other && medium != .other
      if isLarger || isNearer { best = (medium, quantity) }
    }
    return best?.medium ?? .other
  }
}

/// The names of formats in Discogs' submission form.
private let families: [String: MediumFamily] = {
  var families: [String: MediumFamily] = ["box set": .container, "all media": .container]
  let media: [(Medium, [String])] = [
    (.cd, ["CD", "CDr", "CDV", "SACD", "Hybrid", "HDCD"]),
    (.vinyl, ["Vinyl", "Shellac", "Lathe Cut", "Flexi-disc", "Acetate"]),
    (.cassette, ["Cassette"]),
    (
      .other,
      [
        "File", "DVD", "DVDr", "Blu-ray", "Blu-ray-R", "HD DVD", "HD DVD-R", "Minidisc", "DAT", "DCC", "VHS", "Betamax",
        "Video 2000", "Video8", "Laserdisc", "CED", "VideoBoard", "8-Track Cartridge", "4-Track Cartridge", "PlayTape",
        "Reel-To-Reel", "Microcassette", "NT Cassette", "DC-International", "Elcaset", "RCA Tape Cartridge",
        "SelectaVision",
        "MVD", "UMD", "Memory Stick", "Floppy Disk", "Edison Disc", "Pathé Disc", "Cylinder", "Film Reel",
        "Wire Recording",
        "Ultra Disc", "Hit Clip", "Tefifon", "Sopic", "Flash Drive",
      ]
    ),
  ]
  for (medium, names) in media {
    for name in names { families[name.lowercased()] = .medium(medium) }
  }
  return families
}()
