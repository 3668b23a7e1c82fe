package import Deadwax

extension DiscogsClient {
  /// Returns the CD that fits a barcode best.
  ///
  /// - Parameters:
  ///   - barcode: the barcode.
  ///   - countries: the likely countries, the likeliest first, in the catalogue's spelling.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: the first CD in the order of `ReleaseMatch`.
  /// - Throws: `notFound` if no CD has the barcode, or the reason Discogs did not answer.
  package func firstRelease(
    barcode: GTIN, countries: [String], priority: RequestBudget.Priority
  ) throws(LookupError) -> SearchHit {
    try first(barcode, target: .cd, countries: countries, priority)
  }

  /// Returns the vinyl release that fits a barcode best. The search is the same as for a CD, so its stored response serves
  /// both.
  ///
  /// - Parameters:
  ///   - barcode: the barcode.
  ///   - countries: the likely countries, the likeliest first, in the catalogue's spelling.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: the first hit on vinyl in the order of `ReleaseMatch`.
  /// - Throws: `notFound` if no vinyl release has the barcode, or the reason Discogs did not answer.
  package func firstVinylRelease(
    barcode: GTIN, countries: [String], priority: RequestBudget.Priority
  ) throws(LookupError) -> SearchHit {
    try first(barcode, target: .vinyl, countries: countries, priority)
  }

  /// Searches for releases by their title and artist, without a barcode.
  ///
  /// - Parameters:
  ///   - title: the title of the release; it must have a letter or a digit.
  ///   - artist: the artist; empty for any.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: at most 100 releases, in Discogs' order; empty if there is none.
  /// - Throws: the reason Discogs did not answer.
  package func searchReleases(
    title: String, artist: String, priority: RequestBudget.Priority
  ) throws(LookupError) -> [SearchHit] {
    let fields = [("release_title", title), ("artist", artist)].filter { !$0.1.isEmpty }
      .map { "\($0.0)=\(Self.encoded($0.1))" }
    guard !fields.isEmpty else { return [] }
    return try search(fields.joined(separator: "&") + "&type=release&per_page=100", priority).hits
  }

  /// Fetches a master: the album that several releases are pressings of.
  ///
  /// - Parameters:
  ///   - id: Discogs' number of the master.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: the master.
  /// - Throws: `notFound` if there is none, or the reason Discogs did not answer.
  package func master(
    id: Int64, priority: RequestBudget.Priority
  ) throws(LookupError) -> DiscogsMaster {
    try get("/masters/\(id)", priority, .cached) { (body, _) throws(LookupError) in
      try DiscogsAnswer.master(in: body)
    }
  }

  /// Fetches the releases of a master, at most 100.
  ///
  /// - Parameters:
  ///   - id: Discogs' number of the master.
  ///   - priority: `interactive` if a person waits for the result.
  /// - Returns: the versions in Discogs' order.
  /// - Throws: `notFound` if there is no such master, or the reason Discogs did not answer.
  package func versions(
    ofMaster id: Int64, priority: RequestBudget.Priority
  ) throws(LookupError) -> [DiscogsVersion] {
    try get("/masters/\(id)/versions?per_page=100", priority, .cached) { (body, _) throws(LookupError) in
      try DiscogsAnswer.versions(in: body)
    }
  }

  private func first(
    _ barcode: GTIN, target: ScanTarget, countries: [String], _ priority: RequestBudget.Priority
  ) throws(LookupError) -> SearchHit {
    let hits = try searchBarcode(barcode, priority: priority)
    let match = ReleaseMatch(hits, for: .init(gtin: barcode, target: target, countries: countries))
    guard let best = match.candidates.first else { throw .notFound }
    return best
  }

  /// Percent-encodes a value of a query: every byte but letters, digits and `-._~` (RFC 3986, 2.3).
  static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      result += isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return result
  }
}
