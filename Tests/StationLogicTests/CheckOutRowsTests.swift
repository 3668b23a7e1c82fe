import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of each case of a check-out, with its code.
@Suite(.timeLimit(.minutes(5)))
struct CheckOutRowsTests {
  /// Returns a staffed station with a copy and two borrowers.
  func library(
    selfService: Bool = false, _ policy: LibraryPolicy = LibraryPolicy(),
    _ change: (inout StationPolicy) -> Void = { _ in }
  ) -> ModelLibrary {
    var station = StationPolicy(home: .checkout, isSelfService: selfService)
    change(&station)
    var library = ModelLibrary(station, policy: policy)
    library.addCopy(barcode: "5099902988023")
    library.addBorrower()
    library.addBorrower()
    return library
  }

  @Test func `no reason against it: lent with the scan, and the session continues`() {
    var library = library()
    #expect(library.scan(.card(0)).outcome?.code == .sessionStarted)
    library.pass(60)
    let lent = library.scan(.copy(0))
    #expect(lent.outcome?.code == .checkedOut && lent.outcome?.status == .done)
    #expect(library.copies[0].loan?.borrower == library.borrowers[0].id)
    #expect(lent.state.session?.until == library.now + library.policy.stations.sessionTime)
    #expect(lent.outcome?.facts.notes.isEmpty ?? false)
  }

  @Test func `an untrusted clock is noted once in a session, after overdue loans`() {
    var library = library()
    for _ in 0..<2 { library.addCopy() }
    let (old, second) = (library.copies.count - 2, library.copies.count - 1)
    library.lend(old, to: 0, due: -1)
    library.machines[0] = StationMachine(
      library: {
        var policy = library.policy
        policy.limits.overdueLoans = 0
        return policy
      }(), station: library.machines[0].station)
    library.isClockRight = false
    #expect(library.scan(.copy(0)).outcome?.code == .cardNeeded)
    let first = library.scan(.card(0)).outcome
    #expect(first?.code == .checkedOut && first?.facts.notes == [.overdueNote, .clock])
    #expect(library.scan(.copy(second)).outcome?.facts.notes == [])
  }

  @Test func `a copy just lent by staff gives no renewal offer, but does so later`() {
    var library = library()
    library.scan(.card(0))
    library.lend(0, to: 0, since: 0)
    let first = library.scan(.copy(0))
    #expect(first.outcome?.code == .alreadyYours && first.outcome?.facts.isQuestion == false && first.effects.isEmpty)
    library.pass(11)
    #expect(library.scan(.copy(0)).outcome?.facts.reasons == [.renewOffer])
  }

  @Test func `the same copy again is nothing at first, and later an offer to renew`() {
    var library = library()
    library.scan(.card(0))
    let due = library.scan(.copy(0)).outcome?.dueAt
    library.pass(5)
    #expect(library.scan(.copy(0)).outcome?.code == .alreadyYours)
    library.pass(86)
    let offer = library.scan(.copy(0))
    #expect(offer.outcome?.code == .renewOffer && offer.outcome?.facts.isQuestion ?? false)
    #expect(offer.effects.isEmpty)
    #expect(library.scan(.order(.no)).outcome?.code == .declined)
    library.scan(.copy(0))
    library.pass(30)
    #expect(library.scan(.order(.yes)).outcome?.code == .renewed)
    #expect(library.copies[0].loan?.renewals == 1)
    #expect(library.copies[0].loan.map { $0.dueAt >= due ?? $0.dueAt } ?? false)
  }

  @Test func `a renewal that is refused is not offered, and its reasons are reported`() {
    var policy = LibraryPolicy()
    policy.renewal.limit = 0
    var library = library(policy)
    library.lend(0, to: 0)
    library.scan(.card(0))
    let again = library.scan(.copy(0))
    #expect(again.outcome?.code == .alreadyYours)
    #expect(again.outcome?.facts.reasons == [.renewLimit])
  }

