internal import CSV
internal import Deadwax
package import Execution
package import Storage

/// Exports the tables of the library as comma-separated values.
///
/// Each table is one snapshot: it is read in one transaction, and what happens meanwhile is not in it. It is written to a
/// file first, so that a slow client keeps no transaction open, and so that its digest is known before its first byte is
/// sent. The memory does not depend on the size of the library.
package struct LibraryExport: Sendable {
  private let database: Database
  private let folder: String

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - folder: a folder on whose disk an export has space.
  package init(database: Database, folder: String) {
    self.database = database
    self.folder = folder
  }

  /// Exports a table.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - columns: the names of the columns in their order; nil for all of them.
  ///   - hasCovers: true to add the column `cover` to the table of copies: the cover in Base64, for the first copy of each
  ///     release. A cover that is missing, damaged or too large is left out.
  ///   - hasMark: true to begin with a byte order mark, by which spreadsheets recognise UTF-8.
  ///   - choice: the copies of the table of copies; nil for all of them.
  /// - Returns: the table with its proof.
  /// - Throws: a `MovingError`, a `StorageError`, or an error of `choice`.
  package func export(
    _ table: ExportTable, columns: [String]?, hasCovers: Bool, hasMark: Bool, of choice: CopyChoice?
  ) throws -> ExportedTable {
    var output = Output(writer: CSVWriter(hasMark: hasMark), file: try ExportFile(in: folder))
    switch table {
    case .copies:
      let chosen = try Self.chosen(CopyForExport.columns, columns) + (hasCovers ? [CopyForExport.coverColumn] : [])
      try output.begin(chosen)
      try database.read { reading in
        var covered: Set<Release.ID> = []
        let copies = try choice?.copies(in: reading)
        let places = try reading.placeNames()
        try reading.forEachCopy { row in
          guard copies?.contains(row.copy.id) ?? true else { return }
          let place = row.copy.location.flatMap { places[$0.place] } ?? []
          let isFirst = hasCovers && covered.insert(row.release.id).inserted
          let picture = try isFirst ? reading.cover(of: row.release.id) : nil
          let cover = picture.flatMap { CoverFile.read($0.content, in: folder) }
          try output.add(CopyForExport(row: row, place: place, cover: cover), chosen)
        }
      }
    case .borrowers:
      let chosen = try Self.chosen(BorrowerForExport.columns, columns)
      try output.begin(chosen)
      try database.read { reading in
        try reading.forEachBorrower { borrower in
          let cards = try reading.cards(of: borrower.id).map(\.key.value)
          try output.add(BorrowerForExport(borrower: borrower, cards: cards), chosen)
        }
      }
    case .loans:
      let chosen = try Self.chosen(LoanForExport.columns, columns)
      try output.begin(chosen)
      try database.read { reading in try reading.forEachLoan { try output.add($0, chosen) } }
    }
    return try ExportedTable(output.file, rows: output.rows)
  }

  /// Returns the columns with these names, in this order.
  private static func chosen<Row>(
    _ all: [ExportColumn<Row>], _ names: [String]?
  ) throws(MovingError) -> [ExportColumn<Row>] {
    guard let names else { return all }
    let known = all.map(\.name)
    let unknown = names.filter { !known.contains($0) }
    guard unknown.isEmpty else { throw .unknownColumns(Array(unknown.prefix(8)), known: known) }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted { throw .repeatedColumn(name) }
    return names.compactMap { name in all.first { $0.name == name } }
  }

  private struct Output {
    var writer: CSVWriter
    let file: ExportFile
    private(set) var rows = 0

    mutating func begin(_ columns: [ExportColumn<some Any>]) throws(MovingError) {
      writer.write(columns.map(\.name))
      try file.append(writer.take())
    }

    mutating func add<Row>(_ row: Row, _ columns: [ExportColumn<Row>]) throws(MovingError) {
      writer.write(columns.lazy.map { $0.text(row) })
      rows += 1
      try file.append(writer.take())
    }
  }
}
