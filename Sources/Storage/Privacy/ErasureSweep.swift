internal import Deadwax

/// The erasure of one borrower from the history, a few hundred rows at a time.
struct ErasureSweep {
  /// The maximum number of rows that one write changes.
  static let slice = 500
  /// The maximum number of rows that one read examines.
  private static let window: Int64 = 20_000

  let database: Database
  let borrower: Borrower.ID

  func run(_ counts: inout ErasureCounts) throws {
    counts.loans += try slices(
      "loan", "borrower_id = ?1 AND returned_at IS NOT NULL", "anonymised_at = ?2, version = version + 1")
    counts.holds += try slices("hold", "borrower_id = ?1 AND closed_at IS NOT NULL", "version = version + 1")
    counts.fees += try slices(
      "fee", "borrower_id = ?1 AND settled_at IS NOT NULL", "note = NULL, version = version + 1")
    counts.sessions += try slices("session", "borrower_id = ?1", "ended_at = coalesce(ended_at, max(?2, began_at))")
    counts.scans += try scans()
    counts.offline += try OfflineErasure(database: database, borrower: borrower).run()
    try reasonsTyped()
    // The steps above have added the spellings in which the cards were read.
    let known = try database.read {
      try $0.all("SELECT old, new FROM erasure WHERE borrower_id = ?1", borrower) {
        (old: try $0.text("old"), new: try $0.text("new"))
      }
    }
    counts.cards += try cards()
    try besides(known)
    counts.changes += try changes(known)
    counts.recorded += try recorded(known)
    try database.write { [borrower] in try $0.run("DELETE FROM erasure WHERE borrower_id = ?1", borrower) }
  }

  private func cards() throws -> Int {
    try database.read {
      try $0.first("SELECT count(DISTINCT value) FROM code WHERE borrower_id = ?1", borrower) { Int(try $0.integer(0)) }
    } ?? 0
  }

  /// Removes the borrower from the rows of a table.
  private func slices(_ table: String, _ condition: String, _ assignments: String) throws -> Int {
    let sql = """
      UPDATE \(table) SET borrower_id = NULL, \(assignments)
      WHERE id IN (SELECT id FROM \(table) WHERE \(condition) LIMIT \(Self.slice))
      """
    return try repeated { [borrower] transaction in
      try transaction.run(sql, sql.contains("?2") ? [borrower, transaction.now] : [borrower])
    }
  }

  /// Repeats a write until it changes less than a whole slice.
  private func repeated(_ body: @escaping @Sendable (WriteTransaction) throws -> Int) throws -> Int {
    var total = 0
    while true {
      let done = try database.write(body)
      total += done
      if done < Self.slice { return total }
    }
  }

  // MARK: - Scans

  private struct Seen: Sendable {
    var sequence: Int64
    var raw: String
    var text: String
    var written: String?
  }

  /// Replaces the borrower's cards in the scans by their pseudonyms. A card may have been read in another form than the
  /// stored one: in lower case, with spaces, or with the bytes reversed.
  private func scans() throws -> Int {
    let known = try database.read { reading in
      try reading.all("SELECT old, new FROM erasure WHERE borrower_id = ?1 AND new <> ''", borrower) {
        (try $0.text("old"), try $0.text("new"))
      }
    }
    let replacements = Dictionary(known) { first, _ in first }
    guard !replacements.isEmpty else { return 0 }
    func replacement(_ text: String, _ symbology: Symbology?) -> String? {
      Code.classify(text, symbology: symbology).key.flatMap { replacements[$0.value] }
    }
    var total = 0
    var position: Int64 = 0
    while let end = try end(of: "scan", after: position) {
      let seen = try database.read { reading in
        try reading.all(
          "SELECT sequence, text, symbology, written FROM scan WHERE sequence > ?1 AND sequence <= ?2", position, end
        ) { row -> Seen? in
          let text = try row.text("text")
          let written = try row.optionalText("written")
          let newText = replacement(text, Symbology(rawValue: try row.text("symbology")))
          let newWritten = written.flatMap { replacement($0, nil) }
          guard newText != nil || newWritten != nil else { return nil }
          return Seen(
            sequence: try row.integer("sequence"), raw: text, text: newText ?? text, written: newWritten ?? written)
        }.compactMap(\.self)
      }
      for slice in stride(from: 0, to: seen.count, by: Self.slice).map({ seen[$0..<min($0 + Self.slice, seen.count)] })
      {
        try database.write { [borrower] transaction in
          for scan in slice {
            try transaction.run(
              "UPDATE scan SET text = ?2, written = ?3 WHERE sequence = ?1", scan.sequence, scan.text, scan.written)
            if scan.raw != scan.text { try transaction.noteErasure(of: borrower, scan.raw, as: scan.text) }
          }
        }
      }
      total += seen.count
      position = end
    }
    return total
  }

