internal import Demo
internal import Foundation
internal import Storage

/// Release records in the shape of Discogs' answers: grown from the releases of the demo library, with every part that
/// real records have. A seed gives the same records in every run.
struct CatalogueRecords {
  let count: Int
  private let releases: [DemoRelease]
  private let seed: UInt64

  /// - Throws: `DemoLibrary.Fault` if the demo library cannot be read.
  init(count: Int, seed: UInt64 = 1, demo: String = "demo/library.json") throws {
    self.count = count
    self.seed = seed
    releases = try DemoLibrary(path: demo).releases
    guard !releases.isEmpty else { throw BenchFailure("the demo library is empty") }
  }

  /// Writes each record to a file of its own, which is called like the number of the record.
  ///
  /// - Parameter folder: the folder, which must exist.
  /// - Returns: the bytes of all files.
  /// - Throws: if a file cannot be written.
  func write(to folder: String) throws -> Int {
    var bytes = 0
    for index in 0..<count {
      let body = try JSONSerialization.data(
        withJSONObject: record(index), options: [.sortedKeys, .withoutEscapingSlashes])
      try body.write(to: URL(fileURLWithPath: "\(folder)/\(Self.number(index)).json"))
      bytes += body.count
    }
    return bytes
  }

  /// Returns the number of a record.
  static func number(_ index: Int) -> Int64 { 1_000_000 + Int64(index) * 7 }

