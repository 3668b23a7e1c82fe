internal import Deadwax

extension Queryable {
  /// Finds a contradiction that restored rows cause although no later change touched the rows themselves. The
  /// contradictions are: a lost or missing copy on loan; a copy that was withdrawn since and is on loan again; and a
  /// copy that is ready for pick-up but on loan, not available, or for reference only.
  ///
  /// A contradiction that existed before the change does not count, so undoing the newest change back to it is always
  /// possible.
  ///
  /// - Parameters:
  ///   - rows: the rows of the undone change, already restored in the tables.
  ///   - change: the undone change.
  /// - Returns: the contradictory row and the change that caused it, or nil.
  /// - Throws: a `StorageError`.
  func contradiction(in rows: [ChangeRow], after change: Change) throws -> LaterChange? {
    for copy in try copies(of: rows) {
      let broken = try first(
        """
        SELECT (l.id IS NOT NULL AND c.status IN ('lost', 'missing')) OR (l.id IS NOT NULL AND h.id IS NOT NULL)
          OR (h.id IS NOT NULL AND (c.status <> 'available' OR c.is_reference = 1))
          OR (l.id IS NOT NULL AND c.status = 'withdrawn' AND EXISTS (
            SELECT 1 FROM change_row r JOIN change s ON s.sequence = r.change
            WHERE r.table_name = 'copy' AND r.row_id = c.id AND r.change > ?2 AND s.undone_by IS NULL
              AND r.before ->> 'status' <> 'withdrawn' AND r.after ->> 'status' = 'withdrawn'))
        FROM copy c LEFT JOIN loan l ON l.copy_id = c.id AND l.returned_at IS NULL
          LEFT JOIN hold h ON h.ready_copy_id = c.id AND h.state = 'ready'
        WHERE c.id = ?1
        """, copy, change.sequence
      ) { try $0.flag(0) }
      guard broken ?? false, let later = try newestInEffect(about: copy, after: change) else { continue }
      return later
    }
    return try disabledSlot(in: rows, after: change)
  }

  /// Finds a slot that was disabled since the change, and into which the undo has put a copy. One that was disabled
  /// before had the copy then, so the copy comes back.
  private func disabledSlot(in rows: [ChangeRow], after change: Change) throws -> LaterChange? {
    for row in rows where row.table == .copy {
      let before = try row.before.map { try HistoryRow($0) }?.text("slot_id")
      guard let before, try row.after.map({ try HistoryRow($0) })?.text("slot_id") != before else { continue }
      guard try Slot.ID(before).flatMap({ try slot($0) })?.isDisabled ?? false,
        let newest = try newestChange(of: .slot, before), newest.sequence > change.sequence
      else { continue }
      return LaterChange(table: .slot, row: before, change: newest)
    }
    return nil
  }

  /// Finds a place that was given the name of a restored place, in the same place, since the change. Equal names that are
  /// older than the change do not count, as above.
  ///
  /// - Parameters:
  ///   - rows: the rows of the undone change, already restored in the tables.
  ///   - change: the undone change.
  /// - Returns: the place that has the name now; nil if there is none.
  /// - Throws: a `StorageError`.
  func holderOfName(in rows: [ChangeRow], after change: Change) throws -> Place.ID? {
    for row in rows where row.table == .place {
      guard let restored = try Place.ID(row.row).flatMap({ try place($0) }) else { continue }
      for other in try namesakes(of: restored) {
        let isNew: Bool? = try first(
          """
          SELECT 1 FROM change_row r JOIN change s ON s.sequence = r.change
          WHERE r.table_name = 'place' AND r.row_id = ?1 AND r.change > ?2 AND s.undone_by IS NULL LIMIT 1
          """, other.id, change.sequence
        ) { _ in true }
        if isNew ?? false { return other.id }
      }
    }
    return nil
  }

  /// Finds a crate that would be inside itself, because crates were moved since the change.
  ///
  /// - Parameter rows: the rows of the undone change, already restored in the tables.
  /// - Returns: a crate above the restored one, and its newest change; nil if there is no circle.
  /// - Throws: a `StorageError`.
  func circle(in rows: [ChangeRow]) throws -> LaterChange? {
    for row in rows where row.table == .crate {
      guard let restored = try Crate.ID(row.row).flatMap({ try crate($0) }) else { continue }
      var (above, seen) = (restored.parent, Set([restored.id]))
      while let id = above {
        guard seen.insert(id).inserted else {
          let other = restored.parent?.text ?? row.row
          return LaterChange(table: .crate, row: other, change: try newestChange(of: .crate, other))
        }
        above = try crate(id)?.parent
      }
    }
    return nil
  }

  /// Returns the newest row about a copy that a later change wrote. The change must be in effect, and must not merely
  /// undo or repeat a change made at or after the given one.
  private func newestInEffect(about copy: Copy.ID, after change: Change) throws -> LaterChange? {
    let later = try all(
      """
      SELECT r.change, r.table_name, r.row_id FROM change_row r JOIN change s ON s.sequence = r.change
      WHERE r.copy_id = ?1 AND r.change > ?2 AND s.undone_by IS NULL AND r.table_name IN ('copy', 'loan', 'hold')
      ORDER BY r.change DESC, r.position
      """, copy, change.sequence
    ) { (sequence: try $0.integer("change"), table: try $0.text("table_name"), row: try $0.text("row_id")) }
    for row in later {
      guard let table = HistoryTable(rawValue: row.table), let candidate = try self.change(sequence: row.sequence)
      else { continue }
      if candidate.undoes != nil, try root(of: candidate).sequence >= change.sequence { continue }
      return LaterChange(table: table, row: row.row, change: candidate)
    }
    return nil
  }

  /// Returns the copies that the loans, holds and copies among the rows concern.
  private func copies(of rows: [ChangeRow]) throws -> [Copy.ID] {
    var copies: Set<Copy.ID> = []
    for row in rows {
      switch row.table {
      case .copy: if let id = Copy.ID(row.row) { copies.insert(id) }
      case .loan: if let loan = try Loan.ID(row.row).flatMap({ try loan($0) }) { copies.insert(loan.copy) }
      case .hold: if let copy = try Hold.ID(row.row).flatMap({ try hold($0) })?.copy { copies.insert(copy) }
      default: break
      }
    }
    return copies.sorted()
  }
}
