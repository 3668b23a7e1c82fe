/// Four pressings of one invented record, which all carry the same barcode: two countries and two years. The demo has no
/// such barcode of its own, so a scan of one lets the station ask which pressing it is.
///
/// Their barcodes begin with 9520000, which GS1 keeps for examples. Each such barcode has four pressings of its own.
struct DiscogsPressings: Sendable {
  private static let first: Int64 = 990_000_000
  private static let prefix = "9520000"

  /// The five digits before the check digit.
  private let number: Int64

  /// Returns nil for a barcode that is no example.
  init?(barcode: String) {
    guard barcode.count == 13, barcode.hasPrefix(Self.prefix),
      let number = Int64(barcode.dropFirst(Self.prefix.count).dropLast())
    else { return nil }
    self.number = number
  }

  /// The results of a search for the barcode.
  func results(_ barcode: String) -> [DiscogsJSON] {
    (0..<4).map { index in
      let id = Self.first + number * 10 + Int64(index)
      return [
        "id": .number(id), "type": "release", "title": "Example Trio - Invented Suite",
        "uri": .text("/release/\(id)"), "country": .text(Self.country(index)), "year": .text(Self.year(index)),
        "label": ["Example Records"], "catno": .text(Self.catalogNumber(index)), "barcode": [.text(barcode)],
        "format": ["CD", "Album"], "formats": Self.formats, "format_quantity": 1, "genre": ["Jazz"], "style": [],
        "master_id": 0, "master_url": .null, "community": ["want": 0, "have": .number(40 - Int64(index))],
        "user_data": ["in_wantlist": false, "in_collection": false], "thumb": "", "cover_image": "",
      ]
    }
  }

  /// Returns the record of a pressing; nil for another number.
  static func release(_ id: Int64) -> DiscogsJSON? {
    let index = Int(id % 10)
    guard (first..<first + 1_000_000).contains(id), index < 4 else { return nil }
    return [
      "id": .number(id), "status": "Accepted", "title": "Invented Suite", "uri": .text("/release/\(id)"),
      "artists": [
        ["name": "Example Trio", "anv": "", "join": "", "role": "", "tracks": "", "id": 0, "resource_url": ""]
      ], "artists_sort": "Example Trio",
      "labels": [["name": "Example Records", "catno": .text(catalogNumber(index)), "id": 0, "resource_url": ""]],
      "series": [], "companies": [], "formats": formats, "format_quantity": 1, "genres": ["Jazz"], "styles": [],
      "country": .text(country(index)), "year": .number(Int64(year(index)) ?? 0), "released": .text(year(index)),
      "identifiers": [], "images": [],
      "tracklist": [
        ["position": "1", "type_": "track", "title": "First Part", "duration": "4:00"],
        ["position": "2", "type_": "track", "title": "Second Part", "duration": "5:00"],
      ],
    ]
  }

  private static let formats: DiscogsJSON = [["name": "CD", "qty": "1", "descriptions": ["Album"]]]

  private static func country(_ index: Int) -> String { index < 2 ? "UK" : "Japan" }

  private static func year(_ index: Int) -> String { index % 2 == 0 ? "1991" : "1994" }

  private static func catalogNumber(_ index: Int) -> String { index < 2 ? "EX 1" : "EXJ 1" }
}
