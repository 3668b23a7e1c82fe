/// A point in a transaction to which it can be rolled back.
///
/// Savepoints are nested. Each ends with `release` or `rollBack`, the inner ones first.
package struct Savepoint {
  private let transaction: WriteTransaction

  fileprivate init(in transaction: WriteTransaction) throws {
    self.transaction = transaction
    try transaction.run("SAVEPOINT point")
  }

  /// Keeps the changes since the savepoint and ends it.
  package func release() throws { try transaction.run("RELEASE SAVEPOINT point") }

  /// Undoes the changes since the savepoint and ends it.
  package func rollBack() throws {
    try transaction.run("ROLLBACK TO SAVEPOINT point")
    try transaction.run("RELEASE SAVEPOINT point")
  }
}

extension WriteTransaction {
  package func savepoint() throws -> Savepoint { try Savepoint(in: self) }

  /// Runs one change that the schema may refuse. After a refusal the transaction can continue, whatever the engine.
  ///
  /// - Parameter body: the change. Only its last statement may be refused, so that nothing is left behind.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  package func attempt<Output>(_ body: () throws -> Output) throws -> Output {
    guard needsSavepointAfterError else { return try body() }
    let point = try savepoint()
    do {
      let output = try body()
      try point.release()
      return output
    } catch {
      try point.rollBack()
      throw error
    }
  }
}
