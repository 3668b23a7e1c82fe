import Catalogue
import Deadwax
import Execution
import Staff
import Storage
import TestSupport
import Testing

/// Tests of the preview of the comparison with Discogs, and of what it brings into the library.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsComparisonsTests {
  /// Stores a finished comparison with these lists.
  private func finish(_ office: StaffLibrary, collection: [Int64], wants: [Int64]) throws {
    try office.database.write { transaction in
      try transaction.removeDiscogsItems()
      for (index, number) in collection.enumerated() {
        try transaction.store(item(.collection, Int64(100 + index), number))
      }
      for number in wants { try transaction.store(item(.wishlist, number, number)) }
      var comparison = DiscogsComparison(startedBy: "test", at: transaction.now)
      comparison.state = .done
      try transaction.store(comparison)
    }
  }

  private func item(_ list: DiscogsList, _ instance: Int64, _ number: Int64) -> DiscogsItem {
    DiscogsItem(
      list: list, instance: instance, number: number, folder: 1, title: "Title \(number)", artist: "Artist")
  }

  /// The numbers of a list as a text, such as `1: 2/1` for two here and one there.
  private func rows(
    _ office: StaffLibrary, _ list: DiscogsList, _ difference: DiscogsDifference? = nil
  ) throws -> [String] {
    try office.counter.comparisons.rows(of: list, difference, after: nil, limit: 200).items
      .map { "\($0.number): \($0.here)/\($0.there)" }
  }

  @Test func `a pull adds what is only at Discogs, a second one adds nothing, and an undo restores every row`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.releases.add(DiscogsAddress(release: 1), isWished: false, id: nil, by: nil)
    _ = try office.counter.releases.add(DiscogsAddress(release: 2), isWished: false, id: nil, by: nil)
    try finish(office, collection: [1, 1, 3], wants: [3, 4])
    let comparisons = office.counter.comparisons
    #expect(try rows(office, .collection) == ["1: 1/2", "2: 1/0", "3: 0/1"])
    #expect(try rows(office, .collection, .onlyHere) == ["2: 1/0"])
    #expect(try rows(office, .collection, .onlyThere) == ["3: 0/1"])
    #expect(try rows(office, .collection, .count) == ["1: 1/2"])
    #expect(try rows(office, .wishlist) == ["3: 0/1", "4: 0/1"])
    let before = try office.database.read { try $0.dump(marks: false) }
    let pull = try comparisons.pull(.collection, nil, ifVersion: try comparisons.view().version, by: "Ada")
    #expect(pull.copies == 2 && pull.wishes == 0 && pull.remaining == 0)
    #expect(try rows(office, .collection) == ["1: 2/2", "2: 1/0", "3: 1/1"])
    #expect(try office.count("copy", where: "discogs_instance IS NOT NULL") == 2)
    let again = try comparisons.pull(.collection, nil, ifVersion: nil, by: "Ada")
    #expect(again.copies == 0 && again.change == nil)
    try office.undo(try #require(try office.lastChange()))
    #expect(try office.database.read { try $0.dump(marks: false) } == before)
    #expect(try rows(office, .collection) == ["1: 1/2", "2: 1/0", "3: 0/1"])
  }

  @Test func `a pull of wishes leaves out what the library owns`() throws {
    let office = try StaffLibrary()
    _ = try office.counter.releases.add(DiscogsAddress(release: 3), isWished: false, id: nil, by: nil)
    try finish(office, collection: [], wants: [3, 4, 5])
    let pull = try office.counter.comparisons.pull(.wishlist, [3, 4], ifVersion: nil, by: nil)
    #expect(pull.wishes == 1 && pull.copies == 0)
    #expect(try rows(office, .wishlist) == ["3: 0/1", "4: 1/1", "5: 0/1"])
  }

  @Test func `a stale preview and an unfinished comparison are refused`() throws {
    let office = try StaffLibrary()
    let comparisons = office.counter.comparisons
    #expect(throws: StaffError.isOver) { _ = try comparisons.pull(.collection, nil, ifVersion: nil, by: nil) }
    try finish(office, collection: [9], wants: [])
    let seen = try comparisons.view().version
    _ = try comparisons.start(by: nil)
    #expect(throws: StaffError.staleVersion(now: seen + 1)) {
      _ = try comparisons.pull(.collection, nil, ifVersion: seen, by: nil)
    }
    #expect(throws: StaffError.isUnderWay) { _ = try comparisons.pull(.collection, nil, ifVersion: nil, by: nil) }
    #expect(throws: StaffError.isUnderWay) { _ = try comparisons.start(by: nil) }
    #expect(try office.count("discogs_item") == 0)
    #expect(try comparisons.set(.stopped, ifVersion: seen + 1).state == .stopped)
  }

  @Test func `at most 1,000 copies are added at once, and the rest by another pull`() throws {
    let office = try StaffLibrary()
    try finish(office, collection: Array(repeating: 8, count: 1005), wants: [])
    let comparisons = office.counter.comparisons
    let first = try comparisons.pull(.collection, nil, ifVersion: nil, by: nil)
    #expect(first.copies == 1000 && first.remaining == 5)
    let second = try comparisons.pull(.collection, nil, ifVersion: nil, by: nil)
    #expect(second.copies == 5 && second.remaining == 0)
    #expect(try rows(office, .collection) == ["8: 1005/1005"])
  }

  @Test func `the pages of random lists have the rows of a simple model, and a pull leaves no release behind`() throws {
    var random = SeededRandom(seed: 20_261_127)
    for _ in 0..<20 {
      let office = try StaffLibrary()
      let comparisons = office.counter.comparisons
      var here: [Int64: Int] = [:]
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let number = Int64.random(in: 1...5, using: &random)
        _ = try office.counter.releases.add(DiscogsAddress(release: number), isWished: false, id: nil, by: nil)
        here[number, default: 0] += 1
      }
      let there = (0..<Int.random(in: 0...8, using: &random)).map { _ in Int64.random(in: 1...7, using: &random) }
      try finish(office, collection: there, wants: [])
      func expected() -> [String] {
        (Int64(1)...7).compactMap { number in
          let (own, other) = (here[number] ?? 0, there.count { $0 == number })
          return own + other > 0 ? "\(number): \(own)/\(other)" : nil
        }
      }
      var (found, cursor): ([String], String?) = ([], nil)
      repeat {
        let page = try comparisons.rows(of: .collection, nil, after: cursor, limit: 2)
        found += page.items.map { "\($0.number): \($0.here)/\($0.there)" }
        cursor = page.next
      } while cursor != nil
      #expect(found == expected())
      _ = try comparisons.pull(.collection, nil, ifVersion: nil, by: nil)
      for number in Set(there) { here[number] = max(here[number] ?? 0, there.count { $0 == number }) }
      #expect(try rows(office, .collection) == expected())
    }
  }
}
