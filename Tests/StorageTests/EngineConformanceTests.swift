import Deadwax
import Storage
import Testing

/// Borrowers and loans with their history: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct EngineConformanceTests {
  private let start = EngineLibrary.start

  @Test(arguments: EngineName.allCases)
  func `a borrower is stored, changed and found`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let ada = library.borrowers[0]
    var borrower = try #require(try library.store.look { try $0.borrower(ada) })
    #expect(borrower.name == "Ada Lovelace" && borrower.version == 1 && !borrower.hasPIN && borrower.block == nil)
    borrower.email = "ada@example.org"
    borrower.phone = "+4930123456"
    borrower.block = Borrower.Block(reason: "Ünpaid 'fees'?", at: start + .seconds(5))
    borrower.loanLimit = 3
    let changed = borrower
    #expect(try library.write(after: 5) { try $0.update(changed, ifVersion: 1) })
    #expect(try !library.write(after: 6) { try $0.update(changed, ifVersion: 1) })
    let stored = try #require(try library.store.look { try $0.borrower(ada) })
    #expect(stored.version == 2 && stored.block == changed.block && stored.loanLimit == 3)
    #expect(stored.email == "ada@example.org" && stored.phone == "+4930123456")
    func found(_ search: String, after cursor: Borrower.ID? = nil) throws -> [String] {
      try library.store.look { try $0.borrowers(matching: search, after: cursor, limit: 9).map(\.name) }
    }
    #expect(try found("") == ["Ada Lovelace", "Bela Bartok"])
    #expect(try found("", after: ada) == ["Bela Bartok"])
    #expect(try found("bart b") == ["Bela Bartok"])
    #expect(try found("CARD-1000") == ["Bela Bartok"])
    #expect(try found("nobody") == [])
    #expect(try library.store.look { try $0.borrowerCount() } == 2)
    #expect(try library.store.look { try $0.cards(of: ada).map(\.key.value) } == ["CARD-0000"])
  }

  @Test(arguments: EngineName.allCases)
  func `a template of a notice is stored, changed and removed, and the log of notices is read`(engine: EngineName)
    throws
  {
    let library = try EngineLibrary(engine)
    for (time, body) in [(Int64(1), "One"), (2, "Two"), (3, "Two")] {
      try library.write(after: time) { try $0.setNoticeTemplate("overdue.de", subject: "Ü", body: body) }
    }
    let stored = try #require(try library.store.look { try $0.noticeTemplate("overdue.de") })
    #expect(stored.body == "Two" && stored.subject == "Ü" && stored.version == 2)
    #expect(try library.store.look { try $0.noticeTemplates() } == [stored])
    try library.write(after: 4) { try $0.removeNoticeTemplate("overdue.de") }
    #expect(try library.store.look { try $0.noticeTemplate("overdue.de") } == nil)
    for state in [nil] + NoticeState.allCases {
      let log = try library.store.look { reading in
        try reading.notices(
          state: state, isOpen: true, borrower: library.borrowers[0],
          before: ListCursor(start, library.borrowers[0]), limit: 9)
      }
      #expect(log == [])
      #expect(
        try library.store.look { try $0.noticeTotal(state: state, isOpen: false, borrower: library.borrowers[0]) } == 0)
    }
    #expect(try library.store.look { try $0.newestNotice(.overdue) } == nil)
  }

  @Test(arguments: EngineName.allCases)
  func `a loan is opened, renewed, claimed and closed`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (ada, copy, station) = (library.borrowers[0], library.copies[0], library.station)
    _ = try library.lend(0, after: 1)
    _ = try library.lend(1, after: 2)
    let loan = try #require(try library.store.look { try $0.openLoan(of: copy) })
    #expect(loan.borrower == ada && loan.openedAt == start + .seconds(1) && loan.parts == 2)
    #expect(try library.store.look { try $0.openLoans(of: ada).map(\.copy) } == Array(library.copies.prefix(2)))
    let due = start + .seconds(9)
    #expect(try library.write(after: 3) { try $0.renew(loan.id, dueAt: due, at: $0.now) })
    #expect(try library.write(after: 4) { try $0.setClaim($0.now, on: loan.id) })
    let late = try library.write(after: 20) { transaction in
      (try transaction.borrower(ada), try transaction.overdueLoans(), try transaction.openLoans())
    }
    #expect(late.0?.openLoans == 2 && late.0?.overdueLoans == 1 && late.1 == 1 && late.2 == 2)
    // The end of a loan is never before its start.
    #expect(try library.write(after: 30) { try $0.close(loan.id, at: station, returnedAt: start) })
    #expect(try !library.write(after: 31) { try $0.close(loan.id, at: station) })
    let closed = try #require(try library.store.look { try $0.loan(loan.id) })
    #expect(closed.returnedAt == start + .seconds(1) && closed.partsBack == 2 && closed.renewals == 1)
    #expect(closed.version == 4 && closed.claimedReturnedAt == start + .seconds(4) && closed.overdueCharged == 0)
    #expect(try library.store.look { try $0.loans(of: copy, limit: 9).map(\.id) } == [loan.id])
  }

  @Test(arguments: EngineName.allCases)
  func `a refusal by the schema has the same kind, and the transaction can go on`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (borrower, copies, station) = (library.borrowers[0], library.copies, library.station)
    @Sendable func loan(_ transaction: WriteTransaction, _ copy: Copy.ID, parts: Int = 1) -> Loan {
      Loan(
        id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now, dueAt: transaction.now,
        parts: parts)
    }
    let kinds = try library.write(after: 1) { transaction in
      try transaction.open(loan(transaction, copies[0]), at: station)
      let refused = [
        loan(transaction, copies[0]), loan(transaction, transaction.newID()), loan(transaction, copies[1], parts: 0),
      ]
      let kinds = try refused.map { loan -> StorageError.Kind? in
        do {
          try transaction.attempt { try transaction.open(loan, at: station) }
          return nil
        } catch let error as StorageError {
          return error.kind
        }
      }
      try transaction.open(loan(transaction, copies[1]), at: station)
      return kinds
    }
    #expect(kinds == [.conflict, .reference, .constraint])
    #expect(try library.store.look { try $0.openLoans() } == 2)
  }

  @Test(arguments: EngineName.allCases)
  func `an error undoes the whole transaction, a savepoint a part of it`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let ada = library.borrowers[0]
    struct Stop: Error {}
    @Sendable func block(_ reason: String, _ transaction: WriteTransaction) throws {
      var borrower = try given(try transaction.borrower(ada))
      borrower.block = Borrower.Block(reason: reason, at: transaction.now)
      check(try transaction.update(borrower))
    }
    #expect(throws: Stop.self) {
      try library.write(after: 1) { transaction in
        try block("a", transaction)
        throw Stop()
      }
    }
    #expect(try library.store.look { try $0.borrower(ada)?.block } == nil)
    try library.write(after: 2) { transaction in
      try block("b", transaction)
      let point = try transaction.savepoint()
      try block("c", transaction)
      let inner = try transaction.savepoint()
      try block("d", transaction)
      try inner.release()
      try point.rollBack()
    }
    #expect(try library.store.look { try $0.borrower(ada)?.block?.reason } == "b")
  }

  @Test(arguments: EngineName.allCases)
  func `undo and redo restore the same rows, any number of times`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let copy = library.copies[0]
    _ = try library.lend(0, after: 1)
    var change = try library.checkIn(0, after: 2)
    let closed = change
    for turn in 0..<4 {
      change = try #require(try library.undo(change, after: Int64(10 + turn)).change)
      let isOpen = try library.store.look { try $0.openLoan(of: copy) } != nil
      #expect(isOpen == turn.isMultiple(of: 2))
      #expect(
        (try library.store.look { try $0.change(closed.id)?.undoneBy } == nil) == !turn.isMultiple(of: 2))
    }
    #expect(try library.store.look { try $0.loans(of: copy, limit: 9).first?.partsBack } == 1)
  }

  @Test(arguments: EngineName.allCases)
  func `a later change prevents the undo`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let lent = try library.lend(0, after: 1)
    let back = try library.checkIn(0, after: 2)
    #expect(try library.undo(lent, after: 3).obstacle == .checkIn)
    // The copy is on loan again, so its last return cannot be undone: the unique index refuses a second open loan.
    let again = try library.lend(0, to: 1, after: 4)
    #expect(try library.undo(back, after: 5).obstacle == .lend)
    #expect(try library.undo(again, after: 6).change != nil)
    #expect(try library.undo(back, after: 7).change != nil)
    #expect(try library.undo(lent, after: 8).change != nil)
    #expect(try library.store.look { try $0.openLoans() } == 0)
  }

  @Test(arguments: EngineName.allCases)
  func `a new borrower with a loan cannot be undone, because the loan refers to it`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (copy, station) = (library.copies[2], library.station)
    let (id, added) = try library.write(after: 1) { transaction in
      let borrower = Borrower(id: transaction.newID(), name: "Clara Schumann", shortName: "Clara")
      try transaction.insert(borrower)
      return (borrower.id, try given(try transaction.recordChange(.borrower)))
    }
    let lent = try library.write(after: 2) { transaction in
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: copy, borrower: id, openedAt: transaction.now,
          dueAt: transaction.now + .seconds(9), parts: 1), at: station)
      return try given(try transaction.recordChange(.lend, station: station))
    }
    #expect(try library.undo(added, after: 3).obstacle == .lend)
    #expect(try library.store.look { try $0.borrower(id)?.openLoans } == 1)
    #expect(try library.undo(lent, after: 4).change != nil)
    #expect(try library.undo(added, after: 5).change != nil)
    #expect(try library.store.look { try $0.borrower(id) } == nil)
  }

  @Test func `every engine has the same tables, columns and references`() throws {
    let found = try EngineName.allCases.map { engine -> (columns: [String], layouts: [HistoryLayout]) in
      let sql =
        switch engine {
        case .sqlite:
          """
          SELECT t.name AS place, c.name AS name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
          WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'release_token%'
            AND t.name NOT LIKE 'show_search%'
          ORDER BY t.name, c.cid
          """
        case .postgreSQL:
          """
          SELECT table_name::text AS place, column_name::text AS name FROM information_schema.columns
          WHERE table_schema = 'public' ORDER BY table_name::text, ordinal_position
          """
        }
      let library = try EngineLibrary(engine)
      return try library.store.look { reading in
        (
          try reading.all(sql) { "\(try $0.text("place")).\(try $0.text("name"))" },
          try HistoryTable.allCases.map { try reading.layout(of: $0) }
        )
      }
    }
    #expect(found[0].columns == found[1].columns)
    #expect(found[0].layouts == found[1].layouts)
    // The names of the newest migration.
    for column in ["session.id", "session_line.session_id", "offline_journal.id", "offline_entry.displayed"] {
      #expect(found[1].columns.contains(column), "\(column)")
    }
  }

  @Test func `every engine writes the same history, byte for byte`() throws {
    let histories = try EngineName.allCases.map { engine -> [String] in
      let library = try EngineLibrary(engine)
      let ada = library.borrowers[0]
      try library.write(after: 1) { transaction in
        var borrower = try given(try transaction.borrower(ada))
        borrower.note = "\"quoted\" \\ / \u{1}\u{8}\t\n\u{c}\r\u{1f}\u{7f} Ünï 日本 🎵"
        borrower.isStaff = true
        check(try transaction.update(borrower))
        try transaction.recordChange(.borrower, by: "me", reason: "é")
      }
      let lent = try library.lend(0, after: 2)
      let back = try library.checkIn(0, after: 3)
      _ = try library.undo(lent, after: 4)
      let undone = try #require(try library.undo(back, after: 5).change)
      _ = try library.undo(undone, after: 6)
      return try library.history()
    }
    #expect(histories[0] == histories[1])
    #expect(histories[0].count > 8)
  }
}
