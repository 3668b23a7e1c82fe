package import Deadwax

/// A value in one of SQLite's five storage classes.
package enum Binding: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// What can stand for a `?` in SQL.
package protocol Bindable {
  var binding: Binding { get }
}

extension Int: Bindable {
  package var binding: Binding { .integer(Int64(self)) }
}

extension Int64: Bindable {
  package var binding: Binding { .integer(self) }
}

/// SQLite has no NaN: it is stored as NULL (`sqlite3_bind_double`).
extension Double: Bindable {
  package var binding: Binding { .real(self) }
}

/// 0 or 1.
extension Bool: Bindable {
  package var binding: Binding { .integer(self ? 1 : 0) }
}

extension String: Bindable {
  package var binding: Binding { .text(self) }
}

extension [UInt8]: Bindable {
  package var binding: Binding { .blob(self) }
}

/// Milliseconds since the epoch.
extension Timestamp: Bindable {
  package var binding: Binding { .integer(milliseconds) }
}

/// The 36-character text.
extension Identifier: Bindable {
  package var binding: Binding { .text(text) }
}

/// NULL for nil.
extension Optional: Bindable where Wrapped: Bindable {
  package var binding: Binding { self?.binding ?? .null }
}
