package import Deadwax

extension Queryable {
  /// Returns the present state of all copies that a stock-take expects or was shown, and of all copies of the releases
  /// whose barcodes were scanned.
  package func presents(of take: StockTake) throws -> [StockTakePresent] {
    let back = Set<Copy.ID>(
      try all("SELECT copy_id FROM loan WHERE returned_at >= ?1", take.startedAt, as: { try $0.id(0) }))
    return try all(
      """
      SELECT c.id, c.release_id, c.status, c.place_id, l.opened_at
      FROM copy c LEFT JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
      WHERE c.id IN (
        SELECT copy_id FROM stock_take_line WHERE stock_take_id = ?1
        UNION SELECT subject FROM stock_take_scan WHERE stock_take_id = ?1 AND kind = 'copy'
        UNION SELECT k.id FROM stock_take_scan s JOIN copy k ON k.release_id = s.subject
          WHERE s.stock_take_id = ?1 AND s.kind = 'release')
      ORDER BY c.number
      """, take.id
    ) { row in try present(from: row, back: back) }
  }

  /// Returns the present state of the copies of a release.
  package func presents(ofRelease release: Release.ID, since start: Timestamp) throws -> [StockTakePresent] {
    let back = Set<Copy.ID>(
      try all(
        """
        SELECT copy_id FROM loan WHERE returned_at >= ?2
          AND copy_id IN (SELECT id FROM copy WHERE copy.release_id = ?1)
        """, release, start, as: { try $0.id(0) }))
    return try all(
      """
      SELECT c.id, c.release_id, c.status, c.place_id, l.opened_at
      FROM copy c LEFT JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
      WHERE c.release_id = ?1 ORDER BY c.number
      """, release
    ) { row in try present(from: row, back: back) }
  }

  /// Returns the place that contains each place, for those that are in another one.
  package func placeParents() throws -> [Place.ID: Place.ID] {
    let pairs: [(Place.ID, Place.ID)] = try all(
      "SELECT id, parent_id FROM place WHERE parent_id IS NOT NULL"
    ) { (try $0.id("id"), try $0.id("parent_id")) }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the title and the artist of a release.
  package func title(of release: Release.ID) throws -> (title: String, artist: String)? {
    try first("SELECT title, artist FROM release WHERE id = ?1", release) {
      (try $0.text("title"), try $0.text("artist"))
    }
  }

  private func present(from row: Row, back: Set<Copy.ID>) throws -> StockTakePresent {
    let id: Copy.ID = try row.id("id")
    guard let status = Copy.Status(rawValue: try row.text("status")) else {
      throw StorageError(.mismatch, call: "present", message: "an unknown status of a copy")
    }
    return StockTakePresent(
      copy: id, release: try row.id("release_id"), status: status, place: try row.optionalID("place_id"),
      lentAt: try row.optionalTime("opened_at"), isReturnedSince: back.contains(id))
  }
}
