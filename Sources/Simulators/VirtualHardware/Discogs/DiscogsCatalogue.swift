internal import Deadwax
internal import Demo

/// The demo's releases in the shapes of Discogs' responses. Fields that Discogs omits are omitted here too, and
/// quantities are strings. A search result has all identifiers of a release in one list. The numbers of owners are made
/// up.
struct DiscogsCatalogue: Sendable {
  private let releases: [DemoRelease]
  /// The base of the records' own addresses (`resource_url`).
  private let url: String

  init(_ releases: [DemoRelease], url: String) {
    self.releases = releases
    self.url = url
  }

  func release(_ id: Int64) -> DiscogsJSON? {
    releases.first { $0.discogs == id }.map(json) ?? DiscogsPressings.release(id)
  }

  /// Returns the response to a search.
  ///
  /// A barcode is compared digit by digit with each spelling on record. Twelve digits therefore do not find a barcode
  /// that is recorded with 13.
  ///
  /// - Parameters:
  ///   - barcode: digits, with or without separators.
  ///   - words: words that must all occur in the artist, the title or the identifiers.
  ///   - type: the type of result; any type but `release` finds nothing.
  ///   - page: the page number, from 1.
  ///   - perPage: the results per page, 1 to 100.
  /// - Returns: a page; nil if there is no such page.
  func search(barcode: String?, words: [String], type: String?, page: Int, perPage: Int) -> DiscogsJSON? {
    var hits = type == nil || type == "release" ? releases : []
    if let barcode {
      hits = hits.filter { release in identifiers(release).contains { digits($0) == digits(barcode) } }
    }
    for word in words.map({ $0.lowercased() }) {
      hits = hits.filter { release in
        let text = ([release.artist, release.title] + identifiers(release)).joined(separator: " ").lowercased()
        return text.contains(word)
      }
    }
    if barcode == nil, words.isEmpty { hits = [] }
    var results = hits.map(result)
    if let barcode = barcode.map(digits), type == nil || type == "release" {
      results += DiscogsPressings(barcode: barcode)?.results(barcode) ?? []
    }
    let pages = max(1, (results.count + perPage - 1) / perPage)
    guard (1...pages).contains(page) else { return nil }
    let first = (page - 1) * perPage
    return [
      "pagination": [
        "page": .number(Int64(page)), "pages": .number(Int64(pages)), "per_page": .number(Int64(perPage)),
        "items": .number(Int64(results.count)), "urls": [:],
      ],
      "results": .list(Array(results.dropFirst(first).prefix(perPage))),
    ]
  }

  /// Returns what a list of a person says of a release; nil if there is no such release.
  func basics(_ id: Int64) -> DiscogsJSON? {
    guard case .object(let record)? = release(id) else { return nil }
    var fields = record.filter { ["id", "title", "artists", "year", "formats", "labels"].contains($0.key) }
    fields["thumb"] = ""
    fields["cover_image"] = ""
    return .object(fields)
  }

  private func result(_ release: DemoRelease) -> DiscogsJSON {
    var fields: [String: DiscogsJSON] = [
      "id": .number(release.discogs), "type": "release", "title": .text("\(release.artist) - \(release.title)"),
      "uri": .text("/release/\(release.discogs)"), "resource_url": .text("\(url)/releases/\(release.discogs)"),
      "country": .text(release.country ?? ""), "genre": texts(release.genres), "style": [],
      "label": texts([release.label]), "catno": .text(release.catalogNumber),
      "barcode": texts(identifiers(release) + ["LC 00000", "B"]),
      "format": texts(release.formats.flatMap { [$0.name] + $0.descriptions }), "formats": formats(release),
      "format_quantity": .number(Int64(release.formats.reduce(0) { $0 + $1.quantity })), "master_id": 0,
      "master_url": .null, "community": ["want": 0, "have": .number(release.discogs % 997)],
      "user_data": ["in_wantlist": false, "in_collection": false], "thumb": "", "cover_image": "",
    ]
    if let year = release.year { fields["year"] = .text(String(year)) }
    return .object(fields)
  }

  private func json(_ release: DemoRelease) -> DiscogsJSON {
    var fields: [String: DiscogsJSON] = [
      "id": .number(release.discogs), "status": "Accepted", "title": .text(release.title),
      "resource_url": .text("\(url)/releases/\(release.discogs)"),
      "uri": .text("https://www.discogs.com/release/\(release.discogs)"), "data_quality": "Needs Vote",
      "artists": .list([artist(release.artist)]), "artists_sort": .text(release.artist),
      "labels": [
        [
          "name": .text(release.label), "catno": .text(release.catalogNumber), "entity_type": "1",
          "entity_type_name": "Label", "id": 0, "resource_url": "",
        ]
      ],
      "series": [], "companies": [], "formats": formats(release), "year": .number(Int64(release.year ?? 0)),
      "format_quantity": .number(Int64(release.formats.reduce(0) { $0 + $1.quantity })),
      "community": ["have": .number(release.discogs % 997), "want": 0, "status": "Accepted"], "num_for_sale": 0,
      "lowest_price": .null, "genres": texts(release.genres), "styles": [],
      "identifiers": .list(
        identifiers(release).enumerated().map { index, value in
          ["type": "Barcode", "value": .text(value), "description": index == 0 ? "Text" : "Scanned"]
        }), "tracklist": .list(release.tracks.map(track)),
      "images": [
        ["type": "primary", "uri": "", "uri150": "", "resource_url": "", "width": 600, "height": 600]
      ],
    ]
    if let country = release.country { fields["country"] = .text(country) }
    if let year = release.year {
      fields["released"] = .text("\(year)-00-00")
      fields["released_formatted"] = .text(String(year))
    }
    return .object(fields)
  }

  private func artist(_ name: String) -> DiscogsJSON {
    ["name": .text(name), "anv": "", "join": "", "role": "", "tracks": "", "id": 0, "resource_url": ""]
  }

  private func track(_ track: DemoTrack) -> DiscogsJSON {
    let type = track.kind == .heading ? "heading" : track.kind == .index ? "index" : "track"
    var fields: [String: DiscogsJSON] = [
      "position": .text(track.position), "type_": .text(type), "title": .text(track.title),
      "duration": .text(track.duration ?? ""),
    ]
    if let name = track.artist { fields["artists"] = .list([artist(name)]) }
    if !track.parts.isEmpty { fields["sub_tracks"] = .list(track.parts.map(self.track)) }
    return .object(fields)
  }

  private func formats(_ release: DemoRelease) -> DiscogsJSON {
    .list(
      release.formats.map { format in
        var fields: [String: DiscogsJSON] = [
          "name": .text(format.name), "qty": .text(String(format.quantity)),
          "descriptions": texts(format.descriptions),
        ]
        if let text = format.text { fields["text"] = .text(text) }
        return .object(fields)
      })
  }

  /// Returns the barcode as written on the sleeve, then as scanned.
  private func identifiers(_ release: DemoRelease) -> [String] {
    guard let barcode = release.barcode else { return [] }
    let scanned = barcode.upcA ?? barcode.key
    return (release.barcodeAsWritten.map { [$0] } ?? []) + [scanned]
  }

  private func digits(_ text: String) -> String { text.filter { $0.isASCII && $0.isNumber } }

  private func texts(_ values: [String]) -> DiscogsJSON { .list(values.map { .text($0) }) }
}
