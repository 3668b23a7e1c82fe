package import Deadwax

extension Queryable {
  /// Returns the own facts of a copy; nil if there is no such copy.
  package func ownFacts(of copy: Copy.ID) throws -> OwnFacts? {
    try first("SELECT \(ownColumns) FROM copy WHERE id = ?1", copy, as: ownFacts(from:))
  }

  /// Returns at most `limit` copies of the collection with an own valuation, in the order of their numbers. Copies that
  /// are lost or withdrawn are left out.
  package func valuedCopies(after number: Int?, limit: Int) throws -> [(copy: Copy.ID, facts: OwnFacts)] {
    var list = valued()
    list.add("number > ?", ifGiven: number)
    return try all("SELECT id, \(ownColumns) FROM copy \(list.sql) ORDER BY number LIMIT ?", list.values + [limit]) {
      (try $0.id("id"), try ownFacts(from: $0))
    }
  }

  /// Returns the number of copies in a list as above; nil for more than `ListTotal.limit`.
  package func valuedTotal() throws -> Int? { try total(of: "copy", valued()) }

  /// Returns the sums of the valuations in that list, one for each currency, with the numbers of copies.
  package func valuationSums() throws -> [(sum: Money, copies: Int)] {
    let list = valued()
    return try all(
      """
      SELECT valuation_currency, CAST(sum(valuation) AS BIGINT) AS amount, count(*) AS copies FROM copy \(list.sql)
      GROUP BY valuation_currency ORDER BY valuation_currency
      """, list.values
    ) {
      (
        Money(amount: Int(try $0.integer("amount")), currency: try $0.text("valuation_currency")),
        Int(try $0.integer("copies"))
      )
    }
  }

  private func valued() -> ListConditions {
    ListConditions("valuation IS NOT NULL AND status IN ('available', 'missing')")
  }

  func ownFacts(from row: Row) throws -> OwnFacts {
    func money(_ amount: Column, _ currency: Column) throws -> Money? {
      guard let amount = try row.optionalInteger(amount) else { return nil }
      return Money(amount: Int(amount), currency: try row.text(currency))
    }
    func date(_ column: Column) throws -> CivilDate? { try row.optionalText(column).flatMap { CivilDate(iso: $0) } }
    return OwnFacts(
      accession: try row.optionalText("accession").flatMap(OwnFacts.Accession.init(rawValue:)),
      acquiredFrom: try row.optionalText("acquired_from"), acquiredOn: try date("acquired_on"),
      price: try money("price", "price_currency"), valuation: try money("valuation", "valuation_currency"),
      valuedOn: try date("valued_on"), valuedBy: try row.optionalText("valued_by"),
      replacementCost: try money("replacement", "replacement_currency"), statusOn: try date("status_on"),
      statusReason: try row.optionalText("status_reason"), isSold: try row.flag("is_sold"),
      notes: try row.optionalText("notes"))
  }
}

/// The columns of `copy` that `ownFacts(from:)` reads.
let ownColumns = """
  accession, acquired_from, acquired_on, price, price_currency, valuation, valuation_currency, valued_on, valued_by,
    replacement, replacement_currency, status_on, status_reason, is_sold, notes
  """

extension WriteTransaction {
  /// Stores the own facts of a copy.
  package func store(_ facts: OwnFacts, of copy: Copy.ID) throws {
    try snapshot(.copy, copy.text)
    try run(
      """
      UPDATE copy SET accession = ?2, acquired_from = ?3, acquired_on = ?4, price = ?5, price_currency = ?6,
        valuation = ?7, valuation_currency = ?8, valued_on = ?9, valued_by = ?10, replacement = ?11,
        replacement_currency = ?12, status_on = ?13, status_reason = ?14, is_sold = ?15, notes = ?16,
        version = version + 1, modified_at = ?17
      WHERE id = ?1
      """, copy, facts.accession?.rawValue, facts.acquiredFrom, facts.acquiredOn?.description, facts.price?.amount,
      facts.price?.currency, facts.valuation?.amount, facts.valuation?.currency, facts.valuedOn?.description,
      facts.valuedBy, facts.replacementCost?.amount, facts.replacementCost?.currency, facts.statusOn?.description,
      facts.statusReason, facts.isSold, facts.notes, now)
    try indexRelease(of: copy)
  }

  /// Assigns a copy to another release.
  package func assign(_ copy: Copy.ID, to release: Release.ID) throws {
    let before = try self.release(ofCopy: copy.text)
    try snapshot(.copy, copy.text)
    try run(
      "UPDATE copy SET release_id = ?2, version = version + 1, modified_at = ?3 WHERE id = ?1", copy, release, now)
    if let before { try index(release: before) }
    try indexRelease(of: copy)
  }

  /// Removes a copy, its codes, and its items of crates.
  ///
  /// - Throws: `.reference` if a loan, a hold, a written tag or an attachment refers to it.
  package func remove(_ copy: Copy.ID) throws {
    for code in try all("SELECT id FROM code WHERE copy_id = ?1 ORDER BY id", copy, as: { try $0.integer(0) }) {
      try snapshot(.code, "\(code)")
      try run("DELETE FROM code WHERE id = ?1", code)
    }
    try removeFromCrates(.copy(copy))
    try unbindFromShow(copy)
    try snapshot(.copy, copy.text)
    let release = try self.release(ofCopy: copy.text)
    try run("DELETE FROM copy WHERE id = ?1", copy)
    if let release { try index(release: release) }
  }
}

extension Queryable {
  /// Returns true if a loan, a hold, a written tag or a station refers to a copy.
  package func isReferred(_ copy: Copy.ID) throws -> Bool {
    for query in [
      "loan WHERE copy_id = ?1", "hold WHERE copy_id = ?1", "hold WHERE ready_copy_id = ?1",
      "tag_write WHERE copy_id = ?1", "tag_queue_line WHERE copy_id = ?1", "attachment WHERE copy_id = ?1",
      "play WHERE copy_id = ?1",
    ] where try first("SELECT 1 AS one FROM \(query) LIMIT 1", copy, as: { _ in true }) ?? false { return true }
    return false
  }
}
