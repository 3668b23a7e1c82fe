package import Deadwax

extension Queryable {
  package func release(_ id: Release.ID) throws -> Release? {
    try first("\(releaseSelect) FROM release r WHERE r.id = ?1", id) { try release(from: $0) }
  }

  /// Returns at most `limit` releases, the newest first. `before` is the last release of the previous page.
  package func releases(
    in filter: ReleaseFilter = ReleaseFilter(), before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> [(release: Release, createdAt: Timestamp)] {
    var list = ListConditions("r.removed_at IS NULL")
    list.add(filter)
    // As a separate condition, it uses the index. Combined with a test for nil, it would read all newer releases.
    if let before { list.add("(r.created_at, r.id) < (?, ?)", before.createdAt, before.id) }
    return try all(
      "\(releaseSelect) FROM release r \(list.sql) ORDER BY r.created_at DESC, r.id DESC LIMIT ?", list.values + [limit]
    ) { row in (try release(from: row), try row.time("release_added_at")) }
  }

  /// Returns the keys of at most `limit` releases, the newest first, without reading the releases.
  package func releaseKeys(
    in filter: ReleaseFilter = ReleaseFilter(), before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> [RowPage.Key] {
    var list = ListConditions("r.removed_at IS NULL")
    list.add(filter)
    if let before { list.add("(r.created_at, r.id) < (?, ?)", before.createdAt, before.id) }
    return try all(
      "SELECT r.id, r.created_at FROM release r \(list.sql) ORDER BY r.created_at DESC, r.id DESC LIMIT ?",
      list.values + [limit]
    ) { row in RowPage.Key(id: try row.text("id"), position: try row.integer("created_at")) }
  }

  /// Returns the number of releases; nil for more than `ListTotal.limit`.
  package func releaseTotal(in filter: ReleaseFilter = ReleaseFilter()) throws -> Int? {
    var list = ListConditions("r.removed_at IS NULL")
    list.add(filter)
    return try total(of: "release r", list)
  }

  /// Returns at most `limit` releases that were looked up and not found, the newest first.
  package func unknownReleases(
    before: (createdAt: Timestamp, id: Release.ID)?, limit: Int
  ) throws -> [(release: Release, createdAt: Timestamp)] {
    var list = ListConditions("r.status = 'not-found' AND r.removed_at IS NULL")
    if let before { list.add("(r.created_at, r.id) < (?, ?)", before.createdAt, before.id) }
    return try all(
      "\(releaseSelect) FROM release r \(list.sql) ORDER BY r.created_at DESC, r.id DESC LIMIT ?", list.values + [limit]
    ) { row in (try release(from: row), try row.time("release_added_at")) }
  }

  /// Returns the number of releases in a list as above; nil for more than `ListTotal.limit`.
  package func unknownReleaseTotal() throws -> Int? {
    try total(of: "release", ListConditions("status = 'not-found' AND removed_at IS NULL"))
  }

  /// Returns the release with a catalogue's record number.
  package func release(source: String, id: String) throws -> Release? {
    try first("\(releaseSelect) FROM release r WHERE source = ?1 AND source_id = ?2 AND removed_at IS NULL", source, id)
    {
      try release(from: $0)
    }
  }

  /// Reads the columns of `releaseColumns`.
  func release(from row: Row) throws -> Release {
    guard let status = Release.Status(rawValue: try row.text("release_status")),
      let medium = Medium(rawValue: try row.text("release_medium"))
    else {
      throw StorageError(.mismatch, call: "release", message: "an unknown status or medium")
    }
    return Release(
      id: try row.id("release_key"), status: status, medium: medium, title: try row.text("title"),
      artist: try row.text("artist"), label: try row.optionalText("label"),
      catalogNumber: try row.optionalText("catalog_number"), year: try row.optionalInteger("year").map(Int.init),
      country: try row.optionalText("country"), barcode: try row.optionalText("barcode").flatMap { GTIN(key: $0) },
      version: Int(try row.integer("release_version")), isWished: try row.flag("is_wished"),
      isFavourite: try row.flag("is_favourite"))
  }
}

/// The columns of the table `r` that `release(from:)` reads, and the time at which the release was added. Names that a
/// copy has too are longer.
let releaseColumns = """
  r.id AS release_key, r.status AS release_status, r.medium AS release_medium, r.title, r.artist, r.label,
    r.catalog_number, r.year, r.country, r.barcode, r.version AS release_version, r.created_at AS release_added_at,
    r.wished_at IS NOT NULL AS is_wished, r.favourite_at IS NOT NULL AS is_favourite
  """

private let releaseSelect = "SELECT \(releaseColumns)"

extension WriteTransaction {
  package func insert(_ release: Release) throws {
    try snapshot(.release, release.id.text)
    try run(
      """
      INSERT INTO release (id, status, medium, title, artist, label, catalog_number, year, country, barcode,
        created_at, modified_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)
      """, release.id, release.status.rawValue, release.medium.rawValue, release.title, release.artist, release.label,
      release.catalogNumber, release.year, release.country, release.barcode?.key, now)
    try index(release: release.id.text)
  }

  /// Fills in a release: replaces its own columns and all its details. Fields that a person edited stay as they are;
  /// their marks get the new values of the source. Links to other sources stay too, and so do the tags
  /// of the release.
  package func fill(_ filled: Release, with found: ReleaseDetail) throws {
    try snapshot(.release, filled.id.text)
    let (release, detail) = try keepingEdits(of: filled, found)
    try run(
      """
      UPDATE release SET status = ?2, medium = ?3, title = ?4, artist = ?5, label = ?6, catalog_number = ?7, year = ?8,
        country = ?9, released = ?10, notes = ?11, genres = ?12, styles = ?13, source = ?14, source_id = ?15,
        source_url = ?16, fetched_at = ?17, modified_at = ?18, edited = ?19, version = version + 1
      WHERE id = ?1
      """, release.id, release.status.rawValue, release.medium.rawValue, release.title, release.artist, release.label,
      release.catalogNumber, release.year, release.country, detail.released, detail.notes,
      JSONList.array(detail.genres),
      JSONList.array(detail.styles), detail.source?.name, detail.source?.id, detail.source?.url,
      detail.source?.fetchedAt, now, try ReleaseEdits.write(detail.edited))
    try run("UPDATE release SET master_id = ?2 WHERE id = ?1", release.id, detail.master)
    let links = try links(of: release.id).filled(by: detail.links).following(detail.source)
    for table in HistoryTable.release.children where table != Self.releaseTagTable {
      try run("DELETE FROM \(table) WHERE release_id = ?1", release.id)
    }
    try insert(links, of: release.id)
    for (position, artist) in detail.artists.enumerated() {
      try run(
        """
        INSERT INTO artist_credit (release_id, position, name, join_phrase, role, listed_as, tracks, artist_id)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """, release.id, position, artist.name, artist.join, artist.role, artist.listedAs, artist.tracks, artist.artist)
    }
    for (position, label) in detail.labels.enumerated() {
      try run(
        "INSERT INTO label_credit (release_id, position, name, catalog_number) VALUES (?1, ?2, ?3, ?4)", release.id,
        position, label.name, label.catalogNumber)
    }
    for (position, format) in detail.formats.enumerated() {
      try run(
        "INSERT INTO format (release_id, position, name, quantity, text, descriptions) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        release.id, position, format.name, format.quantity, format.text, JSONList.array(format.descriptions))
    }
    for (position, identifier) in detail.identifiers.enumerated() {
      var gtin: String?
      if case .gtin(let read) = GTIN.read(identifier.value) { gtin = read.key }
      try run(
        "INSERT INTO identifier (release_id, position, type, value, note, gtin) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        release.id, position, identifier.type, identifier.value, identifier.note, gtin)
    }
    var position = 0
    try insert(detail.tracks, of: release.id, below: nil, position: &position)
    try insertCredits(detail, of: release.id)
    try index(release: release.id.text)
  }

  private func insert(
    _ tracks: [Track], of release: Release.ID, below parent: Int?, position: inout Int
  ) throws {
    for track in tracks {
      let own = position
      try run(
        """
        INSERT INTO track (release_id, position, parent, kind, printed_position, title, seconds)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """, release, own, parent, track.kind.rawValue, track.position, track.title, track.seconds)
      position += 1
      try insert(track.parts, of: release, below: own, position: &position)
    }
  }

  /// Sets the status of a release, as for one that no catalogue knows or one whose look-up is repeated.
  package func set(_ status: Release.Status, of release: Release.ID) throws {
    try snapshot(.release, release.text)
    try run(
      "UPDATE release SET status = ?2, version = version + 1, modified_at = ?3 WHERE id = ?1", release, status.rawValue,
      now)
  }
}
