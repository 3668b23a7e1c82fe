internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Intake
internal import Storage
internal import TagJobs
internal import Wire

extension HTTPAPI {
  var tagRoutes: [Route] {
    [
      route(.get, "/api/v1/tags", needs: .station) { request in
        guard let displayed = TagViews.Shown(rawValue: request.query("show") ?? "all") else {
          let names = TagViews.Shown.allCases.map(\.rawValue).joined(separator: ", ")
          throw Problem(.badRequest, "'show' must be one of \(names).")
        }
        let page = try tagViews.tags(displayed, cursor: request.query("cursor"), limit: try request.limit())
        let isStaff = try isStaff(request)
        return .page(
          page.items.map { TagResource($0, present: present($0.listed.uid), isStaff: isStaff) }, next: page.next)
      },
      route(.get, "/api/v1/tags/{uid}", needs: .station) { request in
        let view = try tag(try request.uid())
        let present = present(view.listed.uid)
        let isStaff = try isStaff(request)
        return .versioned(for: request, TagResource(view, present: present, isStaff: isStaff))
      },
      Route(.put, "/api/v1/tags/{uid}/binding", bodyLimit: Self.jsonLimit) { request, reply in
        rebind(request, reply) { uid, done in
          let body: BindingRequest = try request.decode()
          tagService.bind(uid, to: try target(in: body), move: body.move ?? false, then: done)
        }
      },
      Route(.delete, "/api/v1/tags/{uid}/binding", bodyLimit: Self.jsonLimit) { request, reply in
        rebind(request, reply) { uid, done in tagService.unbind(uid) { done($0.map { _ in }) } }
      },
      route(.get, "/api/v1/stations/{name}/tags", needs: .station) { request in
        let station = try stationName(request)
        let isStaff = try isStaff(request)
        return .page(
          try tagViews.lying(tagService.presence.tags(at: station)).map { PresentTagResource($0, isStaff: isStaff) })
      },
    ]
  }

  /// Returns true if the caller may see the numbers of cards.
  func isStaff(_ request: HTTPRequest) throws -> Bool { try access.check(request, needs: .station).role >= .staff }

  /// Returns the tag if it is on a reader now; nil otherwise.
  private func present(_ uid: TagID) -> PresentTag? {
    tagService.presence.place(of: uid)?.tag
  }

  private func tag(_ uid: TagID) throws -> TagView {
    guard let view = try tagViews.tag(uid) else {
      throw Problem(.notFound, "No tag with this number was ever read or bound.")
    }
    return view
  }

  /// Changes the binding of a tag, and responds with the tag.
  private func rebind(
    _ request: HTTPRequest, _ reply: Reply,
    _ change: (TagID, @escaping @Sendable (Result<Void, any Error>) -> Void) throws -> Void
  ) {
    do {
      try access.check(request, needs: .staff)
      let uid = try request.uid()
      try change(uid) { [tagViews] result in
        reply(
          answering {
            try result.mapError(named).get()
            let view = try tagViews.tag(uid) ?? .withoutRecord(uid)
            let present = present(uid)
            return .json(TagResource(view, present: present, isStaff: true))
          })
      }
    } catch {
      reply(problem(error).response)
    }
  }

  /// Returns a refusal with the title of the record that the tag is bound to; any other error unchanged.
  func named(_ error: any Error) -> any Error {
    guard let refusal = error as? TagRefusal, let bound = refusal.bound else { return error }
    return problem(refusal, bound: try? tagViews.name(of: bound))
  }

  /// Returns the record to bind a tag to: exactly one.
  private func target(in body: BindingRequest) throws -> CodeTarget {
    var targets: [CodeTarget] = []
    if let id = body.copy { targets.append(.copy(id)) }
    if let id = body.borrower { targets.append(.borrower(id)) }
    if let id = body.place { targets.append(.place(id)) }
    if let id = body.slot { targets.append(.slot(id)) }
    if let text = try RequestCheck.code(body.code, "code") {
      guard let target = try tagViews.target(of: text) else {
        throw Problem(.notFound, "The code does not belong to a copy, borrower, place or slot.")
      }
      targets.append(target)
    }
    guard targets.count == 1, let target = targets.first else {
      throw Problem(.invalid, "The body must have exactly one of 'copy', 'borrower', 'place', 'slot' and 'code'.")
    }
    return target
  }
}

extension HTTPRequest {
  /// Returns the tag's number in the path.
  fileprivate func uid() throws(Problem) -> TagID {
    guard let uid = TagID(parameter("uid")) else {
      throw Problem(
        .notFound,
        "The number of a tag must be an NFC UID of 4, 7 or 10 bytes in hexadecimal, or a scheme, a colon and hexadecimal."
      )
    }
    return uid
  }
}
