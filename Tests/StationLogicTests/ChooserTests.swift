import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of one barcode with several candidates.
@Suite(.timeLimit(.minutes(5)))
struct ChooserTests {
  let code = "5099902988023"

  /// Returns a station with three copies of one release and barcode, and two borrowers.
  func library(_ mode: Mode, _ change: (inout StationPolicy) -> Void = { _ in }) -> ModelLibrary {
    var station = StationPolicy(home: mode)
    change(&station)
    var library = ModelLibrary(station)
    let first = library.addCopy(barcode: code)
    for _ in 1...2 { library.addCopy(of: library.copies[first].release) }
    library.addBorrower()
    library.addBorrower()
    return library
  }

  func targets(_ library: ModelLibrary, _ copies: Int...) -> [CodeTarget] {
    copies.map { .copy(library.copies[$0].id) }
  }

  @Test func `in a return the only one that is out is meant`() {
    var library = library(.return)
    library.lend(1, to: 0)
    let decision = library.scan(.barcode(code))
    #expect(decision.outcome?.code == .returned && decision.outcome?.copy == library.copies[1].id)
    #expect(decision.candidates == targets(library, 0, 1, 2))
  }

  @Test func `in a return with none out nothing was on loan, and the second time it is a duplicate`() {
    var library = library(.return)
    #expect(library.scan(.barcode(code)).outcome?.code == .notOnLoan)
    library.lend(1, to: 0)
    library.scan(.barcode(code))
    #expect(library.scan(.barcode(code)).outcome?.code == .duplicate)
  }

  @Test func `in a return with several out the borrower's own come first, then what is due first, at most nine`() {
    var library = library(.checkout)
    library.lend(0, to: 1, due: 3)
    library.lend(1, to: 1, due: 1)
    library.lend(2, to: 0, due: 9)
    library.scan(.card(0))
    library.scan(.order(.return))
    let prompted = library.scan(.barcode(code))
    #expect(prompted.outcome?.code == .chooseCopy && prompted.outcome?.status == .needsChoice)
    #expect(prompted.outcome?.choices == targets(library, 2, 1, 0))
    #expect(prompted.effects.isEmpty)
    for _ in 1...9 {
      let next = library.addCopy(of: library.copies[0].release)
      library.lend(next, to: 1)
    }
    let many = library.scan(.barcode(code))
    #expect(many.outcome?.choices.count == 9 && many.outcome?.facts.count == 12 && many.candidates.count == 12)
  }

  @Test func `a choice is made by number on the screen, by a number label, or by a more specific code`() {
    for way in 0...2 {
      var library = library(.return)
      library.lend(0, to: 0, due: 1)
      library.lend(2, to: 1, due: 5)
      library.scan(.barcode(code))
      let decision =
        switch way {
        case 0: library.act(.pick(2))
        case 1: library.scan(.order(.choice2))
        default: library.scan(.copy(2))
        }
      #expect(decision.outcome?.code == .returned && decision.outcome?.copy == library.copies[2].id)
      #expect(decision.outcome?.facts.notes.isEmpty ?? false)
      #expect(decision.candidates == targets(library, 0, 2))
      #expect(decision.state.stage == .idle && library.copies[0].loan != nil)
    }
  }

  @Test func `a number that is not there changes nothing, and the choice stays open`() {
    var library = library(.return)
    library.lend(0, to: 0)
    library.lend(1, to: 0)
    let prompted = library.scan(.barcode(code)).state
    for number in [0, 3, 9, -1, 10] {
      let decision = library.act(.pick(number))
      #expect(decision.outcome?.code == .choiceInvalid && decision.state == prompted)
    }
    var none = self.library(.return)
    #expect(none.scan(.order(.choice1)).outcome?.code == .choiceInvalid)
  }

  @Test func `a choice that runs out did nothing, least of all the first one`() {
    var library = library(.return)
    library.lend(0, to: 0)
    library.lend(1, to: 0)
    library.scan(.barcode(code))
    library.pass(30)
    #expect(library.states[0].stage == .idle && library.changes.isEmpty)
    #expect(library.act(.pick(1)).outcome?.code == .choiceInvalid)
  }

