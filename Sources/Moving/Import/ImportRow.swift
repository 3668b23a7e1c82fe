internal import CSV
internal import Deadwax

/// The values of one line, by field.
struct ImportRow: Sendable {
  /// The number of the line in the file.
  let line: Int
  private var values: [ImportField: String] = [:]

  /// - Parameters:
  ///   - record: the record.
  ///   - fields: the field of each column; nil for a column that is left out.
  ///   - isExact: true to keep blanks and line breaks as they are, for a table of Deadwax.
  init(_ record: CSVRecord, fields: [ImportField?], isExact: Bool) {
    line = record.line
    for (index, field) in fields.enumerated() where index < record.count {
      guard let field else { continue }
      let text = FormulaCell.restored(record[index])
      let value = isExact ? text : text.trimmed
      if !value.trimmed.isEmpty || isExact && !value.isEmpty { values[field] = value }
    }
  }

  /// Returns the text of a field; nil for an empty one, which never erases anything.
  subscript(field: ImportField) -> String? { values[field] }

  /// "Artist – Title" or the name of a borrower, for people.
  var subject: String {
    let record = [self[.artist], self[.title]].compactMap(\.self).joined(separator: " – ")
    return record.isEmpty ? name ?? "" : record
  }

  /// The name of a borrower, which can be in two columns; nil without one.
  var name: String? {
    if let name = self[.name] ?? self[.borrowerName] { return name }
    let parts = [self[.firstName], self[.lastName]].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