  @Test func `on loan to another borrower: refused to the public, and staff may return and lend it in one step`() {
    var open = library(selfService: true)
    open.lend(0, to: 1)
    open.scan(.card(0))
    let refused = open.scan(.copy(0))
    #expect(refused.outcome?.code == .onLoanElsewhere && refused.outcome?.status == .refused)
    #expect(refused.outcome?.dueAt == nil && refused.effects.isEmpty && refused.state.stage == .idle)
    var library = library()
    library.lend(0, to: 1)
    library.scan(.card(0))
    #expect(library.scan(.copy(0)).outcome?.facts.isQuestion ?? false)
    let yes = library.scan(.order(.yes))
    #expect(yes.outcome?.code == .checkedOut && yes.effects.count == 2)
    #expect(library.copies[0].loan?.borrower == library.borrowers[0].id)
    #expect(library.changes.count == 1 && library.breaches.isEmpty)
  }

  @Test func `the copy may come first, and waits for its card and no longer`() {
    var library = library()
    #expect(library.scan(.copy(0)).outcome?.code == .cardNeeded)
    #expect(library.scan(.card(0)).outcome?.code == .checkedOut)
    var late = self.library()
    late.scan(.copy(0))
    late.pass(20)
    #expect(late.scan(.card(0)).outcome?.code == .sessionStarted)
    #expect(late.copies[0].loan == nil)
  }

  @Test func `an unknown code is stored for staff`() throws {
    var library = library()
    library.scan(.card(0))
    let gtin = Code.gtin(try #require(GTIN(key: "4006381333931")))
    let unknown = library.scan(.nothing(gtin))
    #expect(unknown.outcome?.code == .unknownCode && unknown.outcome?.status == .unknown)
    #expect(library.inbox == [try #require(gtin.key)])
    #expect(unknown.state.session != nil)
  }

  @Test func `missing and lost copies prompt and are found, and a withdrawn one only by staff`() {
    for status in [Copy.Status.missing, .lost] {
      for selfService in [true, false] {
        var library = library(selfService: selfService)
        library.copies[0].status = status
        library.scan(.card(0))
        #expect(library.scan(.copy(0)).outcome?.code == .foundMissing)
        #expect(library.copies[0].loan == nil)
        #expect(library.scan(.order(.yes)).outcome?.code == .checkedOut)
        #expect(library.copies[0].status == .available && library.copies[0].loan != nil)
      }
    }
    var open = library(selfService: true)
    open.copies[0].status = .withdrawn
    open.scan(.card(0))
    #expect(open.scan(.copy(0)).outcome?.code == .withdrawn)
  }

  @Test func `a reference-only copy is lent only by staff with a reason`() {
    var worn = LibraryPolicy()
    worn.limits.leastCondition = "VG"
    for (policy, change) in [
      (LibraryPolicy(), { (copy: inout Copy) in copy.isReference = true }),
      (worn, { (copy: inout Copy) in copy.mediaCondition = "P" }),
    ] {
      var open = library(selfService: true, policy)
      change(&open.copies[0])
      open.scan(.card(0))
      #expect(open.scan(.copy(0)).outcome?.code == .notForLoan)
      #expect(open.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
      var library = library(policy)
      change(&library.copies[0])
      library.scan(.card(0))
      let prompted = library.scan(.copy(0))
      #expect(prompted.outcome?.code == .notForLoan && prompted.outcome?.facts.needsStaff ?? false)
      #expect(library.scan(.order(.yes)).outcome?.code == .staffNeeded)
      #expect(library.copies[0].loan == nil)
      let overridden = library.act(.answer(true, reason: "for the exhibition"))
      #expect(overridden.outcome?.code == .checkedOut)
      #expect(overridden.outcome?.facts.notes.contains(.overridden) ?? false)
      #expect(
        overridden.effects.last == .override(by: nil, reasons: [.notForLoan], reason: "for the exhibition"))
    }
  }

  @Test func `another borrower's hold refuses the public and prompts staff, and the borrower's own is fulfilled`() {
    for selfService in [true, false] {
      var library = library(selfService: selfService)
      library.addHold(.release(library.copies[0].release), by: 1)
      library.scan(.card(0))
      let decision = library.scan(.copy(0))
      #expect(decision.outcome?.code == .holdOther)
      #expect(decision.outcome?.facts.isQuestion == !selfService)
    }
    var own = library(selfService: true)
    own.addHold(.copy(own.copies[0].id), by: 0)
    own.scan(.card(0))
    let lent = own.scan(.copy(0))
    #expect(lent.outcome?.code == .checkedOut && lent.outcome?.facts.notes == [.holdFulfilled])
    #expect(own.holds[0].state == .fulfilled)
  }

