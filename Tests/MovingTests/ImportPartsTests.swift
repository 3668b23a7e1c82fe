import Deadwax
import Moving
import Storage
import TestSupport
import Testing
import Threads

/// Imports that are written in parts: the order of the writes, and what is left of one that ends early.
@Suite(.timeLimit(.minutes(5))) struct ImportPartsTests {
  /// A table whose writing takes longer than a part.
  private static let table =
    "number,title,artist,place\n" + (1...1500).map { "\($0),Title \($0),Trio,Room > Shelf \($0 % 7)\n" }.joined()

  /// Makes a change between the first part of an import and the next one.
  private func afterFirstPart(
    _ library: ImportedLibrary, _ body: @escaping @Sendable (WriteTransaction) throws -> Void
  ) {
    let isDone = Locked(false)
    let database = library.database
    library.published.withLock { hook in
      hook = {
        guard
          isDone.withLock({ done in
            defer { done = true }
            return !done
          })
        else { return }
        database.submit({ transaction in
          try body(transaction)
          try transaction.recordChange(.setting, by: "Counter")
        }) { _ in }
      }
    }
  }

  private func changes(_ library: ImportedLibrary) throws -> [String] {
    try library.database.read { reading in
      try reading.all(
        "SELECT kind || CASE WHEN part_of IS NULL THEN '' ELSE ' part' END FROM change ORDER BY sequence"
      ) { try $0.text(0) }
    }
  }

  @Test func `a write at the counter comes between the parts of an import, which is one change and one undo`()
    async throws
  {
    let library = try ImportedLibrary()
    defer { library.end() }
    let before = try library.dump()
    let plan = try await library.plan(Self.table)
    afterFirstPart(library) { try $0.set("loan.days", to: "9") }
    let done = try await library.apply(plan)
    #expect(done.phase == .applied, "\(done.fault?.sentence ?? "")")
    let order = try changes(library)
    #expect(order.prefix(2) == ["import", "import part"] && order.last == "import part", "\(order)")
    #expect(order.contains("setting"), "\(order)")
    #expect(try library.base.table(.copies).rows.count == 1500)
    let change = try #require(done.change)
    let listed = try library.database.read { try $0.changes(limit: 9) }
    #expect(listed.map(\.kind) == [.setting, .imported] && listed.last?.id == change, "\(listed.map(\.kind))")
    try library.database.write { transaction in
      guard case .undone = try transaction.undo(change, by: "Ada") else { throw TestFailure("not undone") }
      try transaction.set("loan.days", to: nil)
    }
    #expect(try library.dump() == before)
  }

  @Test func `an import whose plan is overtaken between two parts is taken back`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let plan = try await library.plan(Self.table)
    afterFirstPart(library) { transaction in
      // The number of a later line.
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "New", artist: "Quartet")
      try transaction.insert(release)
      try transaction.insert(
        Copy(
          id: transaction.newID(), release: release.id, number: 1499, code: transaction.newOwnCode(.copy),
          addedAt: transaction.now))
    }
    let done = try await library.apply(plan)
    #expect(done.phase == .failed && done.fault?.sentence == MovingError.planChanged.description)
    #expect(done.plan == nil, "the preview has to be made again")
    #expect(try library.base.table(.copies, ["number", "title"]).rows == [["1499", "New"]])
    #expect(try library.database.read { try $0.openPartedChanges() }.isEmpty)
  }

  @Test func `a loan of a copy does not overtake an import that leaves the copy as it is`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    try await library.take(Self.table)
    let copy = try #require(try library.database.read { try $0.copy(numbered: 1400) })
    let plan = try await library.plan(
      "number,title,status,notes\n" + (1...1500).map { "\($0),Title \($0),available,seen\n" }.joined())
    #expect(plan.counts == [.change: 1500], "\(plan.counts)")
    afterFirstPart(library) { transaction in
      let ada = Borrower(id: transaction.newID(), name: "Ada Lovelace", shortName: "Ada L.")
      try transaction.insert(ada)
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: copy.id, borrower: ada.id, openedAt: transaction.now,
          dueAt: transaction.now + .seconds(60)), at: .hubStation)
    }
    let done = try await library.apply(plan)
    #expect(done.phase == .applied, "\(done.fault?.sentence ?? "")")
    #expect(try library.base.table(.copies, ["notes"]).rows.count { $0 == ["seen"] } == 1500)
  }
}
