import Catalogue
import Deadwax
import Execution
import History
import Lending
import Staff
import Storage
import Testing

/// Tests of the library's own facts about a copy, and of copies that staff add and remove.
@Suite(.timeLimit(.minutes(10)))
struct OwnFactsTests {
  @Test func `own facts are one change, and a new valuation is of today`() throws {
    let office = try StaffLibrary()
    let copy = office.copies[0]
    let facts = try office.facts(copy) {
      ($0.accession, $0.acquiredFrom, $0.acquiredOn) = (.set(.given), .set(" A donor "), .set("2020-02-29"))
      $0.valuation = .set(Money(amount: 1250, currency: "EUR"))
    }
    #expect(facts.acquiredFrom == "A donor" && facts.acquiredOn?.description == "2020-02-29")
    #expect(facts.valuedOn?.description == "2026-11-20")
    #expect(try office.lastChange()?.reason == "own-facts")
    let cleared = try office.facts(copy) { $0.valuation = .cleared }
    #expect(cleared.valuation == nil && cleared.valuedOn == nil && cleared.accession == .given)
    try office.undo(try #require(try office.lastChange()))
    #expect(try office.counter.copies.ownFacts(of: copy).facts == facts)
  }

  @Test func `impossible facts are refused with their field, and change nothing`() throws {
    let office = try StaffLibrary()
    let copy = office.copies[0]
    let before = try office.counter.copies.ownFacts(of: copy)
    let patches: [(field: String, patch: OwnFacts.Patch)] = [
      ("price.amount", OwnFacts.Patch { $0.price = .set(Money(amount: -1, currency: "EUR")) }),
      ("price.currency", OwnFacts.Patch { $0.price = .set(Money(amount: 1, currency: "XQZ")) }),
      ("valuation.currency", OwnFacts.Patch { $0.valuation = .set(Money(amount: 1, currency: "eur")) }),
      ("valuation.amount", OwnFacts.Patch { $0.valuation = .set(Money(amount: .max, currency: "EUR")) }),
      ("replacementCost.amount", OwnFacts.Patch { $0.replacementCost = .set(Money(amount: 0, currency: "EUR")) }),
      ("acquiredOn", OwnFacts.Patch { $0.acquiredOn = .set("2026-11-21") }),
      ("acquiredOn", OwnFacts.Patch { $0.acquiredOn = .set("0000-01-01") }),
      ("valuedOn", OwnFacts.Patch { $0.valuedOn = .set("2026-02-30") }),
      ("statusOn", OwnFacts.Patch { $0.statusOn = .set("2026-11-20") }),
      ("statusReason", OwnFacts.Patch { $0.statusReason = .set("sold") }),
      ("isSold", OwnFacts.Patch { $0.isSold = true }),
    ]
    for (field, patch) in patches {
      #expect(
        try office.refused { _ = try office.counter.copies.changeOwnFacts(of: copy, patch, ifVersion: nil, by: nil) }
          == field)
    }
    #expect(try office.counter.copies.ownFacts(of: copy) == before)
  }

  @Test func `a withdrawn copy was sold on a date and for a reason, which end with its status`() throws {
    let office = try StaffLibrary()
    let copy = office.copies[0]
    func set(_ status: Copy.Status) throws {
      _ = try office.counter.copies.change(copy, Copy.Patch { $0.status = status }, ifVersion: nil, by: "test")
    }
    try set(.withdrawn)
    #expect(try office.counter.copies.ownFacts(of: copy).facts.statusOn?.description == "2026-11-20")
    let sold = try office.facts(copy) {
      ($0.isSold, $0.statusOn, $0.statusReason) = (true, .set("2026-11-01"), .set("Duplicate"))
    }
    #expect(sold.isSold && sold.statusOn?.description == "2026-11-01" && sold.statusReason == "Duplicate")
    try set(.available)
    let back = try office.counter.copies.ownFacts(of: copy).facts
    #expect(!back.isSold && back.statusOn == nil && back.statusReason == nil)
  }

