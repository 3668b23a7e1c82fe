internal import Deadwax
internal import Lending
internal import Queries

extension Queryable {
  /// Returns all that a release is found by; nil if there is no such release.
  func searchDocument(of release: String) throws -> SearchDocument? {
    guard var document = try ownDocument(of: release) else { return nil }
    try forEach(
      "SELECT name, role, listed_as FROM artist_credit WHERE release_id = ?1 ORDER BY position", [release]
    ) { row in
      let field = try row.optionalText("role") == nil ? QueryTextField.artist : .credit
      document.add(field, try row.text("name"), try row.optionalText("listed_as"))
    }
    try forEach(
      "SELECT name, role, listed_as FROM track_credit WHERE release_id = ?1 ORDER BY position", [release]
    ) { row in
      let field = try row.optionalText("role") == nil ? QueryTextField.artist : .credit
      document.add(field, try row.text("name"), try row.optionalText("listed_as"))
    }
    try forEach(
      "SELECT name, catalog_number FROM label_credit WHERE release_id = ?1 ORDER BY position", [release]
    ) { row in
      document.add(.label, try row.text("name"))
      document.add(.catalogue, try row.optionalText("catalog_number"))
    }
    try forEach("SELECT kind, name FROM company_credit WHERE release_id = ?1 ORDER BY position", [release]) { row in
      document.add(try row.text("kind") == "series" ? .label : .credit, try row.text("name"))
    }
    try forEach(
      "SELECT name, text, descriptions FROM format WHERE release_id = ?1 ORDER BY position", [release]
    ) { row in
      document.add(.format, try row.text("name"), try row.optionalText("text"))
      for description in JSONList.strings(try row.text("descriptions")) { document.add(.format, description) }
    }
    try forEach("SELECT title FROM track WHERE release_id = ?1 ORDER BY position", [release]) { row in
      document.add(.track, try row.text("title"))
    }
    try forEach("SELECT word FROM release_tag WHERE release_id = ?1 ORDER BY position", [release]) { row in
      document.add(.tag, try row.text("word"))
    }
    try addNumbers(of: release, to: &document)
    let cover = "SELECT 1 FROM attachment WHERE release_id = ?1 AND is_cover = 1"
    if try first(cover, release, as: { _ in true }) == nil { document.add(.needsCover) }
    try forEach(
      "SELECT code, notes, media_condition FROM copy WHERE release_id = ?1 ORDER BY number", [release]
    ) { row in
      document.add(.code, try row.text("code"))
      document.add(.note, try row.optionalText("notes"))
      if let grade = try row.optionalText("media_condition").flatMap({ Grade($0) }) { document.add(grade) }
    }
    return document
  }

  private func ownDocument(of release: String) throws -> SearchDocument? {
    try first(
      """
      SELECT artist, title, label, catalog_number, year, country, medium, notes, genres, styles FROM release
      WHERE id = ?1
      """, release
    ) { row in
      var document = SearchDocument()
      let (artist, title, label) = (try row.text("artist"), try row.text("title"), try row.optionalText("label"))
      document.artistKey = SortKey.key(of: artist)
      document.titleKey = SortKey.key(of: title)
      document.labelKey = SortKey.key(of: label ?? "")
      document.add(.artist, artist)
      document.add(.title, title)
      document.add(.label, label)
      document.add(.catalogue, try row.optionalText("catalog_number"))
      document.add(.country, try row.optionalText("country"))
      document.add(.note, try row.optionalText("notes"))
      for genre in JSONList.strings(try row.text("genres")) { document.add(.genre, genre) }
      for style in JSONList.strings(try row.text("styles")) { document.add(.style, style) }
      document.setYear(try row.optionalInteger("year").map(Int.init(clamping:)))
      if let medium = Medium(rawValue: try row.text("medium")) { document.add(medium) }
      return document
    }
  }

  private func addNumbers(of release: String, to document: inout SearchDocument) throws {
    let own = try first("SELECT barcode FROM release WHERE id = ?1", release) { try $0.optionalText(0) } ?? nil
    // A number that a library or a shop assigned for itself is not the barcode of the release.
    func isPublic(_ key: String) -> Bool { GTIN(key: key).map { !$0.isRestricted } ?? true }
    var hasBarcode = own.map(isPublic) ?? false
    document.add(.barcode, own, own.flatMap { GTIN(key: $0)?.upcA })
    try forEach(
      "SELECT type, value, gtin FROM identifier WHERE release_id = ?1 ORDER BY position", [release]
    ) { row in
      switch try row.text("type") {
      case "Matrix / Runout": document.add(.matrix, try row.text("value"))
      case "Barcode":
        let gtin = try row.optionalText("gtin")
        document.add(.barcode, try row.text("value"), gtin, gtin.flatMap { GTIN(key: $0)?.upcA })
        hasBarcode = hasBarcode || gtin.map(isPublic) ?? true
      default: break
      }
    }
    if !hasBarcode { document.add(.noBarcode) }
  }
}
