package import Deadwax
package import Lending
package import Storage

/// The records of a database of another program, as rows of the tables here.
package struct ForeignLibrary {
  /// The name of the mapping; nil for the tables of a library.
  package let origin: String?
  /// The tables and columns there that the library has no place for, as `table` or `table.column`.
  package let leftOut: [String]
  /// The rows by table.
  package let rows: [String: [[String: Binding]]]
  /// The ids of the records that have none of their own.
  package let nameless: Set<String>
  /// The ids of the releases that the other program has listed as recent, the last one first.
  package let recents: [String]
  /// The content of the notes of a program; nil for any other file.
  package let notes: ForeignNotes?

  /// The most rows that are read; all of them are in memory.
  private static let rowLimit = 500_000

  /// The number of bytes by which a database or a log is known.
  package static let magicSize = 16

  /// The number of bytes by which a property list is known, and a database too.
  package static let listHeadSize = 64

  /// Returns true for the first bytes of an SQLite database.
  package static func isDatabase(_ head: [UInt8]) -> Bool { head.starts(with: Array("SQLite format 3\0".utf8)) }

  /// Returns true for the first bytes of the write-ahead log of an SQLite database, in either order of bytes.
  package static func isLog(_ head: [UInt8]) -> Bool {
    head.count > 3 && head.starts(with: [0x37, 0x7F, 0x06]) && [0x82, 0x83].contains(head[3])
  }

  init(
    origin: String?, leftOut: [String], rows: [String: [[String: Binding]]], nameless: Set<String>, recents: [String],
    notes: ForeignNotes?
  ) {
    (self.origin, self.leftOut, self.rows) = (origin, leftOut, rows)
    (self.nameless, self.recents, self.notes) = (nameless, recents, notes)
  }

  /// Reads the records.
  ///
  /// - Parameters:
  ///   - path: the path of a copy that no program has open.
  ///   - now: the time of the reading.
  ///   - lending: the policy by which a loan without a due time is due.
  ///   - goesOn: returns false to end early.
  /// - Throws: `ForeignFileError`, or a `StorageError`.
  package init(
    _ path: String, now: Timestamp, lending: LendingPolicy, while goesOn: @escaping () -> Bool
  ) throws {
    let database = try ForeignDatabase(path, while: goesOn)
    guard let (mapping, tables) = ForeignMapping.of(database.tables) else {
      throw ForeignFileError.unknownTables(
        database.tables.map { String($0.name.prefix(40)) }, known: ForeignMapping.all.map(\.name))
    }
    var records = ForeignRecords(mapping.clock, hasCopies: tables[.copy] != nil, now: now, lending: lending)
    var leftOut = database.tables.map(\.name).filter { name in
      !mapping.internalTables.contains(name) && !tables.values.contains { $0.name == name }
    }
    var count = 0
    for record in ForeignMapping.Record.allCases {
      guard let table = tables[record] else { continue }
      let columns = table.columns.map { ($0, records.column($0, of: record)) }
      leftOut += columns.filter { $0.1 == nil }.map { "\(table.name).\($0.0)" }
      let known = columns.compactMap { name, column in column.map { (name: name, column: $0) } }
      // Two spellings of one name would each be a value of the same column.
      if let twice = Self.repeated(known.map { "\($0.column.isOfCopy) \($0.column.target)" }) {
        throw ForeignFileError.damaged(
          entry: table.name, line: nil, column: nil, "Two columns have the value of '\(known[twice].name)'.")
      }
      var row = 0
      var pending: [[ForeignRecords.Cell]] = []
      try database.forEachRow(of: table, known.map(\.name)) { cells in
        row += 1
        count += 1
        guard count <= Self.rowLimit else {
          throw ForeignFileError.damaged(
            entry: table.name, line: nil, column: nil, "The database has more than \(Self.rowLimit) rows.")
        }
        pending.append(
          try zip(known, cells).map { item, cell in
            guard let cell else {
              throw ForeignFileError.wrongRow(
                table: table.name, row: row, "'\(item.name)' is no text in UTF-8.")
            }
            return (item.name, item.column, cell)
          })
      }
      try records.add(pending, of: record, table: table.name)
    }
    origin = mapping.name
    self.leftOut = leftOut.sorted().map { String($0.prefix(100)) }
    rows = records.rows
    nameless = records.nameless
    recents = []
    notes = nil
  }

  private static func repeated(_ names: [String]) -> Int? {
    var seen: Set<String> = []
    return names.firstIndex { !seen.insert($0).inserted }
  }
}
