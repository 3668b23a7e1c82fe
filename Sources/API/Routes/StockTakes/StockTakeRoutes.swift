internal import Deadwax
internal import Execution
internal import HTTPServer
internal import LabelDrawing
internal import Lending
internal import Messages
internal import Staff
internal import StationLogic
internal import StockTakes
internal import Wire

extension HTTPAPI {
  /// The routes of stock-takes.
  var stockTakeRoutes: [Endpoint] { stockTakeReads + stockTakeWrites + stockTakeEnds }

  private var stockTakeReads: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/stock-takes", needs: .staff, returns: .list, on: .worker) { request, _ in
        let page = try stockTakes.list(cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { StockTakeResource($0) }
      },
      Endpoint(.get, "/api/v1/stock-takes/{id}", needs: .staff, returns: .record, on: .worker) { request, _ in
        .take(try stockTakes.view(try request.stockTake()))
      },
      Endpoint(
        .get, "/api/v1/stock-takes/{id}/entries", needs: .staff, query: ["class", "exceptions"], returns: .list,
        on: .worker
      ) { request, _ in
        let page = try stockTakes.entries(
          of: try request.stockTake(), try request.entryFilter(), cursor: request.query("cursor"),
          limit: try request.limit())
        return .page(page, for: request) { StockTakeEntryResource($0) }
      },
      Endpoint(.get, "/api/v1/stock-takes/{id}/scans", needs: .staff, returns: .list, on: .worker) { request, _ in
        let page = try stockTakes.scans(
          of: try request.stockTake(), cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { StockTakeScanResource($0) }
      },
      Endpoint(
        .get, "/api/v1/stock-takes/{id}/csv", needs: .staff, query: ["class", "exceptions"], on: .worker
      ) { request, _ in
        .table(try stockTakes.table(of: try request.stockTake(), try request.entryFilter()), named: "stock-take")
      },
      Endpoint(
        .get, "/api/v1/stock-takes/{id}/pdf", needs: .staff, query: ["class", "exceptions", "language"], on: .long
      ) { request, _ in
        let language: Language? = try request.choice("language")
        let report = try stockTakes.report(of: try request.stockTake(), try request.entryFilter())
        let zone = try counter.zone()
        let words = LanguageTexts(words, language: language ?? .english, ahead: { zone.offset(at: $0) })
        return HTTPResponse(
          status: 200, headers: HTTPResponse.downloadFields(type: "application/pdf", named: "stock-take.pdf"),
          body: .bytes(try report.paper(words).pdf()))
      },
      Endpoint(.get, "/api/v1/copies/{id}/last-seen", needs: .staff, returns: .record) { request, _ in
        guard let id = Copy.ID(request.parameter("id")) else { throw StaffError.noSuchCopy }
        return .json(LastSeenResource(try stockTakes.lastSeen(of: id)))
      },
    ]
  }

  private var stockTakeWrites: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/stock-takes", needs: .staff, repeats: .key) { request, call in
        let body: StockTakeRequest = try request.decode()
        let wanted: StockTakes.Wanted
        switch (body.place, body.query) {
        case (let place?, nil): wanted = .place(place)
        case (nil, let query?): wanted = .query(query)
        default: throw Problem(.invalid, "Give either 'place' or 'query'.")
        }
        let view = try stockTakes.start(
          wanted, name: body.name, id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, StockTakeResource(view)).with("location", "/api/v1/stock-takes/\(view.take.id)")
      },
      Endpoint(
        .post, "/api/v1/stock-takes/{id}/scans", needs: .staff, bodyLimit: 256 * 1024
      ) { request, call in
        let body: StockTakeScansRequest = try request.decode()
        let reports = body.scans.map {
          StockTakes.Report(id: $0.id, code: $0.code, symbology: $0.symbology ?? .typed, at: $0.at?.time)
        }
        let answers = try stockTakes.count(
          reports, in: try request.stockTake(), station: body.station, by: call.caller.name)
        return .whole(answers.map { StockTakeAnswerResource($0, code: $0.code) })
      },
      Endpoint(.post, "/api/v1/stock-takes/{id}/ticks", needs: .staff, repeats: .key) { request, call in
        let body: StockTakeTickRequest = try request.decode()
        let view = try stockTakes.tick(body.copy, in: try request.stockTake(), by: call.caller.name)
        return .json(StockTakeEntryResource(view))
      },
      Endpoint(.delete, "/api/v1/stock-takes/{id}/ticks/{copy}", needs: .staff) { request, _ in
        guard let copy = Copy.ID(request.parameter("copy")) else { throw StaffError.noSuchCopy }
        try stockTakes.untick(copy, in: try request.stockTake())
        return HTTPResponse(status: 204)
      },
      Endpoint(.post, "/api/v1/stock-takes/{id}/stations/{name}/leave", needs: .staff, repeats: .key) { request, _ in
        guard let name = Station.Name(request.parameter("name")) else { throw StaffError.noSuchStation }
        return .take(try stockTakes.leave(try request.stockTake(), station: name))
      },
    ]
  }

  private var stockTakeEnds: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/stock-takes/{id}/close", needs: .staff, ifMatch: .accepted, repeats: .key) {
        request, call in
        let body: StockTakeCloseRequest? = try request.decodeIfPresent()
        return .take(
          try stockTakes.close(
            try request.stockTake(), isForced: body?.isForced ?? false, ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.post, "/api/v1/stock-takes/{id}/reopen", needs: .staff, ifMatch: .accepted, repeats: .key) {
        request, call in
        .take(try stockTakes.reopen(try request.stockTake(), ifVersion: call.version))
      },
      Endpoint(.post, "/api/v1/stock-takes/{id}/preview", needs: .staff) { request, _ in
        let body: StockTakeDecisionsRequest = try request.decode()
        return .json(StockTakePreviewResource(try stockTakes.preview(try request.stockTake(), body.decisions)))
      },
      Endpoint(.post, "/api/v1/stock-takes/{id}/apply", needs: .staff, repeats: .key) { request, call in
        let body: StockTakeApplyRequest = try request.decode()
        guard (1...64).contains(body.digest.unicodeScalars.count) else {
          throw StaffError.badValue(field: "digest", sentence: "It must be the digest of a preview.")
        }
        return .take(
          try stockTakes.apply(
            try request.stockTake(), body.decisions.decisions, digest: body.digest, by: call.caller.name))
      },
      Endpoint(.post, "/api/v1/stock-takes/{id}/cancel", needs: .staff, ifMatch: .accepted, repeats: .key) {
        request, call in
        .take(try stockTakes.cancel(try request.stockTake(), ifVersion: call.version, by: call.caller.name))
      },
    ]
  }
}

extension HTTPRequest {
  fileprivate func stockTake() throws -> StockTake.ID {
    guard let id = StockTake.ID(parameter("id")) else { throw StaffError.noSuchStockTake }
    return id
  }

  fileprivate func entryFilter() throws(Problem) -> StockTakes.Filter {
    StockTakes.Filter(class: try choice("class"), isException: try flag("exceptions") ?? false)
  }
}

extension HTTPResponse {
  fileprivate static func take(_ view: StockTakeView) -> HTTPResponse {
    .row(view.take.version, StockTakeResource(view))
  }
}
