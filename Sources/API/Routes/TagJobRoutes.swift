internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer

extension HTTPAPI {
  var tagJobRoutes: [Route] {
    [
      route(.get, "/api/v1/tag-jobs", needs: .station) { request in
        let page = try tagViews.jobs(
          in: try request.states(), uid: try request.uidQuery(), copy: try request.copyQuery(),
          cursor: request.query("cursor"), limit: try request.limit())
        let isStaff = try isStaff(request)
        return .page(page.items, next: page.next) { $0.tagJob($1, words, isStaff: isStaff) }
      },
      idempotentPost("/api/v1/tag-jobs", needs: .station, order),
      route(.get, "/api/v1/tag-jobs/{id}", needs: .station) { request in
        let view = try job(request)
        let isStaff = try isStaff(request)
        return .versioned(for: request) { $0.tagJob(view, words, isStaff: isStaff) }
      },
      Route(.post, "/api/v1/tag-jobs/{id}/cancel", bodyLimit: Self.jsonLimit) { request, reply in
        do {
          let caller = try access.check(request, needs: .station)
          let job = try job(request).job
          try caller.check(actsAs: job.station)
          let id = job.id
          tagService.cancel(id) { [tagViews] result in
            reply(
              answering {
                do {
                  _ = try result.get()
                } catch TagError.alreadyOver {
                  // The job remains as it ended, and the response reports that state.
                }
                guard let view = try tagViews.job(id) else { throw TagError.noSuchJob }
                return .json { $0.tagJob(view, words) }
              })
          }
        } catch {
          reply(problem(error).response)
        }
      },
    ]
  }

  /// Stores a new job. The same transaction checks that the job is possible.
  private func order(
    _ request: HTTPRequest, _ ticket: IdempotencyStore.Claim?,
    _ done: @escaping @Sendable (Result<HTTPResponse, any Error>) -> Void
  ) throws {
    let body = try JSONBody(
      request, allowing: ["action", "station", "uid", "copy", "overwrite", "move", "second", "seal", "seconds"])
    guard let action: TagJob.Action = try body.choice("action") else { throw Problem(.invalid, "'action' is missing.") }
    var wish = TagRequest(action, uid: try body.uid())
    wish.copy = try body.id("copy")
    guard (action == .write) == (wish.copy != nil) else {
      throw Problem(.invalid, action == .write ? "'copy' is missing." : "'copy' is only allowed for 'write'.")
    }
    wish.overwrite = try body.flag("overwrite") ?? false
    wish.move = try body.flag("move") ?? false
    wish.second = try body.choice("second") ?? .refuse
    wish.seal = try body.flag("seal") ?? false
    wish.patience = .seconds(try body.number("seconds", in: 1...3600) ?? 60)
    let caller = try access.check(request, needs: .station)
    guard let station = Station.Name(try body.optionalText("station") ?? (caller.station ?? .hubStation).text) else {
      throw Problem(.notFound, "There is no station with this name.")
    }
    try caller.check(actsAs: station)
    guard try history.station(station) != nil else { throw Problem(.notFound, "There is no station with this name.") }
    tagService.order(wish, at: station, id: ticket.map { $0.derivedID() }) { [tagViews] result in
      done(
        result.mapError(named).flatMap { job in
          Result {
            guard let view = try tagViews.job(job.id) else { throw TagError.noSuchJob }
            return .json(status: 201) { $0.tagJob(view, words) }.with("location", "/api/v1/tag-jobs/\(job.id)")
          }
        })
    }
  }

  private func job(_ request: HTTPRequest) throws -> TagJobView {
    guard let id = TagJob.ID(request.parameter("id")), let view = try tagViews.job(id) else {
      throw Problem(.notFound, "There is no job with this id.")
    }
    return view
  }
}

extension JSONBody {
  fileprivate func uid() throws(Problem) -> TagID? {
    guard let text = try optionalText("uid") else { return nil }
    guard let uid = TagID(text) else {
      throw Problem(
        .invalid, "'uid' must be an NFC UID of 4, 7 or 10 bytes in hexadecimal, or a scheme, a colon and hexadecimal.")
    }
    return uid
  }
}

extension HTTPRequest {
  /// Returns the requested states; an empty list means all.
  fileprivate func states() throws(Problem) -> [TagJob.State] {
    guard let text = query("state") else { return [] }
    if text == "open" { return TagJob.State.allCases.filter(\.isOpen) }
    guard let state = TagJob.State(rawValue: text) else {
      let names = TagJob.State.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(.badRequest, "'state' must be open, or one of \(names).")
    }
    return [state]
  }

  fileprivate func uidQuery() throws(Problem) -> TagID? {
    guard let text = query("uid") else { return nil }
    guard let uid = TagID(text) else {
      throw Problem(
        .badRequest,
        "'uid' must be an NFC UID of 4, 7 or 10 bytes in hexadecimal, or a scheme, a colon and hexadecimal.")
    }
    return uid
  }

  fileprivate func copyQuery() throws(Problem) -> Copy.ID? {
    guard let text = query("copy") else { return nil }
    guard let id = Copy.ID(text) else { throw Problem(.badRequest, "'copy' must be a UUID.") }
    return id
  }
}
