import Catalogue
import Deadwax
import Execution
import StockTakes
import Storage
import TestSupport
import Testing
import Threads

/// The start of a stock-take, whose lines are stored in parts.
@Suite(.timeLimit(.minutes(10)))
struct StockTakeStartTests {
  @Test func `the frozen set is that of one moment, although copies change places while it is stored`() throws {
    let number = CaseBudget.cases(of: 4_000)
    let shelf = try StockTakeShelf(copies: number)
    let inside = (0..<number).filter { $0 % 10 != 9 }
    let state = Monitor((swaps: 0, failed: 0, isOver: false))
    // Each write carries one copy out of the room and another one into it: at any moment it has the same number.
    let thread = DedicatedThread("swaps") {
      var (out, into) = (inside[0], 9)
      for round in 0... {
        let isDone = (try? shelf.swap(out, into)) != nil
        (out, into) = (inside[(round + 1) % inside.count], out)
        if state.update({ state in
          if isDone { state.swaps += 1 } else { state.failed += 1 }
          return state.isOver
        }) {
          return
        }
      }
    }
    state.wait { $0.swaps > 0 ? () : nil }
    let before = state.read { $0.swaps }
    let view = try shelf.takes.start(.place(shelf.room), name: nil, id: nil, by: "test")
    let during = state.read { $0.swaps } - before
    state.update { $0.isOver = true }
    thread.join()
    #expect(state.read { $0.failed } == 0)
    #expect(during > 0, "no other write was committed while the lines were stored")
    #expect(view.expected == inside.count && view.counts == [.notScanned: inside.count])
    let lines = try shelf.database.read { try $0.lines(of: view.take.id) }
    #expect(lines.count == inside.count && Set(lines.map(\.copy)).count == lines.count)
    #expect(lines.map(\.position) == Array(1...inside.count))
    #expect(
      try shelf.database.read { reading in
        try Set(lines.map(\.release)).sorted().flatMap { try reading.lines(of: view.take.id, release: $0) }.count
      } == inside.count)
    // What was carried out or in since then is classified by where it is now.
    let classes = try shelf.classes(view.take.id, pageSize: 500)
    for line in lines {
      let index = try #require(shelf.copies.firstIndex(of: line.copy))
      let isInside = try shelf.copy(index)?.location?.place != shelf.outside
      #expect(classes[index] == (isInside ? .notScanned : .moved))
    }
  }

  @Test func `the counts of the answer to a start are those of the tally`() throws {
    let shelf = try StockTakeShelf(copies: 40)
    for copy in [1, 2, 3] { try shelf.lend(copy) }
    for copy in [5, 6] { try shelf.set(.missing, copy) }
    let view = try shelf.takes.start(.place(shelf.room), name: nil, id: nil, by: "test")
    #expect(view.counts.values.reduce(0, +) == view.expected)
    #expect(view.counts[.onLoan] == 3 && view.counts[.missingAgain] == 2)
    #expect(try shelf.takes.view(view.take.id).counts == view.counts)
  }

  @Test func `lines of a start that was cut off are removed by the next one, those of others are not`() throws {
    let shelf = try StockTakeShelf()
    let first = try shelf.start()
    _ = try shelf.takes.cancel(first, ifVersion: nil, by: "test")
    let lines = try shelf.database.read { try $0.lines(of: first) }
    // The first was cut off among its lines, the second among their releases, and the third before it was visible.
    let stray = try [(lines.count / 2, 0), (lines.count, 3), (lines.count, lines.count)].map { stored, released in
      try shelf.database.write { transaction -> StockTake.ID in
        let id: StockTake.ID = transaction.newID()
        _ = try transaction.insert(lines.prefix(stored), of: id) { false }
        _ = try transaction.insertReleases(of: lines.prefix(released), in: id) { false }
        return id
      }
    }
    let second = try shelf.start()
    #expect(try shelf.strayLines() == 0)
    for id in stray { #expect(try shelf.database.read { try $0.lineCount(of: id) } == 0) }
    #expect(try shelf.database.read { try $0.lines(of: first) } == lines)
    #expect(try shelf.database.read { try $0.lines(of: second) } == lines)
  }

  @Test func `the answer to a start has the counts that the stock-take has`() throws {
    let shelf = try StockTakeShelf()
    try shelf.lend(0)
    try shelf.set(.missing, 1)
    try shelf.set(.missing, 3)
    try shelf.set(.lost, 4)
    #expect(try shelf.scan(Command.stocktake.code.description).code == .modeChanged)
    let view = try shelf.takes.start(.place(shelf.room), name: nil, id: nil, by: "test")
    #expect(view == (try shelf.takes.view(view.take.id)))
    #expect(view.counts == [.onLoan: 1, .missingAgain: 2, .notScanned: 14] && view.stations.count == 1)
  }

  @Test func `a stock-take that is opened again during a start leaves one open, and no lines of the other`() throws {
    let shelf = try StockTakeShelf(copies: CaseBudget.cases(of: 4_000))
    let first = try shelf.start()
    _ = try shelf.takes.close(first, isForced: true, ifVersion: nil, by: "test")
    let outcome = Monitor<Result<StockTakeView, any Error>?>(nil)
    let thread = DedicatedThread("start") {
      let result = Result { try shelf.takes.start(.place(shelf.room), name: nil, id: nil, by: "test") }
      outcome.update { $0 = result }
    }
    // It is opened again while lines are stored, or after the other one is open.
    while try shelf.strayLines() == 0, outcome.read({ $0 == nil }) {}
    let reopened = Result { try shelf.takes.reopen(first, ifVersion: nil) }
    thread.join()
    let started = outcome.wait { $0 }
    #expect([started, reopened].count { (try? $0.get()) != nil } == 1, "\(started) \(reopened)")
    for case .failure(let error) in [started, reopened] { #expect(error as? StaffError == .isUnderWay) }
    #expect(try shelf.strayLines() == 0)
    let lines = try shelf.database.read { try $0.lineCount(of: first) }
    #expect(try shelf.takes.view(first).expected == lines && lines > 0)
  }

  @Test func `a start with an id that is known returns the stock-take with its scans`() throws {
    let shelf = try StockTakeShelf()
    let take = try shelf.start()
    try shelf.count([shelf.code(0)], in: take)
    let again = try shelf.takes.start(.place(shelf.room), name: "Other", id: take, by: "other")
    #expect(again == (try shelf.takes.view(take)))
    #expect(again.counts[.found] == 1 && again.take.name == "Room")
  }

  @Test func `two starts at once open one stock-take, and attempts with one id are one`() async throws {
    let shelf = try StockTakeShelf(copies: 400)
    let results = await withTaskGroup(of: Result<StockTakeView, any Error>.self) { group in
      for _ in 0..<4 {
        group.addTask { Result { try shelf.takes.start(.place(shelf.room), name: nil, id: nil, by: "test") } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let opened = results.compactMap { try? $0.get() }
    #expect(opened.count == 1)
    for case .failure(let error) in results { #expect(error as? StaffError == .isUnderWay) }
    _ = try shelf.takes.cancel(try #require(opened.first).take.id, ifVersion: nil, by: "test")
    let id = StockTake.ID.new(at: shelf.now)
    let views = try await withThrowingTaskGroup(of: StockTakeView.self) { group in
      for _ in 0..<4 {
        group.addTask { try shelf.takes.start(.place(shelf.room), name: nil, id: id, by: "test") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(views.map(\.take.id)) == [id] && Set(views.map(\.expected)) == [360])
    #expect(try shelf.takes.list(cursor: nil, limit: 9).items.count == 2)
  }

  @Test func `a start that is refused leaves no lines`() throws {
    let shelf = try StockTakeShelf()
    let first = try shelf.start()
    #expect(throws: StaffError.isUnderWay) { _ = try shelf.start() }
    _ = try shelf.takes.cancel(first, ifVersion: nil, by: "test")
    #expect(throws: StaffError.noSuchPlace) {
      _ = try shelf.takes.start(.place(.new(at: shelf.now)), name: nil, id: nil, by: nil)
    }
    #expect(try shelf.database.write { try $0.removeLinesWithoutStockTake(limit: 1_000) } == 0)
    #expect(try shelf.takes.view(first).expected == 18)
  }
}
