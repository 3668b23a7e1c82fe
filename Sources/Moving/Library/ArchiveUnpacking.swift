internal import Archives
internal import Deadwax
internal import FoundationEssentials
internal import Log
internal import Secrets
internal import Storage

/// Makes a library from an archive in a folder: the database, and the files of the attachments in `files`.
///
/// Everything is compared with the manifest: the names, the sizes and the digests. A fault ends the work with the
/// name of the entry, and the line and the character where there is one. The folder is then to be thrown away.
struct ArchiveUnpacking {
  let migrations: [Migration]
  let program: String
  let now: Timestamp
  let logger: Logger
  /// Returns false to end early.
  let goesOn: @Sendable () -> Bool

  /// The library that was made.
  struct Made {
    let manifest: LibraryManifest
    /// The path of the database.
    let database: String
  }

  /// Makes the library.
  ///
  /// - Parameters:
  ///   - path: the path of the archive.
  ///   - folder: an empty folder.
  ///   - hasFiles: false to leave out the files of the attachments.
  ///   - complete: inserts what the archive does not have, such as accounts, once the schema is the present one.
  /// - Returns: the library.
  /// - Throws: a `MovingError`, a `StorageError`, or the error of `complete`.
  func make(
    _ path: String, in folder: String, hasFiles: Bool, complete: (LibraryDraft, LibraryManifest) throws -> Void
  ) throws -> Made {
    do {
      let reader = try ArchiveReader(path, limits: LibraryArchive.limits)
      let manifest = try manifest(reader)
      try compare(manifest, with: reader.entries)
      let database = "\(folder)/deadwax.sqlite"
      try LibraryDraft.make(
        at: database, schema: manifest.schema, known: migrations, now: now, logger: logger,
        { draft in try fill(draft, manifest, from: reader, folder: hasFiles ? folder : nil) },
        complete: { draft in
          try Self.check(try draft.reading.attachedFiles(), of: manifest)
          if let row = try draft.reading.rowAboveItself() {
            throw fault(LibraryArchive.rows(of: row.table), "The row \(row.id) is above itself in its tree.")
          }
          try complete(draft, manifest)
        })
      return Made(manifest: manifest, database: database)
    } catch let error as ArchiveError {
      if case .unavailable(let reason) = error.fault { throw MovingError.unavailable(reason) }
      throw MovingError.damagedArchive(entry: error.entry, line: nil, column: nil, error.sentence)
    } catch let error as StorageError where error.kind == .full {
      throw MovingError.diskFull
    } catch let error as StorageError where error.kind.isOfSchema {
      throw fault(nil, "Its rows do not fit the present version: \(error.message).")
    }
  }

  private func fault(_ entry: String?, line: Int? = nil, column: Int? = nil, _ sentence: String) -> MovingError {
    .damagedArchive(entry: entry, line: line, column: column, sentence)
  }

  // MARK: the manifest

  private func manifest(_ reader: ArchiveReader) throws -> LibraryManifest {
    let name = LibraryArchive.manifest
    guard reader.entries.first?.name == name, try reader.next() != nil else {
      throw fault(name, "It is not the first entry, so this is no archive of a library.")
    }
    let bytes = try reader.content(atMost: LibraryArchive.manifestLimit)
    // The form and the schema first: the rest may have another form in a later version.
    struct Version: Decodable {
      var format: Int
      var program: String?
      var schema: String
    }
    guard let version = try? JSONDecoder().decode(Version.self, from: Data(bytes)) else {
      throw fault(name, "It is no manifest in JSON.")
    }
    guard version.format <= LibraryArchive.format, migrations.contains(where: { $0.name == version.schema }) else {
      throw MovingError.newerArchive(
        theirs: "Deadwax \(version.program ?? "") (format \(version.format), \(version.schema))",
        ours: "Deadwax \(program) (format \(LibraryArchive.format), \(migrations.last?.name ?? ""))")
    }
    do {
      return try JSONDecoder().decode(LibraryManifest.self, from: Data(bytes))
    } catch {
      throw fault(name, "It lacks a part, or a part has a wrong form: \(Self.place(of: error)).")
    }
  }

