internal import Deadwax
internal import HTTPServer
internal import TagJobs
internal import Wire

extension HTTPAPI {
  var tagQueueRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/stations/{name}/tag-queue", needs: .station, returns: .record) {
        request, call in
        try queueAnswer(try stationName(request), call)
      },
      Endpoint(
        .put, "/api/v1/stations/{name}/tag-queue", needs: .station, ifMatch: .accepted, on: .immediate,
        answer: .later { request, call, done in
          let station = try stationName(request)
          let body: TagQueueRequest = try request.decode()
          tagService.makeQueue(
            try choice(in: body), seal: body.seal ?? false, ifVersion: call.version, at: station, by: call.person
          ) { result in
            done {
              _ = try result.get()
              return try queueAnswer(station, call)
            }
          }
        }),
      Endpoint(
        .delete, "/api/v1/stations/{name}/tag-queue", needs: .station, ifMatch: .accepted, on: .immediate,
        answer: .later { request, call, done in
          tagService.endQueue(ifVersion: call.version, at: try stationName(request)) { result in
            done {
              try result.get()
              return HTTPResponse(status: 204)
            }
          }
        }),
      Endpoint(
        .post, "/api/v1/stations/{name}/tag-queue/skip", needs: .station, ifMatch: .accepted, repeats: .key,
        on: .immediate,
        answer: .later { request, call, done in
          let station = try stationName(request)
          tagService.skipInQueue(ifVersion: call.version, at: station) { result in
            done {
              _ = try result.get()
              return try queueAnswer(station, call)
            }
          }
        }),
    ]
  }

  private func queueAnswer(_ station: Station.Name, _ call: Call) throws -> HTTPResponse {
    guard let view = try tagViews.queue(station) else { throw TagError.noQueue }
    return .row(view.queue.version, TagQueueResource(view, words, isStaff: call.isStaff))
  }

  /// Returns the copies to queue, identified in exactly one way.
  private func choice(in body: TagQueueRequest) throws(Problem) -> TagService.QueueChoice {
    var choices: [TagService.QueueChoice] = []
    if let copies = body.copies {
      guard (1...1000).contains(copies.count) else {
        throw Problem(.invalid, "'copies' must be a list of 1 to 1000 ids.")
      }
      choices.append(.copies(copies))
    }
    if let place = body.place { choices.append(.place(place)) }
    if let untagged = body.untagged {
      guard untagged else { throw Problem(.invalid, "'untagged' must be true.") }
      choices.append(.untagged)
    }
    guard choices.count == 1, let choice = choices.first else {
      throw Problem(.invalid, "The body must have exactly one of 'copies', 'place' and 'untagged'.")
    }
    return choice
  }
}
