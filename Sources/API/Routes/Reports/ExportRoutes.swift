internal import Execution
internal import HTTPServer
internal import Log
internal import Moving
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes for the tables of the whole library. The facts about people are for administrators alone.
  var exportRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/export/copies", needs: .staff, query: Self.exportQuery.union(["search", "covers"]), on: .long
      ) { request, _ in
        let zone = try counter.zone()
        return try exported(.copies, request, of: try request.libraryQuery.map { try CopyChoice($0, in: zone) })
      },
      Endpoint(.get, "/api/v1/export/borrowers", needs: .admin, query: Self.exportQuery, on: .long) { request, _ in
        try exported(.borrowers, request, of: nil)
      },
      Endpoint(.get, "/api/v1/export/loans", needs: .admin, query: Self.exportQuery, on: .long) { request, _ in
        try exported(.loans, request, of: nil)
      },
    ]
  }

  private static let exportQuery: Set<String> = ["columns", "mark"]

  private func exported(_ table: ExportTable, _ request: HTTPRequest, of choice: CopyChoice?) throws -> HTTPResponse {
    let hasMark = try request.isYes("mark", otherwise: false)
    let columns = request.query("columns").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let hasCovers = try request.isYes("covers", otherwise: false)
    let made = try export.export(table, columns: columns, hasCovers: hasCovers, hasMark: hasMark, of: choice)
    return HTTPResponse(
      status: 200,
      headers: HTTPResponse.tableFields(named: table.rawValue + (hasCovers ? "-with-covers" : "")) + [
        // RFC 9530: a file that arrived whole has this digest.
        ("repr-digest", "sha-256=:\(made.base64):"), ("deadwax-rows", "\(made.rows)"),
      ],
      body: .file(FileBody(head: [], file: SharedFile(file: made.descriptor(), count: made.count))))
  }

  /// Returns the problem for an export or an import that was not made.
  func problem(_ error: MovingError) -> Problem {
    switch error {
    case .unknownColumns, .repeatedColumn:
      return Problem(.badRequest, error.description, reasons: [])
    case .diskFull: return Problem(.diskFull, error.description)
    case .noSuchImport: return Problem(.notFound, error.description)
    case .wrongPhase, .planChanged, .partlyTakenBack, .linesRefused, .nothingToImport, .wrongColumnCount:
      return Problem(.conflict, error.description)
    case .libraryNotEmpty, .tooManyDeviceSettings: return Problem(.conflict, error.description)
    case .emptyFile, .tooManyLines, .damagedFile, .damagedArchive, .newerArchive, .unknownFile:
      return Problem(.contentRefused, error.description)
    case .badWord(let field, _):
      return Problem(
        .invalid, error.description, reasons: [Problem.Reason(.invalidMember, at: field, error.description)])
    case .wrongFields:
      return Problem(
        .invalid, error.description, reasons: [Problem.Reason(.invalidMember, at: "fields", error.description)])
    case .stopped: return Problem(.notReady, error.description)
    case .unavailable(let reason):
      logger.error("\(reason)")
      return Problem(.internal, "The table cannot be exported or imported now. See the hub's log.")
    }
  }
}
