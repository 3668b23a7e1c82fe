package import Deadwax
package import OfflineStation

extension Queryable {
  /// Calls `body` for every bound code with the standing of its target.
  ///
  /// It is designed for a million copies. Each table is read once in its own order. Only copies and borrowers with an
  /// unusual standing are held in memory, such as copies that are on loan, trapped or not lent.
  ///
  /// - Parameters:
  ///   - card: computes the standing of a borrower. Only the borrower's fields that the rules need are set.
  ///   - isTooWorn: returns true for a medium condition below the one that the library lends. Nil if it lends all.
  ///   - body: receives a code and the standing of its target. A code may occur more than once.
  /// - Throws: a `StorageError`, or the error of `body`.
  package func forEachStanding(
    card: (Borrower) -> Replica.CachedStatus, isTooWorn: ((String) -> Bool)?,
    _ body: (Code.Key, Replica.CachedStatus) throws -> Void
  ) throws {
    let copies = try unusualCopies(isTooWorn)
    let people = try unusualBorrowers(card)
    try forEach(
      "SELECT class, value, copy_id, borrower_id FROM code WHERE ended_at IS NULL AND class <> 'gtin'", []
    ) { row in
      guard let kind = Code.Class(rawValue: try row.text("class")) else { return }
      let key = Code.Key(class: kind, value: try row.text("value"))
      if let copy = try row.optionalText("copy_id") {
        try body(key, copies[copy] ?? .copyIn)
      } else if let borrower = try row.optionalText("borrower_id") {
        try body(key, people[borrower] ?? .card)
      } else {
        try body(key, .place)
      }
    }
    try forEach(
      """
      SELECT k.value, count(*) AS copies, min(c.id) AS copy FROM code k JOIN copy c ON c.release_id = k.release_id
      WHERE k.class = 'gtin' AND k.ended_at IS NULL GROUP BY k.id
      """, []
    ) { row in
      let standing = try row.integer("copies") > 1 ? .several : copies[try row.text("copy")] ?? .copyIn
      try body(Code.Key(class: .gtin, value: try row.text("value")), standing)
    }
  }

  /// Returns the standings of the copies that are not available on the shelf, by copy id.
  private func unusualCopies(_ isTooWorn: ((String) -> Bool)?) throws -> [String: Replica.CachedStatus] {
    var copies: [String: Replica.CachedStatus] = [:]
    if let isTooWorn {
      try forEach("SELECT id, media_condition FROM copy WHERE media_condition IS NOT NULL", []) { row in
        if isTooWorn(try row.text("media_condition")) { copies[try row.text("id")] = .copyNotForLoan }
      }
    }
    try forEach(
      "SELECT id FROM copy WHERE is_reference = 1 OR status = 'withdrawn' OR parts_missing >= part_count", []
    ) { row in
      copies[try row.text(0)] = .copyNotForLoan
    }
    try forEach("SELECT ready_copy_id FROM hold WHERE state = 'ready'", []) { row in
      copies[try row.text(0)] = .copyReady
    }
    try forEach("SELECT copy_id FROM loan WHERE returned_at IS NULL", []) { row in
      copies[try row.text(0)] = .copyOut
    }
    return copies
  }

  /// Returns the standings of the borrowers with a blocker, by borrower id.
  private func unusualBorrowers(_ card: (Borrower) -> Replica.CachedStatus) throws -> [String: Replica.CachedStatus] {
    var loans: [String: (open: Int, overdue: Int)] = [:]
    try forEach(
      """
      SELECT borrower_id, count(*) AS open, count(*) FILTER (WHERE due_at < ?1) AS overdue
      FROM loan WHERE returned_at IS NULL GROUP BY borrower_id
      """, [now]
    ) { row in
      loans[try row.text("borrower_id")] = (Int(try row.integer("open")), Int(try row.integer("overdue")))
    }
    var fees: [String: [String: Int]] = [:]
    try forEach(
      """
      SELECT borrower_id, currency, sum(amount) AS due FROM fee WHERE settled_at IS NULL AND kind <> 'refund'
      GROUP BY borrower_id, currency
      """, []
    ) { row in fees[try row.text("borrower_id"), default: [:]][try row.text("currency")] = Int(try row.integer("due")) }
    var people: [String: Replica.CachedStatus] = [:]
    try forEach(
      "SELECT id, group_name, expires_at, blocked_at, loan_limit FROM borrower WHERE erased_at IS NULL", []
    ) { row in
      let id = try row.text("id")
      var borrower = Borrower(id: .absent, name: "", shortName: "", group: try row.text("group_name"))
      borrower.expiresAt = try row.optionalTime("expires_at")
      borrower.block = try row.optionalTime("blocked_at").map { Borrower.Block(reason: "", at: $0) }
      borrower.loanLimit = try row.optionalInteger("loan_limit").map(Int.init)
      borrower.openLoans = loans[id]?.open ?? 0
      borrower.overdueLoans = loans[id]?.overdue ?? 0
      borrower.feesDue = fees[id] ?? [:]
      let standing = card(borrower)
      if standing != .card { people[id] = standing }
    }
    return people
  }

  /// Returns the sequence number of the newest change of the records, 0 if there is none. A replica stays valid until
  /// this number changes. Acts of access and orders for jobs change no record.
  package func newestChange() throws -> Int64 {
    try first(
      """
      SELECT sequence FROM change WHERE act IS NULL AND kind NOT IN (\(Change.Kind.orders)) ORDER BY sequence DESC LIMIT 1
      """
    ) { try $0.integer(0) } ?? 0
  }
}
