package import Deadwax

/// The current row of a query. A column is named by a literal, or numbered from 0.
///
/// It is valid only inside the closure that received it; later use traps. A value of another type than requested throws
/// `.mismatch`. A column declared NOT NULL always has the declared type.
package struct Row {
  private let source: any RowSource
  private let serial: UInt64
  private let found: ColumnLookup

  package init(of source: any RowSource) {
    self.source = source
    serial = source.serial
    found = source.found
  }

  /// Returns UTF-8 text. A NUL character in it is preserved.
  package func text(_ column: Column) throws(StorageError) -> String {
    guard let text = try optionalText(column) else { throw mismatch(try cell(column), "text") }
    return text
  }

  package func optionalText(_ column: Column) throws(StorageError) -> String? {
    let column = try cell(column)
    switch source.kind(of: column) {
    case .null: return nil
    case .text:
      guard let text = source.text(column) else {
        throw StorageError(.failed, call: "text", message: "out of memory", sql: source.sql)
      }
      return text
    default: throw mismatch(column, "text")
    }
  }

  package func integer(_ column: Column) throws(StorageError) -> Int64 {
    guard let integer = try optionalInteger(column) else { throw mismatch(try cell(column), "an integer") }
    return integer
  }

  package func optionalInteger(_ column: Column) throws(StorageError) -> Int64? {
    let column = try cell(column)
    switch source.kind(of: column) {
    case .null: return nil
    case .integer: return source.integer(column)
    default: throw mismatch(column, "an integer")
    }
  }

  /// Returns a number. Accepts an integer too, since SQL returns one for `1 + 1` or for `sum` of integers.
  package func real(_ column: Column) throws(StorageError) -> Double {
    guard let real = try optionalReal(column) else { throw mismatch(try cell(column), "a number") }
    return real
  }

  package func optionalReal(_ column: Column) throws(StorageError) -> Double? {
    let column = try cell(column)
    switch source.kind(of: column) {
    case .null: return nil
    case .real, .integer: return source.real(column)
    default: throw mismatch(column, "a number")
    }
  }

  /// Returns true for 1 and false for 0. Any other number is a mismatch.
  package func flag(_ column: Column) throws(StorageError) -> Bool {
    switch try integer(column) {
    case 0: return false
    case 1: return true
    default: throw mismatch(try cell(column), "0 or 1")
    }
  }

  package func optionalFlag(_ column: Column) throws(StorageError) -> Bool? {
    try isNull(column) ? nil : flag(column)
  }

  package func blob(_ column: Column) throws(StorageError) -> [UInt8] {
    guard let blob = try optionalBlob(column) else { throw mismatch(try cell(column), "a blob") }
    return blob
  }

  package func optionalBlob(_ column: Column) throws(StorageError) -> [UInt8]? {
    let column = try cell(column)
    switch source.kind(of: column) {
    case .null: return nil
    case .blob: return source.blob(column)
    default: throw mismatch(column, "a blob")
    }
  }

  /// Returns a time that is stored as milliseconds since the Unix epoch.
  package func time(_ column: Column) throws(StorageError) -> Timestamp {
    Timestamp(milliseconds: try integer(column))
  }

  package func optionalTime(_ column: Column) throws(StorageError) -> Timestamp? {
    try optionalInteger(column).map { Timestamp(milliseconds: $0) }
  }

  package func id<Subject>(_ column: Column) throws(StorageError) -> Identifier<Subject> {
    guard let id = Identifier<Subject>(try text(column)) else { throw mismatch(try cell(column), "a UUID") }
    return id
  }

  package func optionalID<Subject>(_ column: Column) throws(StorageError) -> Identifier<Subject>? {
    try isNull(column) ? nil : id(column)
  }

  package func isNull(_ column: Column) throws(StorageError) -> Bool { source.kind(of: try cell(column)) == .null }

  /// The number of columns of the query.
  var columnCount: Int { source.columnCount }

  /// Returns the name of a column: its alias in the query, or else its name in the table.
  func name(of column: Int) -> String { source.name(of: column) }

  /// Returns the value of a column in the engine's own kind.
  func value(_ column: Int) throws(StorageError) -> Binding {
    let column = try cell(Column(column))
    switch source.kind(of: column) {
    case .null: return .null
    case .integer: return .integer(source.integer(column))
    case .real: return .real(source.real(column))
    case .text: return .text(try text(Column(column)))
    case .blob: return .blob(source.blob(column))
    }
  }

  /// Returns the number of a column, from 0.
  private func cell(_ column: Column) throws(StorageError) -> Int {
    precondition(serial == source.serial, "a row was used outside its closure")
    guard let start = column.start else {
      guard column.number >= 0, column.number < source.columnCount else { throw missing("\(column.number)") }
      return column.number
    }
    if let known = found.column(at: start) { return known }
    let name = column.name ?? ""
    let places = (0..<source.columnCount).filter { source.name(of: $0) == name }
    guard let place = places.first else { throw missing("'\(name)'") }
    guard places.count == 1 else {
      throw StorageError(.misuse, call: "Row", message: "\(places.count) columns are named '\(name)'", sql: source.sql)
    }
    found.remember(start, as: place)
    return place
  }

  private func missing(_ column: String) -> StorageError {
    StorageError(.mismatch, call: "Row", message: "there is no column \(column)", sql: source.sql)
  }

  // The message names the column, never its value.
  private func mismatch(_ column: Int, _ expected: String) -> StorageError {
    StorageError(
      .mismatch, call: "Row",
      message:
        "column \(column) '\(source.name(of: column))' should be \(expected), but is \(source.kind(of: column).words)",
      sql: source.sql)
  }
}
