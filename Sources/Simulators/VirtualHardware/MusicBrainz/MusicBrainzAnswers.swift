internal import HTTPServer

/// The responses of the stand-in for MusicBrainz, with the members that MusicBrainz sends.
struct MusicBrainzAnswers: Sendable {
  let releases: [MusicBrainzEntry]

  /// Returns the response to a search. Only the field `barcode` is known, with one value or several.
  func search(_ query: String) -> HTTPResponse {
    let words = query.split { !($0.isNumber || $0.isLetter) }.map(String.init)
    let found = words.first == "barcode" ? releases.filter { $0.barcode.map(words.contains) ?? false } : []
    return json([
      "created": "2026-11-20T09:45:12.120Z", "count": .number(Int64(found.count)), "offset": 0,
      "releases": .list(found.map { release($0, relations: false) }),
    ])
  }

  /// Returns the response for a release with its relations.
  func release(_ number: String) -> HTTPResponse {
    guard let entry = releases.first(where: { $0.number == number }) else { return missing }
    return json(release(entry, relations: true))
  }

  /// Returns the response for an address, with the releases that it belongs to.
  func address(_ resource: String) -> HTTPResponse {
    let found = releases.filter { $0.discogs.map { "https://www.discogs.com/release/\($0)" } == resource }
    guard !found.isEmpty else { return missing }
    return json([
      "id": "b32d6b1c-0b3a-4c7e-9d61-2f0f0a4cbb10", "resource": .text(resource),
      "relations": .list(
        found.map {
          ["type": "discogs", "direction": "backward", "release": release($0, relations: false)]
        }),
    ])
  }

  /// Returns the picture of a release in the archive; nil for none.
  func cover(_ number: String) -> [UInt8]? { releases.first { $0.number == number }?.cover }

  private var missing: HTTPResponse { HTTPResponse.json(Array(#"{"error":"Not Found"}"#.utf8), status: 404) }

  private func json(_ value: DiscogsJSON) -> HTTPResponse { HTTPResponse.json(value.bytes) }

  private func release(_ entry: MusicBrainzEntry, relations: Bool) -> DiscogsJSON {
    var fields: [String: DiscogsJSON] = [
      "id": .text(entry.number), "title": .text(entry.title), "status": "Official", "country": "XE",
      "barcode": entry.barcode.map { .text($0) } ?? .null, "date": .text(entry.date ?? ""),
      "media": [["format": .text(entry.format), "track-count": 10]],
    ]
    if relations {
      let links: [(String, String)] = [
        entry.discogs.map { ("discogs", "https://www.discogs.com/release/\($0)") },
        entry.wikidata.map { ("wikidata", "https://www.wikidata.org/wiki/\($0)") },
      ].compactMap(\.self)
      fields["relations"] = .list(
        links.map { type, url in ["type": .text(type), "url": ["resource": .text(url)]] })
      fields["cover-art-archive"] = ["front": .bool(entry.cover != nil), "artwork": .bool(entry.cover != nil)]
    }
    return .object(fields)
  }
}
