import Catalogue
import Deadwax
import Execution
import Housekeeping
import Lending
import Log
import Staff
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

@Suite(.ownThread, .timeLimit(.minutes(5)))
struct BorrowersTests {
  @Test func `a new borrower gets a short name and a card`() throws {
    let office = try StaffLibrary()
    let ada = try office.counter.borrowers.view(office.ada)
    #expect(ada.borrower.shortName == "Ada L.")
    #expect(ada.borrower.group == "standard")
    #expect(ada.cards.map(\.kind) == [.own])
    #expect(office.adasCard.hasPrefix("DW:B:"))
    #expect(try office.counter.borrowers.view(card: office.adasCard)?.borrower.id == office.ada)
    #expect(try office.lastChange()?.kind == .borrower)
    #expect(try office.lastChange()?.by == "test")
  }

  @Test(
    arguments: [
      ("Ada Lanister", "Ada La."), ("Lord, Ada", "Ada Lo."), ("Cher", "Cher"),
      ("  Grace   Brewster Hopper ", "Grace H."),
      ("Ada L", "Ada L 2"),
    ])
  func `a short name is unique`(_ name: String, _ expected: String) throws {
    let office = try StaffLibrary()
    if name == "Ada L" { _ = try office.counter.borrowers.enrol(Borrowers.Enrolment(name: "Ada L"), by: nil) }
    let view = try office.counter.borrowers.enrol(Borrowers.Enrolment(name: name), by: nil)
    #expect(view.borrower.shortName == expected)
  }

  @Test(
    arguments: [
      (Borrowers.Enrolment(name: "  "), "name"), (Borrowers.Enrolment(name: "A\nB"), "name"),
      (Borrowers.Enrolment(name: "A", group: "two words"), "group"),
      (Borrowers.Enrolment(name: "A", email: "nobody"), "email"),
      (Borrowers.Enrolment(name: "A", email: "-f@example.org"), "email"),
      (Borrowers.Enrolment(name: "A", email: "a@example.org\nBcc: b@example.org"), "email"),
      (Borrowers.Enrolment(name: "A", language: "tlh"), "language"),
      (Borrowers.Enrolment(name: "A", pin: "12a4"), "pin"),
      (Borrowers.Enrolment(name: "A", card: "DW:I:0000000000001X"), "card"),
      (Borrowers.Enrolment(name: "A", card: "uid:08112233"), "card"),
      (Borrowers.Enrolment(name: "A", loanLimit: -1), "loanLimit"),
    ])
  func `an impossible value is refused with its field`(_ enrolment: Borrowers.Enrolment, _ field: String) throws {
    let office = try StaffLibrary()
    let error = #expect(throws: StaffError.self) { try office.counter.borrowers.enrol(enrolment, by: nil) }
    guard case .badValue(let named, let sentence)? = error else { throw TestFailure("\(error as Any)") }
    #expect(named == field)
    #expect(sentence.hasSuffix("."))
    #expect(try office.count("borrower") == 2)
  }

