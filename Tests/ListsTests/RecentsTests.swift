import Deadwax
import Execution
import Lending
import Lists
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecentsTests {
  private func at(_ seconds: Int64) -> WriteMoment {
    WriteMoment(now: Timestamp(milliseconds: seconds * 1000), seed: UInt64(seconds))
  }

  private func note(_ number: Int, on shelf: ListShelf, at seconds: Int64, most: Int = 50) throws {
    let release = shelf.releases[number]
    try shelf.database.write(at: at(seconds)) { try $0.noteRecent(release, most: most) }
  }

  private func numbers(_ shelf: ListShelf) throws -> [Int] {
    try shelf.recents.list().map { shelf.releases.firstIndex(of: $0.release.id) ?? -1 }
  }

  @Test func `a release has one row with its first and last time and its count, the last one first`() throws {
    let shelf = try ListShelf()
    try note(0, on: shelf, at: 10)
    try note(1, on: shelf, at: 20)
    try note(0, on: shelf, at: 30)
    let recents = try shelf.recents.list()
    #expect(try numbers(shelf) == [0, 1])
    #expect(recents[0].firstAt.milliseconds == 10_000 && recents[0].lastAt.milliseconds == 30_000)
    #expect(recents.map(\.count) == [2, 1])
  }

  @Test func `a clock that was set back takes no release from its place`() throws {
    let shelf = try ListShelf()
    try note(0, on: shelf, at: 30)
    try note(1, on: shelf, at: 20)
    try note(0, on: shelf, at: 10)
    #expect(try numbers(shelf) == [0, 1])
    #expect(try shelf.recents.list()[0].lastAt.milliseconds == 30_000)
  }

  @Test func `the oldest release leaves a full list, and a smaller list is shown at once`() throws {
    let shelf = try ListShelf(releases: 6) { $0.lists.recents = 3 }
    for (index, number) in [0, 1, 2, 0, 3, 4].enumerated() {
      try note(number, on: shelf, at: Int64(10 + index), most: 4)
    }
    #expect(try shelf.database.read { try $0.recents().count } == 4)
    #expect(try numbers(shelf) == [4, 3, 0])
  }

  @Test func `without room nothing is kept`() throws {
    let shelf = try ListShelf { $0.lists.recents = 0 }
    try shelf.recents.note(shelf.releases[0])
    #expect(try shelf.recents.list().isEmpty)
    #expect(try shelf.database.read { try $0.recents().isEmpty })
  }

  @Test func `a cleared list begins again, and neither a visit nor the clearing is a change`() throws {
    let shelf = try ListShelf()
    let change = try shelf.newest()
    try shelf.recents.note(shelf.releases[0])
    try shelf.recents.note(shelf.releases[0])
    #expect(try shelf.recents.list().map(\.count) == [2])
    try shelf.recents.clear()
    #expect(try shelf.recents.list().isEmpty)
    try shelf.recents.note(shelf.releases[0])
    #expect(try shelf.recents.list().map(\.count) == [1])
    #expect(try shelf.newest().id == change.id)
    #expect(throws: StaffError.noSuchRelease) { try shelf.recents.note(.absent) }
  }

  @Test func `a merged release counts for the remaining one, and the undo of the merge separates them`() throws {
    let shelf = try ListShelf()
    try note(0, on: shelf, at: 10)
    try note(1, on: shelf, at: 20)
    try note(2, on: shelf, at: 30)
    let (target, other) = (shelf.releases[0], shelf.releases[2])
    try shelf.database.write { transaction in
      guard let merge = try transaction.merge(of: other, into: target) else { throw TestFailure("no merge") }
      try transaction.perform(merge)
      try transaction.recordChange(.merge)
    }
    #expect(try numbers(shelf) == [0, 1])
    let merged = try shelf.recents.list()[0]
    #expect(merged.count == 2 && merged.firstAt.milliseconds == 10_000 && merged.lastAt.milliseconds == 30_000)
    try shelf.undo()
    #expect(try numbers(shelf) == [2, 1, 0])
  }
}
