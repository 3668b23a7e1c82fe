package import Deadwax

extension Queryable {
  package func additionBatch(_ id: AdditionBatch.ID) throws -> AdditionBatch? {
    try first("\(batchSelect) WHERE id = ?1", id, as: batch(from:))
  }

  /// Returns the last batch of additions that began at a station; nil if there is none.
  package func newestAdditionBatch(of station: Station.Name) throws -> AdditionBatch? {
    try first(
      "\(batchSelect) WHERE station = ?1 ORDER BY began_at DESC, id DESC LIMIT 1", station.text, as: batch(from:))
  }

  /// Returns the copies of a batch of additions, in the order in which they were added. A copy whose addition was undone
  /// is not among them.
  package func lines(of batch: AdditionBatch.ID) throws -> [AdditionBatch.Line] {
    try all(
      """
      SELECT b.copy_id, c.id AS change_id FROM addition_batch_copy b JOIN change c ON c.sequence = b.change
      WHERE b.batch_id = ?1 AND c.undone_by IS NULL ORDER BY b.position
      """, batch
    ) { row in AdditionBatch.Line(copy: try row.id("copy_id"), change: try row.id("change_id")) }
  }

  /// Returns the number of copies of a batch of additions, without those whose addition was undone.
  package func copyCount(of batch: AdditionBatch.ID) throws -> Int {
    try first(
      """
      SELECT count(*) FROM addition_batch_copy b JOIN change c ON c.sequence = b.change
      WHERE b.batch_id = ?1 AND c.undone_by IS NULL
      """, batch
    ) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns true if the library owns a copy of another release with the same title and artist, in any case of letters
  /// A to Z. Without an artist nothing is the same: such a release is known by its barcode only.
  package func hasOtherRelease(of release: Release.ID) throws -> Bool {
    try first(
      """
      SELECT 1 FROM release r JOIN release o ON lower(o.title) = lower(r.title) AND lower(o.artist) = lower(r.artist)
      WHERE r.id = ?1 AND r.artist <> '' AND o.id <> r.id
        AND EXISTS (SELECT 1 FROM copy c WHERE c.release_id = o.id AND c.status <> 'withdrawn')
      LIMIT 1
      """, release
    ) { try $0.flag(0) } ?? false
  }

  private func batch(from row: Row) throws -> AdditionBatch {
    guard let station = Station.Name(try row.text("station")) else {
      throw StorageError(.mismatch, call: "additionBatch", message: "an unknown station")
    }
    return AdditionBatch(
      id: try row.id("id"), station: station,
      settings: try ColumnJSON.read(AdditionBatch.Settings.self, try row.text("settings")),
      beganAt: try row.time("began_at"), endedAt: try row.optionalTime("ended_at"))
  }
}

private let batchSelect = "SELECT id, station, settings, began_at, ended_at FROM addition_batch"

extension WriteTransaction {
  /// Stores the settings of a batch of additions, which begins if it is new.
  package func set(_ additions: StationState.Additions, at station: Station.Name) throws {
    try run(
      """
      INSERT INTO addition_batch (id, station, settings, began_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET settings = ?3
      """, additions.id, station.text, try ColumnJSON.write(additions.settings), now)
  }

  /// Ends a batch of additions. It does nothing if the batch has ended already.
  package func end(_ batch: AdditionBatch.ID) throws {
    try run(
      "UPDATE addition_batch SET ended_at = max(?2, began_at) WHERE id = ?1 AND ended_at IS NULL", batch, now)
  }

  /// Adds a copy to a batch of additions.
  ///
  /// - Parameters:
  ///   - copy: the copy.
  ///   - batch: the batch.
  ///   - change: the change that added the copy. When it is undone, the batch no longer has the copy.
  /// - Throws: a `StorageError`.
  package func append(_ copy: Copy.ID, to batch: AdditionBatch.ID, change: Change) throws {
    try run(
      """
      INSERT INTO addition_batch_copy (batch_id, position, copy_id, change)
      SELECT ?1, coalesce(max(position), 0) + 1, ?2, ?3 FROM addition_batch_copy WHERE batch_id = ?1
      """, batch, copy, change.sequence)
  }

  /// Appends a copy to the tag queue of a station, which is made if there is none. Does nothing if the copy is in it.
  package func appendToTagQueue(_ copy: Copy.ID, at station: Station.Name, by: String?) throws {
    try run(
      """
      INSERT INTO tag_queue (station, seals, by, created_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (station) DO NOTHING
      """, station.text, false, by, now)
    try run(
      """
      INSERT INTO tag_queue_line (station, position, copy_id, state)
      SELECT ?1, coalesce(max(position), -1) + 1, ?2, 'open' FROM tag_queue_line WHERE station = ?1
      ON CONFLICT (station, copy_id) DO NOTHING
      """, station.text, copy)
  }
}
