internal import Deadwax

extension MergePlanner {
  /// Plans the codes of the records that were merged. A code here is never taken away from what it belongs to.
  mutating func planCodes() throws {
    var codes: [(key: Code.Key, table: HistoryTable, id: String)] = []
    let sql = """
      SELECT class, value, release_id, copy_id, borrower_id, place_id, slot_id FROM code WHERE ended_at IS NULL ORDER BY id
      """
    let columns: [(HistoryTable, String)] = [
      (.release, "release_id"), (.copy, "copy_id"), (.borrower, "borrower_id"), (.place, "place_id"),
      (.slot, "slot_id"),
    ]
    try source.forEach(sql, []) { row in
      guard let kind = Code.Class(rawValue: try row.text("class")) else { return }
      for (index, column) in columns.enumerated() {
        guard let id = try row.optionalText(Column(index + 2)) else { continue }
        codes.append((Code.Key(class: kind, value: try row.text("value")), column.0, id))
      }
    }
    var bound: [Code.Key: [CodeTarget]] = [:]
    for code in codes {
      var record = MergedRecord(
        table: .code, id: "\(code.key.class.rawValue):\(code.key.value)", subject: code.key.value, fate: .same)
      guard let own = known[code.table]?[code.id], let target = Self.target(code.table, own) else {
        (record.fate, record.refusal) = (.refused, .alone)
        try take(record)
        continue
      }
      let targets = try bound[code.key] ?? records.targets(of: code.key)
      bound[code.key] = targets
      if !targets.contains(target) {
        // A barcode may name several releases.
        if targets.isEmpty || code.key.class == .gtin {
          record.fate = .add
          plan.codes.append((code.key, target))
          bound[code.key, default: []].append(target)
        } else {
          (record.fate, record.refusal) = (.refused, .codeTaken)
        }
      }
      try take(record)
    }
  }

  private static func target(_ table: HistoryTable, _ id: String) -> CodeTarget? {
    switch table {
    case .release: Release.ID(id).map { .release($0) }
    case .copy: Copy.ID(id).map { .copy($0) }
    case .borrower: Borrower.ID(id).map { .borrower($0) }
    case .place: Place.ID(id).map { .place($0) }
    case .slot: Slot.ID(id).map { .slot($0) }
    default: nil
    }
  }
}
