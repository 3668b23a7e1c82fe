package import Deadwax

/// Reads and changes the database; all of it or, when the closure throws, nothing. Valid only inside the closure
/// given to `Database.write` or `submit`.
package final class WriteTransaction: Queryable {
  /// The time of everything that this transaction does.
  package let now: Timestamp
  /// What its ids and codes are drawn from: the same work with the same seed, at the same time, makes the same rows.
  package let seed: UInt64
  /// The rows that were touched since the last change was recorded.
  var ledger = Ledger()
  /// Whether what happens now is told of by a row of the recording that whoever does it appends. Any other change gets a
  /// row of its own, at its place in the order.
  package var tellsOfChanges = false
  /// How many statements were run.
  package private(set) var statements = 0

  private var random: SplitMix
  private let connection: Connection
  private var isOpen = true
  /// What made SQLite roll the whole transaction back by itself.
  private(set) var loss: StorageError?
  private(set) var hooks: [@Sendable () -> Void] = []
  private(set) var acknowledged: Int64?

  init(on connection: Connection, now: Timestamp, seed: UInt64) {
    self.connection = connection
    self.now = now
    self.seed = seed
    random = SplitMix(seed)
  }

  func end() { isOpen = false }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: one statement, with a `?` for each value; it is kept prepared, so values never stand in the text.
  ///   - values: bound in order.
  /// - Returns: how many rows it inserted, updated or deleted by itself, without triggers and foreign key actions.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func run(_ sql: String, _ values: [(any Bindable)?]) throws -> Int {
    try guarded { () throws(StorageError) in try connection.run(sql, values) }
  }

  /// Runs one statement, as above.
  @discardableResult
  package func run(_ sql: String, _ values: (any Bindable)?...) throws -> Int { try run(sql, values) }

  package func forEach(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Void) throws {
    try guarded {
      try connection.query(sql, values) {
        try body($0)
        return true
      }
    }
  }

  package func first<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> T? {
    var result: T?
    try guarded {
      try connection.query(sql, values) {
        result = try body($0)
        return false
      }
    }
    return result
  }

  /// Whether foreign keys are broken that must be mended before the end.
  var hasDeferredViolations: Bool { connection.hasDeferredViolations }

  /// A fresh id, drawn from the seed.
  package func newID<Subject>() -> Identifier<Subject> { Identifier(at: now, random: (random.next(), random.next())) }

  /// A fresh code of our own, drawn from the seed.
  package func newOwnCode(_ kind: OwnCode.Kind) -> OwnCode { OwnCode(kind, number: max(1, random.next())) }

  /// A fresh random number, drawn from the seed.
  package func newNumber() -> UInt64 { random.next() }

  /// The row id of the last row that was inserted into a table with row ids.
  package var lastInsertedRow: Int64 { connection.lastInsertedRow }

  /// Has `body` run on the writer's lane once the change is durable and its caller has been told; never when it was
  /// undone. It must be quick: every other write waits for it.
  package func afterCommit(_ body: @escaping @Sendable () -> Void) { hooks.append(body) }

  /// Has the sequence noted beside the database before anybody is told that the change is done, so that its loss
  /// is noticed when the database is opened.
  package func acknowledge(_ sequence: Int64) { acknowledged = max(acknowledged ?? sequence, sequence) }

  /// Some failures (disk full, an I/O error) make SQLite roll back everything. A statement after that would be a
  /// transaction of its own, so none is let through.
  private func guarded<T>(_ body: () throws -> T) throws -> T {
    precondition(isOpen, "a transaction was used after its end")
    statements += 1
    if let loss { throw loss }
    do {
      return try body()
    } catch {
      if connection.isOutsideTransaction {
        loss =
          error as? StorageError
          ?? StorageError(code: .error, call: "sqlite3_get_autocommit", message: "the transaction was rolled back")
      }
      throw error
    }
  }
}
