package import Deadwax

extension Queryable {
  /// Returns the details of a release, or nil if there is no such release.
  package func detail(of release: Release.ID) throws -> ReleaseDetail? {
    guard var detail = try ownDetail(of: release) else { return nil }
    detail.artists = try all(
      """
      SELECT name, join_phrase, role, listed_as, tracks, artist_id FROM artist_credit WHERE release_id = ?1
      ORDER BY position
      """, release, as: artistCredit(from:))
    detail.labels = try all(
      "SELECT name, catalog_number FROM label_credit WHERE release_id = ?1 ORDER BY position", release
    ) { row in LabelCredit(name: try row.text("name"), catalogNumber: try row.optionalText("catalog_number")) }
    detail.formats = try all(
      "SELECT name, quantity, text, descriptions FROM format WHERE release_id = ?1 ORDER BY position", release
    ) { row in
      Format(
        name: try row.text("name"), quantity: Int(try row.integer("quantity")), text: try row.optionalText("text"),
        descriptions: JSONList.strings(try row.text("descriptions")))
    }
    detail.identifiers = try all(
      "SELECT type, value, note FROM identifier WHERE release_id = ?1 ORDER BY position", release
    ) { row in
      ReleaseIdentifier(type: try row.text("type"), value: try row.text("value"), note: try row.optionalText("note"))
    }
    detail.companies = try companies(of: release)
    detail.master = try first("SELECT master_id FROM release WHERE id = ?1", release) { try $0.optionalText(0) } ?? nil
    detail.tracks = try tracks(of: release)
    detail.links = try links(of: release)
    detail.tags = try releaseTags(of: release)
    return detail
  }

  private func ownDetail(of release: Release.ID) throws -> ReleaseDetail? {
    try first(
      """
      SELECT released, notes, genres, styles, source, source_id, source_url, fetched_at, edited FROM release
      WHERE id = ?1
      """, release
    ) { row in
      var source: ReleaseDetail.Source?
      if let name = try row.optionalText("source") {
        source = ReleaseDetail.Source(
          name: name, id: try row.optionalText("source_id") ?? "", url: try row.optionalText("source_url") ?? "",
          fetchedAt: try row.optionalTime("fetched_at") ?? Timestamp(milliseconds: 0))
      }
      return ReleaseDetail(
        released: try row.optionalText("released"), notes: try row.optionalText("notes"),
        genres: JSONList.strings(try row.text("genres")),
        styles: JSONList.strings(try row.text("styles")), source: source,
        edited: try ReleaseEdits.read(row.text("edited")))
    }
  }

  private func tracks(of release: Release.ID) throws -> [Track] {
    let rows = try all(
      """
      SELECT position, parent, kind, printed_position, title, seconds FROM track WHERE release_id = ?1 ORDER BY position
      """, release
    ) { row in
      (
        position: try row.integer("position"), parent: try row.optionalInteger("parent"),
        track: Track(
          kind: Track.Kind(rawValue: try row.text("kind")) ?? .track, position: try row.text("printed_position"),
          title: try row.text("title"),
          seconds: try row.optionalInteger("seconds").map(Int.init))
      )
    }
    // Parts follow the track that they belong to, so in reverse order every part is read before its parent.
    var parts: [Int64: [Track]] = [:]
    var top: [Track] = []
    let credits = try trackCredits(of: release)
    for row in rows.reversed() {
      var track = row.track
      track.parts = parts[row.position]?.reversed() ?? []
      track.credits = credits[row.position] ?? []
      if let parent = row.parent { parts[parent, default: []].append(track) } else { top.append(track) }
    }
    return top.reversed()
  }
}
