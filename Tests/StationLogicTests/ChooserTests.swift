import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of one barcode with several candidates.
@Suite(.timeLimit(.minutes(5)))
struct ChooserTests {
  let code = "5099902988023"

  /// Returns a station with three copies of one release and barcode, and two borrowers.
  func house(_ mode: Mode, _ change: (inout StationPolicy) -> Void = { _ in }) -> ModelLibrary {
    var station = StationPolicy(home: mode)
    change(&station)
    var house = ModelLibrary(station)
    let first = house.addCopy(barcode: code)
    for _ in 1...2 { house.addCopy(of: house.copies[first].release) }
    house.addBorrower()
    house.addBorrower()
    return house
  }

  func targets(_ house: ModelLibrary, _ copies: Int...) -> [CodeTarget] { copies.map { .copy(house.copies[$0].id) } }

  @Test func `in a return the only one that is out is meant`() {
    var house = house(.return)
    house.lend(1, to: 0)
    let decision = house.scan(.barcode(code))
    #expect(decision.outcome?.code == .returned && decision.outcome?.copy == house.copies[1].id)
    #expect(decision.candidates == targets(house, 0, 1, 2))
  }

  @Test func `in a return with none out nothing was on loan, and the second time it is a duplicate`() {
    var house = house(.return)
    #expect(house.scan(.barcode(code)).outcome?.code == .notOnLoan)
    house.lend(1, to: 0)
    house.scan(.barcode(code))
    #expect(house.scan(.barcode(code)).outcome?.code == .duplicate)
  }

  @Test func `in a return with several out the borrower's own come first, then what is due first, at most nine`() {
    var house = house(.checkout)
    house.lend(0, to: 1, due: 3)
    house.lend(1, to: 1, due: 1)
    house.lend(2, to: 0, due: 9)
    house.scan(.card(0))
    house.scan(.order(.return))
    let asked = house.scan(.barcode(code))
    #expect(asked.outcome?.code == .chooseCopy && asked.outcome?.status == .needsChoice)
    #expect(asked.outcome?.choices == targets(house, 2, 1, 0))
    #expect(asked.effects.isEmpty)
    for _ in 1...9 {
      let next = house.addCopy(of: house.copies[0].release)
      house.lend(next, to: 1)
    }
    let many = house.scan(.barcode(code))
    #expect(many.outcome?.choices.count == 9 && many.outcome?.facts.count == 12 && many.candidates.count == 12)
  }

  @Test func `a choice is made by number on the screen, by a number label, or by a more specific code`() {
    for way in 0...2 {
      var house = house(.return)
      house.lend(0, to: 0, due: 1)
      house.lend(2, to: 1, due: 5)
      house.scan(.barcode(code))
      let decision =
        switch way {
        case 0: house.act(.pick(2))
        case 1: house.scan(.order(.choice2))
        default: house.scan(.copy(2))
        }
      #expect(decision.outcome?.code == .returned && decision.outcome?.copy == house.copies[2].id)
      #expect(decision.outcome?.facts.notes.isEmpty ?? false)
      #expect(decision.candidates == targets(house, 0, 2))
      #expect(decision.state.stage == .idle && house.copies[0].loan != nil)
    }
  }

  @Test func `a number that is not there changes nothing, and the choice stays open`() {
    var house = house(.return)
    house.lend(0, to: 0)
    house.lend(1, to: 0)
    let asked = house.scan(.barcode(code)).state
    for number in [0, 3, 9, -1, 10] {
      let decision = house.act(.pick(number))
      #expect(decision.outcome?.code == .choiceInvalid && decision.state == asked)
    }
    var none = self.house(.return)
    #expect(none.scan(.order(.choice1)).outcome?.code == .choiceInvalid)
  }

  @Test func `a choice that runs out did nothing, least of all the first one`() {
    var house = house(.return)
    house.lend(0, to: 0)
    house.lend(1, to: 0)
    house.scan(.barcode(code))
    house.pass(30)
    #expect(house.states[0].stage == .idle && house.changes.isEmpty)
    #expect(house.act(.pick(1)).outcome?.code == .choiceInvalid)
  }

