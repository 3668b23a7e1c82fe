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
struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  let rawValue: Int32

  init(rawValue: Int32) { self.rawValue = rawValue }

  /// The primary code: the low eight bits.
  var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
  }

  /// SQLite's text for the code, from `sqlite3_errstr`, with the number.
  var description: String { "\(String(cString: sqlite3_errstr(rawValue))) (\(rawValue))" }

  static let ok = ResultCode(rawValue: SQLITE_OK)
  static let error = ResultCode(rawValue: SQLITE_ERROR)
  static let busy = ResultCode(rawValue: SQLITE_BUSY)
  static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  static let outOfMemory = ResultCode(rawValue: SQLITE_NOMEM)
  static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
  static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  static let full = ResultCode(rawValue: SQLITE_FULL)
  static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

  // Macros with arithmetic are not imported, so the extended codes are computed here as in sqlite3.h.
  static let constraintCheck = constraint.extended(1)
  static let constraintForeignKey = constraint.extended(3)
  static let constraintNotNull = constraint.extended(5)
  static let constraintPrimaryKey = constraint.extended(6)
  static let constraintTrigger = constraint.extended(7)
  static let constraintUnique = constraint.extended(8)
  static let constraintRowID = constraint.extended(10)
  static let constraintDataType = constraint.extended(12)

  /// The shared memory file of the write-ahead log cannot grow: "may indicate that the underlying filesystem volume is out of
  /// space" (`SQLITE_IOERR_SHMSIZE`, <https://www.sqlite.org/rescode.html>).
  static let noRoomForSharedMemory = inputOutput.extended(19)
  /// The database file was renamed or removed (`SQLITE_READONLY_DBMOVED`).
  static let moved = readOnly.extended(4)

  private func extended(_ detail: Int32) -> ResultCode { ResultCode(rawValue: rawValue | detail << 8) }
}

extension ResultCode {
  /// The portable kind of failure.
  var kind: StorageError.Kind {
    switch self {
    case .constraintUnique, .constraintPrimaryKey, .constraintRowID: .conflict
    case .constraintForeignKey: .reference
    case .constraint: .constraint
    case .mismatch: .mismatch
    case .tooBig: .tooBig
    case .busy, .locked: .busy
    case .full, .noRoomForSharedMemory: .full
    case .moved: .moved
    case .readOnly: .readOnly
    case .corrupt, .notADatabase: .damaged
    case .inputOutput, .cannotOpen: .unavailable
    case .interrupted: .interrupted
    case .misuse: .misuse
    default: .failed
    }
  }
}

extension StorageError {
  /// Creates the error for a result code of SQLite.
  init(code: ResultCode, call: String, message: String, sql: String? = nil) {
    self.init(code.kind, call: call, message: message, sql: sql, engineCode: "\(code.rawValue)")
  }

  /// Returns true if SQLite reported exactly this code, and not a more detailed one.
  func isExactly(_ code: ResultCode) -> Bool { engineCode == "\(code.rawValue)" }
}
