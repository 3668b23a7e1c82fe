package import Deadwax

private let columns = "c.id, c.parent_id, c.name, c.note, c.created_at, c.version"

private let summarySelect = """
  SELECT \(columns), (SELECT count(*) FROM crate_item i WHERE i.crate_id = c.id) AS items,
    (SELECT count(*) FROM crate d WHERE d.parent_id = c.id) AS crates
  FROM crate c
  """

extension Queryable {
  package func crate(_ id: Crate.ID) throws -> Crate? {
    try first("SELECT \(columns) FROM crate c WHERE c.id = ?1", id, as: crate(from:))
  }

  /// Returns a crate with its counts, or nil if there is no such crate.
  package func summary(of id: Crate.ID) throws -> CrateSummary? {
    try first("\(summarySelect) WHERE c.id = ?1", id, as: summary(from:))
  }

  /// Returns at most `limit` crates after one, ordered by name.
  ///
  /// - Parameters:
  ///   - id: the last crate of the previous page; nil for the first page.
  ///   - release: the release that stands in the crates, itself or with a copy; nil for all crates.
  ///   - limit: the maximum number of crates.
  /// - Returns: the crates.
  /// - Throws: a `StorageError`.
  package func crates(after id: Crate.ID?, holding release: Release.ID?, limit: Int) throws -> [CrateSummary] {
    var list = crates(holding: release)
    if let id {
      list.add("(lower(c.name), c.id) > (SELECT lower(q.name), q.id FROM crate q WHERE q.id = ?)", id)
    }
    return try all(
      "\(summarySelect) \(list.sql) ORDER BY lower(c.name), c.id LIMIT ?", list.values + [limit], as: summary(from:))
  }

  /// Returns the number of crates; nil for more than `ListTotal.limit`.
  package func crateTotal(holding release: Release.ID?) throws -> Int? {
    try total(of: "crate c", crates(holding: release))
  }

  /// Returns the crates directly in a crate.
  package func crates(directlyIn crate: Crate.ID) throws -> [Crate.ID] {
    try all("SELECT id FROM crate WHERE parent_id = ?1 ORDER BY id", crate) { try $0.id(0) }
  }

  private func crates(holding release: Release.ID?) -> ListConditions {
    var list = ListConditions()
    if let release {
      list.add(
        """
        c.id IN (SELECT i.crate_id FROM crate_item i WHERE i.release_id = ? UNION
          SELECT i.crate_id FROM crate_item i JOIN copy p ON p.id = i.copy_id WHERE p.release_id = ?)
        """, release, release)
    }
    return list
  }

  private func crate(from row: Row) throws -> Crate {
    Crate(
      id: try row.id("id"), parent: try row.optionalID("parent_id"), name: try row.text("name"),
      note: try row.optionalText("note"), createdAt: try row.time("created_at"),
      version: Int(try row.integer("version")))
  }

  private func summary(from row: Row) throws -> CrateSummary {
    CrateSummary(
      crate: try crate(from: row), items: Int(try row.integer("items")), crates: Int(try row.integer("crates")))
  }
}

extension WriteTransaction {
  package func insert(_ crate: Crate) throws {
    try snapshot(.crate, crate.id.text)
    try run(
      """
      INSERT INTO crate (id, parent_id, name, note, created_at, modified_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5)
      """, crate.id, crate.parent, crate.name, crate.note, crate.createdAt)
  }

  /// Stores the name, the note and the parent of a crate, which gets a new version.
  package func update(_ crate: Crate) throws {
    try snapshot(.crate, crate.id.text)
    try run(
      """
      UPDATE crate SET parent_id = ?2, name = ?3, note = ?4, version = version + 1, modified_at = ?5 WHERE id = ?1
      """, crate.id, crate.parent, crate.name, crate.note, now)
  }

  /// Removes a crate with its items and with the crates in it. The records in them remain.
  ///
  /// - Returns: the removed crates.
  /// - Throws: a `StorageError`.
  package func remove(_ crate: Crate.ID) throws -> [Crate.ID] {
    var removed: [Crate.ID] = []
    for inner in try crates(directlyIn: crate) { removed += try remove(inner) }
    for item in try all("SELECT id FROM crate_item WHERE crate_id = ?1 ORDER BY id", crate, as: { try $0.text(0) }) {
      try snapshot(.crateItem, item)
    }
    try run("DELETE FROM crate_item WHERE crate_id = ?1", crate)
    try snapshot(.crate, crate.text)
    try run("DELETE FROM crate WHERE id = ?1", crate)
    return removed + [crate]
  }
}
