import Deadwax
import Storage
import Testing

/// Changes in parts: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct PartedChangeTests {
  /// Begins a change in parts that gives shelf marks to all copies, one copy in each part.
  private func begin(_ library: EngineLibrary, after seconds: Int64) throws -> Change.ID {
    try library.write(after: seconds) { transaction in
      let change = Change(
        id: transaction.newID(), kind: .bulk, sequence: 0, by: "Ada", reason: "edit", at: transaction.now)
      try transaction.beginParted(change, plan: "a plan", total: 3)
      return change.id
    }
  }

  private static func mark(
    _ copy: Copy.ID, _ mark: String, _ kind: Change.Kind, partOf whole: Change.ID?, in transaction: WriteTransaction
  ) throws -> Change {
    var marked = try given(try transaction.copy(copy))
    marked.shelfMark = mark
    try transaction.update(marked)
    return try given(try transaction.recordChange(kind, by: "Ada", partOf: whole))
  }

  /// Writes the part of a copy, with the progress.
  private func part(_ copy: Int, of whole: Change.ID, in library: EngineLibrary, after seconds: Int64) throws {
    let id = library.copies[copy]
    try library.write(after: seconds) { transaction in
      _ = try Self.mark(id, "NEW", .bulk, partOf: whole, in: transaction)
      try transaction.advanceParted(whole, done: copy + 1, missed: 0, isComplete: copy == 2)
    }
  }

  /// Another person gives a shelf mark to a copy, in a change of its own.
  private func other(_ copy: Int, _ mark: String, in library: EngineLibrary, after seconds: Int64) throws -> Change {
    let id = library.copies[copy]
    return try library.write(after: seconds) { try Self.mark(id, mark, .copy, partOf: nil, in: $0) }
  }

  private func marks(_ library: EngineLibrary) throws -> [String?] {
    try library.store.look { reading in try library.copies.map { try reading.copy($0)?.shelfMark } }
  }

  private func takeBack(_ whole: Change.ID, in library: EngineLibrary, after seconds: Int64) throws -> PartedChange? {
    let open = try given(try library.write(after: seconds) { try $0.beginTakingBack(whole, because: .interrupted) })
    var turn = seconds
    while try library.write(after: turn + 1, { try $0.takeBackNextPart(of: open) }) != nil { turn += 1 }
    return try library.store.look { try $0.partedChange(whole) }
  }

  @Test(arguments: EngineName.allCases)
  func `the parts are one change in the list of changes, and one undo restores them`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let whole = try begin(library, after: 1)
    for copy in 0...2 { try part(copy, of: whole, in: library, after: Int64(2 + copy)) }
    #expect(try marks(library) == ["NEW", "NEW", "NEW"])
    let change = try #require(try library.store.look { try $0.change(whole) })
    let listed = try library.store.look { try $0.changes(limit: 9).filter { $0.kind == .bulk } }
    #expect(listed == [change])
    for copy in library.copies {
      var filter = ChangeFilter()
      filter.copy = copy
      let wanted = filter
      #expect(try library.store.look { try $0.changes(wanted, limit: 1) } == [change])
      let next = try library.store.look { try $0.changes(wanted, before: change.sequence, limit: 9) }
      #expect(!next.contains { $0.kind == .bulk })
    }
    let rows = try library.store.look { try $0.allRows(of: change, limit: 2) }
    #expect(rows.map(\.row) == library.copies.prefix(2).map(\.text))
    let undo = try #require(try library.undo(change, after: 10).change)
    #expect(try marks(library) == [nil, nil, nil] && undo.undoes == whole)
    #expect(try library.undo(change, after: 11) == .refused(.alreadyUndone(by: undo.id)))
    #expect(try library.undo(undo, after: 12).change?.undoes == undo.id)
    #expect(try marks(library) == ["NEW", "NEW", "NEW"])
    #expect(try library.store.look { try $0.change(whole)?.undoneBy } == nil)
  }

  @Test(arguments: EngineName.allCases)
  func `an open change is not undone, and taking it back leaves what others changed since`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let whole = try begin(library, after: 1)
    try part(0, of: whole, in: library, after: 2)
    try part(1, of: whole, in: library, after: 3)
    let later = try other(1, "GRACE", in: library, after: 4)
    let change = try #require(try library.store.look { try $0.change(whole) })
    #expect(try library.undo(change, after: 5) == .refused(.underWay))
    #expect(try library.store.look { try $0.openPartedChanges().map(\.id) } == [whole])
    let ended = try #require(try takeBack(whole, in: library, after: 10))
    #expect(ended.state == .takenBack && ended.kept == 1 && ended.done == 2 && ended.cause == .interrupted)
    #expect(try marks(library) == [nil, "GRACE", nil])
    let undo = try #require(try library.store.look { try $0.change(whole)?.undoneBy })
    #expect(undo == ended.undo)
    // What the other person did is undone by itself, to what the change had left.
    #expect(try library.undo(later, after: 20).change != nil)
    #expect(try marks(library) == [nil, "NEW", nil])
  }

  @Test(arguments: EngineName.allCases)
  func `the order of the writes decides about other changes of the same copies`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let before = try other(2, "OLD", in: library, after: 1)
    let whole = try begin(library, after: 2)
    try part(0, of: whole, in: library, after: 3)
    // Between the parts: later than the first part, earlier than the one of the same copy.
    let between = try other(1, "MIDDLE", in: library, after: 4)
    try part(1, of: whole, in: library, after: 5)
    try part(2, of: whole, in: library, after: 6)
    let change = try #require(try library.store.look { try $0.change(whole) })
    for earlier in [before, between] { #expect(try library.undo(earlier, after: 7).obstacle == .bulk) }
    #expect(try library.undo(change, after: 8).change != nil)
    #expect(try marks(library) == [nil, "MIDDLE", "OLD"])
    #expect(try library.undo(between, after: 9).change != nil && library.undo(before, after: 10).change != nil)
    #expect(try marks(library) == [nil, nil, nil])
  }

  @Test(arguments: EngineName.allCases)
  func `a crash in a part leaves the parts before it, and the next start takes them back`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let whole = try begin(library, after: 1)
    try part(0, of: whole, in: library, after: 2)
    let copy = library.copies[1]
    let next = try library.crashed(inWriteAfter: 3) { transaction in
      _ = try Self.mark(copy, "NEW", .bulk, partOf: whole, in: transaction)
      try transaction.advanceParted(whole, done: 2, missed: 0, isComplete: false)
    }
    #expect(try marks(next) == ["NEW", nil, nil])
    let open = try #require(try next.store.look { try $0.openPartedChanges().first })
    #expect(open.id == whole && open.done == 1 && open.plan == "a plan" && open.total == 3)
    #expect(try takeBack(whole, in: next, after: 10)?.state == .takenBack)
    #expect(try marks(next) == [nil, nil, nil])
    #expect(try next.store.look { try $0.openPartedChanges() } == [])
  }

  @Test(arguments: EngineName.allCases)
  func `an undo in parts that is refused in the middle is taken back`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let whole = try begin(library, after: 1)
    for copy in 0...2 { try part(copy, of: whole, in: library, after: Int64(2 + copy)) }
    let change = try #require(try library.store.look { try $0.change(whole) })
    let undo = try library.write(after: 10) { transaction in
      let undo = Change(id: transaction.newID(), kind: .undo, sequence: 0, at: transaction.now, undoes: whole)
      try transaction.beginParted(undo, plan: nil, total: 3)
      return undo.id
    }
    for turn in 0...1 {
      let result = try library.write(after: Int64(11 + turn)) {
        try $0.undoNextPart(of: change, as: undo, by: "Ada", reason: nil)
      }
      #expect(result?.change?.partOf == undo)
    }
    #expect(try marks(library) == ["NEW", nil, nil])
    _ = try other(0, "GRACE", in: library, after: 13)
    let refused = try library.write(after: 14) { try $0.undoNextPart(of: change, as: undo, by: "Ada", reason: nil) }
    #expect(refused?.obstacle == .copy)
    #expect(try takeBack(undo, in: library, after: 20)?.kept == 0)
    #expect(try marks(library) == ["GRACE", "NEW", "NEW"])
    #expect(try library.store.look { try $0.change(whole)?.undoneBy } == nil)
  }
}
