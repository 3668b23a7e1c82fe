internal import CPQ
internal import Glibc
internal import Storage

/// The rows of a query, which PostgreSQL has delivered completely.
final class PostgreSQLResult: RowSource {
  private let handle: OpaquePointer
  private let statement: PostgreSQLStatement
  private let types: [Oid]
  private var row: Int32 = -1
  private(set) var serial: UInt64 = 0

  var sql: String { statement.sql }
  var columnCount: Int { types.count }
  var found: ColumnLookup { statement.found }

  /// Wraps a result with rows, and clears it when deallocated.
  init(_ handle: OpaquePointer, of statement: PostgreSQLStatement) {
    self.handle = handle
    self.statement = statement
    types = (0..<PQnfields(handle)).map { PQftype(handle, $0) }
  }

  deinit { PQclear(handle) }

  /// Advances to the next row. Returns false if there is none.
  func step() -> Bool {
    serial &+= 1
    row += 1
    return row < PQntuples(handle)
  }

  /// Makes the current row invalid.
  func rest() { serial &+= 1 }

  func name(of column: Int) -> String { PQfname(handle, Int32(column)).map { String(cString: $0) } ?? "" }

  func kind(of column: Int) -> CellKind {
    guard PQgetisnull(handle, row, Int32(column)) == 0 else { return .null }
    switch types[column] {
    case Self.boolean, 20, 21, 23: return .integer
    // A sum of integers is numeric, without a fraction.
    case Self.numeric: return string(column).contains(".") ? .real : .integer
    case 700, 701: return .real
    case Self.bytes: return .blob
    default: return .text
    }
  }

  func integer(_ column: Int) -> Int64 {
    types[column] == Self.boolean ? (string(column) == "t" ? 1 : 0) : strtoll(start(column), nil, 10)
  }

  func real(_ column: Int) -> Double { Double(string(column)) ?? 0 }

  func text(_ column: Int) -> String? { string(column) }

  func blob(_ column: Int) -> [UInt8] {
    var count = 0
    guard let bytes = PQunescapeBytea(UnsafeRawPointer(start(column)).assumingMemoryBound(to: UInt8.self), &count)
    else { return [] }
    defer { PQfreemem(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  private func start(_ column: Int) -> UnsafePointer<CChar> {
    guard let start = PQgetvalue(handle, row, Int32(column)) else {
      preconditionFailure("a value was read outside its result")
    }
    return UnsafePointer(start)
  }

  private func string(_ column: Int) -> String { String(cString: start(column)) }

  // The numbers of types never change (pg_type.dat of PostgreSQL).
  private static let boolean: Oid = 16
  private static let bytes: Oid = 17
  private static let numeric: Oid = 1700
}
