/// The error of a failed call to the database engine, or of a failed operation on a file next to the database.
///
/// It contains the SQL but never a bound value, so its text may be logged.
package struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, the same for every engine.
  package enum Kind: String, Sendable, CaseIterable {
    /// Another row has the same values in a primary key or in a unique index.
    case conflict
    /// A foreign key refers to a missing row, or a row that is referred to would be removed.
    case reference
    /// Another rule of the schema is violated: a CHECK, NOT NULL, a column's type, or a trigger.
    case constraint
    /// A value has another type or form than requested.
    case mismatch
    /// A value or statement is larger than the engine accepts.
    case tooBig = "too-big"
    /// Another program has locked the database.
    case busy
    /// Too many writes are waiting.
    case overloaded
    /// The disk is full.
    case full
    /// The database, or its disk, cannot be written.
    case readOnly = "read-only"
    /// The files of the database were removed, renamed or replaced.
    case moved
    /// The content of the database is damaged.
    case damaged
    /// The database cannot be opened, read or reached.
    case unavailable
    /// The work was interrupted on request.
    case interrupted
    /// A mistake of the caller, such as a wrong number of values, or a call on a closed database.
    case misuse
    /// Any other failure, such as SQL that the engine cannot parse.
    case failed

    /// True if the schema refuses the values, so that the same statement always fails.
    package var isOfSchema: Bool { self == .conflict || self == .reference || self == .constraint }
  }

  package let kind: Kind
  /// The name of the C function that failed, such as `sqlite3_step`.
  package let call: String
  package let message: String
  package let sql: String?
  /// The engine's own code, such as `2067` or `23505`. It is for the log only.
  package let engineCode: String?

  package init(_ kind: Kind, call: String, message: String, sql: String? = nil, engineCode: String? = nil) {
    self.kind = kind
    self.call = call
    self.message = message
    self.sql = sql
    self.engineCode = engineCode
  }

  package var description: String {
    let place = sql.map { " in: \($0)" } ?? ""
    return "\(call): \(message) [\(kind.rawValue)\(engineCode.map { " \($0)" } ?? "")]\(place)"
  }

  /// The error of every call on a closed database.
  static let closed = StorageError(.misuse, call: "Database", message: "the database is closed")
}
