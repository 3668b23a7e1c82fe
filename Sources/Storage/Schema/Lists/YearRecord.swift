package import Deadwax

extension Queryable {
  /// Returns the numbers of a year. Borrowers are counted, and none is read.
  ///
  /// - Parameters:
  ///   - year: the year, whose days are those of the library.
  ///   - after: the end of the year before.
  ///   - end: the end of the year.
  /// - Returns: the numbers.
  /// - Throws: a `StorageError`.
  package func numbers(ofYear year: Int, after: Timestamp, upTo end: Timestamp) throws -> YearNumbers {
    let digits = String(year)
    let text = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let (firstDay, lastDay) = ("\(text)-01-01", "\(text)-12-31")
    var numbers = YearNumbers()
    try forEach(
      """
      SELECT r.medium, count(*) AS number FROM copy c JOIN release r ON r.id = c.release_id
      WHERE c.added_at <= ?1 AND (c.status NOT IN ('lost', 'withdrawn') OR c.status_on > ?2) GROUP BY r.medium
      """, [end, lastDay]
    ) { row in
      if let medium = Medium(rawValue: try row.text("medium")) {
        numbers.copiesAtEnd[medium] = Int(try row.integer("number"))
      }
    }
    try forEach(
      """
      SELECT coalesce(accession, '') AS name, count(*) AS number FROM copy WHERE added_at > ?1 AND added_at <= ?2
      GROUP BY coalesce(accession, '')
      """, [after, end]
    ) { row in numbers.added[try row.text("name")] = Int(try row.integer("number")) }
    try forEach(
      """
      SELECT status, count(*) AS number FROM copy
      WHERE status IN ('lost', 'withdrawn') AND status_on >= ?1 AND status_on <= ?2 GROUP BY status
      """, [firstDay, lastDay]
    ) { row in numbers.gone[try row.text("status")] = Int(try row.integer("number")) }
    func count(_ sql: String, _ values: [(any Bindable)?]) throws -> Int {
      try first(sql, values) { Int(try $0.integer(0)) } ?? 0
    }
    numbers.undated = try count(
      "SELECT count(*) FROM copy WHERE status IN ('lost', 'withdrawn') AND status_on IS NULL", [])
    numbers.returns = try count(
      "SELECT count(*) FROM loan WHERE returned_at > ?1 AND returned_at <= ?2", [after, end])
    numbers.holds = try count("SELECT count(*) FROM hold WHERE created_at > ?1 AND created_at <= ?2", [after, end])
    try forEach(
      """
      SELECT count(*) AS loans, CAST(coalesce(sum(renewals), 0) AS BIGINT) AS renewals,
        count(DISTINCT borrower_id) AS borrowers, count(*) - count(borrower_id) AS anonymous
      FROM loan WHERE opened_at > ?1 AND opened_at <= ?2
      """, [after, end]
    ) { row in
      (numbers.loans, numbers.renewals) = (Int(try row.integer("loans")), Int(try row.integer("renewals")))
      (numbers.borrowers, numbers.anonymous) = (Int(try row.integer("borrowers")), Int(try row.integer("anonymous")))
    }
    return numbers
  }
}
