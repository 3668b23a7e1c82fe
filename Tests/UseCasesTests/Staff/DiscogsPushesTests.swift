import Catalogue
import Deadwax
import Execution
import Staff
import Storage
import TestSupport
import Testing

/// Tests of the plans of what is written at Discogs, and of their confirmation.
@Suite(.timeLimit(.minutes(5)))
struct DiscogsPushesTests {
  /// Stores a finished comparison with these lists; the instances count from 100.
  private func finish(_ office: StaffLibrary, collection: [Int64], wants: [Int64]) throws {
    try office.database.write { transaction in
      try transaction.removeDiscogsItems()
      for (index, number) in collection.enumerated() {
        try transaction.store(
          DiscogsItem(
            list: .collection, instance: Int64(100 + index), number: number, folder: 3, title: "T", artist: "A"))
      }
      for number in wants {
        try transaction.store(
          DiscogsItem(list: .wishlist, instance: number, number: number, folder: nil, title: "T", artist: "A"))
      }
      var comparison = DiscogsComparison(startedBy: "test", at: transaction.now)
      (comparison.state, comparison.user) = (.done, "ada")
      try transaction.store(comparison)
    }
  }

  private func add(_ office: StaffLibrary, _ number: Int64, isWished: Bool = false) throws {
    _ = try office.counter.releases.add(DiscogsAddress(release: number), isWished: isWished, id: nil, by: nil)
  }

  private func plan(
    _ office: StaffLibrary, _ list: DiscogsList, _ act: DiscogsAct, _ numbers: Set<Int64>?
  ) throws -> DiscogsPushView {
    try office.counter.pushes.plan(
      DiscogsPushes.Order(list: list, act: act, numbers: numbers, folder: 2), ifVersion: nil, by: "Ada")
  }

  /// The steps as texts, such as `7` for an addition or `7/101@3` for an instance in a folder.
  private func steps(_ office: StaffLibrary) throws -> [String] {
    try office.counter.pushes.steps(in: nil, after: nil, limit: 200).items.map { step in
      "\(step.number)" + (step.instance.map { "/\($0)" } ?? "") + (step.folder.map { "@\($0)" } ?? "")
    }
  }

  @Test func `a plan of additions has what only the library has, and changes nothing until it is confirmed`() throws {
    let office = try StaffLibrary()
    for number: Int64 in [1, 2, 2, 3] { try add(office, number) }
    try finish(office, collection: [2, 3, 4], wants: [])
    let planned = try plan(office, .collection, .add, nil)
    #expect(planned.state == .planned && planned.total == 2 && planned.user == "ada" && planned.folder == 2)
    #expect(try steps(office) == ["1@2", "2@2"])
    #expect(try plan(office, .collection, .add, [2]).total == 1)
    let pushes = office.counter.pushes
    #expect(throws: StaffError.staleVersion(now: 2)) { _ = try pushes.set(.running, ifVersion: 1, by: "Eve") }
    let confirmed = try pushes.set(.running, ifVersion: 2, by: "Eve")
    #expect(confirmed.state == .running && confirmed.confirmedBy == "Eve" && confirmed.plannedBy == "Ada")
    #expect(confirmed.confirmedAt != nil && confirmed.timeLeft == nil)
  }

