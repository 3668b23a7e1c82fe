package import Deadwax

extension Queryable {
  /// Returns the details of a release, or nil if there is no such release.
  package func detail(of release: Release.ID) throws -> ReleaseDetail? {
    guard var detail = try ownDetail(of: release) else { return nil }
    detail.artists = try all(
      "SELECT name, join_phrase, role FROM artist_credit WHERE release_id = ?1 ORDER BY position", release
    ) { row in
      ArtistCredit(name: try row.text(0), join: try row.optionalText(1), role: try row.optionalText(2))
    }
    detail.labels = try all(
      "SELECT name, catalog_number FROM label_credit WHERE release_id = ?1 ORDER BY position", release
    ) { row in LabelCredit(name: try row.text(0), catalogNumber: try row.optionalText(1)) }
    detail.formats = try all(
      "SELECT name, quantity, text, descriptions FROM format WHERE release_id = ?1 ORDER BY position", release
    ) { row in
      Format(
        name: try row.text(0), quantity: Int(try row.integer(1)), text: try row.optionalText(2),
        descriptions: JSONList.strings(try row.text(3)))
    }
    detail.identifiers = try all(
      "SELECT type, value, note FROM identifier WHERE release_id = ?1 ORDER BY position", release
    ) { row in
      ReleaseIdentifier(type: try row.text(0), value: try row.text(1), note: try row.optionalText(2))
    }
    detail.tracks = try tracks(of: release)
    return detail
  }

  private func ownDetail(of release: Release.ID) throws -> ReleaseDetail? {
    try first(
      """
      SELECT released, notes, genres, styles, source, source_id, source_url, fetched_at FROM release WHERE id = ?1
      """, release
    ) { row in
      var source: ReleaseDetail.Source?
      if let name = try row.optionalText(4) {
        source = ReleaseDetail.Source(
          name: name, id: try row.optionalText(5) ?? "", url: try row.optionalText(6) ?? "",
          fetchedAt: try row.optionalTime(7) ?? Timestamp(milliseconds: 0))
      }
      return ReleaseDetail(
        released: try row.optionalText(0), notes: try row.optionalText(1), genres: JSONList.strings(try row.text(2)),
        styles: JSONList.strings(try row.text(3)), source: source)
    }
  }

  private func tracks(of release: Release.ID) throws -> [Track] {
    let rows = try all(
      """
      SELECT position, parent, kind, printed_position, title, seconds FROM track WHERE release_id = ?1 ORDER BY position
      """, release
    ) { row in
      (
        position: try row.integer(0), parent: try row.optionalInteger(1),
        track: Track(
          kind: Track.Kind(rawValue: try row.text(2)) ?? .track, position: try row.text(3), title: try row.text(4),
          seconds: try row.optionalInteger(5).map(Int.init))
      )
    }
    // Parts follow the track that they belong to, so in reverse order every part is read before its parent.
    var parts: [Int64: [Track]] = [:]
    var top: [Track] = []
    for row in rows.reversed() {
      var track = row.track
      track.parts = parts[row.position]?.reversed() ?? []
      if let parent = row.parent { parts[parent, default: []].append(track) } else { top.append(track) }
    }
    return top.reversed()
  }
}
