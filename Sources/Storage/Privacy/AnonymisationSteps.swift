internal import Deadwax

/// The steps of an anonymisation, which process a few hundred rows at a time.
struct AnonymisationSteps {
  /// The maximum number of rows that one write changes.
  static let slice = 500
  /// The maximum number of scans that one read examines.
  private static let window = 20_000
  /// The name of the job under which the position in the scans is stored.
  private static let job = "anonymise-scans"

  let database: Database
  let time: Timestamp

  /// Repeats a statement until it changes less than a whole slice. `?1` is the time, and `?2`, if present, is now.
  func repeated(_ sql: String) throws -> Int {
    var total = 0
    while true {
      let done = try database.write { [time] transaction in
        try transaction.run(sql, sql.contains("?2") ? [time, transaction.now] : [time])
      }
      total += done
      if done < Self.slice { return total }
    }
  }

  private struct Place: Sendable {
    var change: Int64
    var position: Int64
  }

  /// Removes the borrower from the rows of old changes, unless the loan, hold or fee itself still has a borrower.
  func changes() throws -> Int {
    var total = 0
    var after = Place(change: 0, position: -1)
    while true {
      let found = try database.read { [after] reading in
        try reading.all(
          """
          SELECT r.change, r.position FROM change_row r INDEXED BY change_row_named
            JOIN change c ON c.sequence = r.change
          WHERE r.borrower_id IS NOT NULL AND (r.change, r.position) > (?1, ?2) AND c.at < ?3
            AND CASE r.table_name
              WHEN 'loan' THEN NOT EXISTS (SELECT 1 FROM loan x WHERE x.id = r.row_id AND x.borrower_id IS NOT NULL)
              WHEN 'hold' THEN NOT EXISTS (SELECT 1 FROM hold x WHERE x.id = r.row_id AND x.borrower_id IS NOT NULL)
              WHEN 'fee' THEN NOT EXISTS (SELECT 1 FROM fee x WHERE x.id = r.row_id AND x.borrower_id IS NOT NULL)
              ELSE 0 END
          ORDER BY r.change, r.position LIMIT ?4
          """, after.change, after.position, time, Self.slice
        ) { Place(change: try $0.integer("change"), position: try $0.integer("position")) }
      }
      guard let last = found.last else { return total }
      try database.write { transaction in
        for place in found {
          try transaction.scrubRow(place.position, of: place.change, JSONMembers([("borrower_id", nil)]))
          try transaction.run(
            "UPDATE change SET scrubbed_at = ?2, reason = NULL WHERE sequence = ?1", place.change, transaction.now)
        }
      }
      total += found.count
      after = last
    }
  }

  /// Removes card numbers from old scans: of codes that are or were bound to a borrower, and of unknown codes that
  /// looked like cards. Each scan is examined once.
  func scans() throws -> Int {
    var total = 0
    var position = try database.read { try $0.position(ofJob: Self.job) }
    while true {
      let window = try database.read { [position] reading in
        try reading.all(
          "SELECT sequence, text, symbology, outcome, received_at FROM scan WHERE sequence > ?1 ORDER BY sequence LIMIT ?2",
          position, Self.window
        ) { row -> (sequence: Int64, isCard: Bool, isOld: Bool) in
          let isOld = try row.time("received_at") < time
          let key = Code.classify(try row.text("text"), symbology: Symbology(rawValue: try row.text("symbology"))).key
          let wasUnknownCard = try row.text("outcome") == Outcome.Code.unknownCard.rawValue
          return (try row.integer("sequence"), try isOld && (wasUnknownCard || reading.isCard(key)), isOld)
        }
      }
      // The order of the history can differ slightly from that of the clock: the first newer scan ends this run.
      let old = Array(window.prefix { $0.isOld })
      let cards = old.filter(\.isCard).map(\.sequence)
      for start in stride(from: 0, to: cards.count, by: Self.slice) {
        try database.write { transaction in
          for sequence in cards[start..<min(start + Self.slice, cards.count)] {
            try transaction.run("UPDATE scan SET text = '', written = NULL WHERE sequence = ?1", sequence)
          }
        }
      }
      total += cards.count
      guard let last = old.last?.sequence else { return total }
      position = last
      try database.write { [position] in try $0.setPosition(position, ofJob: Self.job) }
      if old.count < window.count || window.count < Self.window { return total }
    }
  }
}

extension AnonymisationSteps {
  /// Removes personal data from old entries of offline stations, except from those that wait for staff. The data is the
  /// borrower, the card of the session, the note, and the code if it may itself be a card.
  func offline() throws -> Int {
    var total = 0
    while true {
      let rows = try database.read { reading in
        try reading.all(
          """
          SELECT number, code, symbology, outcome, written FROM offline_entry
          WHERE scrubbed_at IS NULL AND merged_at < ?1 AND (state = 'applied' OR done_at IS NOT NULL) LIMIT ?2
          """, time, Self.slice
        ) { row -> (number: Int64, isCard: Bool) in
          let key = Code.classify(try row.text("code"), symbology: Symbology(rawValue: try row.text("symbology"))).key
          let written = try row.optionalText("written").flatMap { Code.classify($0, symbology: nil).key }
          let wasUnknownCard = try row.text("outcome") == Outcome.Code.unknownCard.rawValue
          return (try row.integer("number"), try wasUnknownCard || reading.isCard(key) || reading.isCard(written))
        }
      }
      guard !rows.isEmpty else { return total }
      try database.write { transaction in
        for row in rows {
          try transaction.run(
            """
            UPDATE offline_entry SET borrower_id = NULL, card = NULL, card_symbology = NULL, note = NULL,
              code = CASE ?3 WHEN 1 THEN '' ELSE code END, written = CASE ?3 WHEN 1 THEN NULL ELSE written END,
              scrubbed_at = ?2
            WHERE number = ?1
            """, row.number, transaction.now, row.isCard)
        }
      }
      total += rows.count
    }
  }
}

extension Queryable {
  /// Returns true if a code is or was a borrower's card.
  fileprivate func isCard(_ key: Code.Key?) throws -> Bool {
    guard let key else { return false }
    if let uid = key.uid, try isCard(value: uid.reversed.description, key.class) { return true }
    return try isCard(value: key.value, key.class)
  }

  private func isCard(value: String, _ kind: Code.Class) throws -> Bool {
    try first(
      "SELECT 1 FROM code WHERE borrower_id IS NOT NULL AND class = ?1 AND value = ?2", kind.rawValue, value
    ) { try $0.flag(0) } ?? false
  }
}
