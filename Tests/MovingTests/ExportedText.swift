import CSV
import Deadwax
import Glibc
import Log
import Moving
import Secrets
import Storage
import StorageTestSupport
import TestSupport

/// A table as a test receives it: its bytes, and its records without the names of the columns.
struct ExportedText {
  let bytes: [UInt8]
  let names: [String]
  let rows: [[String]]

  init(_ table: ExportedTable) throws {
    let file = table.descriptor()
    defer { close(file) }
    bytes = [UInt8](unsafeUninitializedCapacity: table.count) { buffer, filled in
      filled = max(0, pread(file, buffer.baseAddress, table.count, 0))
    }
    guard bytes.count == table.count, Digest.hexadecimalSHA256(of: bytes) == table.hexadecimal,
      Digest.sha256(of: bytes) == table.base64
    else { throw TestFailure("the proof is wrong") }
    var survey = CSVSurvey()
    bytes.withUnsafeBytes { survey.add($0) }
    var reader = CSVReader(survey.dialect, limits: CSVLimits(field: 1 << 24, record: 1 << 25, columns: 100))
    var all: [[String]] = []
    try bytes.withUnsafeBytes { try reader.read($0) { all.append($0.fields.map(FormulaCell.restored)) } }
    try reader.finish { all.append($0.fields.map(FormulaCell.restored)) }
    guard let first = all.first, all.count == table.rows + 1 else { throw TestFailure("the number of rows is wrong") }
    names = first
    rows = Array(all.dropFirst())
  }

  /// Returns the cell of a column.
  func cell(_ row: Int, _ name: String) -> String { names.firstIndex(of: name).map { rows[row][$0] } ?? "no column" }
}

/// A library whose tables are exported.
struct MovingLibrary: Sendable {
  static let start = Timestamp(milliseconds: 1_795_165_520_000)

  let folder: TemporaryFolder
  let database: Database
  let export: LibraryExport

  /// - Parameter folder: its data folder; a new one if nil.
  /// - Throws: the error of the file system or of the database.
  init(in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder(inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: self.folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      now: { Self.start })
    export = LibraryExport(database: database, folder: self.folder.path)
  }

  func table(
    _ table: ExportTable, _ columns: [String]? = nil, hasCovers: Bool = false, hasMark: Bool = false
  ) throws -> ExportedText {
    try ExportedText(
      try export.export(table, columns: columns, hasCovers: hasCovers, hasMark: hasMark, of: nil))
  }
}

extension WriteTransaction {
  /// Adds a release with a copy.
  @discardableResult
  func addCopy(title: String, artist: String = "Artist", in location: Location? = nil) throws -> Copy {
    let release = Release(id: newID(), status: .manual, medium: .vinyl, title: title, artist: artist)
    try insert(release)
    let copy = Copy(
      id: newID(), release: release.id, number: try nextCopyNumber(), code: newOwnCode(.copy), location: location,
      addedAt: now)
    try insert(copy)
    return copy
  }
}
