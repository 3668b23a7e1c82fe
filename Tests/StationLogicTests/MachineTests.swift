import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of a station's states and transitions.
@Suite(.timeLimit(.minutes(5)))
struct MachineTests {
  func house(_ mode: Mode = .auto, _ change: (inout StationPolicy) -> Void = { _ in }) -> ModelLibrary {
    var station = StationPolicy(home: mode)
    change(&station)
    var house = ModelLibrary(station)
    house.addCopy()
    house.addCopy()
    house.addBorrower()
    house.addBorrower()
    house.addBorrower { $0.isStaff = true }
    return house
  }

  // MARK: - Auto

  @Test func `a card of staff that is blocked or has ended opens nothing, neither at rest nor over a question`() {
    for isBlocked in [true, false] {
      var house = ModelLibrary(StationPolicy(home: .checkout, isSelfService: true))
      let now = house.now
      house.addCopy { $0.isReference = true }
      house.addBorrower()
      house.addBorrower { card in
        card.isStaff = true
        if isBlocked {
          card.block = Borrower.Block(reason: "lost", at: now)
        } else {
          card.expiresAt = now
        }
      }
      let refusal: Outcome.Code = isBlocked ? .cardBlocked : .cardExpired
      house.scan(.card(0))
      #expect(house.scan(.card(1)).outcome?.code == refusal)
      #expect(house.scan(.copy(0)).outcome?.code == .notForLoan)
      #expect(house.scan(.card(1)).outcome?.code == refusal)
      #expect(house.states[0].staff == nil && house.copies[0].loan == nil)
    }
  }

  @Test func `auto: a card opens a session, and in it copies are lent`() {
    var house = house()
    #expect(house.scan(.card(0)).outcome?.code == .sessionStarted)
    #expect(house.scan(.copy(0)).outcome?.code == .checkedOut)
    #expect(house.states[0].mode == .auto)
  }

  @Test func `auto: what is out comes back, where the desk does that, and the same movement is no new story`() {
    var house = house()
    house.lend(0, to: 1)
    #expect(house.scan(.copy(0)).outcome?.code == .returned)
    #expect(house.scan(.copy(0)).outcome?.code == .duplicate)
    var shelf = self.house(.auto) { $0.returnsInAuto = false }
    shelf.lend(0, to: 1)
    let found = shelf.scan(.copy(0))
    #expect(found.outcome?.code == .found && found.effects.isEmpty && found.state.stage == .idle)
  }

  @Test func `auto: what is here waits with its look-up for a card, a place, or nothing`() {
    var house = house()
    let pending = house.scan(.copy(0))
    #expect(pending.outcome?.code == .found)
    #expect(pending.state.stage == .pendingCopy(house.copies[0].id, until: house.now + house.policy.desk.pairTime))
    #expect(house.scan(.card(0)).outcome?.code == .checkedOut)
    house.scan(.order(.end))
    house.scan(.copy(1))
    #expect(house.scan(.slot(ModelLibrary.slot(4), occupant: nil)).outcome?.code == .shelved)
    // The slot may come first.
    house.scan(.slot(ModelLibrary.slot(5), occupant: nil))
    #expect(house.scan(.copy(1)).outcome?.location == ModelLibrary.slot(5).location)
    house.scan(.copy(1))
    house.pass(20)
    #expect(house.states[0] == StationState(mode: .auto) && house.changes.count == 3)
  }

