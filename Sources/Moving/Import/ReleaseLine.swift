internal import Deadwax

/// The facts about a release that a line of a file has. What is empty is absent.
struct ReleaseLine: Sendable {
  let id: Release.ID?
  let status: Release.Status?
  let barcode: GTIN?
  /// The numbers at external sources.
  let links: [ReleaseLink.Source: String]
  let values: [Release.Field: Release.FieldValue]
  /// The tags that people put on the release; nil for none.
  let tags: [String]?

  /// The columns of the fields that people can edit.
  static let columns: [Release.Field: ImportField] = [
    .title: .title, .artist: .artist, .medium: .medium, .label: .label, .catalogNumber: .catalogNumber, .year: .year,
    .country: .country, .released: .released, .genres: .genres, .styles: .styles,
  ]
  /// The same fields in the order in which differences are listed.
  static let order: [Release.Field] = [
    .artist, .title, .medium, .label, .catalogNumber, .year, .country, .released, .genres, .styles,
  ]
  static let sources: [ReleaseLink.Source: ImportField] = [
    .discogs: .discogs, .musicbrainz: .musicbrainz, .wikidata: .wikidata,
  ]

  /// True if the line has nothing by which a release is found but its texts.
  var hasNoNumber: Bool { id == nil && barcode == nil && links.isEmpty }

  init(
    id: Release.ID?, status: Release.Status?, barcode: GTIN?, links: [ReleaseLink.Source: String],
    values: [Release.Field: Release.FieldValue], tags: [String]?
  ) {
    (self.id, self.status, self.barcode) = (id, status, barcode)
    (self.links, self.values, self.tags) = (links, values, tags)
  }

  /// - Throws: `ImportRefusal` with the field.
  init(_ text: ImportText) throws(ImportRefusal) {
    id = try text.id(.releaseID, Release.self)
    status = try text.word(.releaseStatus, Release.Status.self)
    barcode = try Self.gtin(text)
    var links: [ReleaseLink.Source: String] = [:]
    for source in ReleaseLink.Source.allCases {
      guard let field = Self.sources[source], let given = text.row[field]?.trimmed, given != "0" else { continue }
      guard let number = source.number(in: given) else { throw text.bad(field, "must be \(source.form)") }
      links[source] = number
    }
    self.links = links
    var values: [Release.Field: Release.FieldValue] = [:]
    func set(_ field: Release.Field, _ text: String?) { if let text { values[field] = .text(text) } }
    set(.title, try text.line(.title, atMost: Release.Patch.longestTitle))
    set(.artist, try text.line(.artist, atMost: Release.Patch.longestTitle))
    set(.label, try text.line(.label, atMost: Release.Patch.longestLabel))
    set(.catalogNumber, try text.line(.catalogNumber, atMost: Release.Patch.longestNumber))
    set(.country, try text.line(.country, atMost: Release.Patch.longestNumber))
    set(.released, try text.date(.released)?.description)
    set(.medium, try Self.medium(text)?.rawValue)
    if let year = try text.year(.year) { values[.year] = .number(year) }
    if let genres = try text.list(.genres) { values[.genres] = .list(genres) }
    if let styles = try text.list(.styles) { values[.styles] = .list(styles) }
    self.values = values
    tags = try text.releaseTags()
  }

  private static func gtin(_ text: ImportText) throws(ImportRefusal) -> GTIN? {
    guard let given = text.row[.barcode]?.trimmed else { return nil }
    // The exported key of an EAN-8 could also be a shortened UPC.
    if text.isExact, let gtin = GTIN(key: given) { return gtin }
    guard case .gtin(let gtin) = GTIN.read(given) else {
      throw text.bad(.barcode, "must be a barcode of 8, 12, 13 or 14 digits with a right check digit")
    }
    // The digits beside the barcode are no part of a release.
    return GTIN(key: gtin.key)
  }

  /// Returns the medium: a word of Deadwax, or the one that a format in words names.
  private static func medium(_ text: ImportText) throws(ImportRefusal) -> Medium? {
    if let given = text.row[.medium]?.trimmed {
      if let medium = Medium(rawValue: given.lowercased()) ?? medium(of: given) { return medium }
      return try text.word(.medium, Medium.self)
    }
    return text.row[.format].flatMap { medium(of: $0) }
  }

  /// Returns the medium that a format names first, such as "2xLP, Album" or "Box, Comp + 14xCD".
  static func medium(of format: String) -> Medium? {
    for part in format.split(whereSeparator: { ",+/;&()".contains($0) }) {
      var word = part.lowercased().filter { !$0.isWhitespace }
      // The number of discs.
      if let cross = word.firstIndex(of: "x"), word[..<cross].allSatisfy(\.isNumber), cross != word.startIndex {
        word.removeSubrange(...cross)
      }
      if let medium = media[word] { return medium }
    }
    return nil
  }

  private static let media: [String: Medium] = {
    var media: [String: Medium] = [:]
    let words: [(Medium, [String])] = [
      (
        .cd,
        ["cd", "cdr", "cds", "cdep", "minicd", "minimax", "sacd", "hdcd", "hybrid", "compactdisc", "shmcd", "shm-cd"]
      ),
      (
        .vinyl,
        [
          "vinyl", "lp", "lps", "ep", "7\"", "10\"", "12\"", "7''", "12''", "7inch", "10inch", "12inch", "7”", "12”",
          "vinyllp", "vinylsingle", "vinyl7\"", "vinyl10\"", "vinyl12\"", "7\"vinyl", "10\"vinyl", "12\"vinyl",
          "schallplatte", "shellac", "flexi", "flexi-disc", "lathe", "lathecut", "acetate", "vinyle",
        ]
      ),
      (.cassette, ["cass", "cassette", "cassettes", "mc", "k7", "tape", "kassette", "musikkassette"]),
      (
        .other, ["file", "dvd", "dvdr", "dvd-a", "blu-ray", "minidisc", "md", "dat", "vhs", "reel", "8-trk", "digital"]
      ),
    ]
    for (medium, names) in words { for name in names { media[name] = medium } }
    return media
  }()
}
