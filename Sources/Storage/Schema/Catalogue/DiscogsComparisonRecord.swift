package import Deadwax

extension Queryable {
  /// Returns the newest comparison, or nil if there was none.
  package func discogsComparison() throws -> DiscogsComparison? {
    try first("SELECT * FROM discogs_comparison WHERE id = 1") { row in
      guard let state = Recheck.State(rawValue: try row.text("state")),
        let list = DiscogsList(rawValue: try row.text("list"))
      else { throw StorageError(.mismatch, call: "discogs comparison", message: "an invalid state") }
      var comparison = DiscogsComparison(
        startedBy: try row.optionalText("started_by"), at: try row.time("started_at"))
      comparison.state = state
      comparison.user = try row.optionalText("user_name")
      comparison.list = list
      comparison.page = Int(try row.integer("page"))
      comparison.items = Int(try row.integer("items"))
      comparison.total = Int(try row.integer("total"))
      comparison.problem = try row.optionalText("problem")
      comparison.modifiedAt = try row.time("modified_at")
      comparison.version = Int(try row.integer("version"))
      return comparison
    }
  }

  /// Returns what the lists at Discogs had at the newest comparison.
  package func discogsItems() throws -> [DiscogsItem] {
    try all("SELECT list, instance, number, folder, title, artist FROM discogs_item ORDER BY list, instance") { row in
      DiscogsItem(
        list: DiscogsList(rawValue: try row.text("list")) ?? .collection, instance: try row.integer("instance"),
        number: try row.integer("number"), folder: try row.optionalInteger("folder"), title: try row.text("title"),
        artist: try row.text("artist"))
    }
  }

  /// Returns the listed releases with a number at Discogs. One whose look-up is not finished has it from the address
  /// that is bound to it.
  package func discogsHoldings() throws -> [DiscogsHolding] {
    let copies = "(SELECT count(*) FROM copy c WHERE c.release_id = r.id AND c.status NOT IN ('lost', 'withdrawn'))"
    let known = try all(
      """
      SELECT r.id, r.source_id, r.title, r.artist, r.wished_at, \(copies) AS copies FROM release r
      WHERE r.source = 'discogs' AND r.source_id IS NOT NULL AND r.removed_at IS NULL ORDER BY r.id
      """
    ) { row in try holding(from: row, number: Int64(try row.text("source_id"))) }
    let addressed = try all(
      """
      SELECT r.id, k.value, r.title, r.artist, r.wished_at, \(copies) AS copies FROM code k
      JOIN release r ON r.id = k.release_id
      WHERE k.class = 'text' AND k.ended_at IS NULL AND r.source_id IS NULL AND r.removed_at IS NULL ORDER BY r.id
      """
    ) { row in try holding(from: row, number: DiscogsAddress(try row.text("value"))?.release) }
    return (known + addressed).compactMap(\.self)
  }

  /// Returns the instances at Discogs that the copies in the library have.
  package func discogsInstances() throws -> Set<Int64> {
    Set(
      try all("SELECT discogs_instance FROM copy WHERE discogs_instance IS NOT NULL AND status <> 'withdrawn'") {
        try $0.integer(0)
      })
  }

  private func holding(from row: Row, number: Int64?) throws -> DiscogsHolding? {
    guard let number else { return nil }
    return DiscogsHolding(
      release: try row.id("id"), number: number, title: try row.text("title"), artist: try row.text("artist"),
      copies: Int(try row.integer("copies")), isWished: try row.optionalTime("wished_at") != nil)
  }
}

extension WriteTransaction {
  /// Stores the comparison in place of the one before. The version counts up by itself.
  package func store(_ comparison: DiscogsComparison) throws {
    try run(
      """
      INSERT INTO discogs_comparison (id, state, user_name, list, page, items, total, problem, started_by, started_at,
        modified_at)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (id) DO UPDATE SET state = excluded.state, user_name = excluded.user_name, list = excluded.list,
        page = excluded.page, items = excluded.items, total = excluded.total, problem = excluded.problem,
        started_by = excluded.started_by, started_at = excluded.started_at, modified_at = excluded.modified_at,
        version = discogs_comparison.version + 1
      """, comparison.state.rawValue, comparison.user, comparison.list.rawValue, comparison.page, comparison.items,
      comparison.total, comparison.problem, comparison.startedBy, comparison.startedAt, now)
  }

  /// Stores the progress of the comparison. The version stays: it belongs to the state, which people change.
  package func storeProgress(of comparison: DiscogsComparison) throws {
    try run(
      """
      UPDATE discogs_comparison SET user_name = ?1, list = ?2, page = ?3, items = ?4, total = ?5, problem = ?6,
        modified_at = ?7
      WHERE id = 1 AND version = ?8
      """, comparison.user, comparison.list.rawValue, comparison.page, comparison.items, comparison.total,
      comparison.problem, now, comparison.version)
  }

  /// Stores an item of a list at Discogs. An item that was stored already stays one item.
  package func store(_ item: DiscogsItem) throws {
    try run(
      """
      INSERT INTO discogs_item (list, instance, number, folder, title, artist) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (list, instance) DO UPDATE SET number = excluded.number, folder = excluded.folder,
        title = excluded.title, artist = excluded.artist
      """, item.list.rawValue, item.instance, item.number, item.folder, item.title, item.artist)
  }

  /// Removes the items of the comparison before.
  package func removeDiscogsItems() throws { try run("DELETE FROM discogs_item") }

  /// Notes the instance at Discogs that a copy is.
  package func setDiscogsInstance(_ instance: Int64, of copy: Copy.ID) throws {
    try snapshot(.copy, copy.text)
    try run("UPDATE copy SET discogs_instance = ?2 WHERE id = ?1", copy, instance)
  }
}
