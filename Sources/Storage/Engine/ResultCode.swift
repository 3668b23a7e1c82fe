internal import CSQLite

/// A result code of SQLite: a primary code (`SQLITE_CONSTRAINT`) or a more detailed extended code
/// (`SQLITE_CONSTRAINT_UNIQUE`). See <https://www.sqlite.org/rescode.html>.
///
/// As a pattern, a primary code matches all its extended codes, and an extended code matches only itself:
///
///     switch error.code {
///     case .constraintUnique: …
///     case .constraint: …
///     default: …
///     }
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The primary code: the low eight bits.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  package static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
  }

  /// SQLite's text for the code, from `sqlite3_errstr`, with the number.
  package var description: String { "\(String(cString: sqlite3_errstr(rawValue))) (\(rawValue))" }

  package static let ok = ResultCode(rawValue: SQLITE_OK)
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  package static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  package static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  // Macros with arithmetic are not imported, so the extended codes are computed here as in sqlite3.h.
  package static let constraintCheck = constraint.extended(1)
  package static let constraintForeignKey = constraint.extended(3)
  package static let constraintNotNull = constraint.extended(5)
  package static let constraintPrimaryKey = constraint.extended(6)
  package static let constraintTrigger = constraint.extended(7)
  package static let constraintUnique = constraint.extended(8)
  package static let constraintRowID = constraint.extended(10)
  package static let constraintDataType = constraint.extended(12)

  /// The database file was renamed or removed (`SQLITE_READONLY_DBMOVED`).
  package static let moved = readOnly.extended(4)

  private func extended(_ detail: Int32) -> ResultCode { ResultCode(rawValue: rawValue | detail << 8) }
}
