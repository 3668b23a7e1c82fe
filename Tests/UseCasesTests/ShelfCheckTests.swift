import Deadwax
import Execution
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ShelfCheckTests {
  @Test func `a shelf in order has nothing to move, nor has an empty one`() {
    for keys in [[], [1], [1, 2, 3], [1, 1, 2, 2, 2]] {
      let check = ShelfCheck(keys, listing: 10)
      #expect(check.toMove == 0 && check.moves.isEmpty && check.count == keys.count)
    }
  }

  @Test func `one record that stands too late goes between its neighbours`() {
    let check = ShelfCheck([1, 3, 4, 5, 2], listing: 10)
    #expect(Self.values(check.moves) == [[4, 0, 1, 1]])
  }

  @Test func `two records for one gap follow each other`() {
    let check = ShelfCheck(["a", "d", "e", "f", "c", "b"], listing: 10)
    #expect(Self.values(check.moves) == [[5, 0, 1, 1], [4, 5, 1, 2]])
  }

  @Test func `the number of all moves is counted, and only as many as wanted are listed`() {
    let check = ShelfCheck(Array((1...50).reversed()), listing: 3)
    #expect(check.toMove == 49 && check.moves.count == 3)
    #expect(ShelfCheck([2, 1], listing: 0).moves.isEmpty)
  }

  @Test func `no shelf of at most nine records can be sorted with fewer moves, and the moves sort it`() {
    var random = SeededRandom(seed: 20_261_129)
    for _ in 0..<CaseBudget.cases(of: 5000) {
      let count = Int.random(in: 0...9, using: &random)
      let keys = (0..<count).map { _ in Int.random(in: 0...Int.random(in: 1...9, using: &random), using: &random) }
      let check = ShelfCheck(keys, listing: 9)
      #expect(check.toMove == count - Self.longestSubset(keys), "\(keys)")
      #expect(Self.sorts(check, keys), "\(keys): \(check.moves)")
    }
  }

  @Test func `the number of moves is that of a search through all orders of a shelf`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<CaseBudget.cases(of: 100) {
      let count = Int.random(in: 1...6, using: &random)
      let keys = (0..<count).map { _ in Int.random(in: 0...5, using: &random) }
      #expect(ShelfCheck(keys, listing: 0).toMove == Self.fewestMoves(keys), "\(keys)")
    }
  }

  @Test func `a long shelf is sorted by its moves`() {
    var random = SeededRandom(seed: 11)
    let keys = (0..<400).map { _ in Int.random(in: 0...99, using: &random) }
    let check = ShelfCheck(keys, listing: 400)
    #expect(check.moves.count == check.toMove && Self.sorts(check, keys))
  }

  @Test func `records stand by artist and title, by label and catalogue number, or by shelf mark`() {
    func key(
      _ sorting: ShelfSorting, _ artist: String, _ title: String, _ label: String?, _ number: String?, _ mark: String?
    )
      -> ShelfKey
    {
      let release = Release(
        id: .new(at: Timestamp(milliseconds: 0)), status: .manual, medium: .vinyl, title: title, artist: artist,
        label: label, catalogNumber: number)
      let copy = Copy(
        id: .new(at: Timestamp(milliseconds: 0)), release: release.id, number: 1, code: OwnCode(.copy, number: 1),
        shelfMark: mark, addedAt: Timestamp(milliseconds: 0))
      return ShelfKey(sorting, release, copy)
    }
    let beatles = { key($0, "The Beatles", "Help!", "Parlophone", "PMC 1255", "ROCK 12") }
    let abba = { key($0, "ABBA", "Arrival", "Polar", "POLS 272", "POP 2") }
    let motor = { key($0, "Motörhead", "Overkill", "Parlophone", "PMC 900", nil) }
    #expect(abba(.artist) < beatles(.artist) && beatles(.artist) < motor(.artist))
    #expect(motor(.catalogNumber) < beatles(.catalogNumber) && beatles(.catalogNumber) < abba(.catalogNumber))
    // A record without a shelf mark stands last.
    #expect(abba(.shelfMark) < beatles(.shelfMark) && beatles(.shelfMark) < motor(.shelfMark))
    let same = (key(.artist, "Beatles", "Help", nil, nil, nil), beatles(.artist))
    #expect(!(same.0 < same.1) && !(same.1 < same.0))
  }

  // MARK: - Slow and simple

  /// Returns the size of the largest subset of records that are in order among themselves, by trying all of them.
  private static func longestSubset(_ keys: [Int]) -> Int {
    (0..<(1 << keys.count)).lazy.map { set -> Int in
      let chosen = keys.indices.filter { set & (1 << $0) != 0 }.map { keys[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy(<=) ? chosen.count : 0
    }.max() ?? 0
  }

  /// Returns the fewest moves by going through every order that a move reaches, the near ones first.
  private static func fewestMoves(_ keys: [Int]) -> Int {
    var (reached, border, moves): (Set<[Int]>, [[Int]], Int) = ([keys], [keys], 0)
    while !border.contains(where: { zip($0, $0.dropFirst()).allSatisfy(<=) }) {
      var next: [[Int]] = []
      for shelf in border {
        for from in shelf.indices {
          for to in shelf.indices {
            var moved = shelf
            moved.insert(moved.remove(at: from), at: to)
            if reached.insert(moved).inserted { next.append(moved) }
          }
        }
      }
      (border, moves) = (next, moves + 1)
    }
    return moves
  }

  /// Does the moves one after another on a shelf. True if each finds its neighbours, and the shelf is in order at last.
  private static func sorts(_ check: ShelfCheck, _ keys: [Int]) -> Bool {
    var shelf = Array(keys.indices)
    for move in check.moves {
      shelf.removeAll { $0 == move.record }
      let place = move.after.map { (shelf.firstIndex(of: $0) ?? -2) + 1 } ?? 0
      guard place == move.target else { return false }
      if let before = move.before, (shelf.firstIndex(of: before) ?? -1) < place { return false }
      shelf.insert(move.record, at: place)
    }
    let sorted = shelf.map { keys[$0] }
    return zip(sorted, sorted.dropFirst()).allSatisfy(<=)
  }

  /// Returns the record of each move, the records before and after its gap, and where it goes.
  private static func values(_ moves: [ShelfCheck.Move]) -> [[Int?]] {
    moves.map { [$0.record, $0.after, $0.before, $0.target] }
  }
}