  private func record(_ index: Int) -> [String: Any] {
    let base = releases[index % releases.count]
    var draw = Draw(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index) &* 0xBF58_476D_1CE4_E5B9)
    let id = Self.number(index)
    let year = draw.below(10) == 0 ? 0 : 1955 + draw.below(70)
    var fields: [String: Any] = [
      "id": id, "status": "Accepted", "title": "\(base.title) \(draw.word())", "year": year,
      "resource_url": "https://api.discogs.com/releases/\(id)", "uri": "https://www.discogs.com/release/\(id)",
      "data_quality": "Needs Vote", "artists_sort": base.artist, "format_quantity": 1, "thumb": "",
      "artists": artists(base.artist, &draw), "labels": labels(base, &draw), "series": series(&draw),
      "companies": companies(&draw), "formats": formats(&draw), "identifiers": identifiers(index, &draw),
      "tracklist": tracks(base, &draw),
      "genres": Array(["Electronic", "Folk, World, & Country"].prefix(1 + draw.below(2))),
      "community": [
        "have": draw.below(9000), "want": draw.below(900), "rating": ["average": 4.21, "count": draw.below(500)],
        "submitter": ["username": draw.word(), "resource_url": ""], "status": "Accepted", "data_quality": "Needs Vote",
        "contributors": (0..<draw.below(12)).map { _ in ["username": draw.word(), "resource_url": ""] },
      ] as [String: Any],
      "images": (0..<draw.below(8)).map { picture in
        [
          "type": picture == 0 ? "primary" : "secondary", "uri": "", "uri150": "", "resource_url": "", "width": 600,
          "height": 590,
        ] as [String: Any]
      },
      "videos": (0..<draw.below(6)).map { _ in
        [
          "uri": "https://www.example.com/watch?v=\(draw.word())", "title": draw.words(4), "description": draw.words(6),
          "duration": draw.below(600), "embed": true,
        ] as [String: Any]
      },
      "num_for_sale": draw.below(40), "lowest_price": NSNull(), "estimated_weight": 85,
      "date_added": "2009-04-12T09:21:00-07:00", "date_changed": "2025-11-02T01:00:41-08:00",
      "blocked_from_sale": false,
    ]
    // Real records lack one field or another.
    if draw.below(8) > 0 { fields["extraartists"] = credits(draw.below(24), &draw) }
    if draw.below(5) > 0 { fields["styles"] = (0..<(1 + draw.below(4))).map { _ in draw.word() } }
    if draw.below(12) > 0 { fields["country"] = ["US", "UK & Europe", "Germany", "Japan"][draw.below(4)] }
    if draw.below(3) > 0 { fields["master_id"] = 10_000 + draw.below(90_000) }
    if year > 0, draw.below(6) > 0 {
      fields["released"] = ["\(year)", "\(year)-03-00", "\(year)-11-21"][draw.below(3)]
    }
    if draw.below(4) > 0 {
      fields["notes"] =
        "[b]\(draw.words(3))[/b]\r\n\r\n\(draw.words(30))\r\nRecorded by [a=\(draw.word())] for [l=\(draw.word())]."
    }
    return fields
  }

  private func artists(_ name: String, _ draw: inout Draw) -> [[String: Any]] {
    var list = [name]
    for _ in 0..<max(0, draw.below(5) - 2) { list.append(draw.words(2)) }
    return list.map { name in
      artist(
        draw.below(4) == 0 ? "\(name) (\(2 + draw.below(20)))" : name, join: [",", "&", "Feat."][draw.below(3)], &draw)
    }
  }

  private func artist(
    _ name: String, join: String = "", role: String = "", tracks: String = "", _ draw: inout Draw
  ) -> [String: Any] {
    let id = draw.below(9) == 0 ? 0 : 1 + draw.below(900_000)
    return [
      "name": name, "anv": draw.below(5) == 0 ? draw.words(2) : "", "join": join, "role": role, "tracks": tracks,
      "id": id, "resource_url": id == 0 ? "" : "https://api.discogs.com/artists/\(id)",
    ]
  }

  private func credits(_ count: Int, _ draw: inout Draw) -> [[String: Any]] {
    let roles = [
      "Producer", "Producer, Written-By [Lyrics, Music], Mixed By", "Mastered By", "Bass [Fretless], Backing Vocals",
      "Photography By [Front, Back]", "Engineer",
    ]
    return (0..<count).map { _ in
      artist(
        draw.words(2), role: roles[draw.below(roles.count)], tracks: ["", "", "2 to 4, 6", "A1 to B2"][draw.below(4)],
        &draw)
    }
  }

  private func labels(_ base: DemoRelease, _ draw: inout Draw) -> [[String: Any]] {
    (0..<(1 + draw.below(3))).map { index in
      company(
        index == 0 ? "\(base.label) (2)" : draw.words(2),
        draw.below(7) == 0 ? "none" : "\(base.catalogNumber)-\(draw.below(10_000))", "Label", &draw)
    }
  }

  private func series(_ draw: inout Draw) -> [[String: Any]] {
    draw.below(5) == 0 ? [company(draw.words(2), "\(1 + draw.below(60))", "Series", &draw)] : []
  }

  private func companies(_ draw: inout Draw) -> [[String: Any]] {
    let parts = ["Pressed By", "Phonographic Copyright (p)", "Copyright (c)", "Mastered At", "Published By"]
    return (0..<draw.below(11)).map { _ in
      company(
        draw.words(2), draw.below(4) == 0 ? "\(draw.below(90_000)) A" : "", parts[draw.below(parts.count)], &draw)
    }
  }

  private func company(_ name: String, _ number: String, _ part: String, _ draw: inout Draw) -> [String: Any] {
    let id = 1 + draw.below(900_000)
    return [
      "name": name, "catno": number, "entity_type": "1", "entity_type_name": part, "id": id,
      "resource_url": "https://api.discogs.com/labels/\(id)",
    ]
  }

  private func formats(_ draw: inout Draw) -> [[String: Any]] {
    let medium = ["CD", "CD", "Vinyl", "Vinyl", "Cassette", "DVD"][draw.below(6)]
    var formats: [[String: Any]] = []
    if draw.below(9) == 0 { formats.append(["name": "Box Set", "qty": "1"]) }
    var format: [String: Any] = ["name": medium, "qty": "\(1 + draw.below(3))", "descriptions": ["Album", "Reissue"]]
    if draw.below(3) == 0 { format["text"] = draw.words(2) }
    formats.append(format)
    return formats
  }

  private func identifiers(_ index: Int, _ draw: inout Draw) -> [[String: Any]] {
    let digits = Array(("40063" + String(format: "%07d", index)).utf8)
    let sum = digits.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
    let barcode = String(decoding: digits, as: UTF8.self) + "\((10 - sum % 10) % 10)"
    let spaced = "\(barcode.prefix(1)) \(barcode.dropFirst().prefix(6)) \(barcode.suffix(6))"
    var list = [
      ["type": "Barcode", "value": spaced, "description": "Text"],
      ["type": "Barcode", "value": barcode, "description": "Scanned"],
      ["type": "Label Code", "value": "LC \(1000 + draw.below(9000))"],
      ["type": "Rights Society", "value": "BIEM/GEMA", "description": ""],
    ]
    for side in 0..<draw.below(7) {
      list.append([
        "type": "Matrix / Runout", "value": "\(draw.word().uppercased())-\(side)-A",
        "description": "Side \(side), etched",
      ])
    }
    return list
  }

  /// Returns the tracks of the demo's release under other names, and up to 20 more: headings, works in both meanings,
  /// durations over an hour, and credits of tracks.
  private func tracks(_ base: DemoRelease, _ draw: inout Draw) -> [[String: Any]] {
    var list: [[String: Any]] = []
    if draw.below(4) == 0 { list.append(["position": "", "type_": "heading", "title": draw.words(2), "duration": ""]) }
    let count = min(60, max(4, base.tracks.count)) + draw.below(20)
    for number in 1...count {
      let title = number <= base.tracks.count ? "\(base.tracks[number - 1].title) \(draw.word())" : draw.words(3)
      var track: [String: Any] = [
        "position": "\(number)", "type_": "track", "title": title,
        "duration": ["", "3:32", "75:13", "1:02:33", "\(1 + draw.below(9)):\(10 + draw.below(50))"][draw.below(5)],
      ]
      switch draw.below(24) {
      case 0:  // The pieces of one track
        track["position"] = ""
        track["type_"] = "index"
        track["duration"] = "9:00"
        track["sub_tracks"] = ["a", "b", "c"].map { piece in
          ["position": "\(number)\(piece)", "type_": "track", "title": draw.words(2), "duration": ""]
        }
      case 1:  // Tracks of a work
        track["position"] = ""
        track["type_"] = "index"
        track["duration"] = ""
        track["sub_tracks"] = ["A", "B"].map { side in
          ["position": "\(side)\(100 + number)", "type_": "track", "title": draw.words(2), "duration": "4:05"]
        }
      case 2...4: track["extraartists"] = credits(1 + draw.below(3), &draw)
      case 5: track["artists"] = [artist(draw.words(2), &draw)]
      default: break
      }
      list.append(track)
    }
    return list
  }
}

/// Random numbers from a seed, and words of them.
private struct Draw {
  private var random: SplitMix

  init(seed: UInt64) { random = SplitMix(seed) }

  mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  mutating func word() -> String {
    let syllables = [
      "ba", "ro", "lén", "ti", "mar", "so", "vel", "dä", "ku", "ne", "pol", "ri", "sha", "tor", "el", "gu",
    ]
    let word = (0...(1 + below(2))).map { _ in syllables[below(syllables.count)] }.joined()
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  mutating func words(_ count: Int) -> String { (0..<count).map { _ in word() }.joined(separator: " ") }
}
