import Catalogue
import Concerts
import Deadwax
import Execution
import History
import Lending
import Log
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// A real database with the use cases of the concert catalogue over it.
final class ConcertHall: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let concerts: Concerts
  let imports: ConcertImports
  /// The number of times that a backup was asked for.
  let backups = Locked(0)
  private let undoing: UndoService

  init() throws {
    folder = try TemporaryFolder("deadwax-concerts", inMemory: true)
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent)
    self.database = database
    concerts = Concerts(database: database, published: {})
    imports = ConcertImports(
      database: database, folder: folder.path, prepare: { [backups] in backups.withLock { $0 += 1 } }, logger: .silent)
    undoing = UndoService(database: database, policies: LibraryPolicies(defaults: LibraryPolicy()), published: {})
  }

  deinit { imports.stop() }

  /// Reads a package without writing it.
  func read(_ bytes: [UInt8]) throws -> ConcertImport {
    let begun = try imports.begin(try imports.received(bytes), id: nil)
    imports.settle()
    return try imports.view(begun.id)
  }

  /// Imports a package.
  @discardableResult
  func load(_ package: SamplePackage = SamplePackage()) throws -> ConcertImport {
    let read = try read(try package.bytes)
    guard read.phase == .ready else { throw TestFailure("\(read.phase): \(String(describing: read.fault))") }
    _ = try imports.apply(read.id)
    imports.settle()
    let done = try imports.view(read.id)
    guard done.phase == .done else { throw TestFailure("\(done.phase): \(String(describing: done.fault))") }
    return done
  }

  /// Returns the ids of the shows that a search finds.
  func search(_ text: String, _ change: (inout ShowFilter) -> Void = { _ in }) throws -> [String] {
    var filter = ShowFilter()
    change(&filter)
    return try concerts.shows(search: text, filter, collection: nil, cursor: nil, limit: 50).items.map(\.id)
  }

  /// Returns the days of the shows of a list, read in small pages.
  func days(_ change: (inout ShowFilter) -> Void = { _ in }) throws -> [String] {
    var filter = ShowFilter()
    change(&filter)
    var (days, cursor): ([String], String?) = ([], nil)
    repeat {
      let page = try concerts.shows(search: nil, filter, collection: nil, cursor: cursor, limit: 2)
      days += page.items.map(\.date)
      cursor = page.next
    } while cursor != nil
    return days
  }

  /// Returns every row of the catalogue as text, to compare two states of it.
  func rows() throws -> [String] {
    try database.read { reading in
      try ["shows", "recordings", "library_shows", "recent_shows", "collections", "data_version", "show_search"]
        .flatMap { table in
          let columns: [String] = try reading.all("SELECT name FROM pragma_table_info(?1) ORDER BY cid", table) {
            try $0.text(0)
          }
          let values = columns.map { "coalesce(quote(\($0)), '')" }.joined(separator: " || '|' || ")
          return try reading.all("SELECT \(values) FROM \(table) ORDER BY 1") { "\(table): \(try $0.text(0))" }
        }
    }
  }

  func undoNewest() throws {
    guard let change = try database.read({ try $0.changes(limit: 1).first }) else { throw TestFailure("no change") }
    _ = try undoing.undo(change.id, by: .staff("test"))
  }
}
