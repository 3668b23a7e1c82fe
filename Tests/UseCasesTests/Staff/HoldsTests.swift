import Catalogue
import Deadwax
import Execution
import History
import Housekeeping
import Lending
import Log
import Staff
import Storage
import TestSupport
import Testing
import Threads

@Suite(.ownThread, .timeLimit(.minutes(5)))
struct HoldsTests {
  @Test func `a borrower with an expired card is skipped, and has the place again after an extension`() throws {
    let office = try StaffLibrary()
    try office.lend(office.copies[0], to: office.ada)
    let hold = try office.counter.holds.place(.release(office.release), for: office.ben, notAfter: nil, by: nil).hold.id
    var patch = Borrowers.Patch()
    patch.expiresAt = .some(office.now)
    _ = try office.counter.borrowers.change(office.ben, patch, ifVersion: nil, by: nil)
    let view = try office.recordReturn(office.copies[0])
    #expect(view.hold == nil && !view.notes.contains(.holdWaiting))
    #expect(try office.counter.holds.view(hold).hold.state == .waiting)
    // It also prevents no other loan.
    #expect(try office.lend(office.copies[0], to: office.ada).loan.isOpen)
    patch.expiresAt = .some(nil)
    _ = try office.counter.borrowers.change(office.ben, patch, ifVersion: nil, by: nil)
    #expect(try office.recordReturn(office.copies[0]).hold?.hold.id == hold)
  }

  @Test func `a blocked borrower is skipped by staff too, and has the place again after the block`() throws {
    for skips in [true, false] {
      let office = try StaffLibrary { $0.holds.skipsBlocked = skips }
      let loan = try office.lend(office.copies[0], to: office.ada).loan
      let hold = try office.counter.holds.place(.release(office.release), for: office.ben, notAfter: nil, by: nil).hold
        .id
      _ = try office.counter.borrowers.block(office.ben, reason: "owes a book", ifVersion: nil, by: nil)
      // The hold of a skipped borrower prevents no renewal.
      if skips {
        #expect(try office.counter.loans.renew(loan.id, by: nil).loan.renewals == 1)
      } else {
        let refusal = #expect(throws: PolicyRefusal.self) { try office.counter.loans.renew(loan.id, by: nil) }
        #expect(refusal?.reasons == [.holdWaiting])
      }
      let view = try office.recordReturn(office.copies[0])
      #expect((view.hold == nil) == skips)
      #expect(view.notes.contains(.holdWaiting) == !skips)
      #expect(try office.counter.holds.view(hold).hold.state == (skips ? .waiting : .ready))
      guard skips else { continue }
      _ = try office.counter.borrowers.unblock(office.ben, ifVersion: nil, by: nil)
      #expect(try office.recordReturn(office.copies[0]).hold?.hold.id == hold)
    }
  }

  @Test func `a hold waits at its position, and lists available copies`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    #expect(try holds.place(.release(office.release), for: office.ada, notAfter: nil, by: nil).notes == [.found])
    _ = try holds.cancel(try #require(holds.queue(of: office.release).first?.hold.id), by: nil)
    for copy in office.copies { try office.lend(copy, to: office.ben) }
    #expect(try holds.place(.release(office.release), for: office.ada, notAfter: nil, by: nil).notes.isEmpty)
    office.clock.withLock { $0 = $0 + .seconds(1) }
    let carl = try office.counter.borrowers.enrol(Borrowers.Enrolment(name: "Carl Sagan"), by: nil).borrower.id
    let second = try holds.place(.release(office.release), for: carl, notAfter: nil, by: nil)
    #expect(second.notes.isEmpty && second.hold.position == 2)
    #expect(try holds.queue(of: office.release).map(\.hold.borrower) == [office.ada, carl])
  }

