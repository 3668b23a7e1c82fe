internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer

extension HTTPAPI {
  var inboxRoutes: [Route] {
    [
      staffRoute(.get, "/api/v1/inbox") { request, _ in
        let page = try counter.inbox.list(
          state: try request.choice("state", otherwise: InboxItem.State.open), cursor: request.query("cursor"),
          limit: try request.limit())
        return .page(page.items, next: page.next) { $0.inbox($1) }
      },
      staffRoute(.get, "/api/v1/inbox/{id}") { request, _ in
        let view = try counter.inbox.view(try request.inboxItem())
        return .row(view.item.version, for: request) { $0.inbox(view) }
      },
      staffPost("/api/v1/inbox/{id}/name") { request, _, caller in
        let id = try request.inboxItem()
        let body = try JSONBody(request, allowing: ["title", "artist", "medium"])
        guard let title = try body.words("title", in: 1...300), let artist = try body.words("artist", in: 1...300),
          let medium: Medium = try body.choice("medium")
        else { throw Problem(.invalid, "'title', 'artist' and 'medium' are required.") }
        return .inbox(
          try counter.inbox.name(id, title: title, artist: artist, medium: medium, by: caller.name))
      },
      staffPost("/api/v1/inbox/{id}/look-up") { request, _, caller in
        .inbox(try counter.inbox.lookUpAgain(try request.inboxItem(), by: caller.name))
      },
      staffPost("/api/v1/inbox/{id}/claim") { request, _, caller in
        let id = try request.inboxItem()
        guard let copy: Copy.ID = try JSONBody(request, allowing: ["copy"]).id("copy") else {
          throw Problem(.invalid, "'copy' is missing.")
        }
        return .inbox(try counter.inbox.claim(id, copy: copy, by: caller.name))
      },
      staffPost("/api/v1/inbox/{id}/forget") { request, _, caller in
        .inbox(try counter.inbox.dismiss(try request.inboxItem(), by: caller.name))
      },
    ]
  }
}

extension HTTPResponse {
  fileprivate static func inbox(_ view: InboxView) -> HTTPResponse { .json { $0.inbox(view) } }
}

extension HTTPRequest {
  fileprivate func inboxItem() throws -> InboxItem.ID {
    guard let id = InboxItem.ID(parameter("id")) else { throw StaffError.noSuchItem }
    return id
  }
}
