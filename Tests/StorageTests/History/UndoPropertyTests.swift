import Deadwax
import Storage
import TestSupport
import Testing

/// Tests of ten thousand random changes, undone and redone in any order.
@Suite(.timeLimit(.minutes(10)))
struct UndoPropertyTests {
  /// A change, with the records before and after it.
  private struct Done {
    var change: Change
    var before: HistoryDump
    var after: HistoryDump
  }

  /// Undoes the changes in reverse order: each step restores exactly the previous state, and each undo can be redone.
  @Test func `undo in reverse order leads back, step by step`() throws {
    let shelf = try StorageLibrary(copies: 5, borrowers: 3)
    var acts = RandomActs(shelf: shelf, random: SeededRandom(seed: 1_795_165_520))
    var stack: [Done] = []
    var steps = 0
    var dump = try shelf.dump(marks: false)
    while steps < 3_000 {
      let goesBack = !stack.isEmpty && Int.random(in: 0..<100, using: &acts.random) < (stack.count > 40 ? 90 : 35)
      if goesBack {
        for _ in 0..<Int.random(in: 1...min(6, stack.count), using: &acts.random) {
          guard let last = stack.popLast() else { break }
          steps += 1
          let undo = try #require(try shelf.undo(last.change, after: Int64(steps)).change, "step \(steps)")
          dump = try shelf.dump(marks: false)
          #expect(dump == last.before, "step \(steps): \(last.change.kind)")
          guard Int.random(in: 0..<4, using: &acts.random) == 0 else { continue }
          // The change is redone, and then undone in its new form.
          steps += 2
          #expect(try shelf.undo(undo, after: Int64(steps - 1)).change != nil, "step \(steps)")
          #expect(try shelf.dump(marks: false) == last.after, "step \(steps)")
          #expect(try shelf.undo(last.change, after: Int64(steps)).change != nil, "step \(steps)")
          #expect(try shelf.dump(marks: false) == last.before, "step \(steps)")
        }
      } else {
        steps += 1
        let draw = acts.draw()
        guard let change = try shelf.write(after: Int64(steps), { try RandomActs.perform(draw, on: shelf, in: $0) })
        else { continue }
        let after = try shelf.dump(marks: false)
        stack.append(Done(change: change, before: dump, after: after))
        dump = after
      }
    }
    #expect(steps >= 3_000)
  }

  /// Undoes changes in any order. Either all rows of the change have their previous content and no other row has
  /// changed, or nothing has changed and the given reason is correct.
  @Test func `undo in any order restores all rows, or is refused with the later change`() throws {
    let shelf = try StorageLibrary(copies: 4, borrowers: 3)
    var acts = RandomActs(shelf: shelf, random: SeededRandom(seed: 20_261_120))
    var changes: [Change] = []
    var counts = [0, 0, 0]
    for step in 0..<7_000 {
      if changes.isEmpty || Bool.random(using: &acts.random) {
        let draw = acts.draw()
        if let change = try shelf.write(after: Int64(step), { try RandomActs.perform(draw, on: shelf, in: $0) }) {
          changes.append(change)
        }
        continue
      }
      // Usually a recent change, and sometimes an old one.
      let recent = Int.random(in: 0..<min(changes.count, 12), using: &acts.random)
      let isOld = Int.random(in: 0..<10, using: &acts.random) == 0
      let change =
        isOld ? changes[Int.random(in: 0..<changes.count, using: &acts.random)] : changes[changes.count - 1 - recent]
      let rows = try shelf.database.read { try $0.rows(of: change) }
      let before = try shelf.dump(marks: false)
      let result = try shelf.undo(change, after: Int64(step))
      let after = try shelf.dump(marks: false)
      switch result {
      case .undone(let undo, let put):
        counts[0] += 1
        changes.append(undo)
        #expect(Set(put.map(\.row)) == Set(rows.map(\.row)), "step \(step)")
        let touched = Set(rows.map { "\($0.table) \($0.row)" })
        for row in rows {
          let said = try row.before.map { try shelf.withoutMarks($0) }
          #expect(after.rows[row.table]?[row.row] == said, "step \(step): \(change.kind)")
        }
        for difference in after.differences(from: before) {
          #expect(touched.contains("\(difference.table) \(difference.row)"), "step \(step)")
        }
      case .refused(let refusal):
        counts[refusal.isAlreadyUndone ? 1 : 2] += 1
        #expect(after == before, "step \(step)")
        guard case .changedSince(let later) = refusal else {
          #expect(refusal.isAlreadyUndone, "step \(step): \(refusal)")
          continue
        }
        #expect((later.change?.sequence ?? .max) > change.sequence, "step \(step): \(later)")
        // The obstacle is one of the rows, or a row about the same copy.
        let isAmongRows = rows.contains { $0.table == later.table && $0.row == later.row }
        let cause = try #require(later.change, "step \(step)")
        let other = try shelf.database.read { try $0.rows(of: cause) }
        let isAboutOneCopy = shelf.copies.contains { copy in
          [rows, other].allSatisfy { $0.contains { "\($0)".contains(copy.text) } }
        }
        #expect(isAmongRows || isAboutOneCopy, "step \(step)")
      }
    }
    // All three cases occurred, and often.
    #expect(counts.allSatisfy { $0 > 100 }, "\(counts)")
    let database = shelf.database
    #expect(try database.read { try $0.all("SELECT \"table\" FROM pragma_foreign_key_check") { try $0.text(0) } } == [])
    let integrity = try database.read {
      try $0.first("SELECT integrity_check FROM pragma_integrity_check") { try $0.text(0) }
    }
    #expect(integrity == "ok")
  }

