internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Lists
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes of plays and of their reports.
  ///
  /// A report reads all plays of a span, so reports are made one after the other, beside all other requests.
  var playRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/plays", needs: .readerOnly, query: ["copy", "release", "station", "since", "until"],
        returns: .list, on: .worker
      ) { request, _ in
        var filter = PlayFilter()
        filter.copy = try request.id("copy")
        filter.release = try request.id("release")
        filter.station = try request.stationName()
        filter.since = try request.time("since")
        filter.until = try request.time("until")
        let page = try plays.list(filter, cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { PlayResource($0) }
      },
      Endpoint(.get, "/api/v1/plays/{id}", needs: .readerOnly, returns: .record, on: .worker) { request, _ in
        .play(try plays.play(try request.play()))
      },
      Endpoint(.post, "/api/v1/plays", needs: .staff, repeats: .key) { request, call in
        let body: PlayRequest = try request.decode()
        let view = try plays.add(
          body.copy, position: body.position, startedAt: body.startedAt?.time, endedAt: body.endedAt?.time,
          id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, PlayResource(view)).with("location", "/api/v1/plays/\(view.play.id)")
      },
      Endpoint(.delete, "/api/v1/plays/{id}", needs: .staff, ifMatch: .accepted) { request, call in
        try plays.remove(try request.play(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
      Endpoint(.get, "/api/v1/play-reports", needs: .readerOnly, returns: .wholeList) { _, _ in
        .whole(plays.forms.map { PlayReportForm($0) })
      },
      Endpoint(
        .get, "/api/v1/play-reports/{name}", needs: .staff, query: ["since", "until", "station"], returns: .record,
        on: .long
      ) { request, _ in
        .json(
          PlayReportResource(
            try plays.report(
              request.parameter("name"), since: try request.time("since"), until: try request.time("until"),
              station: try request.stationName(), in: try counter.zone())))
      },
      Endpoint(
        .get, "/api/v1/play-reports/{name}/csv", needs: .staff, query: ["since", "until", "station"], on: .long
      ) { request, _ in
        let name = request.parameter("name")
        return .table(
          try plays.csv(
            name, since: try request.time("since"), until: try request.time("until"),
            station: try request.stationName(), in: try counter.zone()), named: name)
      },
    ]
  }
}

extension HTTPRequest {
  fileprivate func play() throws -> Play.ID {
    guard let id = Play.ID(parameter("id")) else { throw StaffError.noSuchPlay }
    return id
  }
}

extension HTTPResponse {
  fileprivate static func play(_ view: PlayView) -> HTTPResponse { .row(view.play.version, PlayResource(view)) }
}
