internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Intake
internal import TagJobs
internal import Wire

extension HTTPAPI {
  var tagRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/tags", needs: .station, query: ["state"], returns: .list) { request, call in
        let state = try request.state(otherwise: TagViews.Shown.all)
        let page = try tagViews.tags(state, cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { TagResource($0, present: present($0.listed.uid), isStaff: call.isStaff) }
      },
      Endpoint(.get, "/api/v1/tags/{uid}", needs: .station, returns: .record) { request, call in
        let view = try tag(try request.uid())
        let present = present(view.listed.uid)
        return .row(view.version, TagResource(view, present: present, isStaff: call.isStaff))
      },
      Endpoint(
        .put, "/api/v1/tags/{uid}/binding", needs: .staff, ifMatch: .accepted, on: .immediate,
        answer: .later { request, call, done in
          let uid = try request.uid()
          let body: BindingRequest = try request.decode()
          tagService.bind(
            uid, to: try target(in: body), move: body.move ?? false, ifVersion: call.version, by: call.caller.name
          ) {
            bound(uid, $0, done)
          }
        }),
      Endpoint(
        .delete, "/api/v1/tags/{uid}/binding", needs: .staff, ifMatch: .accepted, on: .immediate,
        answer: .later { request, call, done in
          let uid = try request.uid()
          tagService.unbind(uid, ifVersion: call.version, by: call.caller.name) { bound(uid, $0.map { _ in }, done) }
        }),
      Endpoint(.get, "/api/v1/stations/{name}/tags", needs: .station, returns: .wholeList) { request, call in
        let station = try stationName(request)
        return .whole(
          try tagViews.lying(tagService.presence.tags(at: station)).map {
            PresentTagResource($0, isStaff: call.isStaff)
          })
      },
    ]
  }

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

  /// Ends a request that changed the binding of a tag, with the tag.
  private func bound(_ uid: TagID, _ result: Result<Void, any Error>, _ done: Completion) {
    done {
      try result.mapError(named).get()
      let view = try tagViews.tag(uid) ?? .withoutRecord(uid)
      return .row(view.version, TagResource(view, present: present(uid), isStaff: true))
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
