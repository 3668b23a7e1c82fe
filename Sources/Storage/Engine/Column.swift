/// A column of a query: its name as a literal, or its number from 0.
///
/// A name is found once for each prepared statement. Later rows only compare addresses, because a literal is always at
/// the same one.
package struct Column: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// The address of the name, nil for a number.
  let start: UnsafePointer<UInt8>?
  /// The length of the name in bytes, or the number.
  let number: Int

  package init(stringLiteral name: StaticString) {
    start = name.utf8Start
    number = name.utf8CodeUnitCount
  }

  package init(integerLiteral number: Int) { self.init(number) }

  package init(_ number: Int) {
    start = nil
    self.number = number
  }

  /// The name, nil for a number.
  var name: String? {
    start.map { String(decoding: UnsafeBufferPointer(start: $0, count: number), as: UTF8.self) }
  }
}
