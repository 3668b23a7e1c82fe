internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import History
internal import TagJobs
internal import Wire

extension HTTPAPI {
  var tagJobRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/tag-jobs", needs: .station, query: ["state", "uid", "copy"], returns: .list) {
        request, call in
        let states =
          switch try request.states(of: TagJob.State.self) {
          case .all: [TagJob.State]()
          case .open: TagJob.State.allCases.filter(\.isOpen)
          case .only(let state): [state]
          }
        let page = try tagViews.jobs(
          in: states, uid: try request.uidQuery(), copy: try request.id("copy"),
          cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { TagJobResource($0, words, isStaff: call.isStaff) }
      },
      Endpoint(.post, "/api/v1/tag-jobs", needs: .station, repeats: .key, on: .immediate, answer: .later(order)),
      Endpoint(.get, "/api/v1/tag-jobs/{id}", needs: .station, returns: .record) { request, call in
        let view = try job(request)
        return .json(TagJobResource(view, words, isStaff: call.isStaff))
      },
      Endpoint(.post, "/api/v1/tag-jobs/{id}/cancel", needs: .station, on: .immediate, answer: .later(cancel)),
    ]
  }

  /// Cancels a job. A job that is over remains as it ended, and the response reports that state.
  @Sendable private func cancel(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let job = try job(request).job
    try call.caller.check(actsAs: job.station)
    let isStaff = call.isStaff
    tagService.cancel(job.id) { [tagViews] result in
      done {
        do {
          _ = try result.get()
        } catch TagError.alreadyOver {
          // Not a refusal.
        }
        guard let view = try tagViews.job(job.id) else { throw TagError.noSuchJob }
        return .json(TagJobResource(view, words, isStaff: isStaff))
      }
    }
  }

  /// Stores a new job. The same transaction checks that the job is possible.
  @Sendable private func order(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let body: TagOrderRequest = try request.decode()
    var wish = TagRequest(body.action, uid: try body.tag())
    wish.copy = body.copy
    guard (body.action == .write) == (wish.copy != nil) else {
      throw Problem(.invalid, body.action == .write ? "'copy' is missing." : "'copy' is only allowed for 'write'.")
    }
    wish.overwrite = body.overwrite ?? false
    wish.move = body.move ?? false
    wish.second = body.second.flatMap { .init(rawValue: $0.rawValue) } ?? .refuse
    wish.seal = body.seal ?? false
    wish.patience = .seconds(try RequestCheck.number(body.seconds, "seconds", in: 1...3600) ?? 60)
    let station = body.station ?? call.caller.station ?? .hubStation
    try call.caller.check(actsAs: station)
    guard try history.station(station) != nil else { throw Problem(.notFound, "There is no station with this name.") }
    let isStaff = call.isStaff
    tagService.order(wish, at: station, id: call.claim?.derivedID(), by: call.person) { [tagViews] result in
      done(
        result.mapError(named).flatMap { job in
          Result {
            guard let view = try tagViews.job(job.id) else { throw TagError.noSuchJob }
            return .json(status: 201, TagJobResource(view, words, isStaff: isStaff))
              .with("location", "/api/v1/tag-jobs/\(job.id)")
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

extension TagOrderRequest {
  fileprivate func tag() throws(Problem) -> TagID? {
    guard let text = uid else { return nil }
    guard let uid = TagID(text) else {
      throw Problem(
        .invalid, "'uid' must be an NFC UID of 4, 7 or 10 bytes in hexadecimal, or a scheme, a colon and hexadecimal.")
    }
    return uid
  }
}

extension HTTPRequest {
  fileprivate func uidQuery() throws(Problem) -> TagID? {
    guard let text = query("uid") else { return nil }
    guard let uid = TagID(text) else {
      throw Problem(
        .badRequest,
        "'uid' must be an NFC UID of 4, 7 or 10 bytes in hexadecimal, or a scheme, a colon and hexadecimal.")
    }
    return uid
  }
}
