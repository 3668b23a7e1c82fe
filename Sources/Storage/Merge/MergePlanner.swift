internal import Deadwax

/// Plans the merge of another library into this one, record by record.
///
/// A record that both have is one: by its id, by an id that an earlier merge has noted, or because people call it the same.
/// The newest change wins. The plan depends on the two libraries alone, so a preview and the merge have one result.
package struct MergePlanner<Records: Queryable> {
  let source: ReadTransaction
  let records: Records
  /// The digests of the files that came with the other library; nil if all of them are here already.
  let files: Set<String>
  /// The records there that have no id of their own: each is a new one.
  let nameless: Set<String>
  /// Takes each record with its fate.
  let take: (MergedRecord) throws -> Void

  var plan = MergePlan()
  /// The rows as they are after the merge, as far as it touches them.
  var written: [TouchedRows.Key: HistoryRow] = [:]
  /// The ids here, by table and by the id there.
  var known: [HistoryTable: [String: String]] = [:]
  /// The records here that a record there is already.
  var claimed: [HistoryTable: Set<String>] = [:]
  /// The records here that a record there is by its id: none takes it by its name.
  var reserved: [HistoryTable: Set<String>] = [:]
  /// The ids here by what people call a record.
  var names: [HistoryTable: [String: [String]]] = [:]
  /// The records here by the ids that they have elsewhere, and the other ids of the records there.
  var aliases: [String: (table: String, record: String)] = [:]
  var sourceAliases: [String: [String]] = [:]
  /// The copies here in single slots, those on loan, and the numbers of copies.
  var occupants: [String: String] = [:]
  var lent: Set<String> = []
  var numbers: Set<Int64> = []
  var highestNumber: Int64 = 0
  var covered: Set<String> = []

  /// - Parameters:
  ///   - source: the other library.
  ///   - records: this library.
  ///   - files: the digests of the files of attachments that can be taken over.
  ///   - nameless: the ids of the records there that had none of their own.
  ///   - take: receives each record with its fate.
  package init(
    _ source: ReadTransaction, into records: Records, files: Set<String>, nameless: Set<String>,
    take: @escaping (MergedRecord) throws -> Void
  ) {
    (self.source, self.records, self.files, self.nameless, self.take) = (source, records, files, nameless, take)
  }

  /// Plans the merge.
  ///
  /// - Returns: the rows to write.
  /// - Throws: the error of `take`, or a `StorageError`.
  package mutating func planned() throws -> MergePlan {
    try prepare()
    for table in LibraryMergeRules.tables {
      let rows = try ordered(table)
      for (id, _) in rows {
        if let own = try counterpart(table, id) { reserved[table, default: []].insert(own) }
      }
      for (id, row) in rows { try plan(table, id, row) }
    }
    try planCodes()
    for (key, row) in written {
      plan.targets.append(
        RowTarget(table: key.table, row: key.row, json: try row.json(try records.layout(of: key.table))))
    }
    plan.targets.sort { ($0.table.rawValue, $0.row) < ($1.table.rawValue, $1.row) }
    return plan
  }

  // MARK: what is here

  private mutating func prepare() throws {
    for row in try records.all(
      "SELECT id, table_name, record_id FROM merged_id",
      as: { row in
        (try row.text(0), try row.text(1), try row.text(2))
      })
    { aliases[row.0] = (row.1, row.2) }
    for row in try source.all(
      "SELECT record_id, id FROM merged_id ORDER BY id",
      as: { row in
        (try row.text(0), try row.text(1))
      })
    { sourceAliases[row.0, default: []].append(row.1) }
    for table in LibraryMergeRules.tables {
      let columns = LibraryMergeRules.identity(of: table)
      let condition =
        switch table {
        case .release: " WHERE removed_at IS NULL AND merged_into IS NULL"
        case .borrower: " WHERE erased_at IS NULL"
        default: ""
        }
      let sql = "SELECT id, \(columns.joined(separator: ", ")) FROM \(table.rawValue)\(condition) ORDER BY id"
      try records.forEach(sql, []) { row in
        var cells: [String: HistoryCell] = [:]
        for (index, column) in columns.enumerated() { cells[column] = Self.cell(try row.value(index + 1)) }
        names[table, default: [:]][Self.name(HistoryRow(cells: cells), table), default: []].append(try row.text(0))
      }
    }
    try records.forEach("SELECT id, number, slot_id, slot_is_single FROM copy", []) { row in
      let number = try row.integer("number")
      numbers.insert(number)
      highestNumber = max(highestNumber, number)
      if try row.optionalInteger("slot_is_single") == 1, let slot = try row.optionalText("slot_id") {
        occupants[slot] = try row.text("id")
      }
    }
    try source.forEach("SELECT max(number) FROM copy", []) { row in
      highestNumber = max(highestNumber, try row.optionalInteger(0) ?? 0)
    }
    try records.forEach("SELECT copy_id FROM loan WHERE returned_at IS NULL", []) { lent.insert(try $0.text(0)) }
    try records.forEach("SELECT release_id FROM attachment WHERE is_cover = 1 AND release_id IS NOT NULL", []) {
      covered.insert(try $0.text(0))
    }
  }

  private static func cell(_ value: Binding) -> HistoryCell {
    switch value {
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    case .null, .real, .blob: .null
    }
  }

  /// The name of a record for people, as one text.
  static func name(_ row: HistoryRow, _ table: HistoryTable) -> String {
    LibraryMergeRules.identity(of: table).map { column in
      let text = row.words(column) ?? "\u{0}"
      // No two places in one place have names that differ by case alone.
      return table == .place && column == "name" ? text.lowercased() : text
    }.joined(separator: "\u{1F}")
  }

  /// Returns the rows of a table there; a place or a crate comes after the one that it is in.
  private func ordered(_ table: HistoryTable) throws -> [(String, HistoryRow)] {
    let layout = try source.layout(of: table)
    var rows: [(id: String, row: HistoryRow)] = []
    try source.forEach(layout.selectAll, []) { row in
      rows.append((try row.text(0), try HistoryRow(try source.ledgerJSON(of: row, layout))))
    }
    guard table == .place || table == .crate else { return rows }
    var byParent: [String: [(String, HistoryRow)]] = [:]
    for item in rows { byParent[item.row.text("parent_id") ?? "", default: []].append(item) }
    var result: [(String, HistoryRow)] = []
    var next = byParent[""] ?? []
    while !next.isEmpty {
      result += next
      next = next.flatMap { byParent[$0.0] ?? [] }
    }
    return result
  }

  /// Returns a row here as the merge has it so far.
  func row(_ table: HistoryTable, _ id: String) throws -> HistoryRow? {
    if let row = written[TouchedRows.Key(table: table, row: id)] { return row }
    return try records.ledgerRow(table, id).map { try HistoryRow($0) }
  }
}
