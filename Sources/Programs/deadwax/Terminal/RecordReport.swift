internal import HTTPClient
internal import HubClient
internal import Wire

/// The output of a command about one record: the document of the hub with `--json`, otherwise a row of a table.
enum RecordReport {
  /// Prints a record.
  ///
  /// - Parameters:
  ///   - answer: the response of the hub.
  ///   - invocation: the invocation, with or without `--json`.
  ///   - column: the column of the table that gives way on a narrow terminal.
  ///   - add: adds the row of the record.
  /// - Returns: the exit code of the command.
  /// - Throws: a `Failure` for a record in another form.
  static func show<Record: Decodable>(
    _ answer: HTTPClientResponse, _ invocation: Invocation, giving column: Int,
    _ add: (_ record: Record, _ table: inout Table) -> Void
  ) throws(Failure) -> ExitCode {
    let record: Record = try JSONCoding.decode(answer.body)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    var table = Table(giving: column)
    add(record, &table)
    table.lines.forEach(StandardOutput.line)
    return .done
  }
}
