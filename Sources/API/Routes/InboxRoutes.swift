internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  var inboxRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/inbox", needs: .staff, query: ["state"], returns: .list) { request, _ in
        let state: InboxItem.State? =
          switch try request.states(of: InboxItem.State.self) {
          case .all: nil
          case .open: .open
          case .only(let state): state
          }
        let page = try counter.inbox.list(
          state: state, cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { InboxResource($0) }
      },
      Endpoint(.get, "/api/v1/inbox/{id}", needs: .staff, returns: .record) { request, _ in
        let view = try counter.inbox.view(try request.inboxItem())
        return .row(view.item.version, InboxResource(view))
      },
      Endpoint(.post, "/api/v1/inbox/{id}/name", needs: .staff, repeats: .key) { request, call in
        let id = try request.inboxItem()
        let body: InboxRelease = try request.decode()
        return .inbox(
          try counter.inbox.name(
            id, title: try RequestCheck.text(body.title, "title", in: 1...300),
            artist: try RequestCheck.text(body.artist, "artist", in: 1...300), medium: body.medium, by: call.caller.name
          ))
      },
      Endpoint(.post, "/api/v1/inbox/{id}/look-up", needs: .staff, repeats: .key) { request, call in
        .inbox(try counter.inbox.lookUpAgain(try request.inboxItem(), by: call.caller.name))
      },
      Endpoint(.post, "/api/v1/inbox/{id}/claim", needs: .staff, repeats: .key) { request, call in
        let id = try request.inboxItem()
        let copy = try request.decode(InboxBinding.self).copy
        return .inbox(try counter.inbox.claim(id, copy: copy, by: call.caller.name))
      },
      Endpoint(.post, "/api/v1/inbox/{id}/forget", needs: .staff, repeats: .key) { request, call in
        .inbox(try counter.inbox.dismiss(try request.inboxItem(), by: call.caller.name))
      },
    ]
  }
}

extension HTTPResponse {
  fileprivate static func inbox(_ view: InboxView) -> HTTPResponse { .json(InboxResource(view)) }
}

extension HTTPRequest {
  fileprivate func inboxItem() throws -> InboxItem.ID {
    guard let id = InboxItem.ID(parameter("id")) else { throw StaffError.noSuchItem }
    return id
  }
}
