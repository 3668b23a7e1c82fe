import Deadwax
import Execution
import History
import Lending
import Lists
import Log
import Queries
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CollectionsTests {
  private let shelf: ListShelf
  private let collections: Collections
  private let ada: AccountRecord.ID
  private let bob: AccountRecord.ID

  init() throws {
    shelf = try ListShelf()
    collections = Collections(database: shelf.database, published: {})
    (ada, bob) = try shelf.database.write { ($0.newID(), $0.newID()) }
  }

  private func make(
    _ name: String, _ query: String = "title", isShared: Bool = true, owner: AccountRecord.ID? = nil
  ) throws -> SmartCollection {
    try collections.add(name: name, query: query, isShared: isShared, owner: owner, id: nil, by: "test")
  }

  private func names(_ viewer: AccountRecord.ID? = nil) throws -> [String] {
    try collections.list(seenBy: viewer, in: .utc, tracksPlaces: true).compactMap { view in
      if case .made(let made) = view.subject { made.name } else { nil }
    }
  }

  private func view(_ id: SmartCollection.ID, _ viewer: AccountRecord.ID? = nil) throws -> CollectionView {
    try collections.collection(id.text, seenBy: viewer, in: .utc)
  }

  @Test func `every library has nine collections, whose queries are in their canonical form`() throws {
    let views = try collections.list(seenBy: nil, in: .utc, tracksPlaces: true)
    #expect(views.count == 9 && views.allSatisfy { $0.count != nil && !$0.isOwn })
    for collection in BuiltInCollection.allCases {
      #expect(try Query(collection.query, isTyping: false).description == collection.query)
    }
    #expect(try collections.collection("all", seenBy: nil, in: .utc).count == shelf.releases.count)
    #expect(try collections.collection("missing-location", seenBy: nil, in: .utc).count == shelf.releases.count)
  }

  @Test func `a collection is counted again after each change, and its change is undone`() throws {
    let made = try make("Marked", "favourite sort:-year")
    #expect(try view(made.id).count == 0)
    for (index, release) in shelf.releases.prefix(3).enumerated() {
      try shelf.database.write { transaction in
        try transaction.setFavourite(true, release)
        try transaction.recordChange(.favourite)
      }
      #expect(try view(made.id).count == index + 1)
    }
    try shelf.undo()
    #expect(try view(made.id).count == 2)
    let changed = try collections.change(
      made.id, SmartCollection.Patch { $0.query = " artist:artist " }, ifVersion: 1, seenBy: nil, by: "test")
    #expect(changed.query == "artist:artist" && changed.version == 2)
    #expect(try view(made.id).count == 5)
    try shelf.undo()
    #expect(try view(made.id).query == "favourite sort:-year")
    try collections.remove(made.id, ifVersion: nil, seenBy: nil, by: "test")
    #expect(throws: StaffError.noSuchCollection) { try view(made.id) }
    try shelf.undo()
    #expect(try view(made.id).count == 2)
  }

  @Test func `a private collection exists for its owner alone`() throws {
    let mine = try make("Mine", isShared: false, owner: ada)
    _ = try make("Ours", owner: ada)
    #expect(try names(ada) == ["Mine", "Ours"] && names(bob) == ["Ours"] && names() == ["Ours"])
    #expect(try view(mine.id, ada).isOwn)
    for viewer in [bob, nil] {
      #expect(throws: StaffError.noSuchCollection) { try view(mine.id, viewer) }
      #expect(throws: StaffError.noSuchCollection) {
        try collections.change(
          mine.id, SmartCollection.Patch { $0.name = "X" }, ifVersion: nil, seenBy: viewer, by: nil)
      }
      #expect(throws: StaffError.noSuchCollection) {
        try collections.remove(mine.id, ifVersion: nil, seenBy: viewer, by: nil)
      }
    }
    // An undo of its removal does not show it to others.
    try collections.remove(mine.id, ifVersion: nil, seenBy: ada, by: "test")
    try shelf.undo()
    #expect(try names(ada) == ["Mine", "Ours"] && names(bob) == ["Ours"])
    let shared = try collections.change(
      mine.id, SmartCollection.Patch { $0.isShared = true }, ifVersion: nil, seenBy: ada, by: nil)
    #expect(try shared.isShared && names(bob) == ["Mine", "Ours"])
  }

  @Test func `only its owner makes a collection private, and a caller without an account has no private one`() throws {
    let patch = SmartCollection.Patch { $0.isShared = false }
    let ofAda = try make("Ours", owner: ada)
    let ofProgram = try make("Of a program")
    for (id, viewer) in [(ofAda.id, bob), (ofAda.id, nil), (ofProgram.id, ada), (ofProgram.id, nil)] {
      let error = #expect(throws: StaffError.self) {
        try collections.change(id, patch, ifVersion: nil, seenBy: viewer, by: nil)
      }
      guard case .badValue("isShared", _)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try !collections.change(ofAda.id, patch, ifVersion: nil, seenBy: ada, by: nil).isShared)
    #expect(throws: StaffError.self) { try make("Private", isShared: false) }
  }

  @Test func `a query with a mistake is refused, and one that is stored is shown with its mistake`() throws {
    #expect(throws: QueryError.self) { try make("Wrong", "artits:bowie") }
    let made = try make("Right", "artist:bowie")
    #expect(throws: QueryError.self) {
      try collections.change(made.id, SmartCollection.Patch { $0.query = "(" }, ifVersion: nil, seenBy: nil, by: nil)
    }
    for query in ["", "  ", "a\u{7}b", String(repeating: "a", count: 1001)] {
      #expect(throws: (any Error).self) { try make("Hostile", query) }
    }
    for name in ["", " ", "a\nb", String(repeating: "a", count: 101)] {
      #expect(throws: StaffError.self) { try make(name) }
    }
    #expect(try names() == ["Right"])
    // As a later version may have stored it.
    try shelf.database.write { transaction in
      var later = made
      later.query = "smell:roses year:1975"
      try transaction.update(later)
    }
    let shown = try view(made.id)
    guard case .mistake(let mistake)? = shown.obstacle else {
      Issue.record("\(shown)")
      return
    }
    #expect(shown.count == nil && mistake.code == "unknown-field" && mistake.position == 0..<5)
    #expect(try collections.list(seenBy: nil, in: .utc, tracksPlaces: true).count == 10)
  }

  @Test func `a library that notes no places has no collection of missing locations`() throws {
    let all = try collections.list(seenBy: nil, in: .utc, tracksPlaces: true)
    let untracked = try collections.list(seenBy: nil, in: .utc, tracksPlaces: false)
    #expect(untracked.map(\.subject) == all.map(\.subject).filter { $0 != .builtIn(.missingLocation) })
    #expect(untracked.count == all.count - 1)
  }

  @Test func `a stale version is refused, and a repeated request makes one collection`() throws {
    let id: SmartCollection.ID = try shelf.database.write { $0.newID() }
    for _ in 1...2 {
      let made = try collections.add(
        name: "Once", query: "title", isShared: true, owner: nil, id: id, by: nil)
      #expect(made.id == id)
    }
    #expect(try names() == ["Once"])
    let patch = SmartCollection.Patch { $0.name = "Twice" }
    #expect(try collections.change(id, patch, ifVersion: 1, seenBy: nil, by: nil).version == 2)
    #expect(throws: StaffError.staleVersion(now: 2)) {
      try collections.change(id, patch, ifVersion: 1, seenBy: nil, by: nil)
    }
    #expect(throws: StaffError.staleVersion(now: 2)) {
      try collections.remove(id, ifVersion: 1, seenBy: nil, by: nil)
    }
    // The same values are no change.
    let before = try shelf.newest().id
    #expect(try collections.change(id, patch, ifVersion: 2, seenBy: nil, by: nil).version == 2)
    #expect(try shelf.newest().id == before)
  }

  @Test func `a library has a limited number of collections`() throws {
    for number in 1...Collections.most { _ = try make("Number \(number)") }
    #expect(throws: StaffError.self) { try make("One more") }
    #expect(try names().count == Collections.most)
  }

  @Test func `without a complete search index there is no count`() throws {
    try shelf.database.write { try $0.run("UPDATE job SET position = 7 WHERE name = 'search-index'") }
    let views = try collections.list(seenBy: nil, in: .utc, tracksPlaces: true)
    #expect(views.allSatisfy { $0.count == nil && $0.obstacle == .indexing })
  }
}
