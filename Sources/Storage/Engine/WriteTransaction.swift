package import Deadwax

/// A transaction that reads and changes the database. If its closure throws, none of its changes take effect. Valid
/// only inside the closure passed to `Database.write` or `submit`.
package final class WriteTransaction: Queryable {
  /// The time of all changes in this transaction.
  package let now: Timestamp
  /// The seed of its ids and codes. The same work with the same seed and time creates the same rows.
  package let seed: UInt64
  /// The rows that were changed since the last change was recorded.
  var ledger = TouchedRows()
  /// True if the caller appends a row to the recording that describes the following changes. Otherwise each change gets
  /// its own row, in order.
  package var isRecordedByCaller = false
  /// The releases whose search index waits for the end of `indexingOnce`; nil outside of it.
  var waitingReleases: WaitingReleases?
  /// The number of statements that were run.
  package private(set) var statements = 0

  private var random: SplitMix
  private let connection: any EngineConnection
  private var isOpen = true
  /// The error that made the engine roll back the whole transaction by itself.
  private(set) var loss: StorageError?
  /// The closures to run once the changes are durable.
  package private(set) var hooks: [@Sendable () -> Void] = []
  private(set) var acknowledged: Int64?

  /// Wraps the transaction that is open on a connection.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - now: the time of all changes.
  ///   - seed: the seed of all ids and codes.
  package init(on connection: any EngineConnection, now: Timestamp, seed: UInt64) {
    self.connection = connection
    self.now = now
    self.seed = seed
    random = SplitMix(seed)
  }

  /// Ends every use of the transaction.
  package func end() { isOpen = false }

  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: one statement, with a `?` for each value. It is cached as a prepared statement, so values must never be
  ///     part of the text.
  ///   - values: the values, bound in order.
  /// - Returns: the number of rows that it inserted, updated or deleted directly, without triggers and foreign key
  ///   actions.
  /// - Throws: a `StorageError`.
  @discardableResult
  package func run(_ sql: String, _ values: [(any Bindable)?]) throws -> Int {
    try guarded { () throws(StorageError) in try connection.run(sql, values) }
  }

  /// Runs one statement with values as variadic arguments.
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

  /// True if a statement that the schema refused needs a savepoint before it.
  var needsSavepointAfterError: Bool { connection.needsSavepointAfterError }

  /// True if the database has the search index of releases.
  var hasReleaseSearch: Bool { connection.hasReleaseSearch }

  /// Sets whether references are checked at the end of the transaction instead of after each statement.
  func deferReferences(_ isDeferred: Bool) throws { try guarded { try connection.deferReferences(isDeferred) } }

  /// Returns true if references are broken that must be repaired before the transaction ends.
  func hasBrokenReferences() throws -> Bool { try guarded { try connection.hasBrokenReferences() } }

  package func layout(of table: HistoryTable) throws -> HistoryLayout {
    if let known = connection.layouts[table] { return known }
    // It is read once for all transactions of the connection, so it is no statement of this one.
    defer { statements -= 1 }
    return try guarded { try connection.layouts.read(table, on: connection) }
  }

  /// Creates a new id from the seed.
  package func newID<Subject>() -> Identifier<Subject> { Identifier(at: now, random: (random.next(), random.next())) }

  /// Creates a new code of the library from the seed.
  package func newOwnCode(_ kind: OwnCode.Kind) -> OwnCode { OwnCode(kind, number: max(1, random.next())) }

  /// Creates a new random number from the seed.
  package func newNumber() -> UInt64 { random.next() }

  /// Returns the number that the next row of a table gets, so that the row can be named before it is inserted.
  func nextRow(in table: String) throws -> Int64 { try guarded { try connection.nextRow(in: table) } }

  /// Returns the number that the engine gave to the last inserted row.
  package func newestRow() throws -> Int64 { try connection.newestRow() }

  /// Registers `body` to run on the writer's lane once the change is durable and reported to its caller. It never runs
  /// if the
  /// change was rolled back. It must be quick: every other write waits for it.
  package func afterCommit(_ body: @escaping @Sendable () -> Void) { hooks.append(body) }

  /// Registers a sequence number to be stored next to the database before the change is reported as done. A loss of the
  /// change is then detected
  /// when the database is opened.
  package func acknowledge(_ sequence: Int64) { acknowledged = max(acknowledged ?? sequence, sequence) }

  /// Some failures (disk full, an I/O error) make the engine roll back the whole transaction. A later statement would run
  /// in a transaction of its own, so all are refused.
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
          ?? StorageError(.failed, call: "WriteTransaction", message: "the transaction was rolled back")
      }
      throw error
    }
  }
}
