import Catalogue
import Deadwax
import Execution
import History
import Lending
import Log
import Staff
import Storage
import TestSupport
import Testing
import Threads

@Suite(.ownThread, .timeLimit(.minutes(5)))
struct LoansTests {
  @Test func `a copy without a reason against it is lent at once, by codes too`() throws {
    let office = try StaffLibrary()
    let view = try office.counter.loans.checkOut(
      Loans.CheckOut(copy: .code(OwnCode(.copy, number: 1).description), borrower: .code(office.adasCard)), by: "desk 2"
    )
    #expect(view.borrower?.id == office.ada && view.copy.id == office.copies[0])
    #expect(view.loan.dueAt > office.now + .seconds(13 * 86_400))
    let change = try #require(try office.lastChange())
    #expect(change.kind == .lend && change.by == "desk 2" && change.station == nil && change.reason == nil)
    #expect(try office.count("journal", where: "kind = 'loan.opened'") == 1)
    #expect(try office.count("recording", where: "kind = 'change' AND change = \(change.sequence)") == 1)
  }

  @Test func `another borrower's copy prompts, and changes hands with one yes`() throws {
    let office = try StaffLibrary()
    try office.lend(office.copies[0], to: office.ada)
    var order = Loans.CheckOut(copy: .id(office.copies[0]), borrower: .id(office.ben))
    let refusal = try #require(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: nil) }
    #expect(refusal.code == .onLoanElsewhere && refusal.needsConfirmation)
    order.confirmation = refusal.confirmation
    #expect(try office.counter.loans.checkOut(order, by: nil).borrower?.id == office.ben)
    #expect(try office.count("loan", where: "returned_at IS NULL") == 1)
    #expect(try office.count("loan") == 2)
  }

