internal import Deadwax

/// What the name of a format says about the medium.
enum MediumFamily: Hashable {
  case medium(Medium)
  /// A box or "All Media": says something about the others, and is no medium itself.
  case container

  /// Nil for a name that is not known to be a format's.
  init?(formatName name: String) {
    guard let family = families[name.lowercased()] else { return nil }
    self = family
  }

  /// The media in a list of formats, with how many pieces of each; containers left out, unknown names as `other`.
  static func media(in formats: [Format]) -> [(medium: Medium, quantity: Int)] {
    formats.compactMap { format in
      switch MediumFamily(formatName: format.name) {
      case .medium(let medium): (medium, format.quantity)
      case .container: nil
      case nil: (.other, format.quantity)
      }
    }
  }

  /// The one medium under which a release is kept: that of most pieces; at a tie one of our own kinds before `other`,
  /// then the first named.
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
