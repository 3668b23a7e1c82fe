import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of rows of slots that are filled one after another.
@Suite(.timeLimit(.minutes(5)))
struct SlotSequenceTests {
  private func library(_ copies: Int) -> ModelLibrary {
    var library = ModelLibrary(StationPolicy(home: .shelve))
    for _ in 0..<copies { library.addCopy() }
    return library
  }

  private func slot(_ number: Int) -> ModelLibrary.Thing { .slot(ModelLibrary.slot(number), occupant: nil) }

  private func numbers(_ library: ModelLibrary) -> [Int?] { library.copies.map { $0.location?.slotNumber } }

  @Test func `a slot and then copies fill the slots from there on, and each outcome names the next slot`() {
    var library = library(3)
    #expect(library.scan(slot(4)).outcome?.code == .copyNeeded)
    for (copy, next) in [(0, 5), (1, 6), (2, 7)] {
      let decision = library.scan(.copy(copy))
      #expect(decision.outcome?.code == .shelved && decision.outcome?.facts.nextSlot == next)
      #expect(decision.state.stage.half == .slot(ModelLibrary.slot(next).id))
    }
    #expect(numbers(library) == [4, 5, 6] && library.breaches.isEmpty)
  }

  @Test func `slots that hold a copy are passed over and named`() {
    var library = library(3)
    library.copies[2].location = ModelLibrary.slot(5).location
    library.scan(slot(4))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.facts.nextSlot == 6 && decision.outcome?.facts.skippedSlots == "5")
    #expect(decision.outcome?.facts.notes == [.slotsSkipped])
    library.scan(.copy(1))
    #expect(numbers(library) == [4, 6, 5])
  }

  @Test func `disabled slots are passed over and named, by copies and by the command Next slot`() {
    var library = library(2)
    for number in [5, 6, 8] { library.disable(number) }
    library.scan(slot(4))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.facts.nextSlot == 7 && decision.outcome?.facts.skippedSlots == "5-6")
    #expect(decision.outcome?.facts.notes == [.slotsSkipped])
    let skipped = library.scan(.order(.next))
    #expect(skipped.outcome?.location == ModelLibrary.slot(9).location && skipped.outcome?.facts.skippedSlots == "8")
    library.disable(9)
    #expect(library.scan(.copy(1)).outcome?.code == .slotDisabled)
    #expect(numbers(library) == [4, nil] && library.breaches.isEmpty)
  }

  @Test func `a row ends before disabled slots, and an undo leads to none that was disabled since`() {
    var library = library(2)
    library.disable(9)
    library.scan(slot(8))
    #expect(library.scan(.copy(0)).outcome?.facts.notes == [.placeFull])
    library.scan(slot(4))
    library.scan(.copy(1))
    library.disable(4)
    // The slot of the copy that is taken out does not wait for another one.
    let undone = library.scan(.order(.undo))
    #expect(undone.outcome?.code == .undone && undone.state.stage == .idle)
    // The slot was disabled while the copy was in it, so the copy comes back.
    #expect(library.scan(.order(.undo)).outcome?.code == .redone)
    #expect(numbers(library) == [8, 4])
    #expect(library.scan(.order(.undo)).outcome?.code == .undone)
    library.disable(4, false)
    library.disable(4)
    #expect(library.scan(.order(.undo)).outcome?.code == .changedSince)
    #expect(numbers(library) == [8, nil])
  }

  @Test func `a copy leaves its own slot of the row free for the next one`() {
    var library = library(2)
    library.copies[0].location = ModelLibrary.slot(5).location
    library.scan(slot(4))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.facts.nextSlot == 5)
    #expect(decision.outcome?.facts.notes == [.movedFrom])
    #expect(decision.outcome?.facts.from == ModelLibrary.slot(5).location)
    library.scan(.copy(1))
    #expect(numbers(library) == [4, 5])
  }

  @Test func `the last slot ends the row with a note`() {
    var library = library(2)
    library.scan(slot(9))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.code == .shelved && decision.outcome?.facts.notes == [.placeFull])
    #expect(decision.state.stage == .idle)
    #expect(library.scan(.copy(1)).outcome?.code == .slotNeeded)
  }

  @Test func `a copy that is in its slot already goes on to the next one`() {
    var library = library(2)
    library.copies[0].location = ModelLibrary.slot(4).location
    library.scan(slot(4))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.code == .alreadyThere && decision.outcome?.facts.nextSlot == 5)
    #expect(decision.effects.isEmpty)
    library.scan(.copy(1))
    #expect(numbers(library) == [4, 5])
  }

  @Test func `the command Next slot leaves a slot empty`() {
    var library = library(2)
    #expect(library.scan(.order(.next)).outcome?.code == .nothingOpen)
    library.copies[1].location = ModelLibrary.slot(6).location
    library.scan(slot(4))
    #expect(library.scan(.order(.next)).outcome?.location == ModelLibrary.slot(5).location)
    let skipped = library.scan(.order(.next))
    #expect(skipped.outcome?.location == ModelLibrary.slot(7).location)
    #expect(skipped.outcome?.facts.skippedSlots == "6")
    library.scan(slot(9))
    let full = library.scan(.order(.next))
    #expect(full.outcome?.code == .placeFull && full.outcome?.status == .refused)
    library.scan(.copy(0))
    #expect(numbers(library) == [9, 6])
  }

  @Test func `an undo takes the last copy out and its slot waits again, and a redo goes on`() {
    var library = library(3)
    library.scan(slot(4))
    library.scan(.copy(0))
    library.scan(.copy(1))
    let undone = library.scan(.order(.undo))
    #expect(undone.outcome?.code == .undone && undone.state.stage.half == .slot(ModelLibrary.slot(5).id))
    #expect(numbers(library) == [4, nil, nil])
    let redone = library.scan(.order(.undo))
    #expect(redone.outcome?.code == .redone && redone.state.stage.half == .slot(ModelLibrary.slot(6).id))
    library.scan(.order(.undo))
    library.scan(.copy(2))
    #expect(numbers(library) == [4, nil, 5] && library.breaches.isEmpty)
  }

  @Test func `an unknown code, a copy on loan and a timer leave the row as it is; the end and the time end it`() {
    var library = library(2)
    let borrower = library.addBorrower()
    library.lend(1, to: borrower)
    library.scan(slot(4))
    library.scan(.copy(0))
    let waiting = library.states[0].stage.half
    #expect(library.scan(.nothing(.text("x"))).outcome?.code == .unknownCode)
    #expect(library.scan(.copy(1)).outcome?.code == .copyOnLoan)
    library.pass(1)
    #expect(waiting == .slot(ModelLibrary.slot(5).id) && library.states[0].stage.half == waiting)
    #expect(library.scan(.order(.end)).state.stage == .idle)
    library.scan(slot(4))
    library.pass(600)
    #expect(library.states[0].stage == .idle)
  }

  @Test func `after a place, copies go into it one after another`() {
    var library = library(2)
    library.scan(.place(ModelLibrary.shelf))
    #expect(library.scan(.copy(0)).outcome?.code == .shelved)
    #expect(library.scan(.copy(1)).outcome?.code == .shelved)
    #expect(library.copies.allSatisfy { $0.location?.place == ModelLibrary.shelf.id && $0.location?.slot == nil })
  }

  @Test func `the label of a place or a slot that does not exist is an unknown place`() {
    var library = library(0)
    for kind in [OwnCode.Kind.place, .slot] {
      let outcome = library.scan(.nothing(.own(OwnCode(kind, number: 5)))).outcome
      #expect(outcome?.code == .unknownPlace && outcome?.status == .unknown)
    }
  }

  @Test func `numbers are written as people write them`() {
    #expect(SlotSequence.text(of: [119, 120, 121, 130, 132, 133]) == "119-121, 130, 132-133")
    #expect(SlotSequence.text(of: []).isEmpty)
  }
}
