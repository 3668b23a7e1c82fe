import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of a copy whose slot holds another copy.
@Suite(.timeLimit(.minutes(5)))
struct SlotConflictTests {
  private let place = Location(place: ModelLibrary.shelf.id, placeName: "Shelf 1")

  /// Returns two copies, of which the first is in slot 3.
  private func library(at location: Location?) -> ModelLibrary {
    var library = ModelLibrary(StationPolicy(home: .shelve))
    library.addCopy { $0.location = ModelLibrary.slot(3).location }
    library.addCopy { $0.location = location }
    return library
  }

  private func slot(_ number: Int, in library: ModelLibrary) -> ModelLibrary.Thing {
    let slot = ModelLibrary.slot(number)
    return .slot(slot, occupant: library.copies.first { $0.location?.slot == slot.id }?.id)
  }

  private func prompted(_ library: inout ModelLibrary) -> Decision {
    library.scan(.copy(1))
    return library.scan(slot(3, in: library))
  }

  @Test func `the station asks, and changes nothing before the answer`() {
    var library = library(at: ModelLibrary.slot(7).location)
    let decision = prompted(&library)
    #expect(decision.outcome?.code == .slotOccupied && decision.outcome?.status == .needsChoice)
    #expect(decision.effects.isEmpty && decision.state.stage.choosing?.acts == [.swap, .push])
    #expect(library.scan(.order(.no)).outcome?.code == .declined)
    #expect(library.changes.isEmpty)
  }

  @Test func `a swap exchanges the two copies in one change with one undo`() {
    var library = library(at: ModelLibrary.slot(7).location)
    _ = prompted(&library)
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .shelved && decision.outcome?.facts.notes == [.swapped])
    #expect(library.copies.map { $0.location?.slotNumber } == [7, 3])
    #expect(library.changes.count == 1 && library.breaches.isEmpty)
    library.scan(.order(.undo))
    #expect(library.copies.map { $0.location?.slotNumber } == [3, 7])
  }

  @Test func `the other copy is left without a place, because a person said so`() {
    var library = library(at: place)
    _ = prompted(&library)
    let decision = library.scan(.order(.choice2))
    #expect(decision.outcome?.facts.notes == [.pushedOut])
    #expect(library.copies[0].location == nil && library.copies[1].location == ModelLibrary.slot(3).location)
    library.scan(.order(.undo))
    #expect(library.copies[0].location == ModelLibrary.slot(3).location && library.copies[1].location == place)
  }

  @Test func `a copy without a place has nothing to exchange`() {
    var library = library(at: nil)
    #expect(prompted(&library).state.stage.choosing?.acts == [.push])
    #expect(library.scan(.order(.choice2)).outcome?.code == .choiceInvalid)
    #expect(library.scan(.order(.choice1)).outcome?.facts.notes == [.pushedOut])
  }

  @Test func `a disabled slot takes no copy in either order, and its own copy can leave it`() {
    var library = library(at: nil)
    library.disable(3)
    library.disable(5)
    let first = library.scan(slot(5, in: library))
    #expect(first.outcome?.code == .slotDisabled && first.outcome?.status == .refused && first.state.stage == .idle)
    library.scan(.copy(1))
    #expect(library.scan(slot(5, in: library)).outcome?.code == .slotDisabled)
    #expect(library.scan(slot(3, in: library)).outcome?.code == .slotDisabled)
    // The copy still waits for another slot.
    #expect(library.scan(slot(6, in: library)).outcome?.code == .shelved)
    library.scan(.copy(0))
    #expect(library.scan(slot(3, in: library)).outcome?.code == .alreadyThere)
    library.scan(.copy(0))
    #expect(library.scan(slot(7, in: library)).outcome?.code == .shelved)
    #expect(library.copies.map { $0.location?.slotNumber } == [7, 6] && library.breaches.isEmpty)
  }

  @Test func `a disabled slot is not given in exchange, also if it was disabled during the question`() {
    var library = library(at: ModelLibrary.slot(7).location)
    library.disable(7)
    #expect(prompted(&library).state.stage.choosing?.acts == [.push])
    library.scan(.order(.no))
    library.disable(7, false)
    _ = prompted(&library)
    library.disable(7)
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .slotOccupied && decision.state.stage.choosing?.acts == [.push])
    #expect(library.changes.isEmpty && library.breaches.isEmpty)
  }

  @Test func `a slot that was disabled during the question takes no copy`() {
    var library = library(at: nil)
    _ = prompted(&library)
    library.disable(3)
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .slotDisabled && decision.effects.isEmpty)
  }

  @Test func `another slot takes the copy, and the one in the first slot stays`() {
    var library = library(at: nil)
    _ = prompted(&library)
    #expect(library.scan(slot(5, in: library)).outcome?.code == .shelved)
    #expect(library.copies.map { $0.location?.slotNumber } == [3, 5])
  }

  @Test func `a row of slots goes on after the answer`() {
    var library = library(at: nil)
    library.scan(slot(3, in: library))
    #expect(library.scan(.copy(1)).outcome?.code == .slotOccupied)
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.facts.nextSlot == 4)
    #expect(decision.state.stage.half == .slot(ModelLibrary.slot(4).id))
  }

  @Test func `a slot that has changed since is asked about again, and one that is free now takes the copy`() {
    var library = library(at: nil)
    _ = prompted(&library)
    library.copies[0].location = nil
    library.addCopy { $0.location = ModelLibrary.slot(3).location }
    #expect(library.scan(.order(.choice1)).outcome?.code == .slotOccupied)
    library.copies[2].location = nil
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .shelved && decision.effects.count == 1)
  }

  @Test func `the slot of a copy on loan stays its own`() {
    var library = library(at: nil)
    let borrower = library.addBorrower()
    library.lend(0, to: borrower)
    #expect(prompted(&library).outcome?.code == .slotOccupied)
  }

  @Test func `a copy that was lent meanwhile is not shelved`() {
    var library = library(at: nil)
    _ = prompted(&library)
    let borrower = library.addBorrower()
    library.lend(1, to: borrower)
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .copyOnLoan && decision.effects.isEmpty)
  }
}
