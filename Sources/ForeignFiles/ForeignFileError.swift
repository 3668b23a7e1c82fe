/// The reason that a file of another program cannot be read.
package struct ForeignFileError: Error, Equatable {
  /// The table, the row or the entry; nil for the whole file.
  package let place: String?
  /// The line and the character, from 1, of a text.
  package let line: Int?
  package let column: Int?
  /// A sentence about the fault, without a value.
  package let sentence: String

  private init(_ place: String?, _ line: Int?, _ column: Int?, _ sentence: String) {
    (self.place, self.line, self.column, self.sentence) = (place, line, column, sentence)
  }

  /// The same fault, in one of several files.
  ///
  /// - Parameter file: the name of the file; nil for the only one.
  /// - Returns: the error.
  func inside(_ file: String?) -> ForeignFileError {
    guard let file else { return self }
    return ForeignFileError(
      [String(file.prefix(100)), place].compactMap(\.self).joined(separator: ", "), line, column, sentence)
  }

  /// No mapping fits.
  ///
  /// - Parameters:
  ///   - tables: the tables that the database has.
  ///   - known: the names of the mappings.
  /// - Returns: the error.
  static func unknownTables(_ tables: [String], known: [String]) -> ForeignFileError {
    let names = tables.isEmpty ? "none" : tables.prefix(20).joined(separator: ", ")
    return ForeignFileError(
      nil, nil, nil,
      "The database is of no known program (known: Deadwax, \(known.joined(separator: ", "))). Its tables: \(names).")
  }

  /// A value or a record is wrong; its row counts from 1.
  static func wrongRow(table: String, row: Int, _ sentence: String) -> ForeignFileError {
    ForeignFileError("\(table.prefix(100)), row \(row)", nil, nil, sentence)
  }

  /// The content is damaged.
  static func damaged(entry: String?, line: Int?, column: Int?, _ sentence: String) -> ForeignFileError {
    ForeignFileError(entry, line, column, sentence)
  }
}
