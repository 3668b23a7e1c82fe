internal import HubClient

/// The output of a command that lists records: the document of the hub with `--json`, otherwise a table.
enum ListReport {
  /// Prints a list.
  ///
  /// - Parameters:
  ///   - list: the list as the hub sent it.
  ///   - invocation: the invocation, with or without `--json`.
  ///   - column: the column of the table that gives way on a narrow terminal.
  ///   - none: the sentence in place of an empty table.
  ///   - add: adds the row of a record.
  /// - Returns: the exit code of the command.
  /// - Throws: a `Failure` for a record in another form.
  static func show<Record: Decodable>(
    _ list: HubList, _ invocation: Invocation, giving column: Int, none: String,
    _ add: (_ record: Record, _ table: inout Table) -> Void
  ) throws(Failure) -> ExitCode {
    guard !invocation.isJSON else {
      StandardOutput.line(list.document)
      return .done
    }
    var table = Table(giving: column)
    for item in list.items { add(try JSONCoding.decode(item, as: Record.self), &table) }
    table.lines.forEach(StandardOutput.line)
    if table.isEmpty { StandardError.line(none) }
    return .done
  }
}