  @Test func `the replacement cost of a lost copy is charged, and refunded when it is found`() throws {
    let office = try StaffLibrary { $0.fees.isOn = true }
    let copy = office.copies[0]
    let loan = try office.lend(copy, to: office.ada).loan.id
    #expect(
      try office.refused { _ = try office.counter.loans.markLostForReplacement(loan, by: nil) } == "chargesReplacement")
    let currency = try office.database.read { try office.counter.library(in: $0) }.fees.currency
    _ = try office.facts(copy) { $0.replacementCost = .set(Money(amount: 2500, currency: currency)) }
    _ = try office.counter.loans.markLostForReplacement(loan, by: "test")
    let fee = try #require(try office.counter.fees.list(.open, cursor: nil, limit: 9).items.first?.fee)
    #expect(fee.kind == .lost && fee.amount == 2500)
    _ = try office.counter.fees.settle(fee.id, by: "test")
    _ = try office.counter.loans.markFound(loan, by: "test")
    let refund = try #require(try office.counter.fees.list(.open, cursor: nil, limit: 9).items.first?.fee)
    #expect(refund.kind == .refund && refund.amount == 2500)
  }

  @Test func `the insurance list has own values only, each with its decimals`() throws {
    let office = try StaffLibrary()
    _ = try office.facts(office.copies[0]) { $0.valuation = .set(Money(amount: 5, currency: "EUR")) }
    _ = try office.facts(office.box) { $0.valuation = .set(Money(amount: 1200, currency: "JPY")) }
    _ = try office.facts(office.copies[1]) { $0.price = .set(Money(amount: 9900, currency: "EUR")) }
    let list = try office.counter.copies.insurance(cursor: nil, limit: 1)
    #expect(list.page.items.map(\.copy.id) == [office.copies[0]] && list.page.total == 2)
    #expect(list.sums.map(\.sum) == [Money(amount: 5, currency: "EUR"), Money(amount: 1200, currency: "JPY")])
    let next = try office.counter.copies.insurance(cursor: list.page.next, limit: 1)
    #expect(next.page.items.map(\.copy.id) == [office.box] && next.page.next == nil)
    let table = String(decoding: try office.counter.copies.insuranceTable(), as: UTF8.self)
    #expect(table.contains("1,An Artist,A Title,cd,0.05,EUR,2026-11-20,\r\n"))
    #expect(table.contains("3,Many,A Box,vinyl,1200,JPY,2026-11-20,\r\n"))
  }

  @Test func `a copy is added with its parts, and removed unless something refers to it`() throws {
    let office = try StaffLibrary()
    let added = try office.counter.copies.add(office.release, parts: 2, id: nil, by: "test").copy
    #expect(added.number == 4 && added.partCount == 2 && added.release == office.release)
    try office.counter.copies.remove(added.id, ifVersion: nil, by: "test")
    #expect(try office.database.read { try $0.copy(added.id) } == nil)
    try office.undo(try #require(try office.lastChange()))
    #expect(try office.database.read { try $0.copy(added.id) }?.code == added.code)
    try office.lend(added.id, to: office.ada)
    #expect(throws: StaffError.onlyWithdrawn) {
      try office.counter.copies.remove(added.id, ifVersion: nil, by: "test")
    }
  }

  @Test func `a copy moves to another release in one change, unless it is ready for pick-up`() throws {
    let office = try StaffLibrary()
    let copy = office.copies[0]
    let other = try #require(try office.database.read { try $0.copy(office.box) }).release
    func move() throws {
      _ = try office.counter.copies.change(copy, Copy.Patch { $0.release = other }, ifVersion: nil, by: "test")
    }
    func release() throws -> Release.ID? { try office.database.read { try $0.copy(copy)?.release } }
    try move()
    #expect(try release() == other)
    #expect(try office.lastChange()?.reason == "release")
    try office.undo(try #require(try office.lastChange()))
    #expect(try release() == office.release)
    let unknown: Release.ID = .new(at: office.now)
    #expect(throws: StaffError.noSuchRelease) {
      try office.counter.copies.change(copy, Copy.Patch { $0.release = unknown }, ifVersion: nil, by: "test")
    }
    try office.database.write { transaction in
      let hold = Hold(
        id: transaction.newID(), subject: .release(office.release), borrower: office.ada, state: .waiting,
        createdAt: transaction.now)
      try transaction.insert(hold)
      _ = try transaction.setReady(hold.id, copy: copy, until: transaction.now + .seconds(60))
    }
    #expect(try office.refused { try move() } == "release")
  }
}

extension StaffLibrary {
  fileprivate func facts(_ copy: Copy.ID, _ set: (inout OwnFacts.Patch) -> Void) throws -> OwnFacts {
    try counter.copies.changeOwnFacts(of: copy, OwnFacts.Patch(set), ifVersion: nil, by: "test").facts
  }

  /// Returns the field that was refused; nil if nothing was.
  fileprivate func refused(_ body: () throws -> Void) throws -> String? {
    do {
      try body()
      return nil
    } catch StaffError.badValue(let field, _) {
      return field
    }
  }
}
