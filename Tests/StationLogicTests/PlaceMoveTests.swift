import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of a place that is moved into another one, and of what fits into a place.
@Suite(.timeLimit(.minutes(5)))
struct PlaceMoveTests {
  private let now = Timestamp(milliseconds: 1_795_165_520_000)
  private let box = Place(id: Identifier(digest: 1, 1), parent: Identifier(digest: 1, 9), kind: .crate, name: "Box")
  private let shelf = Place(id: Identifier(digest: 1, 2), kind: .shelf, name: "Shelf")

  private func facts(_ target: Place, _ change: (inout StationFacts.ShelvingFacts) -> Void = { _ in }) -> StationFacts {
    var facts = StationFacts(named: .place(target), pendingPlace: box)
    change(&facts.shelving)
    return facts
  }

  private func move(_ facts: StationFacts, _ station: StationPolicy = StationPolicy()) -> Decision {
    let stage = StationState.Stage.pendingPlace(box.id, until: now + .seconds(9))
    return StationMachine(library: LibraryPolicy(), station: station).next(
      StationState(mode: .move, stage: stage), .reading, facts, at: now)
  }

  @Test func `a place that is scanned before another one moves into it`() {
    let room = Place(id: Identifier(digest: 1, 9), kind: .room, name: "Room")
    let decision = move(facts(shelf) { $0.parent = room })
    #expect(decision.outcome?.code == .cartridgeMoved && decision.outcome?.status == .done)
    #expect(decision.effects == [.movePlace(box, into: shelf.id)] && decision.state.stage == .idle)
    #expect(decision.outcome?.facts.from?.place == room.id && decision.outcome?.facts.notes == [.movedFrom])
  }

  @Test func `no place comes into itself or into what is in it`() {
    for decision in [move(facts(box)), move(facts(shelf) { $0.above = [Identifier(digest: 1, 3), box.id] })] {
      #expect(decision.outcome?.code == .placeCycle && decision.outcome?.status == .refused)
      // The first place waits for the right one.
      #expect(decision.effects.isEmpty && decision.state.stage.half == .place(box.id))
    }
  }

  @Test func `the place around it already is no move`() {
    let room = Place(id: Identifier(digest: 1, 9), kind: .room, name: "Room")
    let decision = move(facts(room))
    #expect(decision.outcome?.code == .alreadyThere && decision.effects.isEmpty && decision.state.stage == .idle)
  }

  @Test func `a taken name, an unattended station and a slot are refused`() {
    #expect(move(facts(shelf) { $0.hasNamesake = true }).outcome?.code == .placeNameTaken)
    #expect(move(facts(shelf), StationPolicy(home: .lookup, isSelfService: true)).outcome?.code == .staffNeeded)
    let slot = Slot(id: .absent, place: shelf.id, placeName: shelf.name, number: 1)
    #expect(move(StationFacts(named: .slot(slot), pendingPlace: box)).outcome?.code == .wrongKind)
  }

  @Test func `in mode Shelve a second place takes the turn of the first`() {
    let machine = StationMachine(library: LibraryPolicy(), station: StationPolicy())
    let stage = StationState.Stage.pendingPlace(box.id, until: now + .seconds(9))
    let decision = machine.next(StationState(mode: .shelve, stage: stage), .reading, facts(shelf), at: now)
    #expect(decision.outcome?.code == .copyNeeded && decision.state.stage.half == .place(shelf.id))
  }

  @Test(arguments: Place.Kind.allCases, Medium.allCases)
  func `a vinyl record does not fit into a changer or a cartridge`(kind: Place.Kind, medium: Medium) {
    let copy = Copy(
      id: Identifier(digest: 2, 2), release: Identifier(digest: 2, 3), number: 1, code: OwnCode(.copy, number: 1),
      addedAt: now)
    let target = Place(id: Identifier(digest: 1, 4), kind: kind, name: "Target")
    var facts = StationFacts(named: .place(target), pendingCopy: copy)
    (facts.shelving.target, facts.shelving.media) = (target, [copy.id: medium])
    let machine = StationMachine(library: LibraryPolicy(), station: StationPolicy())
    let stage = StationState.Stage.pendingCopy(copy.id, until: now + .seconds(9))
    let decision = machine.next(StationState(mode: .shelve, stage: stage), .reading, facts, at: now)
    let isRefused = [.changer, .cartridge].contains(kind) && medium == .vinyl
    #expect(decision.outcome?.code == (isRefused ? .formatMismatch : .shelved))
    #expect(decision.effects.isEmpty == isRefused)
    // The copy still waits for a place that holds it.
    #expect(decision.state.stage.half == (isRefused ? .copy(copy.id) : nil))
  }
}
