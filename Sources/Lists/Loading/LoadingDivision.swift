/// The division of sets of discs among the cartridges of a changer. A set is in one cartridge as a whole, or in none.
///
/// The discs in the changer have the most plays that are possible. Among such divisions, the fewest discs change their
/// place: they go in, come out, or go from one cartridge to another. A changer without cartridges is one cartridge.
package struct LoadingDivision: Sendable {
  /// The cartridge of each set; nil for one outside.
  package let cartridges: [Int?]
  /// True if no better division exists. With several cartridges the search ends after a number of steps; then the
  /// division is the best one so far.
  package let isBest: Bool

  /// - Parameters:
  ///   - sets: the sets, each with a number for every cartridge.
  ///   - capacities: the number of usable slots of each cartridge.
  ///   - steps: the number of steps after which the search ends.
  package init(_ sets: [DiscSet], capacities: [Int], steps: Int) {
    let scores = Scores(sets, capacities)
    let room = capacities.reduce(0, +)
    let order = Self.order(sets, scores, room: room)
    // As if the changer were one cartridge: no division is better than this choice.
    let chosen = Self.knapsack(sets, room, order, scores)
    let packed = Self.packed(sets, capacities, chosen, order)
    if scores.total(sets, packed) == chosen.reduce(0, { $0 + scores.most[$1] }) {
      (cartridges, isBest) = (packed, true)
    } else {
      var search = Search(sets, capacities, scores, order, from: packed, steps)
      search.run()
      (cartridges, isBest) = (search.best, search.steps > 0)
    }
  }

  /// Returns the number of discs that change their place.
  package static func moves(_ sets: [DiscSet], _ cartridges: [Int?]) -> Int {
    zip(sets, cartridges).reduce(0) { sum, pair in
      sum + (pair.1.map { pair.0.size - pair.0.inside[$0] } ?? pair.0.present)
    }
  }

  /// The gain of each set in each cartridge, against all discs outside: first by plays, then by the moves that it saves.
  private struct Scores {
    private let weight: Int
    /// The cartridge in which each set gains most.
    let most: [Int]

    init(_ sets: [DiscSet], _ capacities: [Int]) {
      // More than all moves together, so that a play counts more than every move.
      let weight = 2 * sets.reduce(1) { $0 + $1.size }
      self.weight = weight
      most = sets.map { set in
        let fitting = capacities.indices.filter { capacities[$0] >= set.size }
        return fitting.map { Self.gain(set, $0, weight) }.max() ?? 0
      }
    }

    func gain(_ set: DiscSet, _ cartridge: Int) -> Int { Self.gain(set, cartridge, weight) }

    func total(_ sets: [DiscSet], _ cartridges: [Int?]) -> Int {
      zip(sets, cartridges).reduce(0) { sum, pair in sum + (pair.1.map { gain(pair.0, $0) } ?? 0) }
    }

    private static func gain(_ set: DiscSet, _ cartridge: Int, _ weight: Int) -> Int {
      set.plays * weight + set.present - (set.size - set.inside[cartridge])
    }
  }

  /// Returns the sets that a best division can have, those with the highest gain for each disc first. Of the sets of one
  /// size that are outside, no more than fit are of use.
  private static func order(_ sets: [DiscSet], _ scores: Scores, room: Int) -> [Int] {
    let useful = sets.indices.filter { scores.most[$0] > 0 }.sorted {
      let (left, right) = (scores.most[$0] * sets[$1].size, scores.most[$1] * sets[$0].size)
      return left == right ? $0 < $1 : left > right
    }
    var counts: [Int: Int] = [:]
    return useful.filter { index in
      guard sets[index].present == 0 else { return true }
      counts[sets[index].size, default: 0] += 1
      return counts[sets[index].size, default: 0] * sets[index].size <= room
    }
  }

  /// Returns the sets with the highest gain that fit into a number of slots (0/1 knapsack by dynamic programming).
  private static func knapsack(_ sets: [DiscSet], _ capacity: Int, _ order: [Int], _ scores: Scores) -> [Int] {
    var totals = Array(repeating: 0, count: capacity + 1)
    var taken = Array(repeating: false, count: order.count * (capacity + 1))
    for (row, index) in order.enumerated() where sets[index].size <= capacity {
      let (size, gain) = (sets[index].size, scores.most[index])
      for room in stride(from: capacity, through: size, by: -1) where totals[room - size] + gain > totals[room] {
        totals[room] = totals[room - size] + gain
        taken[row * (capacity + 1) + room] = true
      }
    }
    var chosen: [Int] = []
    var room = capacity
    for (row, index) in order.enumerated().reversed() where taken[row * (capacity + 1) + room] {
      chosen.append(index)
      room -= sets[index].size
    }
    return chosen
  }

  /// Puts the chosen sets into cartridges: first those that are in one as a whole, then those of which most discs are in
  /// one, then the others, the largest first. Sets of the order fill what is left.
  private static func packed(
    _ sets: [DiscSet], _ capacities: [Int], _ chosen: [Int], _ order: [Int]
  ) -> [Int?] {
    var rooms = capacities
    var cartridges: [Int?] = Array(repeating: nil, count: sets.count)
    let isWhole = { (index: Int) in sets[index].inside.contains(sets[index].size) }
    let chosenOrder = chosen.sorted {
      let (left, right) = (sets[$0], sets[$1])
      return (isWhole($0) ? 0 : 1, -(left.inside.max() ?? 0), -left.size, $0)
        < (isWhole($1) ? 0 : 1, -(right.inside.max() ?? 0), -right.size, $1)
    }
    for index in chosenOrder + order where cartridges[index] == nil {
      let set = sets[index]
      let best = rooms.indices.filter { rooms[$0] >= set.size }
        .min { (-set.inside[$0], rooms[$0], $0) < (-set.inside[$1], rooms[$1], $1) }
      guard let best else { continue }
      rooms[best] -= set.size
      cartridges[index] = best
    }
    return cartridges
  }

  /// A search through all divisions. A branch ends if even parts of sets could not make it better than the best one.
  private struct Search {
    private let sets: [DiscSet]
    private let scores: Scores
    private let order: [Int]
    /// The sums of sizes and gains of the sets before each position of the order.
    private let sizes: [Int]
    private let gains: [Int]
    /// True for each cartridge that has a disc of the order now, so that it differs from the others.
    private let isUsed: [Bool]
    private var rooms: [Int]
    private var current: [Int?]
    private(set) var best: [Int?]
    private var bestScore: Int
    private(set) var steps: Int

    init(
      _ sets: [DiscSet], _ capacities: [Int], _ scores: Scores, _ order: [Int], from first: [Int?], _ steps: Int
    ) {
      self.sets = sets
      self.scores = scores
      self.order = order
      self.steps = steps
      rooms = capacities
      (sizes, gains) = order.reduce(into: ([0], [0])) { sums, index in
        sums.0.append(sums.0[sums.0.count - 1] + sets[index].size)
        sums.1.append(sums.1[sums.1.count - 1] + scores.most[index])
      }
      isUsed = capacities.indices.map { cartridge in order.contains { sets[$0].inside[cartridge] > 0 } }
      current = Array(repeating: nil, count: sets.count)
      best = first
      bestScore = scores.total(sets, first)
    }

    mutating func run() { go(0, 0, rooms.reduce(0, +)) }

    /// Goes on from a position of the order, with the score so far and the room that is left.
    private mutating func go(_ position: Int, _ score: Int, _ room: Int) {
      if score > bestScore { (bestScore, best) = (score, current) }
      guard position < order.count, score + bound(position, room) > bestScore, steps > 0 else { return }
      steps -= 1
      let index = order[position]
      let size = sets[index].size
      var last: Choice?
      var unusedRoom: Int?
      while let choice = nextChoice(for: index, after: last, unusedRoom) {
        let gained = score + scores.gain(sets[index], choice.cartridge)
        // The gain only falls from one choice to the next, so the others lead to nothing better either.
        guard gained + bound(position + 1, room - size) > bestScore else { break }
        (rooms[choice.cartridge], current[index]) = (choice.room - size, choice.cartridge)
        go(position + 1, gained, room - size)
        (rooms[choice.cartridge], current[index]) = (choice.room, nil)
        guard steps > 0 else { return }
        last = choice
        if !isUsed[choice.cartridge] { unusedRoom = choice.room }
      }
      go(position + 1, score, room)
    }

    /// A cartridge for a set. They are tried in order: first the one with the most of its discs, then the fullest.
    private struct Choice {
      let cartridge: Int
      let inside: Int
      let room: Int

      func precedes(_ other: Self) -> Bool {
        if inside != other.inside { return inside > other.inside }
        return room == other.room ? cartridge < other.cartridge : room < other.room
      }
    }

    /// Finds the cartridge with room for a set that is tried after the last one. Most branches end at their first cartridge,
    /// so a sorted list of all of them would take most of the time of a step.
    ///
    /// - Parameters:
    ///   - index: the set.
    ///   - last: the last choice; nil for none.
    ///   - unusedRoom: the room of the last unused cartridge: another one with the same room is equal to it.
    /// - Returns: the choice; nil if there is no other one.
    private func nextChoice(for index: Int, after last: Choice?, _ unusedRoom: Int?) -> Choice? {
      let size = sets[index].size
      var next: Choice?
      for cartridge in rooms.indices where rooms[cartridge] >= size {
        if !isUsed[cartridge], rooms[cartridge] == unusedRoom { continue }
        let choice = Choice(cartridge: cartridge, inside: sets[index].inside[cartridge], room: rooms[cartridge])
        if let last, !last.precedes(choice) { continue }
        if next.map({ choice.precedes($0) }) ?? true { next = choice }
      }
      return next
    }

    /// Returns the most that the sets from a position on can gain, if the last one may be cut.
    private func bound(_ position: Int, _ room: Int) -> Int {
      let limit = sizes[position] + room
      var (low, high) = (position, order.count)
      while low < high {
        let middle = (low + high + 1) / 2
        if sizes[middle] <= limit { low = middle } else { high = middle - 1 }
      }
      let whole = gains[low] - gains[position]
      guard low < order.count else { return whole }
      return whole + (limit - sizes[low]) * scores.most[order[low]] / sets[order[low]].size
    }
  }
}
