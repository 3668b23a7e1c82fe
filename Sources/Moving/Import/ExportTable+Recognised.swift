extension ExportTable {
  /// Recognises the table whose records a file has by the names of its columns. A file of which they say nothing has copies.
  ///
  /// A table of Deadwax has its own names alone. In any other file, a time of a loan makes a table of loans, and a name or a
  /// card of a person without a title makes one of borrowers.
  package init(recognisedBy columns: [String]) {
    let exact = Self.allCases.filter { ImportDialect(columns: columns, of: $0) == .deadwax }
    if exact.count == 1, let table = exact.first {
      self = table
      return
    }
    func fields(_ table: ExportTable) -> Set<ImportField> {
      Set(ImportDialect.other.fields(for: columns, of: table).compactMap(\.self))
    }
    let (copies, borrowers, loans) = (fields(.copies), fields(.borrowers), fields(.loans))
    let isAboutRecords = !copies.isDisjoint(with: [.artist, .title, .barcode, .discogs, .catalogNumber, .format])
    if ImportDialect(columns: columns, of: .copies) != .other {
      self = .copies
    } else if !loans.isDisjoint(with: [.openedAt, .dueAt]),
      !loans.isDisjoint(with: [.card, .borrowerName, .borrowerID])
    {
      self = .loans
    } else if !borrowers.isDisjoint(with: [.firstName, .lastName, .email]) {
      self = .borrowers
    } else if !isAboutRecords, !borrowers.isDisjoint(with: [.name, .cards]) {
      self = .borrowers
    } else {
      self = .copies
    }
  }
}
