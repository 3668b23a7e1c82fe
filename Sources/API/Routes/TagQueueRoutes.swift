internal import Deadwax
internal import HTTPServer
internal import Storage
internal import TagJobs
internal import Wire

extension HTTPAPI {
  var tagQueueRoutes: [Route] {
    [
      route(.get, "/api/v1/stations/{name}/tag-queue", needs: .station) { request in
        guard let view = try tagViews.queue(try stationName(request)) else { throw TagError.noQueue }
        return .json(TagQueueResource(view, words))
      },
      Route(.put, "/api/v1/stations/{name}/tag-queue", bodyLimit: Self.jsonLimit) { request, reply in
        queue(request, reply) { station, done in
          let body: TagQueueRequest = try request.decode()
          tagService.makeQueue(try choice(in: body), seal: body.seal ?? false, at: station, then: done)
        }
      },
      Route(.delete, "/api/v1/stations/{name}/tag-queue", bodyLimit: Self.jsonLimit) { request, reply in
        do {
          try access.check(request, needs: .station)
          tagService.endQueue(at: try stationName(request)) { result in
            reply(
              answering {
                try result.get()
                return HTTPResponse(status: 204)
              })
          }
        } catch {
          reply(problem(error).response)
        }
      },
      idempotentPost("/api/v1/stations/{name}/tag-queue/skip", needs: .station) { request, _, done in
        let station = try stationName(request)
        tagService.skipInQueue(at: station) { result in
          done(
            Result {
              _ = try result.get()
              return try queueAnswer(station)
            })
        }
      },
    ]
  }

  /// Changes the queue of a station, and responds with the new queue.
  private func queue(
    _ request: HTTPRequest, _ reply: Reply,
    _ change: (Station.Name, @escaping @Sendable (Result<TagQueue, any Error>) -> Void) throws -> Void
  ) {
    do {
      try access.check(request, needs: .station)
      let station = try stationName(request)
      try change(station) { result in
        reply(
          answering {
            _ = try result.get()
            return try queueAnswer(station)
          })
      }
    } catch {
      reply(problem(error).response)
    }
  }

  private func queueAnswer(_ station: Station.Name) throws -> HTTPResponse {
    guard let view = try tagViews.queue(station) else { throw TagError.noQueue }
    return .json(TagQueueResource(view, words))
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