  @Test func `all reasons are listed at once, the most important first`() {
    var policy = LibraryPolicy()
    policy.limits.loans = 1
    var library = library(policy)
    library.addCopy()
    library.lend(1, to: 0, since: 30, due: -3)
    library.copies[0].isReference = true
    library.scan(.card(0))
    let decision = library.scan(.copy(0))
    #expect(decision.outcome?.facts.reasons == [.overdueBlock, .limit, .notForLoan])
    #expect(decision.outcome?.code == .overdueBlock)
  }

  @Test func `limit, overdue, block and end of the card each have their code, before the first item`() {
    var policy = LibraryPolicy()
    policy.limits.loans = 1
    let cases: [(Outcome.Code, (inout ModelLibrary) -> Void)] = [
      (.limit, { $0.lend($0.addCopy(), to: 0) }),
      (
        .overdueBlock,
        {
          $0.policy.limits.loans = 9; $0.lend($0.addCopy(), to: 0, since: 30, due: -1)
        }
      ),
      (.cardBlocked, { $0.borrowers[0].block = Borrower.Block(reason: "a private word", at: $0.now) }),
      (.cardExpired, { $0.borrowers[0].expiresAt = $0.now }),
    ]
    for (code, change) in cases {
      for selfService in [true, false] {
        var library = library(selfService: selfService, policy)
        change(&library)
        let greeted = library.scan(.card(0))
        if selfService, [.cardBlocked, .cardExpired].contains(code) {
          #expect(greeted.outcome?.code == code && greeted.state.session == nil)
        } else {
          #expect(greeted.outcome?.code == .sessionStarted)
          #expect(greeted.outcome?.facts.notes.contains(code) ?? false)
          let refused = library.scan(.copy(0))
          #expect(refused.outcome?.facts.reasons.contains(code) ?? false)
          #expect(refused.outcome?.facts.isQuestion == !selfService)
          // The limit is reported as a number.
          let isLimit = refused.outcome?.facts.reasons.contains(.limit) ?? false
          #expect(refused.outcome?.facts.count == (isLimit ? 1 : nil) && (isLimit || code != .limit))
        }
        #expect(library.copies[0].loan == nil)
      }
    }
  }

  @Test func `an unknown card creates no borrower`() {
    var library = library()
    for code in [Code.text("CARD 99"), .own(OwnCode(.borrower, number: 99))] {
      let decision = library.scan(.nothing(code))
      #expect(decision.outcome?.code == .unknownCard)
      #expect(decision.effects.isEmpty && decision.state.session == nil)
    }
  }

  @Test func `a code of a card and a copy prompts, without revealing the card`() {
    var library = library()
    let prompted = library.scan(.both(card: 0, .copy(0)))
    #expect(prompted.outcome?.code == .ambiguousClass)
    #expect(prompted.outcome?.choices == [.borrower(.absent), .copy(library.copies[0].id)])
    #expect(library.scan(.order(.choice1)).outcome?.code == .sessionStarted)
    library.scan(.both(card: 0, .copy(0)))
    #expect(library.act(.pick(2)).outcome?.code == .checkedOut)
    // In a mode without cards it can only be the record.
    library.scan(.order(.return))
    #expect(library.scan(.both(card: 1, .copy(0))).outcome?.code == .returned)
  }

  @Test func `a second card ends the first session and begins its own`() {
    var library = library()
    let first = library.scan(.card(0)).state
    library.pass(10)
    let second = library.scan(.card(1))
    #expect(second.outcome?.code == .switchBorrower)
    #expect(second.state.session?.borrower == library.borrowers[1].id)
    #expect(second.state.sessions(since: first).ended == first.session?.id)
    #expect(second.state.sessions(since: first).begun == second.state.session)
    library.scan(.copy(0))
    #expect(library.copies[0].loan?.borrower == library.borrowers[1].id)
  }

