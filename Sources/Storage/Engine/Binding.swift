package import Deadwax

/// A value in one of SQLite's five storage classes.
package enum Binding: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension Binding: Bindable {
  package var binding: Binding { self }
}

extension Int: Bindable {
  package var binding: Binding { .integer(Int64(self)) }
}

extension Int64: Bindable {
  package var binding: Binding { .integer(self) }
}

/// Binds a number as REAL. SQLite has no NaN and stores it as NULL (`sqlite3_bind_double`).
extension Double: Bindable {
  package var binding: Binding { .real(self) }
}

/// Binds true as 1 and false as 0.
extension Bool: Bindable {
  package var binding: Binding { .integer(self ? 1 : 0) }
}

extension String: Bindable {
  package var binding: Binding { .text(self) }
}

extension [UInt8]: Bindable {
  package var binding: Binding { .blob(self) }
}

/// Binds a time as milliseconds since the Unix epoch.
extension Timestamp: Bindable {
  package var binding: Binding { .integer(milliseconds) }
}

/// Binds an identifier as its 36-character text.
extension Identifier: Bindable {
  package var binding: Binding { .text(text) }
}

/// Binds nil as NULL.
extension Optional: Bindable where Wrapped: Bindable {
  package var binding: Binding { self?.binding ?? .null }
}