  /// Returns the end of the next window of rows, or nil if no rows are left.
  private func end(of table: String, after position: Int64) throws -> Int64? {
    try database.read { reading in
      try reading.first(
        """
        SELECT max(sequence) FROM (SELECT sequence FROM \(table) WHERE sequence > ?1 ORDER BY sequence LIMIT ?2)
        """, position, Self.window
      ) { try $0.optionalInteger(0) } ?? nil
    }
  }

  // MARK: - Other uses of the codes

  private func besides(_ known: [(old: String, new: String)]) throws {
    for (old, new) in known where !new.isEmpty {
      let events: [Int64] = try database.read {
        try $0.all("SELECT id FROM journal WHERE subject = ?1", old) { try $0.integer(0) }
      }
      for slice in stride(from: 0, to: events.count, by: Self.slice) {
        try database.write { transaction in
          for event in events[slice..<min(slice + Self.slice, events.count)] {
            try transaction.run("UPDATE journal SET subject = ?2 WHERE id = ?1", event, new)
          }
        }
      }
      try database.write { transaction in
        let items: [String] = try transaction.all("SELECT id FROM inbox WHERE value = ?1", old) { try $0.text(0) }
        for item in items {
          try transaction.run("UPDATE inbox SET value = ?2, note = NULL WHERE id = ?1", item, new)
          try transaction.scrubRows(of: .inbox, item, JSONMembers([("value", new), ("note", nil)]))
        }
        try transaction.run("DELETE FROM tag WHERE uid = ?1", old)
        try transaction.run("UPDATE tag_write SET uid = ?2 WHERE uid = ?1", old, new)
        try transaction.run("UPDATE label SET code = ?2, heading = '' WHERE code = ?1", old, new)
      }
    }
  }

  // MARK: - Changes

  /// The row of an erased borrower.
  private static let noPerson = JSONMembers([
    ("name", ""), ("short_name", ""), ("group_name", "standard"), ("is_staff", false), ("email", nil),
    ("phone", nil),
    ("language", nil), ("expires_at", nil), ("blocked_at", nil), ("block_reason", nil), ("loan_limit", nil),
    ("note", nil),
  ])

  private func changes(_ known: [(old: String, new: String)]) throws -> Int {
    let total = try repeated { [borrower] transaction in
      let rows = try transaction.all(
        "SELECT change, position, table_name, before, after FROM change_row WHERE borrower_id = ?1 LIMIT \(Self.slice)",
        borrower
      ) { row in
        (
          change: try row.integer("change"), position: try row.integer("position"), table: try row.text("table_name"),
          values: try [row.optionalText("before"), row.optionalText("after")]
        )
      }
      for row in rows {
        let members: JSONMembers
        switch row.table {
        case "borrower": members = Self.noPerson
        case "code":
          let value = try row.values.compactMap(\.self).first.flatMap { try HistoryRow($0).text("value") }
          members = JSONMembers([("value", known.first { $0.old == value }?.new ?? value)])
        case "fee": members = JSONMembers([("borrower_id", nil), ("note", nil)])
        default: members = JSONMembers([("borrower_id", nil)])
        }
        try transaction.scrubRow(row.position, of: row.change, members)
        try transaction.run(
          """
          UPDATE change SET scrubbed_at = ?2, reason = NULL WHERE sequence = ?1
          """, row.change, transaction.now)
      }
      return rows.count
    }
    for (old, new) in known where new.isEmpty {
      let named: [Int64] = try database.read {
        try $0.all("SELECT sequence FROM change WHERE by = ?1 OR (act IS NOT NULL AND subject = ?1)", old) {
          try $0.integer(0)
        }
      }
      for slice in stride(from: 0, to: named.count, by: Self.slice) {
        try database.write { transaction in
          for change in named[slice..<min(slice + Self.slice, named.count)] {
            try transaction.run(
              """
              UPDATE change SET by = nullif(by, ?2), subject = nullif(subject, ?2) WHERE sequence = ?1
              """, change, old)
          }
        }
      }
    }
    for (old, new) in known where new.isEmpty {
      try database.write { transaction in
        try transaction.run("UPDATE offline_entry SET done_by = NULL WHERE done_by = ?1", old)
        try transaction.run("UPDATE tag_queue SET by = NULL WHERE by = ?1", old)
        try transaction.run("UPDATE label_job SET by = NULL WHERE by = ?1", old)
      }
      _ = try repeated { transaction in
        try transaction.run(
          "UPDATE tag_write SET by = NULL WHERE id IN (SELECT id FROM tag_write WHERE by = ?1 LIMIT \(Self.slice))", old
        )
      }
    }
    return total
  }

