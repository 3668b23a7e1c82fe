import Catalogue
import Deadwax
import Execution
import Lists
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CratesTests {
  @Test func `a crate keeps the order of its items and has each record once`() throws {
    let shelf = try ListShelf()
    let crate = try shelf.make("Sunday")
    try shelf.put([2, 0, 1], into: crate)
    let (again, isNew) = try shelf.crates.add(.release(shelf.releases[0]), to: crate, item: nil, by: "test")
    #expect(!isNew && again.position == 2)
    // A copy and its release are two records.
    _ = try shelf.crates.add(.copy(shelf.copies[0]), to: crate, item: nil, by: "test")
    #expect(
      try shelf.subjects(of: crate) == [
        .release(shelf.releases[2]), .release(shelf.releases[0]), .release(shelf.releases[1]), .copy(shelf.copies[0]),
      ])
    #expect(try shelf.crates.crate(crate).items == 4)
  }

  @Test func `an item moves to any position, and its undo brings it back`() throws {
    let shelf = try ListShelf()
    let crate = try shelf.make("Sunday")
    try shelf.put([0, 1, 2, 3, 4], into: crate)
    let last = try shelf.items(of: crate)[4]
    #expect(try shelf.crates.move(last.item.id, of: crate, to: 1, ifVersion: 1, by: "test").position == 1)
    #expect(try shelf.numbers(of: crate) == [4, 0, 1, 2, 3])
    #expect(throws: StaffError.staleVersion(now: 2)) {
      _ = try shelf.crates.move(last.item.id, of: crate, to: 2, ifVersion: 1, by: "test")
    }
    #expect(try shelf.crates.move(last.item.id, of: crate, to: 10_000, ifVersion: 2, by: "test").position == 5)
    let change = try shelf.newest()
    _ = try shelf.crates.move(last.item.id, of: crate, to: 5, ifVersion: nil, by: "test")
    #expect(try shelf.newest().id == change.id, "where it is already, it stays without a change")
    try shelf.undo()
    #expect(try shelf.numbers(of: crate) == [4, 0, 1, 2, 3])
  }

  @Test func `an item moves between the same neighbours more often than there are numbers between them`() throws {
    let shelf = try ListShelf(releases: 3)
    let crate = try shelf.make("Sunday")
    try shelf.put([0, 1, 2], into: crate)
    for turn in 1...60 {
      let last = try shelf.items(of: crate)[2]
      #expect(
        try shelf.crates.move(last.item.id, of: crate, to: 2, ifVersion: nil, by: "test").position == 2, "turn \(turn)")
    }
    #expect(try shelf.numbers(of: crate) == [0, 1, 2])
  }

  @Test func `a crate is removed with the crates in it, the records stay, and an undo restores every row`() throws {
    let shelf = try ListShelf()
    let outer = try shelf.make("Radio")
    let inner = try shelf.make("Sunday", in: outer)
    try shelf.put([0, 1], into: outer)
    try shelf.put([1, 2], into: inner)
    let before = try shelf.dump()
    try shelf.crates.remove(outer, ifVersion: 1, by: "test")
    #expect(throws: StaffError.noSuchCrate) { _ = try shelf.crates.crate(inner) }
    #expect(try shelf.crates.list(holding: nil, cursor: nil, limit: 9).items.isEmpty)
    #expect(try shelf.database.read { try $0.release(shelf.releases[0]) } != nil)
    try shelf.undo()
    #expect(try shelf.dump().differences(from: before) == [])
    #expect(try shelf.numbers(of: inner) == [1, 2])
  }

  @Test func `a crate is never inside itself, neither by a change nor by an undo`() throws {
    let shelf = try ListShelf()
    let (one, two) = (try shelf.make("One"), try shelf.make("Two"))
    let three = try shelf.make("Three", in: two)
    func set(_ parent: Crate.ID?, of crate: Crate.ID) throws {
      _ = try shelf.crates.change(
        crate, Crate.Patch { $0.parent = parent.map { .set($0) } ?? .cleared }, ifVersion: nil, by: "test")
    }
    try set(one, of: two)
    for crate in [one, two, three] {
      #expect(throws: StaffError.badValue(field: "parent", sentence: "A crate cannot be inside itself.")) {
        try set(crate, of: one)
      }
    }
    try set(nil, of: two)
    let moved = try shelf.newest()
    try set(three, of: one)
    // The undo would put Two into One, which is inside Two now.
    #expect(throws: (any Error).self) { try shelf.undo(moved) }
    #expect(try shelf.crates.crate(two).crate.parent == nil)
    try set(nil, of: one)
  }

  @Test func `changes of the same crate are undone in any order`() throws {
    let shelf = try ListShelf()
    let crate = try shelf.make("Sunday")
    try shelf.put([0], into: crate)
    let first = try shelf.newest()
    try shelf.put([1, 2], into: crate)
    _ = try shelf.crates.change(crate, Crate.Patch { $0.name = "Monday" }, ifVersion: 1, by: "test")
    try shelf.undo(first)
    #expect(try shelf.numbers(of: crate) == [1, 2])
    #expect(try shelf.crates.crate(crate).crate.name == "Monday")
  }

  @Test func `the undo of a removal is refused if the record is in the crate again`() throws {
    let shelf = try ListShelf()
    let crate = try shelf.make("Sunday")
    try shelf.put([0], into: crate)
    let item = try shelf.items(of: crate)[0].item
    try shelf.crates.remove(item.id, of: crate, ifVersion: item.version, by: "test")
    let removal = try shelf.newest()
    try shelf.put([0], into: crate)
    #expect(throws: (any Error).self) { try shelf.undo(removal) }
    #expect(try shelf.numbers(of: crate) == [0])
  }

  @Test func `a release that is removed leaves its crates, and its undo puts it back`() throws {
    let shelf = try ListShelf()
    let crate = try shelf.make("Sunday")
    let release = try shelf.database.write { transaction in
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "Alone", artist: "Artist")
      try transaction.insert(release)
      try transaction.recordChange(.release)
      return release.id
    }
    try shelf.put([0], into: crate)
    _ = try shelf.crates.add(.release(release), to: crate, item: nil, by: "test")
    try shelf.put([1], into: crate)
    let before = try shelf.dump()
    try shelf.database.write { transaction in
      try transaction.remove(release, mergedInto: nil)
      try transaction.recordChange(.release)
    }
    #expect(try shelf.numbers(of: crate) == [0, 1])
    #expect(throws: StaffError.isRemoved) {
      _ = try shelf.crates.add(.release(release), to: crate, item: nil, by: "test")
    }
    try shelf.undo()
    #expect(try shelf.dump().differences(from: before) == [])
  }

  @Test func `the crates of a release are those with the release or with a copy of it`() throws {
    let shelf = try ListShelf()
    let crates = try ["B", "a", "C"].map { try shelf.make($0) }
    try shelf.put([0], into: crates[0])
    _ = try shelf.crates.add(.copy(shelf.copies[0]), to: crates[1], item: nil, by: "test")
    try shelf.put([1], into: crates[2])
    func names(_ release: Release.ID?, limit: Int = 9) throws -> [String] {
      try shelf.crates.list(holding: release, cursor: nil, limit: limit).items.map(\.crate.name)
    }
    #expect(try names(shelf.releases[0]) == ["a", "B"])
    #expect(try names(nil) == ["a", "B", "C"])
    let page = try shelf.crates.list(holding: nil, cursor: nil, limit: 2)
    #expect(page.total == 3)
    #expect(try shelf.crates.list(holding: nil, cursor: page.next, limit: 2).items.map(\.crate.name) == ["C"])
    #expect(throws: CatalogueError.badCursor) {
      _ = try shelf.crates.list(holding: nil, cursor: Crate.ID.absent.text, limit: 2)
    }
  }

  @Test(arguments: ["", "  ", "a\nb", String(repeating: "x", count: 101)])
  func `an impossible name is refused`(_ name: String) throws {
    let shelf = try ListShelf()
    #expect(throws: StaffError.self) { _ = try shelf.make(name) }
    #expect(try shelf.crates.list(holding: nil, cursor: nil, limit: 9).items.isEmpty)
  }

  @Test func `a repeated request makes one crate and one item`() throws {
    let shelf = try ListShelf()
    let id = Crate.ID.new(at: .now())
    for _ in 1...2 {
      #expect(try shelf.crates.add(name: "A", note: " ", parent: nil, id: id, by: "test").crate.id == id)
    }
    #expect(try shelf.crates.list(holding: nil, cursor: nil, limit: 9).items.count == 1)
  }

  @Test func `each change of a crate or its items is an event, and so is its undo`() throws {
    let shelf = try ListShelf()
    let crate = try shelf.make("Sunday")
    try shelf.put([0], into: crate)
    try shelf.undo()
    try shelf.crates.remove(crate, ifVersion: nil, by: "test")
    let events = try shelf.database.read { try $0.events(after: 0, limit: 1000).filter { $0.kind == .crateChanged } }
    #expect(events.map(\.subject) == Array(repeating: crate.text, count: 4))
  }
}
