import Deadwax
import Storage
import TestSupport
import Testing

/// Crates, favourites and recent releases: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct ListRecordTests {
  @Test(arguments: EngineName.allCases)
  func `a crate keeps its order through moves, and its removal and undo`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let copies = library.copies
    let crate: Crate.ID = try library.write(after: 1) { transaction in
      let crate = Crate(
        id: transaction.newID(), parent: nil, name: "Sunday", note: nil, createdAt: transaction.now, version: 1)
      try transaction.insert(crate)
      for copy in copies { _ = try transaction.append(.copy(copy), to: crate.id, id: transaction.newID()) }
      try transaction.recordChange(.crate)
      return crate.id
    }
    func subjects() throws -> [CrateItem.Subject] {
      try library.store.look { try $0.items(of: crate, after: nil, limit: 9).map(\.subject) }
    }
    // More moves between two neighbours than there are numbers between them.
    for turn in 1...50 {
      try library.write(after: Int64(turn + 1)) { transaction in
        try transaction.move(try transaction.items(of: crate, after: nil, limit: 9)[2], to: 1)
        try transaction.recordChange(.crate)
      }
    }
    #expect(try subjects() == copies.map { .copy($0) })
    #expect(try library.store.look { try $0.crates(after: nil, holding: nil, limit: 9).map(\.items) } == [3])
    let removal = try library.write(after: 90) { transaction in
      #expect(try transaction.remove(crate) == [crate])
      return try given(try transaction.recordChange(.crate))
    }
    #expect(try library.store.look { try $0.crateTotal(holding: nil) } == 0)
    #expect(try library.undo(removal, after: 91).change != nil)
    #expect(try subjects() == copies.map { .copy($0) })
  }

  @Test(arguments: EngineName.allCases)
  func `a smart collection is changed and restored, and a private one is its owner's`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (owner, other): (AccountRecord.ID, AccountRecord.ID) = try library.write(after: 1) { ($0.newID(), $0.newID()) }
    var made: SmartCollection = try library.write(after: 2) { transaction in
      let made = SmartCollection(
        id: transaction.newID(), name: "Zebra", query: "added:30d", owner: owner, isShared: false,
        createdAt: transaction.now, version: 1)
      try transaction.insert(made)
      try transaction.insert(
        SmartCollection(
          id: transaction.newID(), name: "apple", query: "wished", owner: nil, isShared: true,
          createdAt: transaction.now, version: 1))
      try transaction.recordChange(.collection)
      return made
    }
    func names(_ viewer: AccountRecord.ID?) throws -> [String] {
      try library.store.look { try $0.smartCollections(seenBy: viewer).map(\.name) }
    }
    #expect(try names(owner) == ["apple", "Zebra"] && names(other) == ["apple"] && names(nil) == ["apple"])
    made.query = "overdue"
    let changed = made
    let change = try library.write(after: 3) { transaction in
      try transaction.update(changed)
      return try given(try transaction.recordChange(.collection))
    }
    #expect(try library.store.look { try $0.smartCollection(changed.id) }?.version == 2)
    #expect(try library.undo(change, after: 4).change != nil)
    #expect(try library.store.look { try $0.smartCollection(changed.id) }?.query == "added:30d")
    let removal = try library.write(after: 5) { transaction in
      try transaction.remove(changed.id)
      return try given(try transaction.recordChange(.collection))
    }
    #expect(try names(owner) == ["apple"] && library.store.look { try $0.smartCollectionCount() } == 1)
    #expect(try library.undo(removal, after: 6).change != nil)
    #expect(try names(owner) == ["apple", "Zebra"])
  }

  @Test(arguments: EngineName.allCases)
  func `a recent release has one row, and a full list keeps the last ones`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let releases: [Release.ID] = try library.write(after: 1) { transaction in
      try (0..<3).map { number in
        let release: Release.ID = transaction.newID()
        try transaction.run(
          """
          INSERT INTO release (id, status, medium, title, artist, created_at, modified_at)
          VALUES (?1, 'manual', 'cd', ?2, 'Artist', ?3, ?3)
          """, release, "Title \(number)", transaction.now)
        return release
      }
    }
    for (second, number) in [0, 1, 0, 2].enumerated() {
      try library.write(after: Int64(second + 10)) { try $0.noteRecent(releases[number], most: 2) }
    }
    let recents = try library.store.look { try $0.recents() }
    #expect(recents.map(\.release.id) == [releases[2], releases[0]] && recents.map(\.count) == [1, 2])
    try library.write(after: 20) { try $0.noteRecent(releases[1], most: 0) }
    #expect(try library.store.look { try $0.recents() }.isEmpty)
    // The undo of an addition names a release that is gone.
    let gone: Release.ID = try library.write(after: 21) { $0.newID() }
    try library.write(after: 22) { try $0.noteRecent(gone, most: 2) }
    #expect(try library.store.look { try $0.recents() }.isEmpty)
  }
}
