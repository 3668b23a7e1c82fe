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

  /// Returns the column at a distance from a numbered column.
  static func + (column: Column, distance: Int) -> Column {
    precondition(column.start == nil, "a column with a name has no neighbours")
    return Column(column.number + distance)
  }

  /// The name, nil for a number.
  var name: String? {
    start.map { String(decoding: UnsafeBufferPointer(start: $0, count: number), as: UTF8.self) }
  }
}

/// The columns of one prepared statement that were read by name, in the order in which they are read.
struct ColumnLookup {
  private var known: [(name: UnsafePointer<UInt8>, column: Int)] = []
  private var next = 0

  /// Returns the number of a column that was read before. Each row is normally read in the same order, so the first
  /// comparison succeeds.
  mutating func column(at name: UnsafePointer<UInt8>) -> Int? {
    for offset in 0..<known.count {
      var index = next + offset
      if index >= known.count { index -= known.count }
      if known[index].name == name {
        next = index + 1 == known.count ? 0 : index + 1
        return known[index].column
      }
    }
    return nil
  }

  mutating func remember(_ name: UnsafePointer<UInt8>, as column: Int) {
    known.append((name, column))
    next = 0
  }
}