  @Test func `auto: a free tag is offered to the record that waits, and never to the public`() throws {
    var house = house()
    let tag = BindingCandidate(key: Code.Key(try #require(TagUID([4, 1, 2, 3, 4, 5, 6]))))
    house.scan(.copy(0))
    let offer = house.scan(.tag(tag))
    #expect(offer.outcome?.code == .unknownTag && offer.outcome?.status == .needsConfirmation)
    let yes = house.scan(.order(.yes))
    #expect(yes.outcome?.code == .bound && yes.effects == [.bind(house.copies[0], tag)])
    let label = Code.own(OwnCode(.blank, number: 7))
    house.scan(.copy(1))
    #expect(house.scan(.nothing(label)).outcome?.facts.isQuestion ?? false)
    #expect(house.scan(.order(.no)).outcome?.code == .declined)
    var open = self.house(.auto) { $0.isSelfService = true }
    open.scan(.copy(0))
    #expect(open.scan(.tag(tag)).outcome?.status == .unknown)
  }

  // MARK: - Sessions

  @Test func `a session ends by its card, by end, by time and by a mode that is not about borrowers`() {
    for way in 0...3 {
      var house = house(.checkout)
      house.scan(.card(0))
      house.scan(.copy(0))
      switch way {
      case 0: #expect(house.scan(.card(0)).outcome?.code == .sessionEnded)
      case 1: #expect(house.scan(.order(.end)).outcome?.code == .sessionEnded)
      case 2: house.pass(90)
      default: house.scan(.order(.shelve))
      }
      var rest = StationState(mode: way == 3 ? .shelve : .checkout)
      rest.revertsAt = house.states[0].revertsAt
      #expect(house.states[0] == rest)
    }
  }

  @Test func `a session continues in the modes of borrowers, and every scan extends it`() {
    var house = house(.checkout)
    house.scan(.card(0))
    for order in [Command.renew, .auto, .return, .checkout] {
      house.pass(89)
      #expect(house.scan(.order(order)).state.session?.borrower == house.borrowers[0].id)
    }
    house.pass(89)
    house.scan(.nothing(.unusable))
    house.pass(89)
    #expect(house.states[0].session != nil)
  }

  @Test func `a station returns to its home mode by itself, but not during a session`() {
    var policy = LibraryPolicy()
    policy.desk.revertTime = .seconds(30)
    var house = ModelLibrary(StationPolicy(home: .lookup), policy: policy)
    house.addBorrower()
    house.scan(.order(.checkout))
    house.pass(29)
    house.scan(.card(0))
    house.pass(80)
    #expect(house.states[0].mode == .checkout && house.states[0].session != nil)
    house.pass(10)
    #expect(house.states[0] == StationState(mode: .lookup))
    #expect(house.scan(.order(.lookup)).state.revertsAt == nil)
  }

  @Test func `a mode command cancels the prompt, and reports it`() {
    var house = house(.checkout)
    house.copies[0].isReference = true
    house.scan(.card(0))
    house.scan(.copy(0))
    let switched = house.scan(.order(.renew))
    #expect(switched.outcome?.facts.notes == [.declined])
    #expect(switched.state.stage == .idle && switched.state.session != nil)
    #expect(house.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
  }

  @Test func `the copy returned last is shelved next`() {
    var house = house(.return)
    house.lend(0, to: 0)
    house.scan(.copy(0))
    house.scan(.order(.shelve))
    #expect(house.scan(.slot(ModelLibrary.slot(9), occupant: nil)).outcome?.code == .shelved)
  }

  // MARK: - Prompts

  @Test func `the same copy keeps the prompt, another ends it and is accepted`() {
    var house = house(.checkout)
    house.copies[0].status = .missing
    house.scan(.card(0))
    let asked = house.scan(.copy(0))
    house.pass(5)
    let again = house.scan(.copy(0))
    #expect(again.outcome?.code == .foundMissing && again.state.stage.confirming == asked.state.stage.confirming)
    let other = house.scan(.copy(1))
    #expect(other.outcome?.code == .checkedOut && other.outcome?.facts.notes == [.declined])
    #expect(house.copies[0].loan == nil)
  }

  @Test func `a yes confirms the displayed state: other reasons or rows prompt again`() {
    var house = house(.checkout)
    house.copies[0].status = .missing
    house.scan(.card(0))
    house.scan(.copy(0))
    house.copies[0].version += 1
    let anew = house.scan(.order(.yes))
    #expect(anew.outcome?.code == .foundMissing && anew.rule == Rule.askedAnew.rawValue && anew.effects.isEmpty)
    house.copies[0].isReference = true
    let more = house.scan(.order(.yes))
    #expect(more.outcome?.facts.reasons == [.notForLoan, .foundMissing] && more.effects.isEmpty)
    // There are no more reasons against it, so there is no prompt.
    house.copies[0].isReference = false
    house.copies[0].status = .available
    #expect(house.scan(.order(.yes)).outcome?.code == .checkedOut)
  }

  @Test func `a yes is not valid for another borrower, and not after its time`() {
    var house = house(.checkout)
    house.copies[0].status = .missing
    house.scan(.card(0))
    house.scan(.copy(0))
    house.scan(.card(1))
    #expect(house.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
    house.scan(.copy(0))
    house.pass(60)
    #expect(house.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
    #expect(house.copies[0].loan == nil)
  }

  @Test func `a staff card confirms for staff, and opens no session`() {
    var house = house(.checkout)
    house.copies[0].isReference = true
    house.scan(.card(0))
    house.scan(.copy(0))
    let staff = house.borrowers[2].id
    let yes = house.scan(.card(2))
    #expect(yes.outcome?.code == .checkedOut)
    #expect(yes.effects.last == .override(by: staff, reasons: [.notForLoan], reason: "at the desk, by card"))
    #expect(yes.state.session?.borrower == house.borrowers[0].id)
    #expect(yes.state.staff?.borrower == staff)
    house.pass(60)
    #expect(house.states[0].staff == nil && house.states[0].session != nil)
  }

  @Test func `at a desk for the public staff opens what is refused there`() {
    var house = house(.checkout) { $0.isSelfService = true }
    house.copies[0].isReference = true
    house.scan(.card(0))
    let refused = house.scan(.copy(0))
    #expect(refused.outcome?.status == .refused && refused.outcome?.facts.needsStaff ?? false)
    #expect(house.scan(.card(2)).outcome?.code == .staffReady)
    #expect(house.states[0].session?.borrower == house.borrowers[0].id)
    #expect(house.scan(.copy(0)).outcome?.facts.isQuestion ?? false)
    #expect(house.scan(.order(.yes)).outcome?.code == .checkedOut)
    // After the card is scanned again, the member of staff is the borrower.
    #expect(house.scan(.card(2)).outcome?.code == .switchBorrower)
  }

  @Test func `two desks race for one copy, and the yes of the second is worth nothing`() {
    var house = ModelLibrary(StationPolicy(home: .checkout), StationPolicy(home: .checkout))
    house.addCopy { $0.status = .missing }
    house.addBorrower()
    house.addBorrower()
    for station in 0...1 {
      house.scan(.card(station), at: station)
      #expect(house.scan(.copy(0), at: station).outcome?.code == .foundMissing)
    }
    #expect(house.scan(.order(.yes), at: 0).outcome?.code == .checkedOut)
    let second = house.scan(.order(.yes), at: 1)
    #expect(second.outcome?.code == .onLoanElsewhere && second.effects.isEmpty)
    #expect(house.breaches.isEmpty && house.copies[0].loan?.borrower == house.borrowers[0].id)
  }
}