  @Test func `a place in the queue is that among holds on the same subject`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    for copy in office.copies { try office.lend(copy, to: office.ben) }
    let release = try holds.place(.release(office.release), for: office.ada, notAfter: nil, by: nil).hold
    office.clock.withLock { $0 = $0 + .seconds(1) }
    let copy = try holds.place(.copy(office.copies[0]), for: office.ada, notAfter: nil, by: nil).hold
    #expect(release.position == 1 && copy.position == 1)
    // The older of the two comes first when the copy is returned.
    #expect(try office.recordReturn(office.copies[0]).hold?.hold.id == release.id)
  }

  @Test func `every reason against a hold is reported at once`() throws {
    let office = try StaffLibrary { $0.holds.perBorrower = 1 }
    let holds = office.counter.holds
    _ = try holds.place(.release(office.release), for: office.ada, notAfter: nil, by: nil)
    try office.lend(office.copies[0], to: office.ada)
    // The loan has fulfilled the first hold. A further hold next to another one exceeds the limit, and is a duplicate.
    _ = try holds.place(.copy(office.copies[1]), for: office.ada, notAfter: nil, by: nil)
    _ = try office.counter.borrowers.block(office.ada, reason: "x", ifVersion: nil, by: nil)
    let refusal = #expect(throws: PolicyRefusal.self) {
      try holds.place(.copy(office.copies[1]), for: office.ada, notAfter: nil, by: nil)
    }
    #expect(refusal?.reasons == [.cardBlocked, .limit, .duplicate])
    _ = try office.counter.copies.change(office.box, Copy.Patch { $0.isReference = true }, ifVersion: nil, by: nil)
    let reference = #expect(throws: PolicyRefusal.self) {
      try holds.place(.copy(office.box), for: office.ben, notAfter: nil, by: nil)
    }
    #expect(reference?.reasons == [.notForLoan])
    #expect(throws: StaffError.noSuchRelease) {
      try holds.place(.release(.absent), for: office.ben, notAfter: nil, by: nil)
    }
    #expect(throws: StaffError.self) {
      try holds.place(.release(office.release), for: office.ben, notAfter: office.now, by: nil)
    }
  }

  @Test func `a copy that is not picked up goes to the next hold, and home without one`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    let carl = try office.counter.borrowers.enrol(Borrowers.Enrolment(name: "Carl Sagan"), by: nil).borrower.id
    try office.lend(office.copies[0], to: office.ben)
    let first = try holds.place(.copy(office.copies[0]), for: office.ada, notAfter: nil, by: nil).hold
    office.clock.withLock { $0 = $0 + .seconds(1) }
    let second = try holds.place(.copy(office.copies[0]), for: carl, notAfter: nil, by: nil).hold
    try office.recordReturn(office.copies[0])
    #expect(try office.counter.expireHolds() == 0)
    office.advance(days: 9)
    #expect(try office.counter.expireHolds() == 1)
    #expect(try holds.view(first.id).hold.state == .expired)
    #expect(try holds.shelf(cursor: nil, limit: 5).items.map(\.hold.id) == [second.id])
    func reported(_ hold: Hold.ID) throws -> EventBody? {
      try office.database.read { reading in
        try reading.events(after: 0, limit: 1000).last { $0.kind == .holdChanged && $0.subject == hold.text }?.body
      }
    }
    let copy = office.copies[0]
    #expect(
      try reported(first.id) == .holdChanged(state: .stored(.expired), copy: copy, next: second.id))
    office.advance(days: 9)
    #expect(try office.counter.expireHolds() == 1)
    #expect(try holds.shelf(cursor: nil, limit: 5).items.map(\.hold.state) == [.expired])
    #expect(try reported(second.id) == .holdChanged(state: .stored(.expired), copy: copy, next: nil))
  }

  @Test func `each hold that ended for its time can be brought back by itself`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    let ids = try office.copies.map { copy in
      try office.lend(copy, to: office.ben)
      let id = try holds.place(.copy(copy), for: office.ada, notAfter: nil, by: nil).hold.id
      try office.recordReturn(copy)
      return id
    }
    office.advance(days: 9)
    #expect(try office.counter.expireHolds() == 2)
    let ended = try office.database.read { try $0.changes(limit: 10) }.filter { $0.kind == .holdOver }
    #expect(ended.count == 2)
    _ = try UndoService(database: office.database, policies: LibraryPolicies(), published: {})
      .undo(try #require(ended.first).id, by: .staff("test"))
    #expect(Set(try ids.map { try holds.view($0).hold.state }) == [.ready, .expired])
  }

  @Test(arguments: ["worn", "missing"])
  func `a copy that can no longer be lent is not trapped when its pick-up time is over`(why: String) throws {
    let office = try StaffLibrary { $0.limits.leastCondition = "VG" }
    let copy = office.copies[0]
    let carl = try office.counter.borrowers.enrol(Borrowers.Enrolment(name: "Carl Sagan"), by: nil).borrower.id
    try office.lend(copy, to: office.ben)
    for borrower in [office.ada, carl] {
      _ = try office.counter.holds.place(.copy(copy), for: borrower, notAfter: nil, by: nil)
      office.clock.withLock { $0 = $0 + .seconds(1) }
    }
    try office.recordReturn(copy)
    try office.database.write { transaction in
      if why == "worn" {
        try transaction.grade(copy, media: "P")
      } else {
        try transaction.set(.missing, of: copy)
      }
    }
    office.advance(days: 9)
    #expect(try office.counter.expireHolds() == 1)
    #expect(try office.counter.holds.list(state: .ready, cursor: nil, limit: 5).items.isEmpty)
  }

  @Test func `a hold that is no longer wanted expires by itself`() throws {
    let office = try StaffLibrary()
    let until = office.now + .seconds(3600)
    let hold = try office.counter.holds.place(.copy(office.box), for: office.ada, notAfter: until, by: nil).hold
    office.advance(days: 1)
    #expect(try office.counter.expireHolds() == 1)
    #expect(try office.counter.holds.view(hold.id).hold.state == .expired)
  }

  @Test func `a cancelled hold passes the copy on`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    try office.lend(office.copies[0], to: office.ben)
    let carl = try office.counter.borrowers.enrol(Borrowers.Enrolment(name: "Carl Sagan"), by: nil).borrower.id
    let first = try holds.place(.copy(office.copies[0]), for: office.ada, notAfter: nil, by: nil).hold
    office.clock.withLock { $0 = $0 + .seconds(1) }
    let second = try holds.place(.copy(office.copies[0]), for: carl, notAfter: nil, by: nil).hold
    try office.recordReturn(office.copies[0])
    #expect(try holds.cancel(first.id, by: nil).notes == [.holdWaiting])
    #expect(try holds.view(second.id).hold.state == .ready)
    #expect(throws: StaffError.isOver) { try holds.cancel(first.id, by: nil) }
  }

  @Test func `a ready hold waits again when staff lend its copy to another borrower`() throws {
    let office = try StaffLibrary()
    let loans = office.counter.loans
    try office.lend(office.copies[0], to: office.ben)
    let hold = try office.counter.holds.place(.copy(office.copies[0]), for: office.ada, notAfter: nil, by: nil).hold
    try office.recordReturn(office.copies[0])
    var order = Loans.CheckOut(copy: .id(office.copies[0]), borrower: .id(office.ben))
    let refusal = #expect(throws: PolicyRefusal.self) { try loans.checkOut(order, by: nil) }
    order.confirmation = refusal?.confirmation
    _ = try loans.checkOut(order, by: nil)
    let now = try office.counter.holds.view(hold.id).hold
    #expect(now.state == .waiting && now.position == 1)
  }
}