  @Test func `a code that names something already is refused with what it names`() throws {
    let office = try StaffLibrary()
    let borrowers = office.counter.borrowers
    #expect(throws: StaffError.codeTaken(.borrower(office.ada), title: "A borrower's card")) {
      try borrowers.addCard(office.ben, code: office.adasCard, by: nil)
    }
    #expect(try borrowers.view(office.ben).cards.count == 1)
  }

  /// Numbers that are also valid as EAN-13 and as UPC-A.
  @Test(arguments: ["4006381333931", "075679165923"])
  func `a card of digits is found by whatever reads it, and is one card`(_ number: String) throws {
    let office = try StaffLibrary()
    let borrowers = office.counter.borrowers
    #expect(try borrowers.addCard(office.ada, code: number, by: nil).cards.count == 2)
    func owner(_ symbology: Symbology) throws -> Borrower.ID? {
      let code = Code.classify(number, symbology: symbology)
      guard case .borrower(let borrower) = try office.database.read({ try $0.named(by: code) }) else { return nil }
      return borrower.id
    }
    for symbology in [Symbology.ean13, .upcA, .code128, .code39, .typed] where number.count == 13 || symbology != .ean13
    {
      #expect(try owner(symbology) == office.ada, "\(symbology)")
    }
    #expect(try borrowers.removeCard(office.ada, code: number, by: nil).cards.count == 1)
    for symbology in [Symbology.ean13, .upcA, .code128, .typed] { #expect(try owner(symbology) == nil) }
    #expect(throws: StaffError.noSuchCard) { try borrowers.removeCard(office.ada, code: number, by: nil) }
  }

  @Test func `a tag is a card by its number`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.borrowers.addCard(office.ada, code: "04:a2:24:1b:9c:70:80", by: nil)
    #expect(try office.counter.borrowers.view(card: "04A2241B9C7080")?.borrower.id == office.ada)
  }

  @Test func `a patch changes what it names, of the version that was seen`() throws {
    let office = try StaffLibrary()
    var patch = Borrowers.Patch()
    patch.email = .some(nil)
    patch.loanLimit = 3
    let view = try office.counter.borrowers.change(office.ada, patch, ifVersion: 1, by: "test")
    #expect(view.borrower.email == nil && view.borrower.loanLimit == 3 && view.borrower.name == "Ada Lovelace")
    #expect(view.borrower.version == 2)
    #expect(throws: StaffError.staleVersion(now: 2)) {
      try office.counter.borrowers.change(office.ada, patch, ifVersion: 1, by: nil)
    }
    // A patch without a difference records no change.
    #expect(try office.counter.borrowers.change(office.ada, patch, ifVersion: 2, by: nil).borrower.version == 2)
  }

  @Test func `a block keeps from borrowing until it is lifted`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.borrowers.block(office.ada, reason: "lost a card", ifVersion: nil, by: nil)
    let refusal = #expect(throws: PolicyRefusal.self) { try office.lend(office.copies[0], to: office.ada) }
    #expect(refusal?.reasons == [.cardBlocked])
    #expect(refusal?.canOverride == true && refusal?.needsConfirmation == false)
    #expect(throws: StaffError.self) {
      try office.counter.borrowers.block(office.ada, reason: " ", ifVersion: nil, by: nil)
    }
    _ = try office.counter.borrowers.unblock(office.ada, ifVersion: nil, by: nil)
    try office.lend(office.copies[0], to: office.ada)
  }

  @Test func `a PIN is known by its hash alone`() throws {
    let office = try StaffLibrary()
    let view = try office.counter.borrowers.setPIN(office.ada, "4711", by: nil)
    #expect(view.borrower.hasPIN)
    #expect(try office.counter.borrowers.isPIN("4711", of: office.ada))
    #expect(try !office.counter.borrowers.isPIN("4712", of: office.ada))
    #expect(try office.count("pin", where: "hash LIKE '$argon2id$%' AND hash NOT LIKE '%4711%'") == 1)
    #expect(try office.count("change_row", where: "coalesce(before, '') || after LIKE '%argon2%'") == 0)
    #expect(try !office.counter.borrowers.setPIN(office.ada, nil, by: nil).borrower.hasPIN)
    #expect(try !office.counter.borrowers.isPIN("4711", of: office.ada))
  }

  @Test func `people are found by words of their names and by their cards, page by page`() throws {
    let office = try StaffLibrary()
    let borrowers = office.counter.borrowers
    #expect(try borrowers.list(search: "love", cursor: nil, limit: 10).items.map(\.borrower.id) == [office.ada])
    #expect(
      try borrowers.list(search: office.adasCard, cursor: nil, limit: 10).items.map(\.borrower.id) == [office.ada])
    let first = try borrowers.list(search: nil, cursor: nil, limit: 1)
    #expect(first.items.map(\.borrower.id) == [office.ada])
    let second = try borrowers.list(search: nil, cursor: first.next, limit: 1)
    #expect(second.items.map(\.borrower.id) == [office.ben] && second.next == nil)
    #expect(throws: StaffError.badCursor) { try borrowers.list(search: nil, cursor: "x", limit: 1) }
  }

  @Test func `an export has all data of one person, and of no other`() throws {
    let office = try StaffLibrary { $0.fees.isOn = true }
    try office.lend(office.copies[0], to: office.ada)
    try office.recordReturn(office.copies[0])
    try office.lend(office.copies[1], to: office.ada)
    _ = try office.counter.holds.place(.copy(office.box), for: office.ada, notAfter: nil, by: nil)
    _ = try office.counter.fees.charge(office.ada, kind: .other, amount: 150, note: "a cable", by: nil)
    let text = try office.counter.borrowers.export(office.ada)
    for part in ["Ada Lovelace", "ada@example.org", office.adasCard, "A Title", "A Box", "a cable", "\"amount\" : 150"]
    {
      #expect(text.contains(part), "\(part) is not in the export")
    }
    #expect(!text.contains("Ben"))
    #expect(text.components(separatedBy: "\"openedAt\"").count == 3, "both loans")
  }

  @Test func `a borrower with loans or fees is not erased, with every reason at once`() throws {
    let office = try StaffLibrary { $0.fees.isOn = true }
    try office.lend(office.copies[0], to: office.ada)
    let fee = try office.counter.fees.charge(office.ada, kind: .other, amount: 150, note: nil, by: nil)
    let refusal = #expect(throws: PolicyRefusal.self) {
      try office.counter.borrowers.erase(office.ada, ifVersion: nil, by: nil)
    }
    #expect(refusal?.reasons == [.copyOnLoan, .feeDue])
    try office.recordReturn(office.copies[0])
    _ = try office.counter.fees.settle(fee.fee.id, by: nil)
    try office.counter.borrowers.erase(office.ada, ifVersion: nil, by: nil)
    // The writer reports the erasure after its response; a second write ensures that the report is done.
    try office.database.write { _ in }
    #expect(office.erasures.withLock { $0 } == 1)
    #expect(throws: StaffError.noSuchBorrower) { try office.counter.borrowers.view(office.ada) }
    #expect(try office.counter.finishErasures() > 0)
    for table in ["borrower", "code", "change_row", "journal", "recording", "loan", "fee"] {
      let columns = try office.database.read { reading in
        try reading.all("SELECT name FROM pragma_table_info('\(table)')") { try $0.text(0) }
      }
      let text = columns.map { "coalesce(CAST(\($0) AS TEXT), '')" }.joined(separator: " || ' ' || ")
      #expect(try office.count(table, where: "\(text) LIKE '%Lovelace%'") == 0, "\(table)")
      #expect(try office.count(table, where: "\(text) LIKE '%\(office.adasCard)%'") == 0, "\(table)")
    }
    #expect(try office.count("loan", where: "borrower_id IS NOT NULL") == 0)
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
