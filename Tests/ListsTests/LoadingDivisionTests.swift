import Lists
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LoadingDivisionTests {
  @Test func `the most played discs are in, and a disc that is there stays`() {
    let sets = [(1, 5, [0]), (1, 9, [0]), (1, 5, [1]), (1, 0, [0])].map { DiscSet(size: $0, plays: $1, inside: $2) }
    let division = LoadingDivision(sets, capacities: [2], steps: 1000)
    // Of the two discs with five plays, the one that is in the changer stays there.
    #expect(division.cartridges == [nil, 0, 0, nil] && division.isBest)
    #expect(LoadingDivision.moves(sets, division.cartridges) == 1)
  }

  @Test func `a set is in one cartridge as a whole, or outside`() {
    let sets = [(3, 30, [0, 0]), (2, 19, [0, 0]), (2, 18, [0, 0]), (1, 1, [0, 0])].map {
      DiscSet(size: $0, plays: $1, inside: $2)
    }
    let division = LoadingDivision(sets, capacities: [4, 3], steps: 10_000)
    #expect(division.cartridges[0] == 1 && division.cartridges[1] == 0 && division.cartridges[2] == 0)
    #expect(division.isBest)
    // A set that fits into no cartridge stays outside.
    let large = [DiscSet(size: 5, plays: 100, inside: [0, 0])]
    #expect(LoadingDivision(large, capacities: [4, 3], steps: 100).cartridges == [nil])
  }

  @Test func `a disc without plays stays where it is, in the changer and outside`() {
    let sets = [DiscSet(size: 1, plays: 0, inside: [1, 0]), DiscSet(size: 1, plays: 0, inside: [0, 0])]
    #expect(LoadingDivision(sets, capacities: [2, 2], steps: 100).cartridges == [0, nil])
  }

  @Test func `no small case has a division with more plays, or with as many and fewer moves`() {
    var random = SeededRandom(seed: 2026)
    for _ in 0..<CaseBudget.cases(of: 1500) {
      let capacities = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 1...4, using: &random) }
      var rooms = capacities
      let sets = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        let size = Int.random(in: 1...3, using: &random)
        var inside = capacities.map { _ in 0 }
        // What is in the changer fits there, whole sets or parts of them.
        for _ in 0..<Int.random(in: 0...size, using: &random) {
          let cartridge = Int.random(in: rooms.indices, using: &random)
          if rooms[cartridge] > 0 {
            (rooms[cartridge], inside[cartridge]) = (rooms[cartridge] - 1, inside[cartridge] + 1)
          }
        }
        return DiscSet(size: size, plays: Int.random(in: 0...3, using: &random), inside: inside)
      }
      let division = LoadingDivision(sets, capacities: capacities, steps: 100_000)
      #expect(division.isBest)
      let found = Self.score(sets, division.cartridges, capacities)
      let best = Self.best(sets, capacities)
      #expect(found != nil && found?.plays == best.plays && found?.moves == best.moves, "\(sets) \(capacities)")
    }
  }

  @Test func `four hundred discs are divided among cartridges of six, and the plan is as good as without cartridges`() {
    var random = SeededRandom(seed: 400)
    let capacities = Array(repeating: 6, count: 67)
    var free = capacities.indices.flatMap { Array(repeating: $0, count: 6) }.shuffled(using: &random)
    let sets = (0..<700).map { _ in
      let size = Int.random(in: 0..<10, using: &random) == 0 ? 2 : 1
      var inside = Array(repeating: 0, count: capacities.count)
      if Int.random(in: 0...1, using: &random) == 0 {
        for _ in 0..<size { if let cartridge = free.popLast() { inside[cartridge] += 1 } }
      }
      return DiscSet(size: size, plays: Int.random(in: 0...40, using: &random), inside: inside)
    }
    let division = LoadingDivision(sets, capacities: capacities, steps: 200_000)
    let score = Self.score(sets, division.cartridges, capacities)
    let whole = sets.map { DiscSet(size: $0.size, plays: $0.plays, inside: [$0.inside.reduce(0, +)]) }
    let bound = Self.score(whole, LoadingDivision(whole, capacities: [402], steps: 1).cartridges, [402])
    #expect(score != nil && score?.plays == bound?.plays)
  }

  // MARK: - Slow and simple

  /// Returns the plays and moves of a division; nil if a cartridge has too many discs.
  private static func score(
    _ sets: [DiscSet], _ cartridges: [Int?], _ capacities: [Int]
  ) -> (plays: Int, moves: Int)? {
    var (rooms, plays, moves) = (capacities, 0, 0)
    for (set, cartridge) in zip(sets, cartridges) {
      if let cartridge {
        rooms[cartridge] -= set.size
        plays += set.plays
        moves += set.size - set.inside[cartridge]
      } else {
        moves += set.inside.reduce(0, +)
      }
    }
    return rooms.allSatisfy { $0 >= 0 } ? (plays, moves) : nil
  }

  /// Returns the best score of all divisions.
  private static func best(_ sets: [DiscSet], _ capacities: [Int]) -> (plays: Int, moves: Int) {
    var best = (plays: -1, moves: 0)
    func go(_ cartridges: [Int?]) {
      guard cartridges.count < sets.count else {
        guard let score = score(sets, cartridges, capacities) else { return }
        if (score.plays, -score.moves) > (best.plays, -best.moves) { best = score }
        return
      }
      for cartridge in [nil] + capacities.indices.map(Optional.some) { go(cartridges + [cartridge]) }
    }
    go([])
    return best
  }
}