  // MARK: - Recording

  /// Removes the reasons that staff typed when they confirmed or overrode something for the borrower at a station.
  private func reasonsTyped() throws {
    var position: Int64 = 0
    while let end = try end(of: "recording", after: position) {
      let found: [Int64] = try database.read { [borrower] reading in
        try reading.all(
          """
          SELECT sequence FROM recording
          WHERE sequence > ?1 AND sequence <= ?2 AND instr(input, '"reason"') > 0
            AND input -> 'event' -> 'answer' ->> 'reason' <> ''
            AND (instr(before, ?3) > 0 OR change IN (SELECT change FROM change_row WHERE borrower_id = ?3))
          """, position, end, borrower
        ) { try $0.integer(0) }
      }
      for slice in stride(from: 0, to: found.count, by: Self.slice) {
        try database.write { transaction in
          for event in found[slice..<min(slice + Self.slice, found.count)] {
            let members = JSONMembers([("event.answer.reason", "")])
            try transaction.run(
              "UPDATE recording SET input = \(members.setting("input", first: 2)) WHERE sequence = ?1",
              [event] + members.values)
          }
        }
      }
      position = end
    }
  }

  /// Replaces the known names and codes in the recording. Only whole JSON strings are replaced, since a short name can
  /// be part of other words.
  private func recorded(_ known: [(old: String, new: String)]) throws -> Int {
    let columns = ["input", "before", "after", "outcome", "candidates"]
    let text = columns.map { "coalesce(\($0), '')" }.joined(separator: " || ")
    let needles = known.map { (old: JSONList.string($0.old), new: JSONList.string($0.new)) }
    guard !needles.isEmpty else { return 0 }
    let condition = needles.indices.map { "instr(\(text), ?\($0 + 3)) > 0" }.joined(separator: " OR ")
    let assignments = columns.map { "\($0) = replace(\($0), ?2, ?3)" }.joined(separator: ", ")
    var total = 0
    var position: Int64 = 0
    while let end = try end(of: "recording", after: position) {
      let found: [Int64] = try database.read { reading in
        try reading.all(
          "SELECT sequence FROM recording WHERE sequence > ?1 AND sequence <= ?2 AND (\(condition))",
          [position, end] + needles.map(\.old)
        ) { try $0.integer(0) }
      }
      for slice in stride(from: 0, to: found.count, by: Self.slice) {
        try database.write { transaction in
          for event in found[slice..<min(slice + Self.slice, found.count)] {
            for needle in needles {
              try transaction.run(
                "UPDATE recording SET \(assignments) WHERE sequence = ?1", event, needle.old, needle.new)
            }
          }
        }
      }
      total += found.count
      position = end
    }
    return total
  }
}

extension WriteTransaction {
  /// Sets members in the JSON of all rows that the history has of one row, and marks their changes as scrubbed.
  ///
  /// - Parameters:
  ///   - table: the table of the row.
  ///   - row: the row's key.
  ///   - members: the members with their new values.
  /// - Throws: a `StorageError`.
  func scrubRows(of table: HistoryTable, _ row: String, _ members: JSONMembers) throws {
    try run(
      """
      UPDATE change SET scrubbed_at = ?3
      WHERE sequence IN (SELECT change FROM change_row WHERE table_name = ?1 AND row_id = ?2)
      """, table.rawValue, row, now)
    try run(
      """
      UPDATE change_row SET before = \(members.setting("before", first: 3)), after = \(members.setting("after", first: 3))
      WHERE table_name = ?1 AND row_id = ?2
      """, [table.rawValue, row] + members.values)
  }

  /// Sets members in the JSON of one row of a change, which then belongs to no borrower.
  func scrubRow(_ position: Int64, of change: Int64, _ members: JSONMembers) throws {
    try run(
      """
      UPDATE change_row SET before = \(members.setting("before", first: 3)), after = \(members.setting("after", first: 3)),
        borrower_id = NULL
      WHERE change = ?1 AND position = ?2
      """, [change, position] + members.values)
  }
}
