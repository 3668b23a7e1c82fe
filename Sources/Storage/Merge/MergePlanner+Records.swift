internal import Deadwax

extension MergePlanner {
  /// Plans a record.
  mutating func plan(_ table: HistoryTable, _ id: String, _ row: HistoryRow) throws {
    var record = MergedRecord(table: table, id: id, subject: subject(table, row), fate: .refused)
    if let refusal = try refusal(table, row) {
      record.refusal = refusal
      return try take(record)
    }
    guard var row = try mapped(table, row) else {
      record.refusal = .alone
      return try take(record)
    }
    if let own = try counterpart(table, id) {
      try combine(table, own, row, id, &record)
    } else if let own = namesake(table, id, row) {
      try combine(table, own, row, id, &record)
      note(id, as: own, table)
      if record.fate == .same { record.fate = .adopt }
    } else if let refusal = try prepareInsertion(table, id, &row, &record) {
      record.refusal = refusal
    } else {
      record.fate = .add
      // What a copy is bound to has the id of the copy here.
      let own = table == .showCopy ? row.text("id") ?? id : id
      claim(table, id, own)
      row.cells[table.key] = .text(own)
      if row.cells["version"] != nil { row.cells["version"] = .integer(1) }
      written[TouchedRows.Key(table: table, row: own)] = row
    }
    if record.refusal != nil { record.fate = .refused }
    try take(record)
  }

  /// Returns the id of a record here that people call the same, and that no other record there is.
  private func namesake(_ table: HistoryTable, _ id: String, _ row: HistoryRow) -> String? {
    // No two places have one name, and nothing is twice in a crate.
    guard !nameless.contains(id) || [.place, .slot, .crateItem].contains(table) else { return nil }
    return names[table]?[Self.name(row, table)]?.first {
      claimed[table]?.contains($0) != true && reserved[table]?.contains($0) != true
    }
  }

  /// Returns the id of the record here that a record there is by its ids; nil if there is none.
  func counterpart(_ table: HistoryTable, _ id: String) throws -> String? {
    if table == .showCopy {
      guard let copy = known[.copy]?[id] else { return nil }
      return try row(table, copy) == nil ? nil : copy
    }
    for id in [id] + (sourceAliases[id] ?? []) {
      var candidate = id
      if try row(table, candidate) == nil {
        guard let alias = aliases[id], alias.table == table.rawValue else { continue }
        candidate = alias.record
      }
      // A record that was merged into another one here is that one.
      for _ in 0..<100 {
        guard let next = try row(table, candidate)?.text("merged_into") else { break }
        candidate = next
      }
      if try row(table, candidate) != nil { return candidate }
    }
    return nil
  }

  private mutating func claim(_ table: HistoryTable, _ id: String, _ own: String) {
    known[table, default: [:]][id] = own
    claimed[table, default: []].insert(own)
  }

  /// Notes that a record here answers to an id from there too. Its own row stays as it is.
  private mutating func note(_ id: String, as own: String, _ table: HistoryTable) {
    guard id != own, aliases[id] == nil else { return }
    aliases[id] = (table.rawValue, own)
    written[TouchedRows.Key(table: .mergedID, row: id)] = HistoryRow(cells: [
      "id": .text(id), "table_name": .text(table.rawValue), "record_id": .text(own),
      "created_at": .integer(records.now.milliseconds),
    ])
  }

  private func refusal(_ table: HistoryTable, _ row: HistoryRow) throws -> MergedRecord.Refusal? {
    switch table {
    case .release: row.integer("removed_at") != nil || row.text("merged_into") != nil ? .removed : nil
    case .borrower: row.integer("erased_at") != nil ? .erased : nil
    case .smartCollection: row.integer("is_shared") == 1 ? nil : .isPrivate
    case .attachment: row.text("content").map { files.contains($0) } == true ? nil : .fileMissing
    default: nil
    }
  }

  /// Returns the row with the ids here in place of those there; nil if it needs a record that is not merged.
  private func mapped(_ table: HistoryTable, _ row: HistoryRow) throws -> HistoryRow? {
    var row = row
    for reference in try records.layout(of: table).references {
      guard let id = row.text(reference.column) else { continue }
      if let own = known[reference.table]?[id] {
        row.cells[reference.column] = .text(own)
      } else if table == .copy, ["place_id", "slot_id"].contains(reference.column) {
        row.cells["slot_id"] = .null
        if reference.column == "place_id" { row.cells["place_id"] = .null }
      } else {
        return nil
      }
    }
    if table == .copy {
      let slot = try row.text("slot_id").flatMap { try self.row(.slot, $0) }
      row.cells["slot_is_single"] = slot?.cells["is_single"] ?? .null
      if slot == nil { row.cells["slot_id"] = .null }
    }
    if table == .smartCollection { row.cells["owner_id"] = .null }
    return row
  }

  // MARK: a record that both have

