import Attachments
import Deadwax
import Execution
import Foundation
import History
import Intake
import Lending
import Log
import Storage
import StorageTestSupport
import TestSupport

/// A release with a copy in a real database, and a folder for files.
final class AttachmentShelf: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let attachments: Attachments
  let release: Release.ID
  let copy: Copy.ID
  private let undoing: UndoService

  init(_ rules: (inout LibraryPolicy) -> Void = { _ in }) throws {
    var library = LibraryPolicy()
    rules(&library)
    folder = try TemporaryFolder("deadwax-attachments", inMemory: true)
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent)
    self.database = database
    let policies = LibraryPolicies(defaults: library)
    attachments = Attachments(
      database: database, policies: policies, folder: folder.path("attachments"),
      cleaner: PictureCleaner(program: try Repository.program("deadwax-reader")), logger: .silent, published: {})
    undoing = UndoService(database: database, policies: policies, published: {})
    (release, copy) = try database.write { transaction in
      let cd = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "A Title", artist: "An Artist")
      try transaction.insert(cd)
      let copy = Copy(
        id: transaction.newID(), release: cd.id, number: 1, code: OwnCode(.copy, number: 1), partCount: 1,
        addedAt: transaction.now)
      try transaction.insert(copy)
      return (cd.id, copy.id)
    }
  }

  /// Adds a file to the release.
  func add(_ bytes: [UInt8], name: String = "file", isCover: Bool = false, id: Attachment.ID? = nil) throws
    -> Attachment
  {
    try attachments.add(
      Attachments.Upload(content: IncomingFile(bytes), type: "application/octet-stream", name: name, isCover: isCover),
      to: .release(release), id: id, by: "test")
  }

  /// The paths of the files in the folder, without previews.
  var files: [String] {
    let paths = FileManager.default.subpaths(atPath: folder.path("attachments")) ?? []
    return paths.filter { $0.contains("/") || $0.hasPrefix(".") }.sorted()
  }

  /// Undoes the newest change.
  func undoLast() throws {
    guard let change = try database.read({ try $0.changes(limit: 1).first }) else { throw TestFailure("no change") }
    _ = try undoing.undo(change.id, by: .staff("test"))
  }

  func end() {
    attachments.stop()
    database.close()
  }
}
