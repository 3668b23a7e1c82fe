package import Deadwax

extension Queryable {
  /// Returns at most `limit` loans: open loans ordered by due time, returned ones with the last returned first, and all
  /// loans with the newest first.
  ///
  /// - Parameters:
  ///   - filter: the selection.
  ///   - cursor: the end of the previous page, from `LoanFilter.cursor`. Nil for the first page.
  ///   - limit: the maximum number of loans.
  /// - Returns: the loans.
  /// - Throws: a `StorageError`.
  package func loans(_ filter: LoanFilter, after cursor: ListCursor? = nil, limit: Int) throws -> [Loan] {
    let list = filter.conditions(now: now, after: cursor)
    return try all(
      "\(loanSelect) \(list.sql) ORDER BY \(filter.order) LIMIT ?", list.values + [limit], as: loan(from:))
  }

  /// Returns the number of loans in a list; nil for more than `ListTotal.limit`.
  package func total(_ filter: LoanFilter) throws -> Int? {
    try total(of: "loan l", filter.conditions(now: now, after: nil))
  }
}
