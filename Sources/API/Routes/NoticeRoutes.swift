internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Notices
internal import Wire

extension HTTPAPI {
  var noticeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/notices", needs: .staff, query: ["state", "borrower"], returns: .list) { request, _ in
        var (state, isOpen): (NoticeState?, Bool) = (nil, false)
        switch try request.states(of: NoticeState.self) {
        case .all: break
        case .open: isOpen = true
        case .only(let only): state = only
        }
        let page = try notices.log(
          state: state, isOpen: isOpen, borrower: try request.id("borrower"), cursor: request.query("cursor"),
          limit: try request.limit())
        return .page(page, for: request) { NoticeResource($0) }
      },
      Endpoint(.post, "/api/v1/notices/{id}/send", needs: .staff, repeats: .key) { request, _ in
        .json(NoticeResource(try notices.sendAgain(request.parameter("id"))))
      },
      Endpoint(.get, "/api/v1/notice-templates", needs: .staff, returns: .wholeList) { _, _ in
        .whole(try notices.templates().map { NoticeTemplateResource($0) })
      },
      Endpoint(.get, "/api/v1/notice-templates/{id}", needs: .staff, returns: .record) { request, _ in
        let view = try notices.template(request.parameter("id"))
        return .row(view.version, NoticeTemplateResource(view))
      },
      Endpoint(.put, "/api/v1/notice-templates/{id}", needs: .admin, ifMatch: .required) { request, call in
        let body: NoticeTemplateRequest = try request.decode()
        let view = try notices.set(
          request.parameter("id"), subject: body.subject, body: body.body, ifVersion: call.version,
          by: call.caller.name)
        return .row(view.version, NoticeTemplateResource(view))
      },
      // The template remains: it has the standard text again.
      Endpoint(.delete, "/api/v1/notice-templates/{id}", needs: .admin, ifMatch: .required) { request, call in
        let view = try notices.restore(request.parameter("id"), ifVersion: call.version, by: call.caller.name)
        return .row(view.version, NoticeTemplateResource(view))
      },
      Endpoint(.post, "/api/v1/notice-templates/{id}/preview", needs: .staff) { request, _ in
        let body: NoticePreviewRequest = try request.decode()
        let (text, isSample) = try notices.preview(
          request.parameter("id"), subject: body.subject, body: body.body, isReal: body.isReal ?? false)
        return .json(NoticePreview(subject: text.subject, body: text.body, isSample: isSample))
      },
    ]
  }
}
