/// A connection of one engine to its database, used by one thread at a time.
///
/// SQL is the common subset of the engines, with `?` or `?1` for a value. A failed call throws the portable kind of its
/// error.
package protocol EngineConnection: AnyObject {
  /// True if no transaction is open.
  var isOutsideTransaction: Bool { get }
  /// True if a failed statement makes all later ones fail until a savepoint, or the transaction, is rolled back.
  var needsSavepointAfterError: Bool { get }
  /// True if the database has the search index of releases.
  var hasReleaseSearch: Bool { get }

  func begin(_ access: TransactionAccess) throws(StorageError)
  /// Makes the transaction durable.
  func commit() throws(StorageError)
  /// Ends the transaction without its changes. Does nothing if none is open.
  func rollBack()

  /// Runs one statement to its end and ignores any rows it returns.
  ///
  /// - Returns: the number of rows that it inserted, updated or deleted directly.
  func run(_ sql: String, _ values: [(any Bindable)?]) throws(StorageError) -> Int
  /// Calls `body` for each row of a query until it returns false.
  func query(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Bool) throws

  /// Returns the number that the engine gave to the last inserted row.
  func newestRow() throws(StorageError) -> Int64
  /// Returns the number that the next row of a table gets if it is given none.
  func nextRow(in table: String) throws -> Int64
  /// Sets whether references are checked at the end of the transaction instead of after each statement.
  func deferReferences(_ isDeferred: Bool) throws(StorageError)
  /// Returns true if references are broken that must be repaired before the transaction ends.
  func hasBrokenReferences() throws(StorageError) -> Bool
  /// The layouts of the ledger's tables that were read on this connection.
  var layouts: HistoryLayouts { get }
  /// Returns the columns of a table, in the order of the schema. Empty if there is no such table.
  func columns(of table: String) throws -> [String]
  /// Returns the columns of a table that refer to the key `id` of a table, ordered by name, each with that table.
  func references(of table: String) throws -> [(column: String, table: String)]
}
