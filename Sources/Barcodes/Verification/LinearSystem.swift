/// Small systems of linear equations.
enum LinearSystem {
  /// Solves a system by Gaussian elimination.
  ///
  /// - Parameters:
  ///   - a: the square matrix, row by row; overwritten.
  ///   - b: the right side; overwritten.
  ///   - n: the number of unknowns.
  /// - Returns: nil if there is no unique solution.
  static func solve(_ a: inout [Double], _ b: inout [Double], _ n: Int) -> [Double]? {
    for column in 0..<n {
      var pivot = column
      for row in column..<n where abs(a[n * row + column]) > abs(a[n * pivot + column]) { pivot = row }
      guard abs(a[n * pivot + column]) > 1e-9 else { return nil }
      if pivot != column {
        for k in 0..<n { a.swapAt(n * pivot + k, n * column + k) }
        b.swapAt(pivot, column)
      }
      for row in column + 1..<max(column + 1, n) {
        let factor = a[n * row + column] / a[n * column + column]
        for k in column..<n { a[n * row + k] -= factor * a[n * column + k] }
        b[row] -= factor * b[column]
      }
    }
    for row in (0..<n).reversed() {
      for k in row + 1..<max(row + 1, n) { b[row] -= a[n * row + k] * b[k] }
      b[row] /= a[n * row + row]
    }
    return b
  }
}
