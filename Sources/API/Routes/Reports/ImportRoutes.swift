internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Moving
internal import Wire

extension HTTPAPI {
  /// The routes of imports. They can change every record, so they are for administrators alone.
  var importRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/imports", needs: .admin, returns: .wholeList, on: .worker) { _, _ in
        .whole(imports.all().map { ImportResource($0) })
      },
      Endpoint(
        .post, "/api/v1/imports", needs: .admin, query: ["table"], repeats: .key, on: .worker,
        bodyLimit: LibraryImports.sizeLimit, into: { _ in try imports.receive() }
      ) { request, call in
        let word = request.query("table")
        let table = word.flatMap { ExportTable(rawValue: $0) }
        guard word == nil || table != nil else {
          let names = ExportTable.allCases.map(\.rawValue).joined(separator: ", ")
          throw Problem(.badRequest, "'table' must be one of \(names).")
        }
        let upload = try request.receiver as? ImportUpload ?? imports.received(request.body)
        let view = try imports.begin(upload, as: table, id: call.claim?.derivedID())
        return .json(status: 201, ImportResource(view)).with("location", "/api/v1/imports/\(view.id)")
      },
      Endpoint(.get, "/api/v1/imports/{id}", needs: .admin, returns: .record, on: .worker) { request, _ in
        .json(ImportResource(try imports.view(try request.importID())))
      },
      Endpoint(.patch, "/api/v1/imports/{id}", needs: .admin, on: .worker) { request, _ in
        let body: ImportPatch = try request.decode()
        let view = try imports.change(
          try request.importID(), encoding: body.encoding, delimiter: body.delimiter, program: body.program,
          fields: body.fields)
        return .json(ImportResource(view))
      },
      Endpoint(.delete, "/api/v1/imports/{id}", needs: .admin, on: .worker) { request, _ in
        try imports.remove(try request.importID())
        return HTTPResponse(status: 204)
      },
      Endpoint(
        .get, "/api/v1/imports/{id}/lines", needs: .admin, query: ["fate"], returns: .list, on: .worker
      ) { request, _ in
        let found = try imports.lines(
          of: try request.importID(), fate: try request.fate(), after: try request.linePosition(),
          limit: try request.limit())
        return try .preview(found, for: request, at: \.line) { ImportLineResource($0) }
      },
      Endpoint(.post, "/api/v1/imports/{id}/apply", needs: .admin, on: .worker) { request, call in
        let order = try request.previewOrder()
        let view = try imports.apply(
          try request.importID(), plan: order.plan, skipsRefused: order.skipsRefused ?? false, by: call.caller.name)
        return .json(status: 202, ImportResource(view))
      },
    ]
  }
}

extension ImportUpload: DigestedBody {}

extension HTTPRequest {
  fileprivate func importID() throws(MovingError) -> LibraryImport.ID {
    guard let id = LibraryImport.ID(parameter("id")) else { throw .noSuchImport }
    return id
  }
}

extension ImportResource {
  fileprivate init(_ view: LibraryImport) {
    self.init(
      id: view.id.text, table: view.table.rawValue, state: view.phase.rawValue, bytes: view.bytes,
      encoding: view.encoding, isEncodingGuessed: view.isEncodingGuessed, delimiter: view.delimiter,
      program: view.program.rawValue, columns: view.columns, fields: view.fields.map { $0?.rawValue },
      isMappingSaved: view.isMappingSaved, samples: view.samples,
      counts: Counts(
        add: view.counts[.add] ?? 0, change: view.counts[.change] ?? 0, same: view.counts[.same] ?? 0,
        refused: view.counts[.refused] ?? 0, releases: view.newReleases),
      plan: view.plan, percent: view.percent, secondsLeft: view.secondsLeft,
      fault: view.fault.map { Fault(line: $0.line, column: $0.column, detail: $0.sentence) }, change: view.change)
  }
}

extension ImportLineResource {
  fileprivate init(_ line: ImportLine) {
    self.init(
      line: line.line, fate: line.fate.rawValue, subject: line.subject, addsRelease: line.addsRelease,
      differences: line.differences.map {
        Difference(
          field: $0.field.rawValue, before: $0.before, after: $0.after, isKept: $0.isKept, isEdited: $0.isEdited)
      },
      reason: line.refusal.map {
        Reason(code: $0.code.rawValue, field: $0.field?.rawValue, line: $0.line, detail: $0.sentence)
      })
  }
}
