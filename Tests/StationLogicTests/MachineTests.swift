import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of a station's states and transitions.
@Suite(.timeLimit(.minutes(5)))
struct MachineTests {
  func library(_ mode: Mode = .auto, _ change: (inout StationPolicy) -> Void = { _ in }) -> ModelLibrary {
    var station = StationPolicy(home: mode)
    change(&station)
    var library = ModelLibrary(station)
    library.addCopy()
    library.addCopy()
    library.addBorrower()
    library.addBorrower()
    library.addBorrower { $0.isStaff = true }
    return library
  }

  // MARK: - Auto

  @Test func `a card of staff that is blocked or has ended opens nothing, neither at rest nor over a question`() {
    for isBlocked in [true, false] {
      var library = ModelLibrary(StationPolicy(home: .checkout, isSelfService: true))
      let now = library.now
      library.addCopy { $0.isReference = true }
      library.addBorrower()
      library.addBorrower { card in
        card.isStaff = true
        if isBlocked {
          card.block = Borrower.Block(reason: "lost", at: now)
        } else {
          card.expiresAt = now
        }
      }
      let refusal: Outcome.Code = isBlocked ? .cardBlocked : .cardExpired
      library.scan(.card(0))
      #expect(library.scan(.card(1)).outcome?.code == refusal)
      #expect(library.scan(.copy(0)).outcome?.code == .notForLoan)
      #expect(library.scan(.card(1)).outcome?.code == refusal)
      #expect(library.states[0].staff == nil && library.copies[0].loan == nil)
    }
  }

  @Test func `auto: a card opens a session, and in it copies are lent`() {
    var library = library()
    #expect(library.scan(.card(0)).outcome?.code == .sessionStarted)
    #expect(library.scan(.copy(0)).outcome?.code == .checkedOut)
    #expect(library.states[0].mode == .auto)
  }

  @Test func `auto: what is out comes back, where the station does that, and the same movement is no new story`() {
    var library = library()
    library.lend(0, to: 1)
    #expect(library.scan(.copy(0)).outcome?.code == .returned)
    #expect(library.scan(.copy(0)).outcome?.code == .duplicate)
    var shelf = self.library(.auto) { $0.returnsInAuto = false }
    shelf.lend(0, to: 1)
    let found = shelf.scan(.copy(0))
    #expect(found.outcome?.code == .found && found.effects.isEmpty && found.state.stage == .idle)
  }

