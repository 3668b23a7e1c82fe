internal import Storage

/// Plans the lines of a table one after the other: what each adds or changes, or why it is refused.
///
/// A plan depends on the library and on the lines before alone. So a preview and the import itself, which plan the same
/// lines over the same library, have the same result. A refused line leaves no trace in the plan.
protocol ImportPlanner: Sendable {
  /// Prepares for the next lines of a part, before which others may have added records.
  mutating func begin(in records: some Queryable) throws

  /// Plans the next line.
  ///
  /// - Throws: an `ImportRefusal` for a wrong line, or a `StorageError`.
  mutating func planned(_ row: ImportRow, in records: some Queryable) throws -> (ImportLine, [ImportWrite])
}

extension ImportPlanner {
  mutating func begin(in records: some Queryable) throws {}

  /// Plans the next line.
  ///
  /// - Throws: a `StorageError`. A wrong line is a plan of its own: that it is refused.
  mutating func plan(_ record: ImportRecord, in records: some Queryable) throws -> (ImportLine, [ImportWrite]) {
    do {
      if let refusal = record.refusal { throw refusal }
      return try planned(record.row, in: records)
    } catch let refusal as ImportRefusal {
      let line = ImportLine(
        line: record.row.line, fate: .refused, subject: record.row.subject, addsRelease: false, differences: [],
        refusal: refusal)
      return (line, [])
    }
  }
}
