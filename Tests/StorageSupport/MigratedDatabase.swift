internal import Foundation
internal import Log
internal import Storage

/// The file of a database with all migrations and no rows of its own, made once in each process.
///
/// The migrations would take two thirds of a short test. Tests of the migrations and of the files of a database make their
/// own.
package enum MigratedDatabase {
  private static let template = Result { try contents() }

  /// Writes a copy of the file.
  ///
  /// - Parameter path: the path of the copy, where no file is.
  /// - Returns: the path.
  /// - Throws: the error of the file system, or of the migrations.
  package static func placed(at path: String) throws -> String {
    try template.get().write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    return path
  }

  private static func contents() throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("deadwax-migrated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("deadwax.sqlite")
    // Closed, it has no log beside it.
    try Database(path: file.path, migrations: Migration.all, logger: .silent).close()
    return try Data(contentsOf: file)
  }
}
