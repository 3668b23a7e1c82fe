import Deadwax
import Moving
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the imports of borrowers and loans.
@Suite(.timeLimit(.minutes(10))) struct LendingImportTests {
  /// The three tables of a library, in the order in which another library needs them.
  private static let tables: [ExportTable] = [.copies, .borrowers, .loans]

  private func applied(
    _ table: ExportTable, _ bytes: [UInt8], to target: ImportedLibrary
  ) async throws -> LibraryImport {
    let plan = try await target.plan(bytes, as: table)
    for line in try target.lines(plan, .refused) { Issue.record("\(line.line): \(line.refusal?.sentence ?? "")") }
    let done = try await target.apply(plan)
    #expect(done.phase == .applied, "\(done.fault?.sentence ?? "")")
    return done
  }

  @Test func `the tables of a whole library come back byte for byte, and each undo restores every row`() async throws {
    for index in 0..<CaseBudget.cases(of: 10) {
      let library = try MovingLibrary()
      defer { library.database.close() }
      let random = SeededRandom(seed: UInt64(171 + index))
      try library.database.write { transaction in
        var tables = LendingTables(random)
        try tables.write(borrowers: 30, loans: 20, in: transaction)
      }
      let target = try ImportedLibrary()
      defer { target.end() }
      var (dumps, changes): ([HistoryDump], [Change.ID]) = ([], [])
      for table in Self.tables {
        let bytes = try library.table(table).bytes
        dumps.append(try target.dump())
        changes.append(try #require(try await applied(table, bytes, to: target).change))
        #expect(try target.bytes(of: table) == bytes, "\(table)")
        let again = try await target.plan(bytes, as: table)
        #expect(Set(again.counts.keys) == [.same], "\(table): \(again.counts)")
        for line in try target.lines(again) where !line.differences.isEmpty {
          Issue.record("\(table) \(line.line): \(line.differences)")
        }
      }
      for (change, dump) in zip(changes, dumps).reversed() {
        try target.database.write { transaction in
          guard case .undone = try transaction.undo(change, by: "Ada") else { throw TestFailure("not undone") }
        }
        #expect(try target.dump().differences(from: dump) == [])
      }
    }
  }

  @Test func `borrowers of another program get names of two columns, a short name and a card`() async throws {
    let target = try ImportedLibrary()
    defer { target.end() }
    let text =
      "surname;firstname;cardnumber;email;categorycode;dateexpiry\nLovelace;Ada;C-100;ada@example.org;school;2030-01-31\n"
      + "Lovelace;Ann;;;;\n"
    let done = try await applied(.borrowers, Array(text.utf8), to: target)
    #expect(done.program == .other && done.counts == [.add: 2])
    let found = try target.database.read { reading in
      var found: [Borrower] = []
      try reading.forEachBorrower { found.append($0) }
      return found
    }
    #expect(found.map(\.name).sorted() == ["Ada Lovelace", "Ann Lovelace"])
    #expect(Set(found.map(\.shortName)) == ["Ada L.", "Ann L."])
    let ada = try #require(found.first { $0.name == "Ada Lovelace" })
    #expect(ada.group == "school" && ada.email == "ada@example.org" && ada.expiresAt != nil)
    let cards = try target.database.read { reading in try found.map { try reading.cards(of: $0.id).map(\.key.value) } }
    #expect(cards.joined().contains("C-100") && cards.allSatisfy { $0.count == 1 })
  }

  @Test func `a known borrower is changed by id or card, and only completed by name and address`() async throws {
    let target = try ImportedLibrary()
    defer { target.end() }
    let first = "name,email,phone,cards,note\nAda Lovelace,ada@example.org,,C-1,old\n"
    _ = try await applied(.borrowers, Array(first.utf8), to: target)
    func plan(_ text: String) async throws -> ImportLine {
      let plan = try await target.plan(text, as: .borrowers)
      return try #require(try target.lines(plan).first)
    }
    let byCard = try await plan("name,cards,note,is_staff\nAda King,C-1,new,yes\n")
    #expect(byCard.fate == .change && byCard.differences.map(\.field) == [.name, .isStaff, .note])
    #expect(byCard.differences.map(\.isKept) == [false, true, false], "staff are made by people")
    let byAddress = try await plan("name,email,phone,note\nADA LOVELACE,Ada@example.org,+49 30 1234,new\n")
    #expect(byAddress.fate == .change)
    #expect(byAddress.differences.filter { !$0.isKept }.map(\.field) == [.phone], "\(byAddress.differences)")
    let blocked = "name,cards,block_reason\nBob,C-2,Lost a record\n"
    _ = try await applied(.borrowers, Array(blocked.utf8), to: target)
    let same = try await plan(blocked)
    #expect(same.fate == .same && same.differences.isEmpty, "\(same.differences)")
    #expect(try await plan("name\nAda Lovelace\n").fate == .add, "two people can have one name")
  }

  @Test(arguments: [
    ("email\nada@example.org", "A new record needs 'name'."),
    ("name,email\nAda,nowhere", "must be an e-mail address"), ("name,phone\nAda,12", "must be a telephone number"),
    ("name,group\nAda,two words", "A group must be one word"), ("name,language\nAda,tlh", "must be one of"),
    ("name,loan_limit\nAda,many", "must be a whole number from 0 to 10000"),
    ("name,is_staff\nAda,perhaps", "must be yes or no"),
    ("name,blocked_at\nAda,2026-01-01", "A new record needs 'block_reason'."),
    ("name,cards\nAda,DW:I:5VTPVXVRCNZGJD", "not that of a card"), ("name,cards\nAda,C-1\nBob,C-1", "Line 2 is about"),
    ("name,email\nAda,a@example.org\nada,A@example.org", "Line 2 is about the same record."),
  ])
  func `a wrong line of borrowers is refused with its reason`(text: String, reason: String) async throws {
    let target = try ImportedLibrary()
    defer { target.end() }
    let plan = try await target.plan(text + "\n", as: .borrowers)
    let refused = try #require(try target.lines(plan, .refused).last)
    #expect(refused.refusal?.sentence.contains(reason) == true, "\(refused.refusal?.sentence ?? "")")
  }

  @Test(arguments: [
    ("copy_number,borrower_name,due_at\n1,Ada,2026-01-01", "A new record needs 'opened_at'."),
    ("copy_number,borrower_name,opened_at\n1,Ada,2026-01-01", "A new record needs 'due_at'."),
    ("copy_number,borrower_name,opened_at,due_at\n99,Ada,2026-01-01,2026-01-15", "no record with this value"),
    ("copy_number,borrower_name,opened_at,due_at\n1,Eve,2026-01-01,2026-01-15", "no record with this value"),
    ("borrower_name,opened_at,due_at\nAda,2026-01-01,2026-01-15", "A new record needs 'copy_number'."),
    ("copy_number,opened_at,due_at\n1,2026-01-01,2026-01-15", "A new record needs 'borrower_name'."),
    (
      "copy_number,borrower_name,opened_at,due_at,returned_at\n1,Ada,2026-01-02,2026-01-15,2026-01-01",
      "must not be before the check-out"
    ),
    ("copy_number,borrower_name,opened_at,due_at\n1,Ada,2036-01-01,2036-01-15", "must not be in the future"),
    (
      "copy_number,borrower_name,opened_at,due_at\n1,Ada,2026-01-01,2026-01-15\n1,Ada,2026-01-02,2026-01-15",
      "The copy is on loan already, by line 2."
    ),
    (
      "copy_number,borrower_name,opened_at,due_at\n1,Ada,2026-01-01,2026-01-15\n1,Ada,2026-01-01,2026-01-15",
      "Line 2 is about the same record."
    ),
    ("copy_number,borrower_name,opened_at,due_at,station\n1,Ada,2026-01-01,2026-01-15,a b!", "the name of a station"),
  ])
  func `a wrong line of loans is refused with its reason`(text: String, reason: String) async throws {
    let target = try ImportedLibrary()
    defer { target.end() }
    try target.database.write { transaction in
      try transaction.addCopy(title: "Title")
      try transaction.insert(Borrower(id: transaction.newID(), name: "Ada", shortName: "Ada"))
      try transaction.recordChange(.add)
    }
    let before = try target.dump()
    let plan = try await target.plan(text + "\n", as: .loans)
    let refused = try #require(try target.lines(plan, .refused).last)
    #expect(refused.refusal?.sentence.contains(reason) == true, "\(refused.refusal?.sentence ?? "")")
    #expect(try target.dump() == before, "a preview changes nothing")
  }

  @Test func `an open loan of a file is one of the library, and a known one stays as it is`() async throws {
    let target = try ImportedLibrary()
    defer { target.end() }
    let copy = try target.database.write { transaction in
      let copy = try transaction.addCopy(title: "Title")
      try transaction.insert(Borrower(id: transaction.newID(), name: "Ada", shortName: "Ada"))
      try transaction.recordChange(.add)
      return copy
    }
    let head = "copynumber;patron;issuedate;duedate;returndate\n"
    let text = head + "1;Ada;2026-01-01;2026-01-15;\n"
    _ = try await applied(.loans, Array(text.utf8), to: target)
    let loan = try #require(try target.database.read { try $0.openLoan(of: copy.id) })
    #expect(loan.borrower != nil && loan.parts == 1 && loan.returnedAt == nil)
    let plan = try await target.plan(head + "1;Ada;2026-01-01;2026-02-15;2026-01-09\n", as: .loans)
    let line = try #require(try target.lines(plan).first)
    #expect(line.fate == .same && line.differences.allSatisfy(\.isKept) && line.differences.count == 3)
    let other = try await target.plan(head + "1;Ada;2026-01-03;2026-02-15;\n", as: .loans)
    #expect(try target.lines(other).first?.refusal?.code == .onLoan)
  }
}
