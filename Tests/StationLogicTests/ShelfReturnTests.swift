import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of copies on loan that are scanned at a shelf, and of the way back to a shelf after a return.
@Suite(.timeLimit(.minutes(5)))
struct ShelfReturnTests {
  /// Returns two copies, of which the first is on loan.
  private func library(_ policy: StationPolicy = StationPolicy(home: .shelve), parts: Int = 1) -> ModelLibrary {
    var library = ModelLibrary(policy)
    library.addCopy { $0.partCount = parts }
    library.addCopy()
    let borrower = library.addBorrower()
    library.lend(0, to: borrower, parts: parts)
    return library
  }

  private func slot(_ number: Int, in library: ModelLibrary) -> ModelLibrary.Thing {
    let slot = ModelLibrary.slot(number)
    return .slot(slot, occupant: library.copies.first { $0.location?.slot == slot.id }?.id)
  }

  @Test func `a number checks the copy in and shelves it as one change, and the row goes on`() {
    var library = library()
    library.scan(slot(3, in: library))
    let prompt = library.scan(.copy(0))
    #expect(prompt.outcome?.code == .copyOnLoan && prompt.outcome?.status == .needsChoice && prompt.effects.isEmpty)
    #expect(prompt.state.stage.choosing?.acts == [.checkIn, .leave])
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .returned && decision.outcome?.location == ModelLibrary.slot(3).location)
    #expect(decision.outcome?.facts.notes == [.shelved] && decision.outcome?.facts.nextSlot == 4)
    #expect(decision.state.stage.half == .slot(ModelLibrary.slot(4).id) && decision.state.batch == nil)
    #expect(library.copies[0].loan == nil && library.copies[0].location?.slotNumber == 3)
    #expect(library.changes.count == 1 && library.breaches.isEmpty)
    library.scan(.order(.undo))
    #expect(library.copies[0].loan != nil && library.copies[0].location == nil)
  }

  @Test func `a copy that comes first is checked in and then waits for its slot`() {
    var library = library()
    library.scan(.copy(0))
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .returned && decision.state.stage.half == .copy(library.copies[0].id))
    #expect(library.scan(slot(5, in: library)).outcome?.code == .shelved)
    #expect(library.copies[0].location?.slotNumber == 5 && library.breaches.isEmpty)
  }

  @Test(arguments: [Command.choice2, .no])
  func `another answer leaves the loan and its place as they are`(_ answer: Command) {
    var library = library()
    library.scan(slot(3, in: library))
    library.scan(.copy(0))
    let decision = library.scan(.order(answer))
    #expect(decision.outcome?.code == .declined && decision.effects.isEmpty && library.copies[0].loan != nil)
    if answer == .choice2 { #expect(decision.state.stage.half == .slot(ModelLibrary.slot(3).id)) }
  }

  @Test func `the rules of a return apply, and their question keeps the place`() {
    var library = library(parts: 2)
    library.scan(slot(3, in: library))
    library.scan(.copy(0))
    let question = library.scan(.order(.choice1))
    #expect(question.outcome?.code == .partsCheck && question.effects.isEmpty, "\(question)")
    #expect(question.state.stage.half == .slot(ModelLibrary.slot(3).id))
    #expect(library.scan(.copy(0)).rule == Rule.promptStillOpen.rawValue)
    let decision = library.scan(.order(.yes))
    #expect(decision.outcome?.code == .returned && decision.outcome?.facts.notes.contains(.shelved) == true)
    #expect(library.copies[0].loan == nil && library.copies[0].location?.slotNumber == 3)
    #expect(library.breaches.isEmpty)
  }

  @Test func `a copy that a hold waits for is not shelved, and the slot waits for another`() {
    var library = library()
    let other = library.addBorrower()
    library.addHold(.copy(library.copies[0].id), by: other)
    library.pickUpShelf = Location(place: Identifier(digest: 9, 9), placeName: "Pick-up")
    library.scan(slot(3, in: library))
    library.scan(.copy(0))
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.location?.placeName == "Pick-up" && library.copies[0].location == nil, "\(decision)")
    #expect(decision.state.stage.half == .slot(ModelLibrary.slot(3).id))
    #expect(library.scan(.copy(1)).outcome?.code == .shelved)
    #expect(library.breaches.isEmpty)
  }

  @Test func `an occupied slot asks after the return, and a disabled one takes no copy`() {
    var library = library()
    library.scan(slot(3, in: library))
    library.scan(.copy(0))
    library.copies[1].location = ModelLibrary.slot(3).location
    let occupied = library.scan(.order(.choice1))
    #expect(occupied.outcome?.code == .slotOccupied && occupied.outcome?.facts.notes == [.returned])
    #expect(library.copies[0].loan == nil)
    #expect(library.scan(.order(.choice1)).outcome?.facts.notes == [.pushedOut])
    library.scan(slot(5, in: library))
    library.lend(1, to: 0)
    library.scan(.copy(1))
    library.disable(5)
    let disabled = library.scan(.order(.choice1))
    #expect(disabled.outcome?.code == .slotDisabled && library.copies[1].loan == nil)
    #expect(library.scan(slot(6, in: library)).outcome?.code == .shelved && library.breaches.isEmpty)
  }

  @Test func `a copy that was returned elsewhere meanwhile is only shelved`() {
    var library = library()
    library.scan(slot(3, in: library))
    library.scan(.copy(0))
    library.copies[0].loan = nil
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .shelved && decision.effects.count == 1)
  }

  @Test func `a station without the mode Return only says that the copy is on loan`() {
    var library = library(StationPolicy(home: .shelve, modes: [.shelve, .move]))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.code == .copyOnLoan && decision.outcome?.status == .refused)
    #expect(decision.state.stage == .idle)
  }

  // MARK: - After a return

  @Test func `a return to a disabled slot offers the nearest free slot, and one number accepts it`() {
    var library = library(StationPolicy(home: .return, offersPutAway: true))
    library.copies[0].location = ModelLibrary.slot(3).location
    library.copies[1].location = ModelLibrary.slot(2).location
    for number in [3, 4] { library.disable(number) }
    let returned = library.scan(.copy(0))
    #expect(returned.outcome?.code == .returned && returned.outcome?.facts.notes == [.slotDisabled])
    #expect(returned.state.stage.choosing?.offered == ModelLibrary.slot(1).id)
    let decision = library.scan(.order(.choice1))
    #expect(decision.outcome?.code == .shelved && decision.outcome?.location == ModelLibrary.slot(1).location)
    #expect(library.copies[0].location?.slotNumber == 1 && library.breaches.isEmpty)
  }

  @Test func `the next return, another slot and number 2 need no answer to the offer`() {
    var library = library(StationPolicy(home: .return, offersPutAway: true))
    library.lend(1, to: 0)
    for index in 0...1 { library.copies[index].location = ModelLibrary.slot(3 + index).location }
    for number in [3, 4] { library.disable(number) }
    library.scan(.copy(0))
    let next = library.scan(.copy(1))
    #expect(next.outcome?.code == .returned && next.outcome?.facts.notes == [.slotDisabled])
    #expect(library.scan(.order(.choice2)).outcome?.code == .declined)
    #expect(library.scan(slot(9, in: library)).outcome?.code == .shelved)
    #expect(library.copies.map { $0.location?.slotNumber } == [3, 9] && library.breaches.isEmpty)
  }

  @Test func `without the setting, or with a slot in use, nothing is offered`() {
    for offers in [false, true] {
      var library = library(StationPolicy(home: .return, offersPutAway: offers))
      library.copies[0].location = ModelLibrary.slot(3).location
      if !offers { library.disable(3) }
      #expect(library.scan(.copy(0)).state.stage == .idle)
    }
  }

  @Test func `of two free slots at one distance the lower one is the nearest`() {
    let row = [1, 3, 5].map { SlotOccupancy(slot: ModelLibrary.slot($0), copy: nil) }
    #expect(row.nearestFree(to: 4)?.number == 3 && row.nearestFree(to: 9)?.number == 5)
    #expect([SlotOccupancy]().nearestFree(to: 1) == nil)
  }
}
