import Deadwax
import Lending
import StationLogic
import TestSupport
import Testing

/// Property tests of shelving over generated operations at two stations.
@Suite(.timeLimit(.minutes(10)))
struct ShelvingPropertyTests {
  @Test func `in 20,000 generated operations no slot holds two copies, and a disabled one gets none`() {
    var random = SeededRandom(seed: 20_261_129)
    var rules = Set<String>()
    for _ in 0..<100 {
      var library = ModelLibrary(StationPolicy(home: .shelve), StationPolicy(home: .move))
      for _ in 0..<12 { library.addCopy() }
      let borrower = library.addBorrower()
      library.lend(11, to: borrower)
      for _ in 0..<200 {
        if Int.random(in: 0..<20, using: &random) == 0 {
          library.disable(Int.random(in: 0...9, using: &random), Bool.random(using: &random))
        }
        let before = library.copies
        let decision = library.scan(thing(library, &random), at: Int.random(in: 0...1, using: &random))
        rules.insert(decision.rule)
        let slots = library.copies.compactMap { $0.location?.slot }
        if Set(slots).count != slots.count { library.breaches.append("two copies in one slot") }
        if decision.effects.isEmpty, library.copies != before { library.breaches.append("a move without an effect") }
        let lost = zip(before, library.copies).contains { $0.location != nil && $1.location == nil }
        if lost, ![Rule.shelveMadeRoom, .undone, .redone].map(\.rawValue).contains(decision.rule) {
          library.breaches.append("a place was erased by \(decision.rule)")
        }
        guard library.breaches.isEmpty else {
          Issue.record("\(library.breaches)")
          return
        }
      }
    }
    let expected: [Rule] = [
      .shelved, .shelveMadeRoom, .shelveOccupied, .shelveDisabled, .shelveOnLoan, .nextSlot, .undone, .redone,
      .shelveAlreadyThere,
    ]
    #expect(rules.isSuperset(of: expected.map(\.rawValue)))
  }

  private func thing(_ library: ModelLibrary, _ random: inout SeededRandom) -> ModelLibrary.Thing {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: return .copy(Int.random(in: 0..<12, using: &random))
    case 45..<65:
      let slot = ModelLibrary.slot(Int.random(in: 0...9, using: &random))
      return .slot(slot, occupant: library.copies.first { $0.location?.slot == slot.id }?.id)
    case 65..<70: return .place(ModelLibrary.shelf)
    default:
      let commands: [Command] = [.next, .undo, .choice1, .choice2, .yes, .no, .end]
      return .order(commands.randomElement(using: &random) ?? .end)
    }
  }

  @Test func `in 20,000 generated moves no place is inside itself`() {
    var random = SeededRandom(seed: 20_261_130)
    let now = Timestamp(milliseconds: 1_795_165_520_000)
    let machine = StationMachine(library: LibraryPolicy(), station: StationPolicy())
    var parents: [UInt64: UInt64] = [:]
    var codes: [Outcome.Code: Int] = [:]
    let place = { (number: UInt64) in
      Place(
        id: Identifier(digest: 3, number), parent: parents[number].map { Identifier(digest: 3, $0) }, kind: .crate,
        name: "Place \(number)")
    }
    for _ in 0..<20_000 {
      let (moved, target) = (UInt64.random(in: 1...9, using: &random), UInt64.random(in: 1...9, using: &random))
      var facts = StationFacts(named: .place(place(target)), pendingPlace: place(moved))
      facts.shelving.above = around(target, parents).map { Identifier(digest: 3, $0) }
      let stage = StationState.Stage.pendingPlace(place(moved).id, until: now + .seconds(9))
      let decision = machine.next(StationState(mode: .move, stage: stage), .reading, facts, at: now)
      if let code = decision.outcome?.code { codes[code, default: 0] += 1 }
      if !decision.effects.isEmpty { parents[moved] = target }
      guard !around(moved, parents).contains(moved) else {
        Issue.record("place \(moved) is inside itself")
        return
      }
    }
    for code in [Outcome.Code.cartridgeMoved, .placeCycle, .alreadyThere] { #expect(codes[code, default: 0] > 100) }
  }

  /// Returns the places around one, from the inside out; at most as many as there are, for a cycle.
  private func around(_ place: UInt64, _ parents: [UInt64: UInt64]) -> [UInt64] {
    var (above, next) = ([UInt64](), parents[place])
    while let parent = next, above.count < 9 {
      above.append(parent)
      next = parents[parent]
    }
    return above
  }
}
