internal import Glibc

/// The locale in which libarchive reads and writes names as UTF-8, for the current thread only: in the locale of a service it
/// would replace each letter outside of ASCII.
enum UTF8Locale {
  // Made once and never freed or changed, so every thread may use it.
  nonisolated(unsafe) private static let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)

  /// Runs a function in the locale.
  static func with<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    guard let locale else { return try body() }
    let before = uselocale(locale)
    defer { uselocale(before) }
    return try body()
  }
}