  @Test func `auto: what is here waits with its look-up for a card, a place, or nothing`() {
    var library = library()
    let pending = library.scan(.copy(0))
    #expect(pending.outcome?.code == .found)
    #expect(
      pending.state.stage == .pendingCopy(library.copies[0].id, until: library.now + library.policy.stations.pairTime))
    #expect(library.scan(.card(0)).outcome?.code == .checkedOut)
    library.scan(.order(.end))
    library.scan(.copy(1))
    #expect(library.scan(.slot(ModelLibrary.slot(4), occupant: nil)).outcome?.code == .shelved)
    // The slot may come first.
    library.scan(.slot(ModelLibrary.slot(5), occupant: nil))
    #expect(library.scan(.copy(1)).outcome?.location == ModelLibrary.slot(5).location)
    library.scan(.copy(1))
    library.pass(20)
    #expect(library.states[0] == StationState(mode: .auto) && library.changes.count == 3)
  }

  @Test func `auto: a free tag is offered to the record that waits, and never to the public`() throws {
    var library = library()
    let tag = BindingCandidate(key: Code.Key(try #require(TagID(.nfcA, [4, 1, 2, 3, 4, 5, 6]))))
    library.scan(.copy(0))
    let offer = library.scan(.tag(tag))
    #expect(offer.outcome?.code == .unknownTag && offer.outcome?.status == .needsConfirmation)
    let yes = library.scan(.order(.yes))
    #expect(yes.outcome?.code == .bound && yes.effects == [.bind(library.copies[0], tag)])
    let label = Code.own(OwnCode(.blank, number: 7))
    library.scan(.copy(1))
    #expect(library.scan(.nothing(label)).outcome?.facts.isQuestion ?? false)
    #expect(library.scan(.order(.no)).outcome?.code == .declined)
    var open = self.library(.auto) { $0.isSelfService = true }
    open.scan(.copy(0))
    #expect(open.scan(.tag(tag)).outcome?.status == .unknown)
  }

  // MARK: - Sessions

  @Test func `a session ends by its card, by end, by time and by a mode that is not about borrowers`() {
    for way in 0...3 {
      var library = library(.checkout)
      library.scan(.card(0))
      library.scan(.copy(0))
      switch way {
      case 0: #expect(library.scan(.card(0)).outcome?.code == .sessionEnded)
      case 1: #expect(library.scan(.order(.end)).outcome?.code == .sessionEnded)
      case 2: library.pass(90)
      default: library.scan(.order(.shelve))
      }
      var rest = StationState(mode: way == 3 ? .shelve : .checkout)
      rest.revertsAt = library.states[0].revertsAt
      #expect(library.states[0] == rest)
    }
  }

  @Test func `a session continues in the modes of borrowers, and every scan extends it`() {
    var library = library(.checkout)
    library.scan(.card(0))
    for order in [Command.renew, .auto, .return, .checkout] {
      library.pass(89)
      #expect(library.scan(.order(order)).state.session?.borrower == library.borrowers[0].id)
    }
    library.pass(89)
    library.scan(.nothing(.unusable))
    library.pass(89)
    #expect(library.states[0].session != nil)
  }

  @Test func `a station returns to its home mode by itself, but not during a session`() {
    var policy = LibraryPolicy()
    policy.stations.revertTime = .seconds(30)
    var library = ModelLibrary(StationPolicy(home: .lookup), policy: policy)
    library.addBorrower()
    library.scan(.order(.checkout))
    library.pass(29)
    library.scan(.card(0))
    library.pass(80)
    #expect(library.states[0].mode == .checkout && library.states[0].session != nil)
    library.pass(10)
    #expect(library.states[0] == StationState(mode: .lookup))
    #expect(library.scan(.order(.lookup)).state.revertsAt == nil)
  }

  @Test func `a mode command cancels the prompt, and reports it`() {
    var library = library(.checkout)
    library.copies[0].isReference = true
    library.scan(.card(0))
    library.scan(.copy(0))
    let switched = library.scan(.order(.renew))
    #expect(switched.outcome?.facts.notes == [.declined])
    #expect(switched.state.stage == .idle && switched.state.session != nil)
    #expect(library.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
  }

  @Test func `the copy returned last is shelved next`() {
    var library = library(.return)
    library.lend(0, to: 0)
    library.scan(.copy(0))
    library.scan(.order(.shelve))
    #expect(library.scan(.slot(ModelLibrary.slot(9), occupant: nil)).outcome?.code == .shelved)
  }

  // MARK: - Prompts

  @Test func `the same copy keeps the prompt, another ends it and is accepted`() {
    var library = library(.checkout)
    library.copies[0].status = .missing
    library.scan(.card(0))
    let prompted = library.scan(.copy(0))
    library.pass(5)
    let again = library.scan(.copy(0))
    #expect(again.outcome?.code == .foundMissing && again.state.stage.confirming == prompted.state.stage.confirming)
    let other = library.scan(.copy(1))
    #expect(other.outcome?.code == .checkedOut && other.outcome?.facts.notes == [.declined])
    #expect(library.copies[0].loan == nil)
  }

  @Test func `a yes confirms the displayed state: other reasons or rows prompt again`() {
    var library = library(.checkout)
    library.copies[0].status = .missing
    library.scan(.card(0))
    library.scan(.copy(0))
    library.copies[0].version += 1
    let repeated = library.scan(.order(.yes))
    #expect(
      repeated.outcome?.code == .foundMissing && repeated.rule == Rule.promptedAgain.rawValue
        && repeated.effects.isEmpty)
    library.copies[0].isReference = true
    let more = library.scan(.order(.yes))
    #expect(more.outcome?.facts.reasons == [.notForLoan, .foundMissing] && more.effects.isEmpty)
    // There are no more reasons against it, so there is no prompt.
    library.copies[0].isReference = false
    library.copies[0].status = .available
    #expect(library.scan(.order(.yes)).outcome?.code == .checkedOut)
  }

  @Test func `a yes is not valid for another borrower, and not after its time`() {
    var library = library(.checkout)
    library.copies[0].status = .missing
    library.scan(.card(0))
    library.scan(.copy(0))
    library.scan(.card(1))
    #expect(library.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
    library.scan(.copy(0))
    library.pass(60)
    #expect(library.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
    #expect(library.copies[0].loan == nil)
  }

  @Test func `a staff card confirms for staff, and opens no session`() {
    var library = library(.checkout)
    library.copies[0].isReference = true
    library.scan(.card(0))
    library.scan(.copy(0))
    let staff = library.borrowers[2].id
    let yes = library.scan(.card(2))
    #expect(yes.outcome?.code == .checkedOut)
    #expect(yes.effects.last == .override(by: staff, reasons: [.notForLoan], reason: "at the station, by card"))
    #expect(yes.state.session?.borrower == library.borrowers[0].id)
    #expect(yes.state.staff?.borrower == staff)
    library.pass(60)
    #expect(library.states[0].staff == nil && library.states[0].session != nil)
  }

  @Test func `at a station for the public staff opens what is refused there`() {
    var library = library(.checkout) { $0.isSelfService = true }
    library.copies[0].isReference = true
    library.scan(.card(0))
    let refused = library.scan(.copy(0))
    #expect(refused.outcome?.status == .refused && refused.outcome?.facts.needsStaff ?? false)
    #expect(library.scan(.card(2)).outcome?.code == .staffReady)
    #expect(library.states[0].session?.borrower == library.borrowers[0].id)
    #expect(library.scan(.copy(0)).outcome?.facts.isQuestion ?? false)
    #expect(library.scan(.order(.yes)).outcome?.code == .checkedOut)
    // After the card is scanned again, the member of staff is the borrower.
    #expect(library.scan(.card(2)).outcome?.code == .switchBorrower)
  }

  @Test func `two stations race for one copy, and the yes of the second is worth nothing`() {
    var library = ModelLibrary(StationPolicy(home: .checkout), StationPolicy(home: .checkout))
    library.addCopy { $0.status = .missing }
    library.addBorrower()
    library.addBorrower()
    for station in 0...1 {
      library.scan(.card(station), at: station)
      #expect(library.scan(.copy(0), at: station).outcome?.code == .foundMissing)
    }
    #expect(library.scan(.order(.yes), at: 0).outcome?.code == .checkedOut)
    let second = library.scan(.order(.yes), at: 1)
    #expect(second.outcome?.code == .onLoanElsewhere && second.effects.isEmpty)
    #expect(library.breaches.isEmpty && library.copies[0].loan?.borrower == library.borrowers[0].id)
  }
}