  @Test func `a removal needs names, and takes the newest instances that are no copy`() throws {
    let office = try StaffLibrary()
    try add(office, 7)
    try finish(office, collection: [7, 7, 7, 8, 9], wants: [5, 6])
    try add(office, 8)
    #expect(throws: StaffError.badValue(field: "numbers", sentence: "A removal must name its releases.")) {
      _ = try plan(office, .collection, .remove, nil)
    }
    _ = try plan(office, .collection, .remove, [7, 8])
    #expect(try steps(office) == ["7/102@3", "7/101@3"])
    _ = try plan(office, .wishlist, .remove, [6])
    #expect(try steps(office) == ["6"])
    #expect(try plan(office, .collection, .remove, [8]).state == .done)
  }

  @Test func `a withdrawn copy that was brought from Discogs leaves the collection with its own instance`() throws {
    let office = try StaffLibrary()
    try finish(office, collection: [7, 7, 8], wants: [])
    _ = try office.counter.comparisons.pull(.collection, nil, ifVersion: nil, by: nil)
    #expect(try plan(office, .collection, .remove, [7, 8]).state == .done)
    let withdrawn = try #require(
      try office.database.read { reading in
        try reading.all("SELECT id FROM copy WHERE discogs_instance = 100") { Copy.ID(try $0.text("id")) }.first
      } ?? nil)
    _ = try office.counter.copies.change(withdrawn, Copy.Patch { $0.status = .withdrawn }, ifVersion: nil, by: "Ada")
    #expect(try plan(office, .collection, .remove, [7, 8]).total == 1)
    // Of the two instances, the one that the other copy is stays, although it is the newer one.
    #expect(try steps(office) == ["7/100@3"])
    // Restored, it stays at Discogs too.
    _ = try office.counter.copies.change(withdrawn, Copy.Patch { $0.status = .available }, ifVersion: nil, by: "Ada")
    #expect(try plan(office, .collection, .remove, [7, 8]).state == .done)
  }

  @Test func `a withdrawn copy removes nothing while the library has as many copies as Discogs`() throws {
    let office = try StaffLibrary()
    for number: Int64 in [7, 7] { try add(office, number) }
    try finish(office, collection: [7], wants: [])
    let copies = try office.database.read { reading in
      try reading.all("SELECT id FROM copy ORDER BY number DESC LIMIT 2") { Copy.ID(try $0.text("id")) }
    }
    let last = try #require(copies.first ?? nil)
    _ = try office.counter.copies.change(last, Copy.Patch { $0.status = .withdrawn }, ifVersion: nil, by: "Ada")
    #expect(try plan(office, .collection, .remove, [7]).state == .done)
  }

  @Test func `a plan of wishes has what the wantlist lacks`() throws {
    let office = try StaffLibrary()
    try add(office, 4, isWished: true)
    try add(office, 5, isWished: true)
    try finish(office, collection: [], wants: [5])
    let planned = try plan(office, .wishlist, .add, nil)
    #expect(planned.total == 1 && planned.folder == nil)
    #expect(try steps(office) == ["4"])
  }

  @Test func `while a push is confirmed, no plan, comparison or pull begins`() throws {
    let office = try StaffLibrary()
    try add(office, 1)
    try finish(office, collection: [2], wants: [])
    let (pushes, comparisons) = (office.counter.pushes, office.counter.comparisons)
    _ = try plan(office, .collection, .add, nil)
    for state in [DiscogsPushState.running, .paused] {
      _ = try pushes.set(state, ifVersion: nil, by: nil)
      #expect(throws: StaffError.isUnderWay) { _ = try plan(office, .collection, .add, nil) }
      #expect(throws: StaffError.isUnderWay) { _ = try comparisons.start(by: nil) }
      #expect(throws: StaffError.isUnderWay) { _ = try comparisons.pull(.collection, nil, ifVersion: nil, by: nil) }
    }
    #expect(try pushes.set(.stopped, ifVersion: nil, by: nil).state == .stopped)
    #expect(throws: StaffError.isOver) { _ = try pushes.set(.running, ifVersion: nil, by: nil) }
    _ = try comparisons.start(by: nil)
    #expect(throws: StaffError.isUnderWay) { _ = try plan(office, .collection, .add, nil) }
  }

  @Test func `a new comparison discards a plan that was not confirmed`() throws {
    let office = try StaffLibrary()
    try add(office, 1)
    try finish(office, collection: [], wants: [])
    let planned = try plan(office, .collection, .add, nil)
    _ = try office.counter.comparisons.start(by: nil)
    #expect(try office.counter.pushes.view().state == .stopped)
    #expect(throws: StaffError.self) {
      _ = try office.counter.pushes.set(.running, ifVersion: planned.version, by: nil)
    }
  }
}