  @Test func `something else drops the choice and is taken itself; no drops it, too`() {
    var library = library(.return)
    library.lend(0, to: 0)
    library.lend(1, to: 0)
    let other = library.addCopy()
    library.lend(other, to: 1)
    library.scan(.barcode(code))
    let decision = library.scan(.copy(other))
    #expect(decision.outcome?.code == .returned && decision.outcome?.facts.notes == [.declined])
    library.scan(.barcode(code))
    #expect(library.scan(.order(.no)).outcome?.code == .declined)
    #expect(library.states[0].stage == .idle)
    library.scan(.barcode(code))
    #expect(library.scan(.barcode(code)).outcome?.code == .chooseCopy)
  }

  @Test func `check-out considers the copies that are here, and of several the label decides`() {
    var library = library(.checkout)
    library.lend(0, to: 1)
    library.scan(.card(0))
    let prompted = library.scan(.barcode(code))
    #expect(prompted.outcome?.choices == targets(library, 1, 2))
    #expect(library.scan(.copy(2)).outcome?.code == .checkedOut)
    // At once it belongs to the same hand movement, and later it is another record.
    #expect(library.scan(.barcode(code)).outcome?.code == .alreadyYours)
    library.pass(11)
    #expect(library.scan(.barcode(code)).outcome?.copy == library.copies[1].id)
    library.pass(11)
    #expect(library.scan(.barcode(code)).outcome?.code == .onLoanElsewhere)
  }

  @Test func `a missing copy is chosen only if no other copy is here`() {
    var library = library(.checkout)
    library.copies[0].status = .missing
    library.lend(1, to: 1)
    library.scan(.card(0))
    #expect(library.scan(.barcode(code)).outcome?.copy == library.copies[2].id)
    library.pass(11)
    #expect(library.scan(.barcode(code)).outcome?.code == .foundMissing)
  }

  @Test func `the copy that is trapped for the borrower is chosen`() {
    var library = library(.checkout)
    let copy = library.copies[1].id
    let until = library.now + .seconds(86_400)
    library.addHold(.release(library.copies[0].release), by: 0) {
      ($0.state, $0.copy, $0.pickUpBy) = (.ready, copy, until)
    }
    library.scan(.card(0))
    let decision = library.scan(.barcode(code))
    #expect(decision.outcome?.copy == copy && decision.outcome?.facts.notes == [.holdFulfilled])
  }

  @Test func `where any copy may go the first is lent, if all are equal, and its return needs the label`() {
    var library = library(.checkout) { $0.takesAnyCopy = true }
    library.copies[2].mediaCondition = "VG"
    library.scan(.card(0))
    #expect(library.scan(.barcode(code)).outcome?.code == .chooseCopy)
    library.copies[2].mediaCondition = nil
    #expect(library.scan(.barcode(code)).outcome?.copy == library.copies[0].id)
    library.scan(.order(.return))
    #expect(library.scan(.barcode(code)).outcome?.code == .chooseCopy)
    #expect(library.scan(.copy(0)).outcome?.code == .returned)
  }

  @Test func `if any copy may be lent, only a label or a tag identifies the returned one`() {
    for way in 0...2 {
      var library = library(.return) { $0.takesAnyCopy = true }
      for copy in [0, 1] { library.lend(copy, to: copy) }
      let prompted = library.scan(.barcode(code))
      #expect(prompted.outcome?.code == .chooseCopy && prompted.outcome?.choices.isEmpty ?? false)
      #expect(prompted.outcome?.facts.notes == [.labelNeeded] && prompted.outcome?.facts.count == 2)
      for number in 1...9 {
        let picked = way == 0 ? library.act(.pick(number)) : library.scan(.order(.choice1))
        #expect(picked.outcome?.code == .choiceInvalid && picked.effects.isEmpty && picked.state == prompted.state)
      }
      let back = library.scan(.copy(1))
      #expect(back.outcome?.code == .returned && back.outcome?.copy == library.copies[1].id)
      #expect(back.outcome?.facts.notes.isEmpty ?? false)
      #expect(library.scan(.barcode(code)).outcome?.code == .duplicate)
      library.pass(11)
      // Even if only one is on loan: the station cannot know whether the scanned copy is another one that was never
      // lent.
      #expect(library.scan(.barcode(code)).outcome?.facts.notes == [.labelNeeded])
    }
  }

