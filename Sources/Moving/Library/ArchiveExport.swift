internal import Archives
internal import FoundationEssentials
internal import Glibc
internal import Secrets
package import Storage

/// Exports the whole library as one archive: a ZIP file with every row and every file of an attachment.
///
/// It is one snapshot: all rows are read in one transaction. It is written to files without a name first, so that no
/// transaction waits for a slow client. The same library gives the same bytes. The memory does not depend on its size.
package struct ArchiveExport: Sendable {
  private let database: Database
  private let data: String
  private let program: String

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - data: the data folder of the hub, which has the files of the attachments, and on whose disk an export has space.
  ///   - program: the version of this program.
  package init(database: Database, data: String, program: String) {
    (self.database, self.data, self.program) = (database, data, program)
  }

  /// Exports the library.
  ///
  /// - Parameter hasSecrets: true to include accounts, tokens, PINs and links as hashes, and the passwords of tags. Without
  ///   them, a hub that imports the archive has its own accounts and tokens.
  /// - Returns: the archive with its proof; `rows` counts those of all tables.
  /// - Throws: a `MovingError` or a `StorageError`.
  package func export(hasSecrets: Bool) throws -> ExportedTable {
    let rows = try ExportFile(in: data)
    var manifest = LibraryManifest(
      format: LibraryArchive.format, program: program, schema: "", hasSecrets: hasSecrets, tables: [], files: [],
      lostFiles: [])
    let files = try database.read { reading in
      manifest.schema = try reading.schemaVersion()
      for table in try reading.libraryTables() where hasSecrets || !table.isSecret {
        manifest.tables.append(try Self.write(table, hasSecrets: hasSecrets, reading, to: rows))
      }
      return try reading.attachedFiles()
    }
    for digest in files {
      var (parts, count) = (SHA256Parts(), 0)
      let isThere = try Self.forEachPart(of: path(of: digest)) { part in
        part.withUnsafeBytes { parts.add($0) }
        count += part.count
      }
      if isThere, parts.hexadecimal == digest {
        manifest.files.append(LibraryManifest.File(sha256: digest, bytes: count))
      } else {
        manifest.lostFiles.append(digest)
      }
    }
    return try pack(manifest, rows)
  }

  /// Writes the rows of a table at the end of a file.
  private static func write(
    _ table: LibraryTable, hasSecrets: Bool, _ reading: ReadTransaction, to file: ExportFile
  ) throws -> LibraryManifest.Table {
    let line = RowLine(of: table)
    let masks =
      hasSecrets
      ? []
      : table.columns.indices.compactMap { index in
        table.withoutSecret(index).map { (index: index, value: $0) }
      }
    var (digest, rows, before) = (SHA256Parts(), 0, file.count)
    var buffer: [UInt8] = []
    func flush() throws(MovingError) {
      buffer.withUnsafeBytes { digest.add($0) }
      try file.append(buffer)
      buffer.removeAll(keepingCapacity: true)
    }
    try reading.forEachRow(of: table) { values in
      var values = values
      for mask in masks { values[mask.index] = mask.value }
      line.add(values, to: &buffer)
      rows += 1
      if buffer.count >= ExportFile.partSize { try flush() }
    }
    try flush()
    before = file.count - before
    return LibraryManifest.Table(
      name: table.name, rows: rows, bytes: before, sha256: digest.hexadecimal,
      lastNumber: table.isNumbered ? try reading.lastNumber(of: table) ?? 0 : nil)
  }

  private func pack(_ manifest: LibraryManifest, _ rows: ExportFile) throws -> ExportedTable {
    let output = try ExportFile(in: data)
    do {
      let archive = try ArchiveWriter(isCompressed: true) { part in try output.append(Array(part)) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try archive.add(LibraryArchive.manifest, Array(try encoder.encode(manifest)) + [0x0A])
      let descriptor = try rows.finish()
      defer { close(descriptor) }
      var position = 0
      for table in manifest.tables {
        try archive.begin(LibraryArchive.rows(of: table.name), size: table.bytes)
        let end = position + table.bytes
        while position < end {
          let part = try Self.part(of: descriptor, at: position, count: min(ExportFile.partSize, end - position))
          guard !part.isEmpty else { throw MovingError.unavailable("The rows of the export can no longer be read.") }
          try Self.write(part, to: archive)
          position += part.count
        }
      }
      for file in manifest.files {
        try archive.begin(LibraryArchive.file(file.sha256), size: file.bytes)
        var parts = SHA256Parts()
        let isThere = try Self.forEachPart(of: path(of: file.sha256)) { part in
          part.withUnsafeBytes { parts.add($0) }
          try Self.write(part, to: archive)
        }
        guard isThere, parts.hexadecimal == file.sha256 else {
          throw MovingError.unavailable("The file \(file.sha256) of an attachment has changed during the export.")
        }
      }
      try archive.finish()
    } catch let error as ArchiveError {
      // The reason of the output is in the error only as a text.
      if output.isFull { throw MovingError.diskFull }
      throw MovingError.unavailable(error.description)
    }
    return try ExportedTable(output, rows: manifest.tables.reduce(0) { $0 + $1.rows })
  }

  private func path(of digest: String) -> String { AttachedFile.path(of: digest, in: data) }

  private static func write(_ part: [UInt8], to archive: ArchiveWriter) throws(ArchiveError) {
    let end = part.withUnsafeBytes { part in Result { () throws(ArchiveError) in try archive.write(part) } }
    try end.get()
  }

  /// Reads a file part by part. Returns false if it cannot be read.
  private static func forEachPart(of path: String, _ body: ([UInt8]) throws -> Void) throws -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var position = 0
    while true {
      let part = try part(of: descriptor, at: position, count: ExportFile.partSize)
      guard !part.isEmpty else { return true }
      try body(part)
      position += part.count
    }
  }

  private static func part(of descriptor: Int32, at position: Int, count: Int) throws(MovingError) -> [UInt8] {
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let read = pread(descriptor, buffer.baseAddress, count, off_t(position))
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        filled = max(0, read)
        return
      }
    }
    guard failure == 0 else { throw MovingError(errno: failure, "the export") }
    return part
  }
}