  private mutating func combine(
    _ table: HistoryTable, _ own: String, _ theirs: HistoryRow, _ id: String, _ record: inout MergedRecord
  ) throws {
    guard let ours = try row(table, own) else { return }
    guard ours.integer("erased_at") == nil else {
      record.refusal = .erased
      return
    }
    claim(table, id, own)
    var result = ours
    if LibraryMergeRules.isEdited(table), isNewer(theirs, than: ours, table) {
      let left = LibraryMergeRules.own(table).union([table.key, "version"])
        .union(table == .copy && lent.contains(own) ? LibraryMergeRules.lending : [])
      for (column, cell) in theirs.cells where !left.contains(column) { result.cells[column] = cell }
      if table == .copy { try settleSlot(of: own, &result, ours) }
    }
    for column in LibraryMergeRules.growing(table) {
      if let there = theirs.integer(column), there > result.integer(column) ?? .min {
        result.cells[column] = .integer(there)
      }
    }
    if table == .release, let favourite = theirs.integer("favourite_at") {
      result.cells["favourite_at"] = .integer(min(favourite, result.integer("favourite_at") ?? .max))
    }
    record.fate = .same
    for column in try columns(of: table) where result.cells[column] != ours.cells[column] {
      guard !HistoryTable.marks.contains(column) else { continue }
      record.differences.append(
        MergedRecord.Difference(column: column, before: ours.words(column), after: result.words(column)))
    }
    guard !record.differences.isEmpty else { return }
    record.fate = .change
    if let version = ours.integer("version") { result.cells["version"] = .integer(version + 1) }
    written[TouchedRows.Key(table: table, row: own)] = result
    if table == .copy, result.integer("slot_is_single") == 1, let slot = result.text("slot_id") {
      occupants[slot] = own
    }
  }

  private func columns(of table: HistoryTable) throws -> [String] {
    let layout = try records.layout(of: table)
    return layout.columns + layout.children.map(\.table)
  }

  /// True if the row there was changed later. Of two that were changed at the same time, both libraries choose the same one.
  private func isNewer(_ theirs: HistoryRow, than ours: HistoryRow, _ table: HistoryTable) -> Bool {
    if table == .loan, ours.isNull("returned_at") != theirs.isNull("returned_at") { return ours.isNull("returned_at") }
    let (here, there) = (ours.integer("modified_at") ?? 0, theirs.integer("modified_at") ?? 0)
    guard here == there else { return there > here }
    return content(theirs, table).lexicographicallyPrecedes(content(ours, table), by: >)
  }

  /// The content of a row, without ids, places and the own numbers, which are different in each library.
  private func content(_ row: HistoryRow, _ table: HistoryTable) -> [String] {
    let left = LibraryMergeRules.own(table).union(["id", "version", "modified_at"])
    // Shows and their recordings have the same ids in all libraries.
    return row.cells.keys.filter { column in
      !left.contains(column) && (table == .showCopy || !column.hasSuffix("_id")) && column != "slot_is_single"
    }.sorted().map { "\($0)=\(String(describing: row.cells[$0]))" }
  }

  /// Leaves a copy where it is if another one is in the single slot that it would get, or that slot is disabled.
  private func settleSlot(of copy: String, _ result: inout HistoryRow, _ ours: HistoryRow) throws {
    guard let slot = result.text("slot_id"), slot != ours.text("slot_id") else { return }
    let isTaken = result.integer("slot_is_single") == 1 && occupants[slot].map { $0 != copy } ?? false
    guard try isTaken || isDisabled(slot) else { return }
    for column in ["place_id", "slot_id", "slot_is_single"] { result.cells[column] = ours.cells[column] }
  }

  /// True if the library has the slot, and nothing is shelved there.
  private func isDisabled(_ slot: String) throws -> Bool {
    try Slot.ID(slot).flatMap { try records.slot($0) }?.isDisabled ?? false
  }

  // MARK: a record that is new

  private mutating func prepareInsertion(
    _ table: HistoryTable, _ id: String, _ row: inout HistoryRow, _ record: inout MergedRecord
  ) throws -> MergedRecord.Refusal? {
    switch table {
    case .copy:
      guard let code = row.text("code"), case .code(let own) = OwnCode.read(code) else { return .badValue }
      if try records.target(of: Code.Key(class: .own, value: own.description)) != nil { return .codeTaken }
      if let slot = row.text("slot_id"), try isDisabled(slot) {
        (row.cells["slot_id"], row.cells["slot_is_single"]) = (.null, .null)
      }
      if row.integer("slot_is_single") == 1, let slot = row.text("slot_id") {
        if occupants[slot] == nil {
          occupants[slot] = id
        } else {
          (row.cells["slot_id"], row.cells["slot_is_single"]) = (.null, .null)
        }
      }
      let number = row.integer("number") ?? 0
      if number < 1 || !numbers.insert(number).inserted {
        highestNumber += 1
        numbers.insert(highestNumber)
        row.cells["number"] = .integer(highestNumber)
        record.differences.append(
          MergedRecord.Difference(column: "number", before: "\(number)", after: "\(highestNumber)"))
      }
    case .loan where row.isNull("returned_at"):
      guard let copy = row.text("copy_id"), !lent.contains(copy),
        try self.row(.copy, copy)?.text("status") == Copy.Status.available.rawValue
      else { return .onLoan }
      lent.insert(copy)
    case .attachment:
      if row.integer("is_cover") == 1, let release = row.text("release_id"), !covered.insert(release).inserted {
        row.cells["is_cover"] = .integer(0)
      }
      if let content = row.text("content") { plan.files.insert(content) }
    default: break
    }
    return nil
  }

  // MARK: words

  private func subject(_ table: HistoryTable, _ row: HistoryRow) -> String {
    let words: [String?] =
      switch table {
      case .release: [row.words("artist"), row.words("title")]
      case .copy: [row.words("code")]
      case .slot: [row.words("number")]
      case .loan: [row.words("opened_at")]
      case .play: [row.words("started_at")]
      case .showCopy: [row.words("show_id")]
      default: [row.words("name")]
      }
    return words.compactMap(\.self).joined(separator: " – ")
  }
}