  @Test func `something else drops the choice and is taken itself; no drops it, too`() {
    var house = house(.return)
    house.lend(0, to: 0)
    house.lend(1, to: 0)
    let other = house.addCopy()
    house.lend(other, to: 1)
    house.scan(.barcode(code))
    let decision = house.scan(.copy(other))
    #expect(decision.outcome?.code == .returned && decision.outcome?.facts.notes == [.declined])
    house.scan(.barcode(code))
    #expect(house.scan(.order(.no)).outcome?.code == .declined)
    #expect(house.states[0].stage == .idle)
    house.scan(.barcode(code))
    #expect(house.scan(.barcode(code)).outcome?.code == .chooseCopy)
  }

  @Test func `check-out considers the copies that are here, and of several the label decides`() {
    var house = house(.checkout)
    house.lend(0, to: 1)
    house.scan(.card(0))
    let asked = house.scan(.barcode(code))
    #expect(asked.outcome?.choices == targets(house, 1, 2))
    #expect(house.scan(.copy(2)).outcome?.code == .checkedOut)
    // At once it belongs to the same hand movement, and later it is another record.
    #expect(house.scan(.barcode(code)).outcome?.code == .alreadyYours)
    house.pass(11)
    #expect(house.scan(.barcode(code)).outcome?.copy == house.copies[1].id)
    house.pass(11)
    #expect(house.scan(.barcode(code)).outcome?.code == .onLoanElsewhere)
  }

  @Test func `a missing copy is chosen only if no other copy is here`() {
    var house = house(.checkout)
    house.copies[0].status = .missing
    house.lend(1, to: 1)
    house.scan(.card(0))
    #expect(house.scan(.barcode(code)).outcome?.copy == house.copies[2].id)
    house.pass(11)
    #expect(house.scan(.barcode(code)).outcome?.code == .foundMissing)
  }

  @Test func `the copy that is trapped for the borrower is chosen`() {
    var house = house(.checkout)
    let copy = house.copies[1].id
    let until = house.now + .seconds(86_400)
    house.addHold(.release(house.copies[0].release), by: 0) {
      ($0.state, $0.copy, $0.pickUpBy) = (.ready, copy, until)
    }
    house.scan(.card(0))
    let decision = house.scan(.barcode(code))
    #expect(decision.outcome?.copy == copy && decision.outcome?.facts.notes == [.holdFulfilled])
  }

  @Test func `where any copy may go the first is lent, if all are equal, and its return needs the label`() {
    var house = house(.checkout) { $0.takesAnyCopy = true }
    house.copies[2].mediaCondition = "VG"
    house.scan(.card(0))
    #expect(house.scan(.barcode(code)).outcome?.code == .chooseCopy)
    house.copies[2].mediaCondition = nil
    #expect(house.scan(.barcode(code)).outcome?.copy == house.copies[0].id)
    house.scan(.order(.return))
    #expect(house.scan(.barcode(code)).outcome?.code == .chooseCopy)
    #expect(house.scan(.copy(0)).outcome?.code == .returned)
  }

  @Test func `if any copy may be lent, only a label or a tag identifies the returned one`() {
    for way in 0...2 {
      var house = house(.return) { $0.takesAnyCopy = true }
      for copy in [0, 1] { house.lend(copy, to: copy) }
      let asked = house.scan(.barcode(code))
      #expect(asked.outcome?.code == .chooseCopy && asked.outcome?.choices.isEmpty ?? false)
      #expect(asked.outcome?.facts.notes == [.labelNeeded] && asked.outcome?.facts.count == 2)
      for number in 1...9 {
        let picked = way == 0 ? house.act(.pick(number)) : house.scan(.order(.choice1))
        #expect(picked.outcome?.code == .choiceInvalid && picked.effects.isEmpty && picked.state == asked.state)
      }
      let back = house.scan(.copy(1))
      #expect(back.outcome?.code == .returned && back.outcome?.copy == house.copies[1].id)
      #expect(back.outcome?.facts.notes.isEmpty ?? false)
      #expect(house.scan(.barcode(code)).outcome?.code == .duplicate)
      house.pass(11)
      // Even if only one is on loan: the station cannot know whether the scanned copy is another one that was never
      // lent.
      #expect(house.scan(.barcode(code)).outcome?.facts.notes == [.labelNeeded])
    }
  }