  @Test func `a yes is valid for its prompt and borrower, for a limited time`() throws {
    let office = try StaffLibrary()
    try office.lend(office.copies[0], to: office.ada)
    let carl = try office.counter.borrowers.enrol(Borrowers.Enrolment(name: "Carl Sagan"), by: nil).borrower.id
    func request(_ borrower: Borrower.ID, _ yes: String? = nil) throws -> PolicyRefusal {
      try #require(throws: PolicyRefusal.self) {
        try office.counter.loans.checkOut(
          Loans.CheckOut(copy: .id(office.copies[0]), borrower: .id(borrower), confirmation: yes), by: nil)
      }
    }
    let yes = try #require(try request(office.ben).confirmation)
    // A token for another borrower, a forged one, an invented one, an expired one, and one whose copy has changed
    // since.
    #expect(try request(carl, yes).needsConfirmation)
    #expect(try request(office.ben, String(yes.dropLast()) + (yes.hasSuffix("A") ? "B" : "A")).needsConfirmation)
    #expect(try request(office.ben, "yes").needsConfirmation)
    office.clock.withLock { $0 = $0 + .seconds(3600) }
    let late = try request(office.ben, yes)
    _ = try office.counter.loans.claimReturned(
      try office.counter.loans.list(.open, cursor: nil, limit: 1).items[0].loan.id, by: nil)
    #expect(try request(office.ben, late.confirmation).needsConfirmation)
    #expect(try office.count("loan") == 1)
  }

  @Test func `a rule is overridden with a reason, which is stored`() throws {
    let office = try StaffLibrary { $0.limits.loans = 1 }
    try office.lend(office.copies[0], to: office.ada)
    _ = try office.counter.borrowers.block(office.ada, reason: "unpaid", ifVersion: nil, by: nil)
    var order = Loans.CheckOut(copy: .id(office.copies[1]), borrower: .id(office.ada))
    let refusal = try #require(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: nil) }
    #expect(refusal.reasons == [.cardBlocked, .limit] && refusal.canOverride && refusal.confirmation == nil)
    order.override = "she has phoned"
    #expect(try office.counter.loans.checkOut(order, by: "Carl").loan.isOpen)
    #expect(try office.lastChange()?.reason == "card-blocked, limit: she has phoned")
  }

  @Test func `a reason does not stand for a yes, nor a yes for a reason`() throws {
    let office = try StaffLibrary { $0.limits.loans = 0 }
    try office.database.write { try $0.set(.missing, of: office.copies[0]) }
    var order = Loans.CheckOut(copy: .id(office.copies[0]), borrower: .id(office.ada))
    let refusal = try #require(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: nil) }
    #expect(refusal.reasons == [.limit, .foundMissing])
    order.override = "why not"
    #expect(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: nil) }
    order.override = nil
    order.confirmation = refusal.confirmation
    #expect(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: nil) }
    order.override = "why not"
    #expect(try office.counter.loans.checkOut(order, by: nil).copy.status == .available)
  }

  @Test func `a borrower's own loan is offered for renewal, not lent again`() throws {
    let office = try StaffLibrary()
    try office.lend(office.copies[0], to: office.ada)
    let refusal = #expect(throws: PolicyRefusal.self) { try office.lend(office.copies[0], to: office.ada) }
    #expect(refusal?.code == .renewOffer)
    let foreseen = try office.counter.loans.foresee(.id(office.copies[0]), to: .id(office.ada))
    #expect(foreseen.assessment.confirms == [.renewOffer] && foreseen.confirmation != nil)
    // The yes renews the loan once, and creates no second loan.
    var order = Loans.CheckOut(copy: .id(office.copies[0]), borrower: .id(office.ada))
    order.confirmation = try #require(refusal?.confirmation)
    let renewed = try office.counter.loans.checkOut(order, by: "staff")
    #expect(renewed.loan.renewals == 1)
    #expect(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: "staff") }
  }

  @Test func `an untrusted clock is noted with a loan`() throws {
    let office = try StaffLibrary(isClockRight: false)
    #expect(try office.lend(office.copies[0], to: office.ada).notes == [.clock])
  }

  @Test func `missing records are distinguished`() throws {
    let office = try StaffLibrary()
    let loans = office.counter.loans
    #expect(throws: StaffError.noSuchCopy) {
      try loans.checkOut(Loans.CheckOut(copy: .id(.absent), borrower: .id(office.ada)), by: nil)
    }
    #expect(throws: StaffError.noSuchCode) {
      try loans.checkOut(Loans.CheckOut(copy: .code("nothing"), borrower: .id(office.ada)), by: nil)
    }
    #expect(throws: StaffError.noSuchCard) {
      try loans.checkOut(Loans.CheckOut(copy: .id(office.box), borrower: .code("nobody")), by: nil)
    }
    #expect(throws: StaffError.noSuchLoan) { try loans.renew(.absent, by: nil) }
    let due = Loans.CheckOut(copy: .id(office.box), borrower: .id(office.ada), dueAt: office.now)
    #expect(throws: StaffError.self) { try loans.checkOut(due, by: nil) }
  }

  @Test func `a return is dated back, and costs what it cost then, once`() throws {
    let office = try StaffLibrary { $0.fees.isOn = true }
    let loan = try office.lend(office.copies[0], to: office.ada)
    office.advance(days: 20)
    let dropped = loan.loan.dueAt + .seconds(2 * 86_400)
    let view = try office.counter.loans.checkIn(
      Loans.CheckIn(copy: .id(office.copies[0]), returnedAt: dropped), by: nil)
    #expect(view.code == .returnedOverdue && view.facts.overdueDays == 2 && view.fee?.amount == 40)
    #expect(view.loan?.loan.returnedAt == dropped)
    #expect(view.loan?.borrower?.feesDue == ["EUR": 40])
    // A copy that is not on loan is not an error: it is simply here.
    let again = try office.recordReturn(office.copies[0])
    #expect(again.code == .notOnLoan && again.fee == nil)
    #expect(try office.count("fee") == 1)
    #expect(throws: StaffError.self) {
      try office.counter.loans.checkIn(
        Loans.CheckIn(copy: .id(office.copies[0]), returnedAt: office.now + .seconds(1)), by: nil)
    }
  }

  @Test(arguments: [true, false])
  func `missing parts keep a loan open or are recorded with the copy, by setting`(_ keeps: Bool) throws {
    let office = try StaffLibrary { $0.returns.keepsOpenWithoutParts = keeps }
    let loan = try office.lend(office.box, to: office.ada).loan
    #expect(loan.parts == 3)
    let view = try office.counter.loans.checkIn(loan.id, returnedAt: nil, partsBack: 2, by: nil)
    #expect(view.code == .partsMissing)
    #expect(view.loan?.loan.partsBack == 2)
    #expect(view.loan?.loan.isOpen == keeps)
    #expect(view.copy.partsMissing == (keeps ? 0 : 1))
    #expect(throws: StaffError.self) {
      try office.counter.loans.checkIn(Loans.CheckIn(copy: .id(office.box), partsBack: 4), by: nil)
    }
  }

  @Test func `a return is trapped for the first hold`() throws {
    let office = try StaffLibrary()
    try office.lend(office.copies[0], to: office.ada)
    let hold = try office.counter.holds.place(.release(office.release), for: office.ben, notAfter: nil, by: nil)
    let view = try office.recordReturn(office.copies[0])
    #expect(view.hold?.hold.id == hold.hold.id && view.hold?.hold.state == .ready)
    #expect(view.notes.contains(.holdWaiting))
    // Checked in again, it is still ready for pick-up, and that is reported again.
    #expect(try office.recordReturn(office.copies[0]).hold?.hold.id == hold.hold.id)
    #expect(try office.lend(office.copies[0], to: office.ben).notes.contains(.holdFulfilled))
    #expect(try office.counter.holds.view(hold.hold.id).hold.state == .fulfilled)
  }

  @Test func `all renewable loans are renewed, and the others have every reason`() throws {
    let office = try StaffLibrary { $0.renewal.limit = 1 }
    let first = try office.lend(office.copies[0], to: office.ada).loan
    let second = try office.lend(office.copies[1], to: office.ada).loan
    office.advance(days: 1)
    _ = try office.counter.loans.renew(second.id, by: nil)
    let all = try office.counter.loans.renewAll(of: office.ada, by: "test")
    #expect(all.renewed.map(\.loan.id) == [first.id] && all.renewed[0].loan.renewals == 1)
    #expect(all.unrenewed.map(\.loan.loan.id) == [second.id] && all.unrenewed[0].reasons == [.renewLimit])
    let refusal = #expect(throws: PolicyRefusal.self) { try office.counter.loans.renew(second.id, by: nil) }
    #expect(refusal?.reasons == [.renewLimit] && refusal?.canOverride == true)
    #expect(try office.counter.loans.renew(second.id, override: "a friend", by: nil).loan.renewals == 2)
    #expect(try office.lastChange()?.reason == "renew-limit: a friend")
  }

  @Test func `lost and found again`() throws {
    let office = try StaffLibrary { $0.fees.isOn = true }
    let loan = try office.lend(office.copies[0], to: office.ada).loan
    let lost = try office.counter.loans.markLost(loan.id, fee: 1500, by: nil)
    #expect(!lost.loan.isOpen && lost.copy.status == .lost && lost.borrower?.feesDue == ["EUR": 1500])
    // No part of it came back.
    #expect(lost.loan.partsBack == nil)
    #expect(throws: StaffError.isOver) { try office.counter.loans.markLost(loan.id, fee: nil, by: nil) }
    let found = try office.counter.loans.markFound(loan.id, by: nil)
    #expect(found.copy.status == .available && found.borrower?.feesDue == [:])
    let refusal = #expect(throws: PolicyRefusal.self) { try office.counter.loans.markFound(loan.id, by: nil) }
    #expect(refusal?.code == .alreadyThere)
  }

  @Test func `loans are listed by what they are, page by page`() throws {
    let office = try StaffLibrary()
    for copy in office.copies { try office.lend(copy, to: office.ada) }
    func ids(_ state: Loans.Listed) throws -> Int {
      try office.counter.loans.list(state, cursor: nil, limit: 50).items.count
    }
    #expect(try (ids(.open), ids(.overdue), ids(.dueSoon), ids(.returned)) == (2, 0, 0, 0))
    office.advance(days: 12)
    #expect(try (ids(.open), ids(.overdue), ids(.dueSoon), ids(.returned)) == (2, 0, 2, 0))
    office.advance(days: 4)
    #expect(try (ids(.open), ids(.overdue), ids(.dueSoon), ids(.returned)) == (2, 2, 0, 0))
    try office.recordReturn(office.copies[0])
    #expect(try (ids(.open), ids(.overdue), ids(.dueSoon), ids(.returned)) == (1, 1, 0, 1))
    try office.recordReturn(office.copies[1])
    let page = try office.counter.loans.list(.returned, borrower: office.ada, cursor: nil, limit: 1)
    let next = try office.counter.loans.list(.returned, borrower: office.ada, cursor: page.next, limit: 1)
    #expect(Set((page.items + next.items).map(\.loan.copy)) == Set(office.copies) && next.next == nil)
  }

  @Test func `changes by staff can be undone`() throws {
    let office = try StaffLibrary()
    let before = try office.database.read { try $0.dump(marks: false) }
    try office.lend(office.copies[0], to: office.ada)
    let undoing = UndoService(database: office.database, policies: LibraryPolicies(), published: {})
    let change = try #require(try office.lastChange())
    _ = try undoing.undo(change.id, by: .staff("test"))
    let after = try office.database.read { try $0.dump(marks: false) }
    #expect(after.differences(from: before).isEmpty)
  }

  // MARK: - Found, lost, fees

  @Test func `a claimed loan counts as before, and so does a renewal that prolongs nothing`() throws {
    let office = try StaffLibrary {
      ($0.limits.loans, $0.limits.overdueLoans, $0.renewal.limit, $0.renewal.overdue) = (1, 1, 1, .allowed)
    }
    let loan = try office.lend(office.copies[0], to: office.ada).loan
    _ = try office.counter.loans.claimReturned(loan.id, by: nil)
    let limited = #expect(throws: PolicyRefusal.self) { try office.lend(office.copies[1], to: office.ada) }
    #expect(limited?.reasons == [.limit])
    // On the same day the due time does not change.
    let renewed = try office.counter.loans.renew(loan.id, by: nil).loan
    #expect(renewed.dueAt == loan.dueAt && renewed.renewals == 1)
    #expect(throws: PolicyRefusal.self) { try office.counter.loans.renew(loan.id, by: nil) }
    office.advance(days: 40)
    let late = #expect(throws: PolicyRefusal.self) { try office.lend(office.copies[1], to: office.ada) }
    #expect(late?.reasons == [.overdueBlock, .limit])
  }

  @Test func `a claimed copy is found as of the claim, with fees up to that time`() throws {
    let office = try StaffLibrary { $0.fees.isOn = true }
    let loan = try office.lend(office.copies[0], to: office.ada).loan
    let hold = try office.counter.holds.place(.release(office.release), for: office.ben, notAfter: nil, by: nil)
    office.advance(days: 16)
    let claimed = try office.counter.loans.claimReturned(loan.id, by: nil).loan.claimedReturnedAt
    office.advance(days: 20)
    let found = try office.counter.loans.markFound(loan.id, by: nil)
    #expect(found.loan.returnedAt == claimed && found.notes.contains(.holdWaiting))
    #expect(found.borrower?.feesDue == ["EUR": 40])
    #expect(try office.counter.holds.view(hold.hold.id).hold.state == .ready)
    #expect(try office.lastChange()?.kind == .checkIn)
    let refusal = #expect(throws: PolicyRefusal.self) { try office.counter.loans.markFound(loan.id, by: nil) }
    #expect(refusal?.code == .alreadyThere)
  }

  @Test func `a found copy is trapped for a hold, and its paid fee is refunded once`() throws {
    let office = try StaffLibrary { $0.fees.isOn = true }
    let loan = try office.lend(office.copies[0], to: office.ada).loan
    let hold = try office.counter.holds.place(.copy(office.copies[0]), for: office.ben, notAfter: nil, by: nil)
    _ = try office.counter.loans.markLost(loan.id, fee: 1500, by: nil)
    let fee = try #require(try office.counter.fees.list(.open, cursor: nil, limit: 9).items.first)
    _ = try office.counter.fees.settle(fee.fee.id, by: nil)
    let before = try office.database.read { try $0.dump(marks: false) }
    let found = try office.counter.loans.markFound(loan.id, by: nil)
    #expect(found.notes == [.holdWaiting] && found.copy.status == .available)
    #expect(try office.counter.holds.view(hold.hold.id).hold.state == .ready)
    let refund = try #require(try office.counter.fees.list(.open, cursor: nil, limit: 9).items.first?.fee)
    #expect(refund.kind == .refund && refund.amount == 1500 && refund.refundOf == fee.fee.id)
    // The library owes it, not the borrower.
    #expect(found.borrower?.feesDue == [:])
    #expect(throws: PolicyRefusal.self) { try office.counter.borrowers.erase(office.ada, ifVersion: nil, by: nil) }
    let undoing = UndoService(database: office.database, policies: LibraryPolicies(), published: {})
    _ = try undoing.undo(try #require(try office.lastChange()).id, by: .staff(nil))
    #expect(try office.database.read { try $0.dump(marks: false) }.differences(from: before).isEmpty)
    // A check-in finds it as well.
    #expect(try office.recordReturn(office.copies[0]).hold?.hold.id == hold.hold.id)
    #expect(try office.count("fee", where: "kind = 'refund'") == 1)
    _ = try office.counter.fees.settle(
      try #require(try office.counter.fees.list(.open, cursor: nil, limit: 9).items.first).fee.id, by: nil)
    #expect(throws: StaffError.self) {
      try office.counter.fees.charge(office.ada, kind: .refund, amount: 5, note: nil, by: nil)
    }
  }

  @Test func `being overdue costs also where the loan is renewed or lost, and never more than the most`() throws {
    let office = try StaffLibrary {
      $0.fees.isOn = true
      $0.fees.most = 100
      $0.renewal.overdue = .allowed
    }
    let loan = try office.lend(office.copies[0], to: office.ada).loan
    office.advance(days: 17)
    let renewed = try office.counter.loans.renew(loan.id, by: nil)
    #expect(renewed.notes == [.feeDue] && renewed.borrower?.feesDue == ["EUR": 60])
    office.advance(days: 16)
    let lost = try office.counter.loans.markLost(loan.id, fee: 1000, by: nil)
    #expect(lost.borrower?.feesDue == ["EUR": 60 + 40 + 1000])
    #expect(try office.count("fee", where: "kind = 'overdue'") == 2)
    let second = #expect(throws: PolicyRefusal.self) {
      try office.counter.fees.charge(office.ada, kind: .overdue, amount: 5, loan: loan.id, note: nil, by: nil)
    }
    #expect(second?.code == .duplicate)
  }

  @Test func `amounts in different currencies are never added`() throws {
    let office = try StaffLibrary {
      $0.fees.isOn = true
      $0.limits.feesDue = 500
    }
    _ = try office.counter.fees.charge(office.ada, kind: .other, amount: 300, note: nil, by: nil)
    _ = try office.counter.settings.set("fees.currency", to: "JPY", by: nil)
    _ = try office.counter.fees.charge(office.ada, kind: .other, amount: 400, note: nil, by: nil)
    #expect(try office.counter.borrowers.view(office.ada).borrower.feesDue == ["EUR": 300, "JPY": 400])
    // Neither amount reaches the blocking limit.
    #expect(try office.lend(office.copies[0], to: office.ada).loan.isOpen)
  }

  @Test func `a box without any part is not lent, and is not trapped`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.copies.change(office.box, Copy.Patch { $0.partsMissing = 3 }, ifVersion: nil, by: nil)
    let hold = try office.counter.holds.place(.copy(office.box), for: office.ben, notAfter: nil, by: nil)
    let refusal = #expect(throws: PolicyRefusal.self) { try office.lend(office.box, to: office.ada) }
    #expect(refusal?.code == .partsMissing && refusal?.canOverride == true)
    #expect(try office.recordReturn(office.box).hold == nil)
    #expect(try office.counter.holds.view(hold.hold.id).hold.state == .waiting)
  }

  @Test func `a withdrawn copy is lent after a yes, and stays withdrawn`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.copies.change(
      office.copies[0], Copy.Patch { $0.status = .withdrawn }, ifVersion: nil, by: nil)
    var order = Loans.CheckOut(copy: .id(office.copies[0]), borrower: .id(office.ada))
    let refusal = try #require(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: nil) }
    #expect(refusal.reasons == [.withdrawn] && refusal.needsConfirmation)
    order.confirmation = refusal.confirmation
    #expect(try office.counter.loans.checkOut(order, by: nil).copy.status == .withdrawn)
  }

  @Test func `a loan fulfils every hold of its borrower, and a return is not trapped for that borrower`() throws {
    let office = try StaffLibrary()
    let first = try office.counter.holds.place(.release(office.release), for: office.ada, notAfter: nil, by: nil).hold
    let second = try office.counter.holds.place(.copy(office.copies[0]), for: office.ada, notAfter: nil, by: nil).hold
    try office.lend(office.copies[0], to: office.ada)
    for hold in [first, second] { #expect(try office.counter.holds.view(hold.id).hold.state == .fulfilled) }
    #expect(try office.recordReturn(office.copies[0]).hold == nil)
  }
}
