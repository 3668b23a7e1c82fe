import Deadwax
import Storage
import TestSupport
import Testing

/// Tests of the rows of batches of additions: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct AdditionBatchRecordTests {
  private func additions(_ id: AdditionBatch.ID, _ condition: String) -> StationState.Additions {
    StationState.Additions(id: id, settings: AdditionBatch.Settings { $0.condition = condition })
  }

  @Test(arguments: EngineName.allCases)
  func `a batch has its newest settings, and ends once`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let id = AdditionBatch.ID.new(at: EngineLibrary.start)
    let (first, second) = (additions(id, "VG"), additions(id, "NM"))
    try library.write(after: 1) { try $0.set(first, at: .hubStation) }
    try library.write(after: 2) { try $0.set(second, at: .hubStation) }
    for seconds in [Int64(3), 4] { try library.write(after: seconds) { try $0.end(id) } }
    let batch = try #require(try library.store.look { try $0.newestAdditionBatch(of: .hubStation) })
    #expect(batch.id == id && batch.settings.condition == "NM")
    #expect(batch.beganAt == EngineLibrary.start + .seconds(1) && batch.endedAt == EngineLibrary.start + .seconds(3))
  }

  @Test(arguments: EngineName.allCases)
  func `a batch lists its copies in order, without those whose addition was undone`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let id = AdditionBatch.ID.new(at: EngineLibrary.start)
    let begun = additions(id, "VG")
    try library.write(after: 1) { try $0.set(begun, at: .hubStation) }
    let copies = library.copies
    let changes = try copies.indices.map { number in
      try library.write(after: Int64(2 + number)) { transaction -> Change? in
        try transaction.grade(copies[number], media: "VG")
        guard let change = try transaction.recordChange(.add) else { return nil }
        try transaction.append(copies[number], to: id, change: change)
        return change
      }
    }
    let middle = try #require(changes[1])
    _ = try library.write(after: 9) { try $0.undo(middle.id) }
    #expect(try library.store.look { try $0.lines(of: id).map(\.copy) } == [copies[0], copies[2]])
    #expect(try library.store.look { try $0.copyCount(of: id) } == 2)
  }

  @Test(arguments: EngineName.allCases)
  func `the last loan of a copy counts once it has ended`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let copy = library.copies[0]
    _ = try library.lend(0, to: 0, after: 5)
    #expect(try library.store.look { try $0.past(of: copy).lentAt } == nil)
    let loan = try #require(try library.store.look { try $0.openLoan(of: copy) })
    _ = try library.checkIn(0, after: 9)
    #expect(try library.store.look { try $0.past(of: copy).lentAt } == loan.openedAt)
  }
}
