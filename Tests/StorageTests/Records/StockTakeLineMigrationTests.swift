import Deadwax
import Storage
import Testing

/// Tests of the migrations that order the expected sets of stock-takes by their copies, and their releases by themselves.
@Suite(.timeLimit(.minutes(5)))
struct StockTakeLineMigrationTests {
  @Test func `every line stays with its stock-take, in its order`() throws {
    let scratch = try Scratch(inMemory: true)
    let before = try #require(Migration.all.firstIndex { $0.name == "0050-stock-take-lines" })
    let first = try scratch.open(migrations: Array(Migration.all.prefix(before)))
    let takes = (1...2).map { "0193489a-7c20-7e0b-a1c3-00000000000\($0)" }
    try first.write { transaction in
      for take in takes {
        try transaction.run(
          """
          INSERT INTO stock_take (id, name, query, state, started_at) VALUES ('\(take)', 'T', 'jazz', 'cancelled', 1)
          """)
        // The copies are in the opposite order of the positions.
        for position in 1...5 {
          let number = UInt64(position)
          try transaction.run(
            """
            INSERT INTO stock_take_line (stock_take_id, position, copy_id, copy_version, release_id, number, code, title,
              artist, shelf_mark, place_id, place_name, slot_number, expectation)
            VALUES ('\(take)', \(position), '0193489a-7c20-7e0b-a1c3-10000000000\(9 - position)', \(position + 1),
              '0193489a-7c20-7e0b-a1c3-20000000000\(position)', \(position), '\(OwnCode(.copy, number: number))',
              'Title \(position)', 'Artist', 'M\(position)', '0193489a-7c20-7e0b-a1c3-300000000001', 'Shelf',
              \(position + 10), 'missing')
            """)
        }
      }
    }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    for take in takes {
      let id = try #require(StockTake.ID(take))
      let lines = try database.read { try $0.lines(of: id) }
      #expect(lines.map(\.position) == [1, 2, 3, 4, 5] && lines.map(\.copyVersion) == [2, 3, 4, 5, 6])
      #expect(lines.map(\.copy.text).allSatisfy { $0.hasPrefix("0193489a-7c20-7e0b-a1c3-1") })
      #expect(lines.map(\.copy) == lines.map(\.copy).sorted(by: >))
      #expect(lines.map(\.title) == (1...5).map { "Title \($0)" } && lines.map(\.shelfMark) == (1...5).map { "M\($0)" })
      #expect(
        lines.allSatisfy { $0.placeName == "Shelf" && $0.expectation == .missing && $0.slotNumber == $0.position + 10 })
      for line in lines {
        #expect(try database.read { try $0.lines(of: id, release: line.release) } == [line])
      }
    }
    #expect(try database.write { try $0.removeLinesWithoutStockTake(limit: 100) } == 0)
  }
}
