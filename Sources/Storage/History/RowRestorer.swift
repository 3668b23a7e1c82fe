internal import Deadwax

/// A writer of rows in the ledger's JSON form. It handles references between the rows in any order.
struct RowRestorer {
  let transaction: WriteTransaction
  /// True if each row gets a new version and the current modification time. Otherwise it is written unchanged, byte for
  /// byte.
  let updatesMarks: Bool

  /// The reason the rows could not be written.
  enum Obstacle {
    /// A uniqueness constraint: another row has a value that this row must have alone.
    case rival(RowTarget)
    /// A row refers to a deleted row: to one of these rows, or to one that was deleted earlier.
    case reference
  }

  /// Writes the rows. Their order does not matter.
  ///
  /// - Returns: the obstacle, or nil. After an obstacle, the caller must roll back.
  /// - Throws: a `StorageError`.
  func restore(_ targets: [RowTarget]) throws -> Obstacle? {
    for target in targets { try transaction.snapshot(target.table, target.row) }
    // References may be broken between the rows, but not at the end.
    try transaction.deferReferences(true)
    defer { try? transaction.deferReferences(false) }
    for target in targets.reversed() where target.json == nil { try delete(target) }
    let staying = targets.reversed().filter { $0.json != nil }
    // Two copies that exchange their slots would each find the slot occupied by the other.
    let copies = staying.filter { $0.table == .copy }
    if copies.count > 1 {
      for copy in copies {
        try transaction.run(
          "UPDATE copy SET place_id = NULL, slot_id = NULL, slot_is_single = NULL WHERE id = ?1", copy.row)
      }
    }
    if let rival = try write(staying) { return .rival(rival) }
    return try transaction.hasBrokenReferences() ? .reference : nil
  }

  /// Writes the rows repeatedly until none is left, because one row may first have to make room for another.
  private func write(_ targets: [RowTarget]) throws -> RowTarget? {
    var waiting = targets
    while !waiting.isEmpty {
      var refused: [RowTarget] = []
      for target in waiting {
        do {
          try transaction.attempt { try write(target) }
        } catch let error as StorageError where error.kind == .conflict {
          refused.append(target)
        }
      }
      if refused.count == waiting.count { return refused.first }
      waiting = refused
    }
    return nil
  }

  private func write(_ target: RowTarget) throws {
    guard let json = target.json else { return }
    var row = try HistoryRow(json)
    let current = try transaction.ledgerRow(target.table, target.row).map { try HistoryRow($0) }
    if updatesMarks {
      if let version = row.integer("version") {
        row.cells["version"] = .integer(max(version, current?.integer("version") ?? 0) + 1)
      }
      if row.cells["modified_at"] != nil { row.cells["modified_at"] = .integer(transaction.now.milliseconds) }
    }
    let table = target.table
    let layout = try transaction.layout(of: table)
    // A row from before a migration lacks the columns that the migration added.
    let columns = layout.columns.filter { row.cells[$0] != nil }
    let values: [(any Bindable)?] = columns.map { row.cells[$0] }
    if current == nil {
      let places = (1...columns.count).map { "?\($0)" }
      try transaction.run(
        """
        INSERT INTO \(table.rawValue) (\(columns.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))
        """, values)
    } else {
      let assignments = columns.enumerated().dropFirst().map { "\($1) = ?\($0 + 1)" }
      try transaction.run(
        "UPDATE \(table.rawValue) SET \(assignments.joined(separator: ", ")) WHERE \(table.key) = ?1", values)
    }
    for child in layout.children { try write(child, of: target.row, row.cells[child.table]) }
    try complete(table, row, before: current)
  }

  private func write(
    _ child: HistoryLayout.Child, of row: String, _ cell: HistoryCell?
  ) throws {
    guard case .rows(let rows)? = cell else { return }
    try transaction.run("DELETE FROM \(child.table) WHERE \(HistoryTable.parent) = ?1", row)
    for cells in rows {
      let columns = child.columns.filter { cells[$0] != nil }
      let values: [(any Bindable)?] = columns.map { cells[$0] }
      let places = (1...columns.count + 1).map { "?\($0)" }.joined(separator: ", ")
      try transaction.run(
        """
        INSERT INTO \(child.table) (\(([HistoryTable.parent] + columns).joined(separator: ", "))) VALUES (\(places))
        """, [row] + values)
    }
  }

  /// Updates the data that depends on a row and is not in the ledger: search indexes and look-up jobs.
  private func complete(_ table: HistoryTable, _ row: HistoryRow, before: HistoryRow?) throws {
    switch table {
    case .borrower:
      guard let id = row.text("id").flatMap({ Borrower.ID($0) }) else { return }
      try transaction.index(id, name: row.text("name") ?? "", shortName: row.text("short_name") ?? "")
    case .release:
      if let id = row.text("id") { try transaction.index(release: id) }
      guard updatesMarks, before == nil, row.text("status") == Release.Status.unresolved.rawValue,
        let id = row.text("id").flatMap({ Release.ID($0) }), let gtin = row.text("barcode").flatMap({ GTIN(key: $0) }),
        gtin.isWorthLookingUp
      else { return }
      // The history does not know the target of the station.
      try transaction.enqueueLookup(gtin, for: id, scan: nil, target: .any)
    case .copy, .attachment:
      // A copy or a cover may have been moved to another release, which it leaves.
      for release in Set([row.text("release_id"), before?.text("release_id")].compactMap(\.self)).sorted() {
        try transaction.index(release: release)
      }
    default: break
    }
  }

  private func delete(_ target: RowTarget) throws {
    let release: String? =
      switch target.table {
      case .copy: try transaction.release(ofCopy: target.row)
      case .attachment: try transaction.release(ofAttachment: target.row)
      default: nil
      }
    if target.table == .release {
      try transaction.forget(release: target.row)
      // The answer is no longer needed.
      try transaction.run("DELETE FROM lookup_job WHERE release_id = ?1", target.row)
    }
    // A copy that no longer exists waits for no tag.
    if target.table == .copy { try transaction.run("DELETE FROM tag_queue_line WHERE copy_id = ?1", target.row) }
    try transaction.run("DELETE FROM \(target.table.rawValue) WHERE \(target.table.key) = ?1", target.row)
    if let release { try transaction.index(release: release) }
  }
}
