/// The current row of a running query, as an engine delivers it.
///
/// The functions for values are called only for a column that exists and whose cell has that kind.
package protocol RowSource: AnyObject {
  var sql: String { get }
  /// Changes whenever a row becomes invalid.
  var serial: UInt64 { get }
  var columnCount: Int { get }
  /// The columns that were read by name before.
  var found: ColumnLookup { get }

  /// The name of a column: its alias in the query, or else its name in the table.
  func name(of column: Int) -> String
  func kind(of column: Int) -> CellKind
  func integer(_ column: Int) -> Int64
  func real(_ column: Int) -> Double
  /// Nil if there is not enough memory.
  func text(_ column: Int) -> String?
  func blob(_ column: Int) -> [UInt8]
}
