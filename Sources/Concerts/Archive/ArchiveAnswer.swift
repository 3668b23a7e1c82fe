internal import Deadwax
internal import FoundationEssentials

/// The answer of Archive.org's metadata API. Its values are texts, numbers or lists of both, as people entered them.
struct ArchiveAnswer: Decodable {
  /// A value in any of the forms that the API has.
  struct Value: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = text
      } else if let list = try? container.decode([Value].self) {
        text = list.compactMap(\.text).joined(separator: "; ")
      } else if let number = try? container.decode(Double.self) {
        text = number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
      } else {
        text = nil
      }
    }
  }

  private let members: [String: Value]
  private let files: [[String: Value]]
  private let entries: [[String: Value]]

  private enum CodingKeys: String, CodingKey { case metadata, files, reviews }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    members = try container.decodeIfPresent([String: Value].self, forKey: .metadata) ?? [:]
    files = try container.decodeIfPresent([[String: Value]].self, forKey: .files) ?? []
    entries = try container.decodeIfPresent([[String: Value]].self, forKey: .reviews) ?? []
  }

  /// True if there is such an item: the API answers an unknown identifier with an empty object.
  var isItem: Bool { !members.isEmpty }

  var facts: ArchivedItem.Facts {
    func text(_ name: String) -> String? { members[name]?.text }
    return ArchivedItem.Facts(
      title: text("title"), creator: text("creator"), date: text("date"), venue: text("venue"),
      place: text("coverage"), source: text("source"), lineage: text("lineage"), taper: text("taper"),
      transferer: text("transferer"), description: text("description"))
  }

  /// Returns the tracks in one format: MP3 if there is one, since every browser plays it.
  ///
  /// - Parameter base: the address of the folder of the item.
  /// - Returns: the tracks in the order of their names.
  func tracks(at base: String) -> [ArchivedItem.Track] {
    let formats = ["VBR MP3", "MP3", "128Kbps MP3", "64Kbps MP3", "Ogg Vorbis", "Flac", "24bit Flac", "Shorten"]
    let format = formats.first { wanted in files.contains { $0["format"]?.text == wanted } }
    let tracks = files.compactMap { file -> ArchivedItem.Track? in
      guard let format, file["format"]?.text == format, let name = file["name"]?.text, !name.isEmpty else { return nil }
      return ArchivedItem.Track(
        file: name, number: file["track"]?.text, title: file["title"]?.text,
        seconds: file["length"]?.text.flatMap(Self.seconds), format: format, address: "\(base)/\(Self.encoded(name))")
    }
    return tracks.sorted { $0.file < $1.file }
  }

  var reviews: [ArchivedItem.Review] {
    entries.map { entry in
      ArchivedItem.Review(
        title: entry["reviewtitle"]?.text, reviewer: entry["reviewer"]?.text, date: entry["reviewdate"]?.text,
        stars: entry["stars"]?.text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil },
        text: entry["reviewbody"]?.text)
    }
  }

  /// Reads a length as seconds, `5:30` or `1:05:30`.
  private static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), (0..<100_000).contains(number) else { return nil }
      seconds = seconds * 60 + number
    }
    return Int(seconds.rounded())
  }

  private static func encoded(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      let hex = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + hex
    }
    return text
  }
}
