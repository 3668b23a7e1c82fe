/// The columns of one prepared statement that were read by name, in the order in which they are read.
package final class ColumnLookup {
  private var known: [(name: UnsafePointer<UInt8>, column: Int)] = []
  private var next = 0

  package init() {}

  /// Returns the number of a column that was read before. Each row is normally read in the same order, so the first
  /// comparison succeeds.
  func column(at name: UnsafePointer<UInt8>) -> Int? {
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

  func remember(_ name: UnsafePointer<UInt8>, as column: Int) {
    known.append((name, column))
    next = 0
  }
}
