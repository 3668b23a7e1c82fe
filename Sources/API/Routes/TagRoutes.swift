internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer
internal import Storage

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
        return .page(page.items, next: page.next) { $0.tag($1, present: present($1.listed.uid), isStaff: isStaff) }
      },
      route(.get, "/api/v1/tags/{uid}", needs: .station) { request in
        let view = try tag(try request.uid())
        let present = present(view.listed.uid)
        let isStaff = try isStaff(request)
        return .versioned(for: request) { $0.tag(view, present: present, isStaff: isStaff) }
      },
      Route(.put, "/api/v1/tags/{uid}/binding", bodyLimit: Self.jsonLimit) { request, reply in
        rebind(request, reply) { uid, done in
          let body = try JSONBody(request, allowing: ["copy", "borrower", "place", "slot", "code", "move"])
          let move = try body.flag("move") ?? false
          let target = try target(in: body)
          tagService.bind(uid, to: target, move: move, then: done)
        }
      },
      Route(.delete, "/api/v1/tags/{uid}/binding", bodyLimit: Self.jsonLimit) { request, reply in
        rebind(request, reply) { uid, done in tagService.unbind(uid) { done($0.map { _ in }) } }
      },
      route(.get, "/api/v1/stations/{name}/tags", needs: .station) { request in
        let station = try stationName(request)
        let isStaff = try isStaff(request)
        return .page(try tagViews.lying(tagService.field.tags(at: station)), next: nil) {
          $0.lyingTag($1, isStaff: isStaff)
        }
      },
    ]
  }

  /// Returns true if the caller may see the numbers of cards.
  func isStaff(_ request: HTTPRequest) throws -> Bool { try access.check(request, needs: .station).role >= .staff }

  /// Returns the tag if it is on a reader now; nil otherwise.
  private func present(_ uid: TagID) -> PresentTag? {
    tagService.field.place(of: uid)?.tag
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
            return .json { $0.tag(view, present: present, isStaff: true) }
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
  private func target(in body: JSONBody) throws -> CodeTarget {
    var targets: [CodeTarget] = []
    if let id: Copy.ID = try body.id("copy") { targets.append(.copy(id)) }
    if let id: Borrower.ID = try body.id("borrower") { targets.append(.borrower(id)) }
    if let id: Place.ID = try body.id("place") { targets.append(.place(id)) }
    if let id: Slot.ID = try body.id("slot") { targets.append(.slot(id)) }
    if let text = try body.optionalText("code") {
      guard (1...Code.lengthLimit).contains(text.utf8.count) else {
        throw Problem(.invalid, "'code' must have 1 to \(Code.lengthLimit) bytes.")
      }
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
