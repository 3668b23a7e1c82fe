import BulkChanges
import Deadwax
import Execution
import History
import Lending
import Log
import Storage
import TestSupport
import Testing
import Threads

/// Bulk changes in parts: what others do between the parts, and what becomes of one that ends early.
@Suite(.timeLimit(.minutes(10)))
struct BulkPartsTests {
  @Test func `writes at the counter come between the parts of a bulk change, and of its undo`() throws {
    let library = try BulkLibrary(seed: 11, copies: 1_500)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.previewMark("A 1", of: .copies(library.copies.dropLast()))
    let isOver = Locked(false)
    let counter = DedicatedThread("counter") {
      while !isOver.withLock({ $0 }) {
        for grade in ["P", "F"] {
          _ = try? library.database.write { transaction in
            try transaction.grade(library.copies[1_499], media: grade)
            try transaction.recordChange(.condition, by: "counter")
          }
        }
      }
    }
    let done = try library.apply(view)
    let undo = try library.undoing.undo(view.id, by: .staff("Ada"))
    isOver.withLock { $0 = true }
    counter.join()
    #expect(done.phase == .applied && done.counts[.change] == 1_499, "\(done.fault ?? "")")
    #expect(try library.dump().differences(from: before).map(\.row) == [library.copies[1_499].text])
    for whole in [view.id, undo.id] {
      let (parts, others) = try library.database.read { reading in
        let parts = try reading.parts(of: whole).map(\.sequence)
        let range = try #require(parts.first)..<(try #require(parts.last))
        let others = try reading.all(
          "SELECT sequence FROM change WHERE by = 'counter' AND sequence > ?1 AND sequence < ?2", range.lowerBound,
          range.upperBound
        ) { try $0.integer(0) }
        return (parts, others)
      }
      // Each write waits for the part that is being written, and not for the next one.
      let gaps = zip(parts, parts.dropFirst()).count { first, next in others.contains { first < $0 && $0 < next } }
      #expect(parts.count > 5 && others.count >= parts.count / 2, "\(parts.count) parts, \(others.count) other writes")
      #expect(gaps >= parts.count / 2, "\(gaps) of \(parts.count) parts have another write after them")
    }
  }

  @Test func `a copy that others changed before its turn stays as it is, and is listed`() throws {
    let library = try BulkLibrary(seed: 12, copies: 400)
    defer { library.end() }
    let view = try library.previewMark("A 1")
    let (graded, removed) = (library.copies[399], library.copies[398])
    library.meanwhile.each { commit in
      guard commit == 1 else { return }
      // Another mark is a difference to the preview; a grade is none, so the copy is changed anyway.
      library.gradeNext(library.copies[397], "P")
      library.database.submit({ transaction in
        let copy = try #require(try transaction.copy(graded))
        var marked = copy
        marked.shelfMark = "GRACE"
        try transaction.update(marked)
        try transaction.recordChange(.copy, by: "Grace")
        try transaction.removeUnused(removed)
        try transaction.recordChange(.copy, by: "Grace")
      }) { result in #expect(throws: Never.self) { try result.get() } }
    }
    let done = try library.apply(view)
    #expect(done.phase == .applied && done.counts == [.change: 398, .changedMeanwhile: 2], "\(done)")
    let lines = try library.lines(done)
    #expect(lines.filter { $0.fate == .changedMeanwhile }.map(\.copy) == [removed, graded])
    #expect(try library.copy(graded)?.shelfMark == "GRACE" && library.copy(removed) == nil)
    let other = try #require(try library.copy(library.copies[397]))
    #expect(other.shelfMark == "A 1" && other.mediaCondition == "P")
    #expect(try library.database.read { try $0.partedChange(view.id)?.missed } == 2)
    // The undo concerns the other copies alone.
    _ = try library.undoing.undo(view.id, by: .staff("Ada"))
    #expect(try library.copy(graded)?.shelfMark == "GRACE" && library.copy(library.copies[0])?.shelfMark != "A 1")
  }

  @Test func `copies get the slots of the preview; a slot that others filled meanwhile is not filled twice`() throws {
    let library = try BulkLibrary(seed: 13, copies: 120)
    defer { library.end() }
    let free = try library.database.read { reading in
      try library.copies.filter { try reading.copy($0)?.loan == nil }
    }
    try library.database.write { transaction in
      for number in 6...40 {
        try transaction.insert(
          Slot(id: transaction.newID(), place: library.places[1], placeName: "South", number: number, isSingle: true))
      }
      try transaction.recordChange(.place)
    }
    let order = try BulkOrder(moveTo: library.places[1], fillsSlots: true, of: .copies(Array(free.prefix(40))))
    let view = try library.preview(order)
    #expect(view.counts == [.change: 40])
    library.meanwhile.each { commit in
      guard commit == 1 else { return }
      library.database.submit({ transaction in
        let slots = try transaction.slots(of: library.places[1])
        let copy = try #require(try transaction.copy(free[40]))
        try transaction.shelve(copy, at: slots[39].slot.location, library: LibraryPolicy(), by: "Grace")
        try transaction.recordChange(.shelve, by: "Grace")
      }) { result in #expect(throws: Never.self) { try result.get() } }
    }
    let done = try library.apply(view)
    // Forty copies are three parts at least, so the last one comes after the write of the other person.
    #expect(done.phase == .applied && done.counts == [.change: 39, .changedMeanwhile: 1], "\(done)")
    #expect(try free.prefix(39).compactMap { try library.copy($0)?.location?.slotNumber } == Array(1...39))
    #expect(try library.copy(free[39])?.location?.slot == nil)
    #expect(try library.copy(free[40])?.location?.slotNumber == 40)
  }

  @Test func `the history has all parts as one change, of the whole library and of each copy`() throws {
    let library = try BulkLibrary(seed: 14, copies: 120)
    defer { library.end() }
    let done = try library.apply(try library.previewMark("A 1"))
    let parts = try library.database.read { try $0.parts(of: done.id) }
    #expect(parts.count > 1)
    var filter = ChangeFilter()
    #expect(try library.undoing.changes(filter, limit: 500).count { $0.change.kind == .bulk } == 1)
    for copy in [library.copies[0], library.copies[119]] {
      filter.copy = copy
      let listed = try library.undoing.changes(filter, limit: 1)
      #expect(listed.map(\.change.id) == [done.id] && listed.first?.refusal == nil)
      let next = try library.undoing.changes(filter, before: listed.first?.change.sequence, limit: 50)
      #expect(!next.contains { $0.change.kind == .bulk })
    }
    let view = try #require(try library.undoing.change(done.id))
    #expect(view.differences.count == 120 && view.copy != nil && view.refusal == nil)
    // A part stands for the whole.
    #expect(try library.undoing.change(parts[1].id) == view)
    let after = try library.dump()
    let undo = try library.undoing.undo(parts[1].id, by: .staff("Ada"), reason: "a mistake")
    #expect(undo.undoes == done.id && undo.reason == "a mistake")
    #expect(try library.undoing.change(done.id)?.refusal == .alreadyUndone(by: undo.id))
    #expect(throws: PolicyRefusal(.nothingToUndo)) { _ = try library.undoing.undo(done.id, by: .staff("Ada")) }
    // The undo of the undo repeats it.
    let redo = try library.undoing.undo(undo.id, by: .staff("Ada"))
    #expect(try library.dump().differences(from: after) == [] && redo.undoes == undo.id)
    #expect(try library.history(of: done.id).undo == nil)
  }

  @Test func `a copy that has changed since prevents the undo of the whole, also in the middle of it`() throws {
    let library = try BulkLibrary(seed: 15, copies: 300)
    defer { library.end() }
    let done = try library.apply(try library.previewMark("A 1"))
    let after = try library.dump()
    // The undo begins with the last copies, so the first one is changed before its turn.
    library.meanwhile.each { commit in if commit == 2 { library.gradeNext(library.copies[0], "F") } }
    #expect(throws: PolicyRefusal(.changedSince, word: "condition")) {
      _ = try library.undoing.undo(done.id, by: .staff("Ada"))
    }
    let now = try library.dump().differences(from: after)
    #expect(now.map(\.row) == [library.copies[0].text], "\(now.count) rows differ")
    #expect(try library.history(of: done.id).undo == nil)
    #expect(try library.database.read { try $0.openPartedChanges() } == [])
    try library.endMeanwhile()
    // It is known now before anything is written.
    let changes = try library.database.read { try $0.changes(limit: 1).first?.sequence }
    #expect(throws: PolicyRefusal(.changedSince, word: "condition")) {
      _ = try library.undoing.undo(done.id, by: .staff("Ada"))
    }
    #expect(try library.database.read { try $0.changes(limit: 1).first?.sequence } == changes)
  }

