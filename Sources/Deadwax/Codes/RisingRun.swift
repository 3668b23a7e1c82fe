/// The longest rising part of a list, which need not be contiguous.
package enum RisingRun {
  /// Returns the indices of the longest strictly rising list, by binary search over the ends of the shorter ones
  /// (Fredman, 1975).
  ///
  /// - Parameter values: any numbers.
  /// - Returns: indices into `values`, rising.
  package static func longest(of values: [Int]) -> [Int] {
    // ends[n] is the index of the smallest value with which a list of n + 1 values ends.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = before[index]
    }
    return run.reversed()
  }
}