  @Test func `an unanswered prompt is reported as expired, and nothing is done`() {
    var library = library(.checkout)
    let until = library.now + library.policy.stations.choiceTime
    library.scan(.card(0))
    let prompted = library.scan(.barcode(code)).state
    let machine = StationMachine(library: library.policy, station: StationPolicy(home: .checkout))
    #expect(machine.next(prompted, .timer, nil, at: until + .milliseconds(-1)).outcome == nil)
    let over = machine.next(prompted, .timer, nil, at: until)
    #expect(over.outcome?.code == .choiceExpired && over.outcome?.status == .noted && over.effects.isEmpty)
    #expect(over.state.stage == .idle && over.state.session != nil)
    // The report comes once, and only for a prompt: an incomplete pair was no prompt.
    #expect(machine.next(over.state, .timer, nil, at: until + .seconds(1)).outcome == nil)
    let pair = StationState(mode: .checkout, stage: .pendingCopy(library.copies[0].id, until: until))
    #expect(machine.next(pair, .timer, nil, at: until).outcome == nil)
    let confirming = PendingConfirmation(
      .checkout, scan: library.draw(), copy: library.copies[0].id, borrower: library.borrowers[0].id,
      reasons: [.holdOther])
    let question = StationState(mode: .checkout, stage: .confirming(confirming, until: until))
    let reported = machine.next(question, .timer, nil, at: until).outcome
    #expect(reported?.code == .choiceExpired && reported?.copy == library.copies[0].id)
  }

  @Test func `a choice keeps the slot, the record and the tag that waited beneath it`() throws {
    var library = library(.shelve)
    let slot = ModelLibrary.slot(1)
    library.scan(.slot(slot, occupant: nil))
    #expect(library.scan(.barcode(code)).outcome?.code == .chooseCopy)
    #expect(library.act(.pick(2)).outcome?.code == .shelved)
    #expect(library.copies[1].location == slot.location)
    // A copy that is already at the place is not a candidate.
    library.scan(.place(ModelLibrary.shelf))
    for copy in [0, 1] { library.copies[copy].location = Location(place: ModelLibrary.shelf.id, placeName: "Shelf 1") }
    #expect(library.scan(.barcode(code)).outcome?.copy == library.copies[2].id)
    let tag = BindingCandidate(key: Code.Key(try #require(TagID(.nfcA, [4, 1, 2, 3, 4, 5, 6]))))
    var binding = self.library(.bind)
    binding.scan(.tag(tag))
    binding.scan(.barcode(code))
    let bound = binding.scan(.order(.choice3))
    #expect(bound.outcome?.code == .bound && bound.effects == [.bind(binding.copies[2], tag)])
  }

  @Test func `a barcode of several releases prompts, the owned ones first`() {
    var library = ModelLibrary(StationPolicy(home: .add))
    let owned = library.addCopy(barcode: code)
    let other: Release.ID = library.draw()
    library.barcodes[code] = [other, library.copies[owned].release]
    let prompted = library.scan(.barcode(code))
    #expect(prompted.outcome?.code == .chooseRelease)
    #expect(prompted.outcome?.choices == [.release(library.copies[owned].release), .release(other)])
    #expect(library.act(.pick(2)).effects == [.addCopy(other)])
    library.scan(.barcode(code))
    // For the owned release it would be a second copy.
    #expect(library.act(.pick(1)).outcome?.code == .copyExists)
    library.scan(.order(.lookup))
    #expect(library.scan(.barcode(code)).outcome?.code == .found)
    library.scan(.order(.wishlist))
    // Now that both are owned they appear in their stored order.
    library.scan(.barcode(code))
    #expect(library.act(.pick(1)).effects == [.wish(other)])
    // Only copies can be lent, of either release.
    library.addBorrower()
    library.scan(.order(.checkout))
    library.scan(.card(0))
    #expect(library.scan(.barcode(code)).outcome?.code == .chooseCopy)
  }

  @Test func `camera and tag that see two records in one hand refuse, and name both`() {
    var library = library(.return)
    let other = library.addCopy()
    library.lend(0, to: 0)
    for beside in [[CodeTarget.release(library.copies[other].release)], [.copy(library.copies[1].id)]] {
      library.beside = beside
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.code == .wrongDisc && decision.outcome?.status == .refused)
      #expect(decision.outcome?.choices == [.copy(library.copies[0].id)] + beside)
      #expect(decision.effects.isEmpty && decision.state == library.states[0])
    }
    // The barcode and the tag of one record agree; so does the same record again, when the other is still there.
    library.beside = [.release(library.copies[0].release), .copy(library.copies[0].id)]
    #expect(library.scan(.copy(0)).outcome?.code == .returned)
    library.beside = [.release(library.copies[other].release)]
    library.scan(.order(.lookup))
    #expect(library.scan(.copy(0)).outcome?.code == .found)
  }
}