  @Test func `bulk changes that are applied at the same time come one after the other`() throws {
    let library = try BulkLibrary(seed: 16, copies: 200)
    defer { library.end() }
    let first = try library.previewMark("A 1", of: .copies(Array(library.copies.prefix(100))))
    let second = try library.previewMark("A 2", of: .copies(Array(library.copies.suffix(100))))
    let third = try library.previewMark("A 3", of: .copies(Array(library.copies.prefix(100))))
    for view in [first, second, third] {
      _ = try library.bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: true, by: "Ada")
    }
    library.bulk.settle()
    #expect(try [first, second].map { try library.bulk.view($0.id).phase } == [.applied, .applied])
    // The first one has changed what the third one said.
    let last = try library.bulk.view(third.id)
    #expect(last.phase == .failed && last.fault == BulkError.planChanged.description && last.change == nil)
    let (ends, begins) = try library.database.read { reading in
      (try reading.parts(of: first.id).map(\.sequence).max(), try reading.parts(of: second.id).map(\.sequence).min())
    }
    #expect(try #require(ends) < #require(begins))
  }

  @Test func `the replay of the history gives the same rows with writes between the parts`() throws {
    let library = try BulkLibrary(seed: 17, copies: 150)
    defer { library.end() }
    library.meanwhile.each { commit in
      library.gradeNext(library.copies[120 + commit % 30], ["P", "F", "G"][commit % 3])
    }
    let done = try library.apply(try library.previewMark("A 1", of: .copies(Array(library.copies.prefix(120)))))
    #expect(done.phase == .applied)
    _ = try library.undoing.undo(done.id, by: .staff("Ada"))
    try library.endMeanwhile()
    let recording = Recording(database: library.database, defaults: LibraryPolicy(), logger: .silent)
    let report = try recording.replay(from: BulkLibrary.now)
    #expect(report.isEqual && report.rows > 150, "\(report)")
    var lines: [String] = []
    try recording.export(
      from: BulkLibrary.now, until: Timestamp(milliseconds: Timestamp.now().milliseconds + 60_000), withNames: true
    ) { lines.append($0) }
    let again = try recording.replay(lines)
    #expect(again.isEqual && again.events == report.events, "\(again)")
  }
}