  @Test func `a box set reports its parts, each time`() {
    var library = library()
    library.copies[0].partCount = 4
    let other = library.addCopy { $0.partCount = 2 }
    library.scan(.card(0))
    #expect(library.scan(.copy(0)).outcome?.facts.parts == 4)
    let second = library.scan(.copy(other))
    #expect(second.outcome?.facts.notes == [.parts] && second.outcome?.facts.parts == 2)
    #expect(library.copies[other].loan?.parts == 2)
  }

  @Test func `a wrong clock is noted once in a session, and copies are lent`() {
    var library = library()
    library.addCopy()
    library.isClockRight = false
    library.scan(.card(0))
    let first = library.scan(.copy(0))
    #expect(first.outcome?.code == .checkedOut && first.outcome?.facts.notes == [.clock])
    #expect(library.scan(.copy(1)).outcome?.facts.notes.isEmpty ?? false)
  }

  @Test func `overdue loans that block nothing are reported when the session opens and not with every copy`() {
    var policy = LibraryPolicy()
    policy.limits.overdueLoans = 0
    var library = library(policy)
    library.addCopy()
    library.addCopy()
    library.lend(2, to: 0, since: 30, due: -5)
    #expect(library.scan(.card(0)).outcome?.facts.notes == [.overdueNote])
    for copy in [0, 1] { #expect(library.scan(.copy(copy)).outcome?.facts.notes.isEmpty ?? false) }
    // Copy first, then card: the note comes with the record.
    var other = self.library(policy)
    other.lend(other.addCopy(), to: 0, since: 30, due: -5)
    other.scan(.copy(0))
    #expect(other.scan(.card(0)).outcome?.facts.notes == [.overdueNote])
  }

  @Test func `with a database that cannot write nothing is claimed as done`() {
    var library = library()
    library.scan(.card(0))
    let before = library.states[0]
    #expect(library.act(.fault("database")).outcome == nil)
    let refused = library.scan(.copy(0))
    #expect(refused.outcome?.code == .notSaved && refused.effects.isEmpty)
    #expect(library.scan(.order(.return)).outcome?.code == .notSaved)
    library.act(.fault(nil))
    #expect(library.states[0] == before)
    #expect(library.scan(.copy(0)).outcome?.code == .checkedOut)
  }

  @Test func `without readers what is typed is still taken`() {
    var library = library()
    library.act(.fault("readers"))
    library.scan(.card(0))
    #expect(library.scan(.copy(0)).outcome?.code == .checkedOut)
    #expect(library.states[0].fault?.kind == "readers")
  }

  // MARK: - Repeated barcodes

  @Test(arguments: [false, true])
  func `a barcode that comes again at once is the same movement, picked, taken or named`(takesAny: Bool) {
    var library = ModelLibrary(StationPolicy(home: .checkout, takesAnyCopy: takesAny))
    let first = library.addCopy(barcode: "7315053550536")
    library.addCopy(of: library.copies[first].release)
    library.addBorrower()
    library.scan(.card(0))
    if takesAny {
      #expect(library.scan(.barcode("7315053550536")).outcome?.code == .checkedOut)
    } else {
      #expect(library.scan(.barcode("7315053550536")).outcome?.code == .chooseCopy)
      #expect(library.act(.pick(1)).outcome?.code == .checkedOut)
    }
    let again = library.scan(.barcode("7315053550536"))
    #expect(again.outcome?.code == .alreadyYours && again.effects.isEmpty)
    #expect(library.copies.count { $0.loan != nil } == 1)
    // Later it is another record.
    library.pass(11)
    #expect(library.scan(.barcode("7315053550536")).outcome?.code == .checkedOut)
    #expect(library.copies.count { $0.loan != nil } == 2)
    // A scan of its own code also makes it the copy in hand.
    library.scan(.order(.return))
    library.pass(11)
    #expect(library.scan(.copy(0)).outcome?.code == .returned)
    let back = library.scan(.barcode("7315053550536"))
    #expect(back.outcome?.code == .duplicate && back.effects.isEmpty)
    #expect(library.copies[1].loan != nil)
  }
}
