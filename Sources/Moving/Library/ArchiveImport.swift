internal import Deadwax
package import Log
package import Storage

/// Imports the archive of a whole library into an empty hub.
///
/// The library is made beside the present one, from rows and files that were all compared with the manifest. Then it is
/// staged, and the next start puts it in place: whole, or not at all. An archive of an older version is migrated.
package struct ArchiveImport: Sendable {
  /// The functions that the import needs of the hub.
  package struct Surroundings: Sendable {
    /// Stages the library that a function makes in an empty folder. The person is nil for the hub itself.
    package var stage: @Sendable (_ person: String?, _ make: (_ folder: String) throws -> Void) throws -> Void
    /// Returns false once the hub stops.
    package var goesOn: @Sendable () -> Bool

    package init(
      stage: @escaping @Sendable (_ person: String?, _ make: (_ folder: String) throws -> Void) throws -> Void,
      goesOn: @escaping @Sendable () -> Bool
    ) {
      (self.stage, self.goesOn) = (stage, goesOn)
    }
  }

  private let database: Database
  private let data: String
  private let program: String
  private let surroundings: Surroundings
  private let logger: Logger

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - data: the data folder of the hub, on whose disk an archive has space.
  ///   - program: the version of this program.
  ///   - surroundings: the functions of the hub.
  ///   - logger: the logger for the operator.
  package init(database: Database, data: String, program: String, surroundings: Surroundings, logger: Logger) {
    (self.database, self.data, self.program) = (database, data, program)
    (self.surroundings, self.logger) = (surroundings, logger)
  }

  /// Opens the receiver of an archive. An archive for a library that is not empty is refused before it arrives.
  ///
  /// - Throws: `MovingError.libraryNotEmpty`, `.diskFull` or `.unavailable`; a `StorageError`.
  package func receive() throws -> ImportUpload {
    try checkIsEmpty()
    return try ImportUpload(in: data)
  }

  /// Returns an archive that is in memory already.
  ///
  /// - Throws: as `receive`.
  package func received(_ bytes: [UInt8]) throws -> ImportUpload {
    let upload = try receive()
    bytes.withUnsafeBytes { upload.take($0) }
    return upload
  }

  /// Prepares the import of an archive, which takes effect with the next start of the hub.
  ///
  /// - Parameters:
  ///   - upload: the archive.
  ///   - person: the name of the person who ordered it.
  /// - Throws: a `MovingError`, a `StorageError`, or the error of `stage`. The library stays as it is then.
  package func stage(_ upload: ImportUpload, by person: String?) throws {
    let file = try upload.finish()
    try checkIsEmpty()
    let unpacking = ArchiveUnpacking(
      migrations: Migration.all, program: program, now: .now(), logger: logger, goesOn: surroundings.goesOn)
    try surroundings.stage(person) { folder in
      _ = try unpacking.make(file.path, in: folder, hasFiles: true) { draft, manifest in
        if !manifest.hasSecrets { try copySecrets(into: draft) }
      }
    }
  }

  private func checkIsEmpty() throws {
    guard try database.read({ try $0.isLibraryEmpty() }) else { throw MovingError.libraryNotEmpty }
  }

  /// Copies the accounts, tokens and links of this hub, so that those who may sign in still may.
  private func copySecrets(into draft: LibraryDraft) throws {
    try database.read { reading in
      for table in try reading.libraryTables() where table.isSecret {
        let names = table.columns.map(\.name)
        try reading.forEachRow(of: table) { try draft.insert($0, names, into: table) }
      }
    }
  }
}
