import Catalogue
import Deadwax
import Execution
import History
import Lending
import Lists
import Log
import Storage
import StorageTestSupport
import TestSupport

/// A real database with releases, each with a copy, and the use cases of lists over it.
final class ListShelf: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let crates: Crates
  let recents: Recents
  let plays: Plays
  let releases: [Release.ID]
  let copies: [Copy.ID]
  private let undoing: UndoService

  init(releases number: Int = 5, _ rules: (inout LibraryPolicy) -> Void = { _ in }) throws {
    var library = LibraryPolicy()
    rules(&library)
    folder = try TemporaryFolder("deadwax-lists", inMemory: true)
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent)
    self.database = database
    let policies = LibraryPolicies(defaults: library)
    crates = Crates(database: database, published: {})
    recents = Recents(database: database, policies: policies)
    plays = Plays(
      database: database, policies: policies,
      forms: PlayForms(folder: Repository.path("reports")).forms, published: {})
    undoing = UndoService(database: database, policies: policies, published: {})
    (releases, copies) = try database.write { transaction in
      var (releases, copies): ([Release.ID], [Copy.ID]) = ([], [])
      for index in 1...number {
        let release = Release(
          id: transaction.newID(), status: .manual, medium: .cd, title: "Title \(index)", artist: "Artist")
        try transaction.insert(release)
        let copy = Copy(
          id: transaction.newID(), release: release.id, number: index, code: OwnCode(.copy, number: UInt64(index)),
          addedAt: transaction.now)
        try transaction.insert(copy)
        releases.append(release.id)
        copies.append(copy.id)
      }
      try transaction.recordChange(.add)
      return (releases, copies)
    }
  }

  /// Gives a release a track list, and further details.
  func fill(_ number: Int, _ tracks: [Track], _ more: (inout ReleaseDetail) -> Void = { _ in }) throws {
    var detail = ReleaseDetail(tracks: tracks)
    more(&detail)
    let (id, filled) = (releases[number], detail)
    try database.write { transaction in
      guard let release = try transaction.release(id) else { throw TestFailure("no release") }
      try transaction.fill(release, with: filled)
      try transaction.recordChange(.resolve)
    }
  }

  /// Makes a crate.
  func make(_ name: String, in parent: Crate.ID? = nil) throws -> Crate.ID {
    try crates.add(name: name, note: nil, parent: parent, id: nil, by: "test").crate.id
  }

  /// Adds releases to a crate.
  func put(_ numbers: [Int], into crate: Crate.ID) throws {
    for number in numbers { _ = try crates.add(.release(releases[number]), to: crate, item: nil, by: "test") }
  }

  /// Returns the subjects of a crate in their order, read in small pages.
  func subjects(of crate: Crate.ID) throws -> [CrateItem.Subject] { try items(of: crate).map(\.item.subject) }

  /// Returns the numbers of the releases in a crate in their order.
  func numbers(of crate: Crate.ID) throws -> [Int] {
    try items(of: crate).map { releases.firstIndex(of: $0.release.id) ?? -1 }
  }

  /// Returns the items of a crate in their order, read in small pages. Their positions must be 1, 2, 3 and so on.
  func items(of crate: Crate.ID) throws -> [CrateItemView] {
    var (items, cursor): ([CrateItemView], String?) = ([], nil)
    repeat {
      let page = try crates.items(of: crate, cursor: cursor, limit: 3)
      items += page.items
      cursor = page.next
    } while cursor != nil
    guard items.map(\.position) == Array(1..<(items.count + 1)) else {
      throw TestFailure("the positions are \(items.map(\.position))")
    }
    return items
  }

  /// All rows of the records in the history.
  func dump() throws -> HistoryDump { try database.read { try $0.dump(marks: false) } }

  /// Returns the newest change.
  func newest() throws -> Change {
    guard let change = try database.read({ try $0.changes(limit: 1).first }) else { throw TestFailure("no change") }
    return change
  }

  /// Undoes a change; the newest one if nil.
  func undo(_ change: Change? = nil) throws {
    _ = try undoing.undo(try change?.id ?? newest().id, by: .staff("test"))
  }
}
