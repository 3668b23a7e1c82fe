extension AnonymisationSteps {
  /// Removes the borrower from loans that ended before the time, unless a fee of the loan is unpaid: its borrower still
  /// owes it.
  ///
  /// - Returns: the number of loans changed.
  /// - Throws: a `StorageError`.
  func loans() throws -> Int {
    try repeated(
      """
      UPDATE loan SET borrower_id = NULL, anonymised_at = ?2, version = version + 1 WHERE id IN (
        SELECT l.id FROM loan l WHERE l.returned_at IS NOT NULL AND l.borrower_id IS NOT NULL AND l.returned_at < ?1
          AND NOT EXISTS (SELECT 1 FROM fee f WHERE f.loan_id = l.id AND f.settled_at IS NULL)
        LIMIT \(Self.slice))
      """)
  }
}
