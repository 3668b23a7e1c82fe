import Deadwax
import Storage
import Testing

/// Tests that borrowers, loans, holds and fees are read back as stored, page by page.
@Suite(.timeLimit(.minutes(5)))
struct LendingRecordTests {
  let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary(copies: 9, borrowers: 3) }

  @Test func `a borrower comes back as written, with what is open, overdue and owed`() throws {
    var person = Borrower(
      id: .new(at: StorageLibrary.start), name: "Émilie du Châtelet", shortName: "Émilie d.", group: "staff",
      isStaff: true,
      email: "e@example.org", language: "fr", expiresAt: StorageLibrary.start,
      block: .init(reason: "lost a card", at: StorageLibrary.start),
      loanLimit: 0, note: "n", createdAt: StorageLibrary.start + .seconds(1))
    let id = person.id
    try shelf.write { [person] in try $0.insert(person) }
    #expect(try shelf.database.read { try $0.borrower(person.id) } == person)
    try shelf.write(after: 2) { try $0.setPIN("hash", of: id) }
    person.hasPIN = true
    #expect(try shelf.database.read { try $0.borrower(person.id) } == person)
    (person.name, person.block, person.group) = ("Émilie", nil, "standard")
    let changed = person
    #expect(try shelf.write(after: 3) { try $0.update(changed, ifVersion: 1) })
    #expect(try !shelf.write(after: 4) { try $0.update(changed, ifVersion: 1) })
    person.version = 2
    #expect(try shelf.database.read { try $0.borrower(person.id) } == person)
    // A loan counts as overdue at the time of the reading, which is the database's clock: the start.
    for copy in 0..<3 { _ = try shelf.lend(copy, after: copy == 0 ? -2000 : Int64(copy)) }
    try shelf.write(after: 5) { [borrower = shelf.borrowers[0]] transaction in
      for (kind, amount) in [(Fee.Kind.lost, 250), (.damage, 1)] {
        try transaction.insert(
          Fee(
            id: transaction.newID(), borrower: borrower, kind: kind, amount: amount, currency: "EUR",
            at: transaction.now))
      }
    }
    let ada = try #require(try shelf.database.read { try $0.borrower(shelf.borrowers[0]) })
    #expect([ada.openLoans, ada.overdueLoans] == [3, 1] && ada.feesDue == ["EUR": 251])
    #expect(try shelf.write(after: 1500) { try $0.borrower(ada.id)?.overdueLoans } == 3)
  }

  @Test func `a borrower is found by any word of the names, and by a card`() throws {
    try shelf.write { transaction in
      let others = [("Grace Brewster Hopper", "Grace H."), ("Ölga Lovegood-Smith", "Ölga")]
      for (name, short) in others {
        try transaction.insert(Borrower(id: transaction.newID(), name: name, shortName: short))
      }
    }
    func names(_ search: String) throws -> [String] {
      try shelf.database.read { try $0.borrowers(matching: search, limit: 9).map(\.name) }
    }
    let adas = (0..<3).map { "Ada Lovelace \($0)" }
    #expect(try names("ada") == adas)
    #expect(try names("LOVE") == adas + ["Ölga Lovegood-Smith"])
    #expect(try names("lovelace 1") == [adas[1]])
    #expect(try names("hop gra") == ["Grace Brewster Hopper"])
    #expect(try names("h.") == ["Grace Brewster Hopper"])
    #expect(try names("öl") == ["Ölga Lovegood-Smith"])
    #expect(try names("smith") == ["Ölga Lovegood-Smith"])
    #expect(try names(" CARD-1000 ") == [adas[1]])
    #expect(try names("CARD-100") == [])
    #expect(try names("%").isEmpty)
    #expect(try names("ada nobody").isEmpty)
    #expect(try names("") == adas + ["Grace Brewster Hopper", "Ölga Lovegood-Smith"])
    // Page by page, each once.
    var pages: [String] = []
    var last: Borrower.ID?
    while true {
      let page = try shelf.database.read { try $0.borrowers(after: last, limit: 2) }
      if page.isEmpty { break }
      pages += page.map(\.name)
      last = page.last?.id
    }
    #expect(try pages == names(""))
    // After a rename, and after its undo, the search uses the current name.
    let renaming = try shelf.write(after: 2) { [id = shelf.borrowers[0]] transaction -> Change? in
      var person = try given(try transaction.borrower(id))
      person.name = "Augusta King"
      person.shortName = "Augusta"
      try check(transaction.update(person))
      return try transaction.recordChange(.borrower)
    }
    let renamed = try #require(renaming)
    #expect(try names("ada") == Array(adas.dropFirst()))
    #expect(try names("king") == ["Augusta King"])
    #expect(try shelf.undo(renamed).change != nil)
    #expect(try names("ada") == adas)
    #expect(try names("king").isEmpty)
  }

  @Test func `a borrower is found among many of the same name`() throws {
    let shelf = try StorageLibrary(copies: 2, borrowers: 2_200)
    func names(_ search: String, after: Borrower.ID? = nil) throws -> [String] {
      try shelf.database.read { try $0.borrowers(matching: search, after: after, limit: 3).map(\.name) }
    }
    #expect(try names("lovelace") == ["Ada Lovelace 0", "Ada Lovelace 1", "Ada Lovelace 10"])
    #expect(try names("lovelace", after: shelf.borrowers[997]) == ["Ada Lovelace 998", "Ada Lovelace 999"])
    #expect(try names("love 2199") == ["Ada Lovelace 2199"])
    #expect(try names("lovelace nobody").isEmpty)
    #expect(try names("CARD-2199000") == ["Ada Lovelace 2199"])
  }

  @Test func `wrong PINs are counted until a lock or a right one`() throws {
    let id = shelf.borrowers[0]
    let lock = StorageLibrary.start + .seconds(306)
    func fail(_ lock: Timestamp? = nil) throws -> PINRecord? {
      try shelf.write { transaction in
        try transaction.notePINFailure(of: id, lockedUntil: lock)
        return try transaction.pin(of: id)
      }
    }
    #expect(try fail() == nil)
    try shelf.write { try $0.setPIN("h", of: id) }
    #expect(try fail()?.failures == 1)
    #expect(try fail()?.failures == 2)
    try shelf.write { try $0.notePINSuccess(of: id) }
    #expect(try fail()?.failures == 1)
    #expect(try fail()?.failures == 2)
    let locked = try fail(lock)
    #expect(locked?.failures == 0 && locked?.lockedUntil == lock)
    let again = try fail()
    #expect(again?.failures == 1 && again?.lockedUntil == lock)
    try shelf.write { try $0.notePINSuccess(of: id) }
    let right = try #require(try shelf.database.read { try $0.pin(of: id) })
    #expect(right.failures == 0 && right.lockedUntil == nil)
    try shelf.write(after: 7) { try $0.setPIN(nil, of: id) }
    #expect(try shelf.database.read { try $0.pin(of: id) } == nil)
  }

  @Test func `loans are listed by what they are, each once, page by page`() throws {
    for copy in 0..<9 { _ = try shelf.lend(copy, to: copy % 2, after: Int64(copy) * 100 - 1400) }
    for copy in [1, 3, 4] { _ = try shelf.checkIn(copy, after: Int64(copy) - 500) }
    // At the start: due a thousand seconds after the check-out.
    let database = shelf.database
    func list(_ filter: LoanFilter) throws -> [Int] {
      var loans: [Loan] = []
      while true {
        let cursor = loans.last.map { filter.cursor(after: $0) }.flatMap { ListCursor($0.text) }
        let page = try database.read { try $0.loans(filter, after: cursor, limit: 2) }
        if page.isEmpty { break }
        loans += page
      }
      #expect(try database.read { try $0.total(filter) } == loans.count)
      return loans.compactMap { shelf.copies.firstIndex(of: $0.copy) }
    }
    #expect(try list(LoanFilter(.open)) == [0, 2, 5, 6, 7, 8])
    #expect(try list(LoanFilter(.overdue)) == [0, 2])
    #expect(try list(LoanFilter(.dueSoon, dueBefore: StorageLibrary.start + .seconds(300))) == [5, 6])
    #expect(try list(LoanFilter(.returned)) == [4, 3, 1])
    // Loans are stored in the order of the copies here.
    #expect(try list(LoanFilter(.all)) == [8, 7, 6, 5, 4, 3, 2, 1, 0])
    #expect(try list(LoanFilter(.all, borrower: shelf.borrowers[1])) == [7, 5, 3, 1])
    #expect(try list(LoanFilter(.open, borrower: shelf.borrowers[1])) == [5, 7])
    #expect(try list(LoanFilter(.returned, borrower: shelf.borrowers[1])) == [3, 1])
    #expect(try list(LoanFilter(.open, copy: shelf.copies[6])) == [6])
    #expect(try list(LoanFilter(.returned, copy: shelf.copies[6])) == [])
    #expect(try database.read { try $0.openLoans() } == 6)
    #expect(try database.read { try $0.overdueLoans() } == 2)
    _ = try shelf.checkIn(0, after: 5)
    _ = try shelf.lend(0, to: 1, after: 6)
    #expect(
      try database.read { try $0.loans(of: shelf.copies[0], limit: 9).map(\.borrower) }
        == [shelf.borrowers[1], shelf.borrowers[0]])
  }

  @Test func `a loan never ends before it began, nor in time to come`() throws {
    for (copy, returned, expected) in [(0, -100, 10), (1, 40, 40), (2, 4000, 50)] as [(Int, Int64, Int64)] {
      _ = try shelf.lend(copy, after: 10 - Int64(copy))
      let (id, station) = (shelf.copies[copy], shelf.station)
      let loan = try shelf.write(after: 50) { transaction in
        let open = try given(try transaction.openLoan(of: id))
        let time = Timestamp(milliseconds: StorageLibrary.start.milliseconds + returned * 1000)
        try check(transaction.close(open.id, at: station, returnedAt: time, partsBack: 1))
        try check(!transaction.close(open.id, at: station))
        try check(!transaction.renew(open.id, dueAt: time, at: time))
        return try transaction.loan(open.id)
      }
      #expect(loan?.returnedAt == StorageLibrary.start + .seconds(expected) && loan?.partsBack == 1 && loan?.parts == 2)
    }
  }

  @Test func `holds on a copy and on its release are in one queue, in order`() throws {
    let (release, copy, other) = (shelf.releases[0], shelf.copies[0], shelf.copies[2])
    let subjects: [Hold.Subject] = [.release(release), .copy(copy), .release(release), .copy(other)]
    var placed: [Hold.ID] = []
    for (number, subject) in subjects.enumerated() {
      let borrower = shelf.borrowers[number % 3]
      placed.append(
        try shelf.write(after: Int64(number)) { transaction in
          let hold = Hold(id: transaction.newID(), subject: subject, borrower: borrower, createdAt: transaction.now)
          try transaction.insert(hold)
          return hold.id
        })
    }
    let (database, holds) = (shelf.database, placed)
    #expect(try database.read { try $0.holds(fulfilledBy: copy, of: release).map(\.id) } == Array(holds[0...2]))
    #expect(try database.read { try $0.holds(on: release).map(\.id) } == holds)
    let positions = try database.read { reading in try holds.map { try reading.hold($0)?.position ?? 0 } }
    #expect(positions == [1, 1, 2, 1])
    #expect(throws: StorageError.self) {
      try shelf.write(after: 9) { [borrower = shelf.borrowers[0]] transaction in
        try transaction.insert(
          Hold(id: transaction.newID(), subject: .release(release), borrower: borrower, createdAt: transaction.now))
      }
    }
    #expect(
      try shelf.write(after: 10) { try $0.setReady(holds[0], copy: copy, until: $0.now + .seconds(5)) })
    #expect(throws: StorageError.self) {
      try shelf.write(after: 11) { try $0.setReady(holds[1], copy: copy, until: $0.now) }
    }
    #expect(try database.read { try $0.readyHold(of: copy)?.id } == holds[0])
    #expect(try database.read { try $0.hold(holds[2])?.position } == 1)
    #expect(try shelf.write(after: 15) { try $0.holds(endingBefore: $0.now, limit: 9) } == [])
    #expect(try shelf.write(after: 16) { try $0.holds(endingBefore: $0.now, limit: 9).map(\.id) } == [holds[0]])
    #expect(try shelf.write(after: 17) { try $0.close(holds[0], as: .expired) })
    #expect(try !shelf.write(after: 18) { try $0.close(holds[0], as: .cancelled) })
    #expect(try database.read { try $0.holds(state: .expired, limit: 9).map(\.id) } == [holds[0]])
    #expect(try database.read { try $0.openHolds(of: shelf.borrowers[0]) } == 1)
  }

  @Test func `several releases can share one barcode, each once`() throws {
    let key = Code.Key(class: .gtin, value: "5099902988023")
    let targets = shelf.releases.map { CodeTarget.release($0) }
    try shelf.write { transaction in for target in targets { try transaction.bind(key, to: target) } }
    #expect(try shelf.database.read { try $0.targets(of: key) } == targets)
    #expect(try shelf.database.read { try $0.target(of: key) } == targets[0])
    #expect(throws: StorageError.self) { try shelf.write(after: 2) { try $0.bind(key, to: targets[0]) } }
    let text = Code.Key(class: .text, value: "CARD-0000")
    let copy = shelf.copies[0]
    #expect(throws: StorageError.self) { try shelf.write(after: 3) { try $0.bind(text, to: .copy(copy)) } }
  }

  @Test func `the number of a binding is never given again`() throws {
    let (key, copy) = (Code.Key(class: .text, value: "label"), shelf.copies[0])
    let bind = { @Sendable (transaction: WriteTransaction) in
      (try transaction.bind(key, to: .copy(copy)), try transaction.recordChange(.bind))
    }
    let first = try shelf.write(after: 1, bind)
    #expect(try shelf.undo(try #require(first.1)).change != nil)
    let second = try shelf.write(after: 4, bind)
    #expect(second.0 == first.0 + 1)
  }
}
