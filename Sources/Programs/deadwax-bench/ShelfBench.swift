internal import Deadwax
internal import Execution
internal import Foundation
internal import Lists

/// A benchmark of the plans for shelves and changers: 10,000 records of a shelf in disorder, and 400 discs for a changer.
enum ShelfBench {
  private static let rounds = 5

  static func run() throws {
    print("shelf: the best of \(rounds) rounds, in milliseconds")
    var random = Numbers()
    let epoch = Timestamp(milliseconds: 0)
    let releases = (0..<10_000).map { _ in
      Release(
        id: .new(at: epoch), status: .manual, medium: .vinyl, title: "Title \(random.below(500))",
        artist: "The Artist \(random.below(3000))")
    }
    var toMove = 0
    let order = best {
      let check = ShelfCheck(releases.map { ShelfKey(.artist, $0, nil) }, listing: 200)
      toMove = check.toMove
    }
    print("  10,000 records in random order, by artist: \(order) ms, \(toMove) to move")
    plan("one carousel of 400", [400], 1000, &random)
    plan("67 cartridges of 6", Array(repeating: 6, count: 67), 1000, &random)
  }

  /// Plans a changer that is full with half of the discs, of which each tenth release has two.
  private static func plan(_ name: String, _ capacities: [Int], _ count: Int, _ random: inout Numbers) {
    let epoch = Timestamp(milliseconds: 0)
    let cartridges = capacities.map { capacity in
      let place = Place.ID.new(at: epoch)
      return (1...capacity).map { Slot(id: .new(at: epoch), place: place, placeName: name, number: $0) }
    }
    var free = cartridges.flatMap { $0.map(\.id) }
    var discs: [LoadingPlan.Disc] = []
    while discs.count < count {
      let release = Release.ID.new(at: epoch)
      for _ in 0...(random.below(10) == 0 ? 1 : 0) {
        let slot = random.below(2) == 0 ? free.popLast() : nil
        discs.append(LoadingPlan.Disc(copy: .new(at: epoch), release: release, plays: random.below(40), slot: slot))
      }
    }
    var plan: LoadingPlan?
    let time = best { plan = LoadingPlan(discs, cartridges: cartridges) }
    guard let plan else { return }
    let proof = plan.isBest ? "best" : "not shown to be best"
    print("  \(count) discs for \(name): \(time) ms, \(plan.discs) discs, \(plan.steps.count) steps, \(proof)")
  }

  private static func best(_ work: () -> Void) -> String {
    let times = (0..<rounds).map { _ in
      let start = ContinuousClock.now
      work()
      return (ContinuousClock.now - start) / Duration.milliseconds(1)
    }
    return String(format: "%.1f", times.min() ?? 0)
  }

  /// The same numbers in every run (the constants of Knuth's MMIX generator).
  private struct Numbers {
    private var state: UInt64 = 2026

    mutating func below(_ limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }
  }
}
