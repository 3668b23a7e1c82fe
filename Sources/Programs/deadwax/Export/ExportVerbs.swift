internal import CommandLineArguments
internal import HTTPClient
internal import HubClient

extension Verb {
  /// `deadwax export csv`: writes a table of the whole library to a file.
  static let exportTable = Verb(
    "export csv", operands: [.one("TABLE"), .one("FILE")],
    summary: "write a table of the whole library to a file: copies, borrowers or loans",
    details: """
      The table is one snapshot, as comma-separated values in UTF-8. The command compares its SHA-256 with that of the
      hub, and prints it in the form of sha256sum. The file is replaced only by a whole one. The copies need the role
      staff, the others the role admin.
      """,
    examples: [
      ("export csv copies copies.csv", "every copy with its release"),
      ("export csv copies list.csv --columns number,artist,title", "three columns, in this order"),
      ("export csv copies jazz.csv --query 'genre:jazz medium:vinyl'", "the copies that a query chooses"),
      ("export csv copies copies.csv --covers", "with the covers in Base64"),
      ("export csv loans loans.csv --mark", "for a spreadsheet"),
    ],
    options: exportOptions + [
      Option("query", "QUERY", "the copies that a query of the library chooses, as for a bulk change"),
      .flag("covers", "add the covers of releases in Base64 to the copies"),
    ]
  ) { invocation in
    let (table, path) = (invocation.operands[0], invocation.operands[1])
    guard ["copies", "borrowers", "loans"].contains(table) else {
      throw Failure(.usage, "\(printable(table)) is no table. The tables: copies, borrowers, loans.")
    }
    let search = invocation.text("query")
    guard search == nil || table == "copies" else {
      throw Failure(.usage, "--query chooses copies, and not \(table).")
    }
    guard !invocation.has("covers") || table == "copies" else {
      throw Failure(.usage, "--covers is for copies, and not \(table).")
    }
    return try export(table, to: path, of: search, invocation)
  }

  /// The options of a command that writes a table to a file.
  static let exportOptions: [Option] = [
    Option("columns", .list, "A,B,…", "the columns and their order; without it, all of them"),
    .flag("mark", "begin with a byte order mark, by which spreadsheets recognise UTF-8"),
  ]

  /// Writes a table to a file, and prints its proof.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - path: the path of the file.
  ///   - search: the query that chooses copies; nil for all rows.
  ///   - invocation: the command with its options.
  /// - Returns: the exit code.
  /// - Throws: `Failure`.
  static func export(
    _ table: String, to path: String, of search: String?, _ invocation: Invocation
  ) throws(Failure) -> ExitCode {
    var query: [(String, String)] = []
    if let search { query.append(("search", search)) }
    if let columns = invocation.text("columns") { query.append(("columns", columns)) }
    if invocation.has("covers") { query.append(("covers", "yes")) }
    if invocation.has("mark") { query.append(("mark", "yes")) }
    return try export(table, to: path, query, invocation)
  }

  /// Writes what the hub exports to a file, and prints its proof.
  ///
  /// - Parameters:
  ///   - table: the name of the export.
  ///   - path: the path of the file.
  ///   - query: the query of the request.
  ///   - invocation: the command with its options.
  /// - Returns: the exit code.
  /// - Throws: `Failure`.
  static func export(
    _ table: String, to path: String, _ query: [(String, String)], _ invocation: Invocation
  ) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation)
    let file = try ReceivedFile(path)
    // A large library is written on the hub before its first byte is sent.
    let answer = try hub.fetch("/api/v1/export/\(table)", query, patience: .seconds(600)) { file.take($0) }
    try file.store(ifDigestIs: answer.headers["repr-digest"])
    let rows = answer.headers["deadwax-rows"].flatMap { Int($0) } ?? 0
    guard !invocation.isJSON else {
      let proof = ExportProof(table: table, file: path, rows: rows, bytes: file.count, sha256: file.hexadecimal)
      StandardOutput.line(JSONCoding.line(JSONCoding.encode(proof)))
      return .done
    }
    StandardError.line("\(rows) \(rows == 1 ? "row was" : "rows were") written to \(printable(path)).")
    // sha256sum reads the names of files as they are.
    StandardOutput.line("\(file.hexadecimal)  \(path)")
    return .done
  }
}

/// The proof of an exported table, for programs.
private struct ExportProof: Encodable {
  var table: String
  var file: String
  var rows: Int
  var bytes: Int
  var sha256: String
}
