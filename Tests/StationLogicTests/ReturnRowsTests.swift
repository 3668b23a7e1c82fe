import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of each case of a return and of a renewal, with its code.
@Suite(.timeLimit(.minutes(5)))
struct ReturnRowsTests {
  func library(
    _ mode: Mode = .return, selfService: Bool = false, policy: LibraryPolicy = LibraryPolicy()
  ) -> ModelLibrary {
    var library = ModelLibrary(StationPolicy(home: mode, isSelfService: selfService), policy: policy)
    library.addCopy(barcode: "5099902988023") { $0.location = ModelLibrary.slot(7).location }
    library.addCopy()
    library.addBorrower()
    library.addBorrower()
    return library
  }

  @Test func `a return closes the loan, counts parts, and reports the place of the copy`() {
    var library = library()
    library.lend(0, to: 0)
    library.lend(1, to: 1)
    let first = library.scan(.copy(0))
    #expect(first.outcome?.code == .returned)
    #expect(first.outcome?.location == ModelLibrary.slot(7).location)
    #expect(library.scan(.copy(1)).outcome?.facts.count == 2)
    #expect(library.copies.allSatisfy { $0.loan == nil })
  }

  @Test func `an overdue return reports its days, and a fee only if the library charges fees`() {
    var policy = LibraryPolicy()
    for isOn in [false, true] {
      policy.fees.isOn = isOn
      var library = library(policy: policy)
      library.lend(0, to: 0, since: 30, due: -3)
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.code == .returnedOverdue && decision.outcome?.status == .noted)
      #expect(decision.outcome?.facts.overdueDays == 3)
      #expect(decision.outcome?.facts.fee == (isOn ? 60 : nil))
      #expect(decision.outcome?.facts.notes == (isOn ? [.feeDue] : []))
    }
  }

  @Test func `a copy that was not on loan is reported with its place, or counted as in-house use`() {
    var policy = LibraryPolicy()
    for counts in [false, true] {
      policy.returns.countsInHouse = counts
      var library = library(policy: policy)
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.code == (counts ? .inHouse : .notOnLoan))
      #expect(decision.outcome?.location == ModelLibrary.slot(7).location)
      #expect(decision.effects == (counts ? [.lending(.countInHouse(library.copies[0]))] : []) || counts)
    }
  }

  @Test func `the same copy twice in a batch is a duplicate, unless it was lent in between`() {
    var library = library()
    library.lend(0, to: 0)
    library.scan(.copy(0))
    library.pass(60)
    let again = library.scan(.copy(0))
    #expect(again.outcome?.code == .duplicate && again.effects.isEmpty && again.outcome?.status == .duplicate)
    library.lend(0, to: 1)
    #expect(library.scan(.copy(0)).outcome?.code == .returned)
    library.pass(121)
    #expect(library.scan(.copy(0)).outcome?.code == .notOnLoan)
  }

  @Test func `an order of a mode, also of Return itself, ends the batch and the movement of the hand`() {
    for order in [[Command.return], [.checkout, .return], [.end]] {
      var library = library()
      library.lend(0, to: 0)
      #expect(library.scan(.copy(0)).outcome?.code == .returned)
      #expect(library.scan(.copy(0)).outcome?.code == .duplicate)
      for one in order { library.scan(.order(one)) }
      #expect(library.scan(.copy(0)).outcome?.code == .notOnLoan, "\(order)")
    }
  }

  @Test func `another borrower's copy in a session is shown to staff, and never to the public`() {
    for selfService in [false, true] {
      var library = library(.checkout, selfService: selfService)
      library.lend(0, to: 1)
      library.scan(.card(0))
      library.scan(.order(.return))
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.code == (selfService ? .returned : .returnedForOther))
      #expect(decision.outcome?.facts.notes.contains(.returnedForOther) == false)
    }
  }

  @Test func `staff who opened a self-service station see another borrower's copy`() {
    var library = library(.checkout, selfService: true)
    library.addBorrower { $0.isStaff = true }
    library.lend(0, to: 1)
    library.scan(.card(0))
    #expect(library.scan(.card(library.borrowers.count - 1)).outcome?.code == .staffReady)
    library.scan(.order(.return))
    #expect(library.scan(.copy(0)).outcome?.code == .returnedForOther)
  }

  @Test func `another borrower's overdue copy reports both, and the parts too`() {
    var library = library(.checkout, selfService: false)
    library.lend(0, to: 1, due: -2)
    library.scan(.card(0))
    library.scan(.order(.return))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.code == .returnedOverdue && decision.outcome?.facts.notes == [.returnedForOther])
  }

  @Test func `without a way to count parts, they are for staff`() {
    var library = library(selfService: true)
    library.copies[0].partCount = 2
    library.lend(0, to: 0, parts: 2)
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.code == .staffNeeded)
    #expect(decision.outcome?.facts.reasons == [.staffNeeded, .partsCheck])
    #expect(library.copies[0].loan != nil && decision.state.stage == .idle)
  }

  @Test func `all parts there: yes closes the loan`() {
    var library = library()
    library.copies[0].partCount = 2
    library.lend(0, to: 0, parts: 2)
    let prompted = library.scan(.copy(0))
    #expect(prompted.outcome?.code == .partsCheck && prompted.outcome?.facts.parts == 2 && prompted.effects.isEmpty)
    let again = library.scan(.copy(0))
    #expect(again.outcome?.code == .partsCheck && again.outcome?.facts.parts == 2)
    #expect(again.rule == Rule.promptStillOpen.rawValue)
    let yes = library.scan(.order(.yes))
    #expect(yes.outcome?.code == .returned && library.copies[0].loan == nil)
  }

  @Test func `parts that are missing keep the loan open, or close it with a claim`() throws {
    var policy = LibraryPolicy()
    for keepsOpen in [true, false] {
      policy.returns.keepsOpenWithoutParts = keepsOpen
      for answer in [Command.no, .choice1] {
        var library = library(policy: policy)
        library.copies[0].partCount = 3
        library.lend(0, to: 0, parts: 3)
        let loan = try #require(library.copies[0].loan)
        library.scan(.copy(0))
        let decision = library.scan(.order(answer))
        #expect(decision.outcome?.code == .partsMissing)
        #expect((library.copies[0].loan != nil) == keepsOpen)
        let back = answer == .no ? 2 : 1
        #expect(
          decision.effects == [
            .lending(
              keepsOpen ? .notePartsBack(loan, back) : .checkIn(loan, at: library.now, partsBack: back, fee: 0))
          ])
      }
      var all = library(policy: policy)
      all.lend(0, to: 0, parts: 3)
      all.scan(.copy(0))
      for number in [-1, 0, 4] { #expect(all.act(.pick(number)).outcome?.code == .choiceInvalid) }
      #expect(all.scan(.order(.choice3)).outcome?.code == .returned)
    }
  }

  @Test func `a no to more than the parts leaves everything as it is`() {
    var policy = LibraryPolicy()
    policy.returns.keepsOpenWithoutParts = false
    var library = library(policy: policy)
    library.copies[0].status = .withdrawn
    library.lend(0, to: 0, parts: 2)
    #expect(library.scan(.copy(0)).outcome?.facts.reasons == [.withdrawn, .partsCheck])
    let no = library.scan(.order(.no))
    #expect(no.outcome?.code == .declined && no.effects.isEmpty && library.copies[0].loan != nil)
  }

  @Test func `a withdrawn copy is refused to the public, and prompts staff`() {
    for selfService in [true, false] {
      var library = library(selfService: selfService)
      library.copies[0].status = .withdrawn
      library.lend(0, to: 0)
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.code == .withdrawn)
      #expect(decision.outcome?.facts.isQuestion == !selfService)
      #expect(library.scan(.order(.yes)).outcome?.code == (selfService ? .nothingToConfirm : .returned))
    }
  }

  @Test func `a missing one that comes back is found`() {
    var library = library()
    library.copies[0].status = .missing
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.code == .notOnLoan && decision.outcome?.facts.notes == [.foundMissing])
    #expect(library.copies[0].status == .available)
  }

  @Test func `the book drop backdates to the last open day, never before the loan, and only for staff`() throws {
    var library = library()
    library.lend(0, to: 0, since: 20, due: 0)
    library.lend(1, to: 1, since: 0, due: 5)
    let begun = library.scan(.order(.bookDrop))
    #expect(begun.outcome?.code == .dropDate && begun.state.mode == .return)
    let date = try #require(begun.outcome?.dueAt)
    #expect(date < library.now)
    library.pass(1)
    let loan = try #require(library.copies[0].loan)
    let late = library.scan(.copy(0))
    #expect(late.outcome?.code == .returned && late.outcome?.facts.notes == [.dropDate])
    #expect(late.effects == [.lending(.checkIn(loan, at: date, partsBack: nil, fee: 0))])
    library.scan(.copy(1))
    #expect(library.breaches.isEmpty)
    #expect(library.scan(.order(.bookDrop)).outcome?.code == .modeChanged)
    #expect(library.states[0].batch?.dropDate == nil)
    var open = self.library(selfService: true)
    #expect(open.scan(.order(.bookDrop)).outcome?.code == .staffNeeded)
  }

  @Test func `an unknown code goes to the inbox`() {
    var library = library()
    #expect(library.scan(.nothing(.text("unknown code"))).outcome?.code == .unknownCode)
    #expect(library.inbox.count == 1)
  }

  @Test func `a copy with a waiting hold is trapped for the pick-up shelf`() {
    for selfService in [true, false] {
      var library = library(selfService: selfService)
      library.lend(0, to: 0)
      library.pickUpShelf = selfService ? nil : ModelLibrary.slot(7).location
      library.addHold(.release(library.copies[0].release), by: 1)
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.code == .returned && decision.outcome?.facts.notes == [.holdWaiting])
      #expect(decision.outcome?.location == library.pickUpShelf)
      #expect(library.holds[0].state == .ready && library.holds[0].copy == library.copies[0].id)
      // A copy that is ready for a hold is not trapped twice.
      library.pass(130)
      #expect(library.scan(.copy(0)).effects.isEmpty)
    }
  }

  @Test func `a copy that is already trapped goes back to the pick-up shelf, and not home`() {
    for selfService in [true, false] {
      var library = library(selfService: selfService)
      let copy = library.copies[0].id
      library.copies[0].location = ModelLibrary.slot(3).location
      library.addHold(.release(library.copies[0].release), by: 1) { ($0.state, $0.copy) = (.ready, copy) }
      let decision = library.scan(.copy(0))
      #expect(decision.effects.isEmpty && decision.outcome?.location == nil)
      #expect(decision.outcome?.facts.notes == [.holdWaiting])
    }
  }

  @Test func `the next slot puts away what came back last, for a while`() {
    var library = library()
    library.lend(0, to: 0)
    library.scan(.copy(0))
    let put = library.scan(.slot(ModelLibrary.slot(3), occupant: nil))
    #expect(put.outcome?.code == .shelved && put.state.mode == .return && put.state.batch?.count == 1)
    #expect(library.copies[0].location == ModelLibrary.slot(3).location)
    library.lend(1, to: 0)
    library.scan(.copy(1))
    let taken = library.scan(.slot(ModelLibrary.slot(3), occupant: library.copies[0].id))
    #expect(taken.outcome?.code == .slotOccupied)
    #expect(library.scan(.slot(ModelLibrary.slot(4), occupant: nil)).outcome?.code == .shelved)
    library.lend(0, to: 0)
    library.scan(.copy(0))
    library.pass(20)
    #expect(library.scan(.slot(ModelLibrary.slot(3), occupant: nil)).outcome?.code == .wrongKind)
  }

  @Test func `a grade after a return is that of the last record`() {
    var library = library()
    library.lend(0, to: 0)
    library.scan(.copy(0))
    let graded = library.scan(.order(.gradeVeryGood))
    #expect(graded.outcome?.code == .conditionSet && graded.outcome?.facts.word == "VG")
    #expect(library.copies[0].mediaCondition == "VG" && graded.state.batch?.count == 1)
  }

  // MARK: - Renew

  @Test func `one loan is renewed in a session, and without one at an attended station`() {
    for withCard in [true, false] {
      var library = library(.renew)
      library.lend(0, to: 0)
      if withCard { library.scan(.card(0)) }
      let renewed = library.scan(.copy(0))
      #expect(renewed.outcome?.code == .renewed)
      #expect(renewed.outcome?.facts.renewals == 1 && renewed.outcome?.facts.renewalLimit == 3)
      #expect(renewed.outcome?.dueAt == library.copies[0].loan?.dueAt)
      #expect(library.scan(.copy(0)).outcome?.code == .duplicate)
      #expect(library.copies[0].loan?.renewals == 1)
    }
    var open = self.library(.renew, selfService: true)
    open.lend(0, to: 0)
    #expect(open.scan(.copy(0)).outcome?.code == .cardNeeded)
    #expect(open.scan(.card(0)).outcome?.code == .renewed)
  }

  @Test func `each reason against a renewal has its code, and all are reported`() {
    var policy = LibraryPolicy()
    let cases: [(Outcome.Code, (inout LibraryPolicy, inout ModelLibrary) -> Void)] = [
      (.renewLimit, { $1.copies[0].loan?.renewals = 3 }),
      (.holdWaiting, { $1.addHold(.release($1.copies[0].release), by: 1) }),
      (.overdueBlockItem, { $1.copies[0].loan?.dueAt = $1.now + .seconds(-9) }),
      (
        .overdueBlockAll,
        {
          $0.renewal.overdue = .all; $1.lend(1, to: 0, since: 30, due: -2)
        }
      ),
      (.tooEarly, { policy, _ in policy.renewal.opensDaysBefore = 2 }),
      (.cardBlocked, { $1.borrowers[0].block = Borrower.Block(reason: "x", at: $1.now) }),
    ]
    for (code, change) in cases {
      policy = LibraryPolicy()
      var made = library(.renew)
      made.lend(0, to: 0)
      change(&policy, &made)
      made.machines = [StationMachine(library: policy, station: StationPolicy(home: .renew))]
      let decision = made.scan(.copy(0))
      #expect(decision.outcome?.code == code)
      #expect(decision.outcome?.facts.needsStaff ?? false)
      #expect(decision.effects.isEmpty)
    }
    var none = library(.renew)
    #expect(none.scan(.copy(0)).outcome?.code == .notOnLoan)
    none.lend(0, to: 1)
    none.scan(.card(0))
    #expect(none.scan(.copy(0)).outcome?.code == .onLoanElsewhere)
  }

  @Test func `renew all reports how many were renewed, how many were not, and why`() {
    var library = library(.checkout)
    library.addCopy()
    library.lend(0, to: 0)
    library.lend(1, to: 0)
    library.lend(2, to: 1)
    library.copies[1].loan?.renewals = 3
    #expect(library.act(.renewAll).outcome?.code == .cardNeeded)
    library.scan(.card(0))
    let all = library.scan(.order(.renewAll))
    #expect(all.outcome?.code == .renewedAll)
    #expect(all.outcome?.facts.count == 1 && all.outcome?.facts.left == 1)
    #expect(all.outcome?.facts.reasons == [.renewLimit])
    // For each loan the outcome has the current due time, or the reasons for which it was left unchanged.
    let lines = all.outcome?.facts.lines ?? []
    #expect(lines.map(\.copy) == [library.copies[0].id, library.copies[1].id])
    #expect(lines.map(\.dueAt) == [library.copies[0].loan?.dueAt, library.copies[1].loan?.dueAt])
    #expect(lines.map(\.reasons) == [[], [.renewLimit]])
    #expect(library.copies.map { $0.loan?.renewals } == [1, 3, 0])
    library.copies[0].loan?.renewals = 3
    let none = library.act(.renewAll)
    #expect(none.outcome?.code == .renewLimit)
    #expect(none.outcome?.facts.lines?.map(\.reasons) == [[.renewLimit], [.renewLimit]])
  }

  @Test func `a blocked borrower is skipped at a return, and keeps the place in the queue`() {
    for skips in [true, false] {
      var policy = LibraryPolicy()
      policy.holds.skipsBlocked = skips
      var library = library(policy: policy)
      library.addBorrower()
      library.borrowers[1].block = Borrower.Block(reason: "owes a book", at: library.now)
      library.lend(0, to: 0)
      library.addHold(.release(library.copies[0].release), by: 1)
      library.pass(1)
      library.addHold(.release(library.copies[0].release), by: 2)
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.facts.notes == [.holdWaiting])
      #expect(library.holds.map(\.state) == (skips ? [.waiting, .ready] : [.ready, .waiting]))
    }
    var alone = library()
    alone.borrowers[1].block = Borrower.Block(reason: "owes a book", at: alone.now)
    alone.lend(0, to: 0)
    alone.addHold(.release(alone.copies[0].release), by: 1)
    #expect(alone.scan(.copy(0)).outcome?.facts.notes == [])
    #expect(alone.holds[0].state == .waiting)
  }
}
