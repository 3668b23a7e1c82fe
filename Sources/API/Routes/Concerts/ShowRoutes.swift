internal import Concerts
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  /// The routes of the concert catalogue: shows, recordings, what the library notes about shows, and their copies.
  var showRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/shows", needs: .readerOnly,
        query: [
          "search", "year", "month", "since", "to", "day", "venue", "city", "region", "song", "collection",
          "library",
        ], returns: .list, on: .worker
      ) { request, _ in
        let page = try concerts.shows(
          search: try request.search(), try request.showFilter(), collection: try request.name("collection"),
          cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { ShowSummary($0) }
      },
      Endpoint(.get, "/api/v1/shows/{id}", needs: .readerOnly, returns: .record, on: .worker) { request, _ in
        .json(ShowResource(try concerts.show(request.parameter("id"))))
      },
      Endpoint(.put, "/api/v1/shows/{id}/library", needs: .staff) { request, _ in
        let body: ShowLibraryRequest = try request.decode()
        let entry = try concerts.putIntoLibrary(
          request.parameter("id"), isPinned: body.isPinned ?? false, notes: body.notes, rating: body.rating,
          tags: body.tags ?? [])
        return .json(ShowLibraryResource(entry))
      },
      Endpoint(.delete, "/api/v1/shows/{id}/library", needs: .staff) { request, _ in
        try concerts.removeFromLibrary(request.parameter("id"))
        return HTTPResponse(status: 204)
      },
      Endpoint(.post, "/api/v1/shows/{id}/copies", needs: .staff, repeats: .key) { request, call in
        let body: ShowCopyRequest = try request.decode()
        try Self.check(recording: body.recording)
        let view = try concerts.addCopy(
          of: request.parameter("id"), recording: body.recording, medium: body.medium, id: call.claim?.derivedID(),
          by: call.caller.name)
        return .json(status: 201, ShowCopyResource(view)).with("location", "/api/v1/copies/\(view.copy.id)")
      },
      Endpoint(.get, "/api/v1/recent-shows", needs: .readerOnly, returns: .wholeList, on: .worker) { _, _ in
        .whole(try concerts.recents().map { RecentShowResource($0.recent, show: $0.show) })
      },
      Endpoint(.post, "/api/v1/shows/{id}/plays", needs: .staff, repeats: .key) { request, _ in
        try concerts.notePlayed(request.parameter("id"))
        return HTTPResponse(status: 204)
      },
    ] + recordingOfShowRoutes + showCopyRoutes
  }

  private static func check(recording: String?) throws(Problem) {
    if let recording { try RequestCheck.length(recording, "recording", in: 1...100) }
  }

  private var recordingOfShowRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/show-recordings", needs: .readerOnly, query: ["source", "reviews"], returns: .list, on: .worker
      ) { request, _ in
        let page = try concerts.recordings(
          of: try request.choice("source"), reviews: try request.number("reviews", 0...1_000_000) ?? 0,
          cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { ShowRecordingResource($0) }
      },
      Endpoint(
        .get, "/api/v1/show-recordings/{identifier}", needs: .readerOnly, returns: .record, on: .worker
      ) { request, _ in
        .json(ShowRecordingResource(try concerts.recording(request.parameter("identifier"))))
      },
      Endpoint(
        .get, "/api/v1/show-recordings/{identifier}/archive", needs: .staff, returns: .record, on: .long
      ) { request, _ in
        let recording = try concerts.recording(request.parameter("identifier"))
        return .json(ArchivedItemResource(try archive.item(recording.identifier)))
      },
    ]
  }

  private var showCopyRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/copies/{id}/show", needs: .readerOnly, returns: .record, on: .worker) { request, _ in
        let view = try concerts.show(of: try request.copyOfShow())
        return .row(view.binding.version, ShowCopyResource(view))
      },
      Endpoint(.put, "/api/v1/copies/{id}/show", needs: .staff, ifMatch: .accepted) { request, call in
        let body: ShowBindingRequest = try request.decode()
        try RequestCheck.length(body.show, "show", in: 1...200)
        try Self.check(recording: body.recording)
        let view = try concerts.bind(
          try request.copyOfShow(), to: body.show, recording: body.recording, ifVersion: call.version,
          by: call.caller.name)
        return .row(view.binding.version, ShowCopyResource(view))
      },
      Endpoint(.delete, "/api/v1/copies/{id}/show", needs: .staff, ifMatch: .accepted) { request, call in
        try concerts.unbind(try request.copyOfShow(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
    ]
  }
}

extension HTTPRequest {
  fileprivate func copyOfShow() throws(ConcertError) -> Copy.ID {
    guard let id = Copy.ID(parameter("id")) else { throw .noSuchCopy }
    return id
  }

  /// Returns the conditions of a list of shows.
  fileprivate func showFilter() throws(Problem) -> ShowFilter {
    var filter = ShowFilter()
    filter.year = try number("year", 1...9999)
    if let month = query("month") {
      guard CivilDate(iso: "\(month)-01") != nil else {
        throw Problem(.badRequest, "'month' must be a month such as 1977-05.")
      }
      filter.yearMonth = month
    }
    filter.since = try day("since")
    filter.until = try day("to")
    if let day = query("day") {
      // 2024 has a 29 February.
      guard CivilDate(iso: "2024-\(day)") != nil else {
        throw Problem(.badRequest, "'day' must be a day of all years such as 05-08.")
      }
      filter.monthDay = day
    }
    (filter.venue, filter.city, filter.state) = (try name("venue"), try name("city"), try name("region"))
    filter.song = try name("song")
    filter.isInLibrary = try isYes("library", otherwise: false)
    return filter
  }

  private func day(_ name: String) throws(Problem) -> String? {
    guard let text = query(name) else { return nil }
    guard CivilDate(iso: text) != nil else { throw Problem(.badRequest, "'\(name)' must be a day such as 1977-05-08.") }
    return text
  }

  fileprivate func name(_ name: String) throws(Problem) -> String? {
    guard let text = query(name) else { return nil }
    guard text.unicodeScalars.count <= 200 else {
      throw Problem(.badRequest, "'\(name)' must have at most 200 characters.")
    }
    return text
  }

  fileprivate func number(_ name: String, _ range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = query(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Problem(.badRequest, "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }
}
