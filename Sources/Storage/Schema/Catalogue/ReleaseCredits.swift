internal import Deadwax

extension Queryable {
  /// Returns the series and the companies of a release, in order.
  func companies(of release: Release.ID) throws -> [CompanyCredit] {
    try all("SELECT kind, name, number, role FROM company_credit WHERE release_id = ?1 ORDER BY position", release) {
      row in
      CompanyCredit(
        kind: CompanyCredit.Kind(rawValue: try row.text("kind")) ?? .company, name: try row.text("name"),
        number: try row.optionalText("number"), role: try row.optionalText("role"))
    }
  }

  /// Returns the credits of the tracks of a release, by the position of the row in `track`.
  func trackCredits(of release: Release.ID) throws -> [Int64: [ArtistCredit]] {
    var credits: [Int64: [ArtistCredit]] = [:]
    try forEach(
      """
      SELECT track, name, join_phrase, role, listed_as, tracks, artist_id FROM track_credit WHERE release_id = ?1
      ORDER BY position
      """, [release]
    ) { row in credits[try row.integer("track"), default: []].append(try artistCredit(from: row)) }
    return credits
  }

  /// Reads a row of `artist_credit` or `track_credit`.
  func artistCredit(from row: Row) throws -> ArtistCredit {
    ArtistCredit(
      name: try row.text("name"), join: try row.optionalText("join_phrase"), role: try row.optionalText("role"),
      listedAs: try row.optionalText("listed_as"), tracks: try row.optionalText("tracks"),
      artist: try row.optionalText("artist_id"))
  }
}

extension WriteTransaction {
  /// Adds the series and companies of a release, and the credits of its tracks. Their rows must not exist yet.
  func insertCredits(_ detail: ReleaseDetail, of release: Release.ID) throws {
    for (position, company) in detail.companies.enumerated() {
      try run(
        "INSERT INTO company_credit (release_id, position, kind, name, number, role) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        release, position, company.kind.rawValue, company.name, company.number, company.role)
    }
    // The rows of `track` are numbered in the same order: each track before its parts.
    var position = 0
    for (track, credits) in detail.tracks.flatMap(\.creditsInOrder).enumerated() {
      for credit in credits {
        try run(
          """
          INSERT INTO track_credit (release_id, position, track, name, join_phrase, role, listed_as, tracks, artist_id)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
          """, release, position, track, credit.name, credit.join, credit.role, credit.listedAs, credit.tracks,
          credit.artist)
        position += 1
      }
    }
  }
}

extension Track {
  /// The credits of the track and of each of its parts.
  fileprivate var creditsInOrder: [[ArtistCredit]] { [credits] + parts.flatMap(\.creditsInOrder) }
}
