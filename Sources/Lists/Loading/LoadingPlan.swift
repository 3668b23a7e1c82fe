package import Deadwax

/// The steps that bring the most played discs into a changer, with the fewest discs that change their place.
package struct LoadingPlan: Sendable {
  /// A disc that can be in the changer, with its slot there; nil for one outside.
  package struct Disc: Hashable, Sendable {
    package let copy: Copy.ID
    package let release: Release.ID
    package let plays: Int
    package let slot: Slot.ID?

    package init(copy: Copy.ID, release: Release.ID, plays: Int, slot: Slot.ID?) {
      self.copy = copy
      self.release = release
      self.plays = plays
      self.slot = slot
    }
  }

  /// One movement of one disc. Each is possible once those before it are done.
  package struct Step: Hashable, Sendable {
    package let copy: Copy.ID
    /// The slot from which it comes; nil for a disc from outside.
    package let from: Slot.ID?
    /// The slot into which it goes; nil for a disc that comes out.
    package let to: Slot?
  }

  /// The number of usable slots.
  package let capacity: Int
  /// The number of discs that are in the changer after all steps.
  package let discs: Int
  /// The plays of these discs.
  package let plays: Int
  package let steps: [Step]
  /// True if no other choice of discs has more plays, or as many with fewer discs that change their place.
  package let isBest: Bool

  /// The number of steps of the search, which takes about a second in a slow build.
  private static let searchSteps = 200_000

  /// - Parameters:
  ///   - discs: the discs. Those of one release are a set, which is in one cartridge as a whole, or outside.
  ///   - cartridges: the usable slots of each cartridge, by number: those that are free or have one of the discs.
  package init(_ discs: [Disc], cartridges: [[Slot]]) {
    var homes: [Slot.ID: Int] = [:]
    for (index, slots) in cartridges.enumerated() { for slot in slots { homes[slot.id] = index } }
    let sets = Self.sets(discs)
    let sizes = sets.map { set in
      var inside = Array(repeating: 0, count: cartridges.count)
      for case let slot? in set.map(\.slot) { if let home = homes[slot] { inside[home] += 1 } }
      return DiscSet(size: set.count, plays: set.reduce(0) { $0 + $1.plays }, inside: inside)
    }
    let division = LoadingDivision(sizes, capacities: cartridges.map(\.count), steps: Self.searchSteps)
    isBest = division.isBest
    capacity = homes.count
    var targets: [Copy.ID: Slot] = [:]
    for (index, slots) in cartridges.enumerated() {
      let inside = zip(sets, division.cartridges).filter { $1 == index }.map(\.0)
      Self.assign(inside, to: slots, &targets)
    }
    let loaded = zip(sizes, division.cartridges).filter { $1 != nil }.map(\.0)
    self.discs = targets.count
    plays = loaded.reduce(0) { $0 + $1.plays }
    steps = Self.steps(discs, targets, order: cartridges.flatMap { $0.map(\.id) })
  }

  /// Returns the discs in sets, in the order in which the sets appear.
  private static func sets(_ discs: [Disc]) -> [[Disc]] {
    var places: [Release.ID: Int] = [:]
    var sets: [[Disc]] = []
    for disc in discs {
      if let place = places[disc.release] {
        sets[place].append(disc)
      } else {
        places[disc.release] = sets.count
        sets.append([disc])
      }
    }
    return sets
  }

  /// Gives each disc of a cartridge a slot. One that is there stays. The others of a set get slots beside each other, if
  /// there is such a row.
  private static func assign(_ sets: [[Disc]], to slots: [Slot], _ targets: inout [Copy.ID: Slot]) {
    let known = Dictionary(uniqueKeysWithValues: slots.map { ($0.id, $0) })
    var taken: Set<Slot.ID> = []
    for disc in sets.joined() {
      guard let slot = disc.slot.flatMap({ known[$0] }) else { continue }
      targets[disc.copy] = slot
      taken.insert(slot.id)
    }
    var free = slots.filter { !taken.contains($0.id) }
    for set in sets.sorted(by: { $0.count > $1.count }) {
      let coming = set.filter { targets[$0.copy] == nil }
      guard !coming.isEmpty else { continue }
      let start = free.indices.first { isRow(free, from: $0, count: coming.count) } ?? 0
      for (disc, slot) in zip(coming, free[start...]) { targets[disc.copy] = slot }
      free.removeSubrange(start..<min(start + coming.count, free.count))
    }
  }

  private static func isRow(_ slots: [Slot], from start: Int, count: Int) -> Bool {
    let end = start + count - 1
    return end < slots.count && slots[end].number - slots[start].number == count - 1
  }

  /// Returns the steps: first the discs that come out, then each disc whose slot is free by then. If discs wait for each
  /// other's slots, one of them comes out first.
  private static func steps(_ discs: [Disc], _ targets: [Copy.ID: Slot], order: [Slot.ID]) -> [Step] {
    let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    let rank = { (slot: Slot.ID?) in slot.flatMap { ranks[$0] } ?? order.count }
    var steps = discs.filter { $0.slot != nil && targets[$0.copy] == nil }.sorted { rank($0.slot) < rank($1.slot) }
      .map { Step(copy: $0.copy, from: $0.slot, to: nil) }
    let left = Set(steps.map(\.copy))
    var occupied = Set(discs.filter { !left.contains($0.copy) }.compactMap(\.slot))
    var waiting = discs.filter { targets[$0.copy] != nil && targets[$0.copy]?.id != $0.slot }
      .sorted { rank(targets[$0.copy]?.id) < rank(targets[$1.copy]?.id) }
      .map { Step(copy: $0.copy, from: $0.slot, to: targets[$0.copy]) }
    while !waiting.isEmpty {
      if let index = waiting.firstIndex(where: { $0.to.map { !occupied.contains($0.id) } ?? true }) {
        let step = waiting.remove(at: index)
        if let from = step.from { occupied.remove(from) }
        if let to = step.to { occupied.insert(to.id) }
        steps.append(step)
      } else {
        // Every waiting disc is in a slot that another one needs: a disc from outside needs one of these slots too.
        let index = waiting.firstIndex { $0.from != nil } ?? 0
        let step = waiting[index]
        if let from = step.from { occupied.remove(from) }
        steps.append(Step(copy: step.copy, from: step.from, to: nil))
        waiting[index] = Step(copy: step.copy, from: nil, to: step.to)
      }
    }
    return steps
  }
}
