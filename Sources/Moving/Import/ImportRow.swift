internal import CSV
internal import Deadwax

/// The values of one line, by field.
struct ImportRow: Sendable {
  /// The number of the line in the file.
  let line: Int
  /// The cover of its release; nil for none.
  var cover: ImportCover?
  /// The texts of the fields that are not empty. There are so few that a search is quicker than a table.
  private var values: [(field: ImportField, text: String)] = []

  /// - Parameters:
  ///   - record: the record.
  ///   - fields: the field of each column; nil for a column that is left out.
  ///   - isExact: true to keep blanks and line breaks as they are, for a table of Deadwax.
  init(_ record: CSVRecord, fields: [ImportField?], isExact: Bool) {
    line = record.line
    for (index, field) in fields.enumerated() where index < record.count {
      // A cover is large, and is read by itself.
      guard let field, field != .cover else { continue }
      let text = FormulaCell.restored(record[index])
      let value = isExact ? text : text.trimmed
      if isExact ? !value.isEmpty : !value.trimmed.isEmpty { values.append((field, value)) }
    }
  }

  /// Returns the text of a field; nil for an empty one, which never erases anything.
  subscript(field: ImportField) -> String? { values.first { $0.field == field }?.text }

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
