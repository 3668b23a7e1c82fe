internal import Deadwax

/// The fewest records to move so that a shelf is in order.
///
/// The records that stay are a longest run of records that are in order among themselves. Every other record has to
/// move, so no plan has fewer moves. Records with equal keys are in order.
package struct ShelfCheck: Sendable {
  /// A record that has to move, by its index on the shelf as it stands.
  package struct Move: Hashable, Sendable {
    package let record: Int
    /// The record directly after which it goes: one that stays, or one of an earlier move; nil for the beginning.
    package let after: Int?
    /// The next record that stays; nil for the end of the shelf.
    package let before: Int?
    /// The index of the record after the move, on the shelf as the earlier moves leave it.
    package let target: Int
  }

  /// The number of records on the shelf.
  package let count: Int
  /// The number of records that have to move.
  package let toMove: Int
  /// The first moves, in the order of the sorted shelf. Each follows from those before it.
  package let moves: [Move]

  /// - Parameters:
  ///   - keys: the keys of the records as they stand, from the first one on.
  ///   - most: the number of moves to list, at least 0.
  package init<Key: Comparable>(_ keys: [Key], listing most: Int) {
    count = keys.count
    let sorted = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    // Equal keys get one number, so that the search below compares whole numbers.
    var numbers = Array(repeating: 0, count: keys.count)
    for (previous, index) in zip(sorted, sorted.dropFirst()) {
      numbers[index] = numbers[previous] + (keys[previous] < keys[index] ? 1 : 0)
    }
    let stays = Self.longestRun(numbers)
    toMove = stays.count { !$0 }
    moves = Self.moves(sorted, stays, most)
  }

  /// Marks the records of a longest run whose numbers never fall.
  private static func longestRun(_ numbers: [Int]) -> [Bool] {
    var stays = Array(repeating: false, count: numbers.count)
    // With its index, an equal number is higher than the one before it.
    for index in RisingRun.longest(of: numbers.enumerated().map { $1 * numbers.count + $0 }) { stays[index] = true }
    return stays
  }

  private static func moves(_ sorted: [Int], _ stays: [Bool], _ most: Int) -> [Move] {
    guard most > 0 else { return [] }
    var following: [Int?] = Array(repeating: nil, count: sorted.count)
    var stayed: Int?
    for position in sorted.indices.reversed() {
      following[position] = stayed
      if stays[sorted[position]] { stayed = sorted[position] }
    }
    var shelf = Array(sorted.indices)
    var moves: [Move] = []
    for (position, record) in sorted.enumerated() where !stays[record] {
      let after = position > 0 ? sorted[position - 1] : nil
      shelf.removeAll { $0 == record }
      let target = after.flatMap { shelf.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      shelf.insert(record, at: target)
      moves.append(Move(record: record, after: after, before: following[position], target: target))
      if moves.count == most { break }
    }
    return moves
  }
}