  private static func place(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "unknown" }
    let context: DecodingError.Context
    var last: String?
    switch error {
    case .keyNotFound(let key, let found): (context, last) = (found, key.stringValue)
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
    @unknown default: return "unknown"
    }
    return (context.codingPath.map(\.stringValue) + [last].compactMap(\.self)).joined(separator: ".")
  }

  /// Compares the list of entries with the manifest.
  private func compare(_ manifest: LibraryManifest, with entries: [ArchiveEntry]) throws {
    var expected: [String: Int] = [:]
    for table in manifest.tables { expected[LibraryArchive.rows(of: table.name)] = table.bytes }
    for file in manifest.files {
      guard LibraryArchive.isDigest(file.sha256) else {
        throw fault(LibraryArchive.manifest, "The name of a file is no SHA-256 digest.")
      }
      expected[LibraryArchive.file(file.sha256)] = file.bytes
    }
    guard expected.count == manifest.tables.count + manifest.files.count else {
      throw fault(LibraryArchive.manifest, "A table or a file is named twice.")
    }
    for entry in entries.dropFirst() where !entry.isFolder {
      guard let bytes = expected.removeValue(forKey: entry.name) else {
        throw fault(entry.name, "The manifest does not name it.")
      }
      guard bytes == entry.size else {
        throw fault(entry.name, "It has \(entry.size) bytes, but the manifest says \(bytes).")
      }
    }
    if let missing = expected.keys.min() { throw fault(missing, "It is missing in the archive.") }
  }

  private static func check(_ attached: [String], of manifest: LibraryManifest) throws {
    let known = Set(manifest.files.map(\.sha256)).union(manifest.lostFiles)
    for digest in attached where !known.contains(digest) {
      throw MovingError.damagedArchive(
        entry: LibraryArchive.file(digest), line: nil, column: nil, "An attachment names it, but the manifest does not."
      )
    }
  }

  // MARK: the content

  private func fill(
    _ draft: LibraryDraft, _ manifest: LibraryManifest, from reader: ArchiveReader, folder: String?
  ) throws {
    let tables = draft.tables.filter { manifest.hasSecrets || !$0.isSecret }
    let named = Set(manifest.tables.map(\.name))
    for table in tables where !named.contains(table.name) {
      throw fault(LibraryArchive.manifest, "The table \(table.name) is missing.")
    }
    for table in manifest.tables where !tables.contains(where: { $0.name == table.name }) {
      throw fault(LibraryArchive.manifest, "The library has no table '\(table.name)'.")
    }
    if let folder { try StagedFile.makeFolder("\(folder)/files") }
    while let entry = try reader.next(where: { folder != nil || $0.name.hasPrefix("tables/") }) {
      if let proof = manifest.tables.first(where: { LibraryArchive.rows(of: $0.name) == entry.name }),
        let table = tables.first(where: { $0.name == proof.name })
      {
        try readRows(of: table, proof, from: reader, into: draft)
      } else if let folder {
        try readFile(String(entry.name.dropFirst("files/".count)), from: reader, into: folder)
      }
    }
  }

  private func readRows(
    of table: LibraryTable, _ proof: LibraryManifest.Table, from reader: ArchiveReader, into draft: LibraryDraft
  ) throws {
    let entry = LibraryArchive.rows(of: table.name)
    var rows = RowInsertion(table: table, entry: entry, draft: draft)
    var digest = SHA256Parts()
    while true {
      guard goesOn() else { throw MovingError.stopped }
      let part = try reader.read(atMost: ExportFile.partSize)
      guard !part.isEmpty else { break }
      part.withUnsafeBytes { digest.add($0) }
      try rows.add(part)
    }
    try rows.finish()
    guard digest.hexadecimal == proof.sha256 else {
      throw fault(entry, "Its SHA-256 is \(digest.hexadecimal), but the manifest says \(proof.sha256.prefix(64)).")
    }
    guard rows.count == proof.rows else {
      throw fault(entry, "It has \(rows.count) rows, but the manifest says \(proof.rows).")
    }
    if let number = proof.lastNumber, number > 0 { try draft.setLastNumber(number, of: table) }
  }

  private func readFile(_ digest: String, from reader: ArchiveReader, into folder: String) throws {
    let file = try StagedFile("\(folder)/files/\(digest)")
    var parts = SHA256Parts()
    while true {
      guard goesOn() else { throw MovingError.stopped }
      let part = try reader.read(atMost: ExportFile.partSize)
      guard !part.isEmpty else { break }
      part.withUnsafeBytes { parts.add($0) }
      try file.append(part)
    }
    guard parts.hexadecimal == digest else {
      throw fault(LibraryArchive.file(digest), "Its SHA-256 is \(parts.hexadecimal), and not its name.")
    }
    try file.finish()
  }
}
