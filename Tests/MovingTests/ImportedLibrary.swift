import BulkChanges
import Deadwax
import Execution
import Lending
import Log
import Moving
import Storage
import TestSupport
import Threads

/// A library into which tables are imported.
struct ImportedLibrary: Sendable {
  let base: MovingLibrary
  let imports: LibraryImports
  /// The lane of changes in parts.
  let bulk: BulkChanges
  /// Called after each commit of a part.
  let published = Locked<@Sendable () -> Void>({})
  /// The number of calls that made sure of a backup.
  let backups = Locked(0)

  var database: Database { base.database }

  /// - Parameters:
  ///   - folder: its data folder; a new one if nil.
  ///   - covers: checks and stores covers.
  /// - Throws: the error of the file system or of the database.
  init(in folder: TemporaryFolder? = nil, covers: ImportCover.Storing = .none) throws {
    base = try MovingLibrary(in: folder)
    let bulk = BulkChanges(
      database: base.database, policies: LibraryPolicies(defaults: LibraryPolicy()), published: {}, logger: .silent)
    self.bulk = bulk
    let (backups, published) = (backups, published)
    imports = LibraryImports(
      database: base.database, folder: base.folder.path,
      surroundings: LibraryImports.Surroundings(
        prepare: { backups.withLock { $0 += 1 } }, published: { published.withLock { $0 }() },
        lookupWanted: {}, covers: covers, inParts: { try bulk.perform($0) }), logger: .silent)
  }

  func end() {
    imports.stop()
    bulk.stop()
    database.close()
  }

  /// Sends a file, and waits for its plan.
  func plan(_ bytes: [UInt8], as table: ExportTable = .copies) async throws -> LibraryImport {
    let upload = try imports.receive()
    // In two parts, so that something is always cut.
    for part in [bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2)] {
      Array(part).withUnsafeBytes { upload.take($0) }
    }
    return try await end(of: try imports.begin(upload, as: table, id: nil).id)
  }

  func plan(_ text: String, as table: ExportTable = .copies) async throws -> LibraryImport {
    try await plan(Array(text.utf8), as: table)
  }

  /// Waits until nothing is under way.
  func end(of id: LibraryImport.ID) async throws -> LibraryImport {
    try await eventually("the end of the work") {
      let view = try imports.view(id)
      return [.checking, .applying].contains(view.phase) ? nil : view
    }
  }

  /// Applies a plan without refused lines, and waits for its end.
  func apply(_ view: LibraryImport, skipsRefused: Bool = false) async throws -> LibraryImport {
    guard let plan = view.plan else { throw TestFailure("no plan: \(view.fault.map(\.sentence) ?? "")") }
    let begun = try imports.apply(view.id, plan: plan, skipsRefused: skipsRefused, by: "Ada")
    return try await end(of: begun.id)
  }

  /// Sends a file and applies its plan.
  @discardableResult
  func take(_ text: String, skipsRefused: Bool = false) async throws -> LibraryImport {
    let done = try await apply(try await plan(text), skipsRefused: skipsRefused)
    guard done.phase == .applied else { throw TestFailure("not applied: \(done.fault?.sentence ?? "")") }
    return done
  }

  func lines(_ view: LibraryImport, _ fate: ImportLine.Fate? = nil) throws -> [ImportLine] {
    var all: [ImportLine] = []
    while true {
      let page = try imports.lines(of: view.id, fate: fate, after: all.last?.line, limit: 50)
      all += page.lines
      guard page.hasMore else { return all }
    }
  }

  func dump() throws -> HistoryDump { try database.read { try $0.dump(marks: false) } }

  func bytes(of table: ExportTable) throws -> [UInt8] { try base.table(table).bytes }
}

extension ImportCover.Storing {
  /// For tests without covers: nothing is a picture.
  static var none: Self { Self(isPicture: { _ in false }, store: { _ in throw MovingError.stopped }) }
}