  @Test func `an unanswered prompt is reported as expired, and nothing is done`() {
    var house = house(.checkout)
    let until = house.now + house.policy.desk.choiceTime
    house.scan(.card(0))
    let asked = house.scan(.barcode(code)).state
    let desk = StationMachine(house: house.policy, station: StationPolicy(home: .checkout))
    #expect(desk.next(asked, .timer, nil, at: until + .milliseconds(-1)).outcome == nil)
    let over = desk.next(asked, .timer, nil, at: until)
    #expect(over.outcome?.code == .choiceExpired && over.outcome?.status == .noted && over.effects.isEmpty)
    #expect(over.state.stage == .idle && over.state.session != nil)
    // The report comes once, and only for a prompt: an incomplete pair was no prompt.
    #expect(desk.next(over.state, .timer, nil, at: until + .seconds(1)).outcome == nil)
    let pair = StationState(mode: .checkout, stage: .pendingCopy(house.copies[0].id, until: until))
    #expect(desk.next(pair, .timer, nil, at: until).outcome == nil)
    let confirming = PendingConfirmation(
      .checkout, scan: house.draw(), copy: house.copies[0].id, borrower: house.borrowers[0].id, reasons: [.holdOther])
    let question = StationState(mode: .checkout, stage: .confirming(confirming, until: until))
    let told = desk.next(question, .timer, nil, at: until).outcome
    #expect(told?.code == .choiceExpired && told?.copy == house.copies[0].id)
  }

  @Test func `a choice keeps the slot, the record and the tag that waited beneath it`() throws {
    var house = house(.shelve)
    let slot = ModelLibrary.slot(1)
    house.scan(.slot(slot, occupant: nil))
    #expect(house.scan(.barcode(code)).outcome?.code == .chooseCopy)
    #expect(house.act(.pick(2)).outcome?.code == .shelved)
    #expect(house.copies[1].location == slot.location)
    // A copy that is already at the place is not a candidate.
    house.scan(.place(ModelLibrary.shelf))
    for copy in [0, 1] { house.copies[copy].location = Location(place: ModelLibrary.shelf.id, placeName: "Shelf 1") }
    #expect(house.scan(.barcode(code)).outcome?.copy == house.copies[2].id)
    let tag = BindingCandidate(key: Code.Key(try #require(TagUID([4, 1, 2, 3, 4, 5, 6]))))
    var binding = self.house(.bind)
    binding.scan(.tag(tag))
    binding.scan(.barcode(code))
    let bound = binding.scan(.order(.choice3))
    #expect(bound.outcome?.code == .bound && bound.effects == [.bind(binding.copies[2], tag)])
  }

  @Test func `a barcode of several releases prompts, the owned ones first`() {
    var house = ModelLibrary(StationPolicy(home: .add))
    let owned = house.addCopy(barcode: code)
    let other: Release.ID = house.draw()
    house.barcodes[code] = [other, house.copies[owned].release]
    let asked = house.scan(.barcode(code))
    #expect(asked.outcome?.code == .chooseRelease)
    #expect(asked.outcome?.choices == [.release(house.copies[owned].release), .release(other)])
    #expect(house.act(.pick(2)).effects == [.addCopy(other)])
    house.scan(.barcode(code))
    // For the owned release it would be a second copy.
    #expect(house.act(.pick(1)).outcome?.code == .copyExists)
    house.scan(.order(.lookup))
    #expect(house.scan(.barcode(code)).outcome?.code == .found)
    house.scan(.order(.wishlist))
    // Now that both are owned they appear in their stored order.
    house.scan(.barcode(code))
    #expect(house.act(.pick(1)).effects == [.wish(other)])
    // Only copies can be lent, of either release.
    house.addBorrower()
    house.scan(.order(.checkout))
    house.scan(.card(0))
    #expect(house.scan(.barcode(code)).outcome?.code == .chooseCopy)
  }

  @Test func `camera and tag that see two records in one hand refuse, and name both`() {
    var house = house(.return)
    let other = house.addCopy()
    house.lend(0, to: 0)
    for beside in [[CodeTarget.release(house.copies[other].release)], [.copy(house.copies[1].id)]] {
      house.beside = beside
      let decision = house.scan(.copy(0))
      #expect(decision.outcome?.code == .wrongDisc && decision.outcome?.status == .refused)
      #expect(decision.outcome?.choices == [.copy(house.copies[0].id)] + beside)
      #expect(decision.effects.isEmpty && decision.state == house.states[0])
    }
    // The barcode and the tag of one record agree; so does the same record again, when the other is still there.
    house.beside = [.release(house.copies[0].release), .copy(house.copies[0].id)]
    #expect(house.scan(.copy(0)).outcome?.code == .returned)
    house.beside = [.release(house.copies[other].release)]
    house.scan(.order(.lookup))
    #expect(house.scan(.copy(0)).outcome?.code == .found)
  }
}