  /// A copy of the database goes back to any point, byte for byte, including versions and times.
  @Test func `the records go back to any point of the history, and what came is repeated from there`() throws {
    let shelf = try StorageLibrary(copies: 4, borrowers: 2)
    var acts = RandomActs(shelf: shelf, random: SeededRandom(seed: 42))
    var points: [(change: Int64, dump: HistoryDump)] = [(0, try shelf.dump())]
    var changes: [Change] = []
    for step in 0..<400 {
      let newest = changes.last
      let change: Change?
      if let newest, Int.random(in: 0..<4, using: &acts.random) == 0 {
        change = try shelf.undo(newest, after: Int64(step)).change
      } else {
        let draw = acts.draw()
        change = try shelf.write(after: Int64(step)) { try RandomActs.perform(draw, on: shelf, in: $0) }
      }
      guard let change else { continue }
      changes.append(change)
      points.append((change.sequence, try shelf.dump()))
    }
    let end = try shelf.database.read { reading in
      try reading.changes(limit: 9_999).reversed().map { (change: $0, rows: try reading.rows(of: $0)) }
    }
    let codes = try shelf.codeSequence()
    for number in [350, 200, 120, 7, 0].map({ min($0, points.count - 1) }) {
      let (sequence, dump) = points[number]
      try shelf.database.write { transaction in
        try transaction.restoreState(
          to: HistoryPoint(
            change: sequence, scan: 0, recording: 0, event: 0, time: StorageLibrary.start + .seconds(99_999)))
      }
      #expect(try shelf.dump() == dump, "point \(number)")
      let left = try shelf.database.read { try $0.changes(limit: 9_999).map(\.sequence) }
      #expect(left.max() ?? 0 == sequence)
    }
    for (change, rows) in end { try shelf.database.write { try $0.repeatChange(change, rows: rows) } }
    #expect(try shelf.dump() == points.last?.dump)
    let again = try shelf.database.read { try $0.changes(limit: 9_999) }
    #expect(Array(again.reversed()) == end.map(\.change))
    #expect(try shelf.codeSequence() <= codes)
  }
}

extension UndoRefusal {
  fileprivate var isAlreadyUndone: Bool {
    if case .alreadyUndone = self { true } else { false }
  }
}

extension StorageLibrary {
  /// Returns the JSON of a row without its version and modification time.
  fileprivate func withoutMarks(_ row: String) throws -> String {
    try database.read {
      try given(try $0.first("SELECT json_remove(?1, '$.version', '$.modified_at')", row) { try $0.text(0) })
    }
  }

  /// The last number that was assigned to a binding.
  fileprivate func codeSequence() throws -> Int64 {
    try database.read {
      try $0.first("SELECT seq FROM sqlite_sequence WHERE name = 'code'") { try $0.integer(0) } ?? 0
    }
  }
}
