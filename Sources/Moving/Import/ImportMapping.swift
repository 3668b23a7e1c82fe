internal import Deadwax
internal import Secrets
internal import Storage

/// The program that a file is of, and the field of each of its columns.
struct ImportMapping: Equatable, Sendable {
  var program: ImportDialect
  var fields: [ImportField?]

  /// Finds the fields by the names of the columns.
  ///
  /// - Parameters:
  ///   - columns: the names of the columns.
  ///   - table: the kind of the records.
  ///   - program: the program that a person has chosen; nil to recognise it.
  init(guessedFor columns: [String], of table: ExportTable, program: ImportDialect?) {
    self.program = program ?? ImportDialect(columns: columns, of: table)
    fields = self.program.fields(for: columns, of: table)
  }

  /// Takes over what a person has chosen for an earlier file with the same columns.
  ///
  /// - Returns: nil if a word in it is not known any longer.
  init?(_ record: ImportMappingRecord, of table: ExportTable, columnCount: Int) {
    let known = Set(ImportField.all(of: table))
    guard let program = ImportDialect(rawValue: record.program), record.fields.count == columnCount else { return nil }
    var fields: [ImportField?] = []
    for word in record.fields {
      let field = word.flatMap { ImportField(rawValue: $0) }
      guard word == nil || field.map(known.contains) == true else { return nil }
      fields.append(field)
    }
    (self.program, self.fields) = (program, fields)
  }

  /// The mapping as it is stored.
  func record(_ fingerprint: String) -> ImportMappingRecord {
    ImportMappingRecord(fingerprint: fingerprint, program: program.rawValue, fields: fields.map { $0?.rawValue })
  }

  /// Returns the digest by which files with the same columns are known. Capitals and blanks at the ends do not count.
  static func fingerprint(of columns: [String], table: ExportTable) -> String {
    let names = columns.map { $0.trimmed.lowercased() }
    return Digest.hexadecimalSHA256(of: Array(([table.rawValue] + names).joined(separator: "\u{1F}").utf8))
  }
}
