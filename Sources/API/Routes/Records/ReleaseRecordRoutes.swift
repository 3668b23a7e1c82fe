internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes by which staff enter, correct, merge and remove releases.
  var releaseRecordRoutes: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/releases", needs: .staff, repeats: .key) { request, call in
        let body: ReleaseRequest = try request.decode()
        let opened = try counter.releases.add(body.patch, id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, ReleaseResource(opened))
          .with("location", "/api/v1/releases/\(opened.release.id)")
      },
      Endpoint(.patch, "/api/v1/releases/{id}", needs: .staff, ifMatch: .required) { request, call in
        .release(
          try counter.releases.change(
            try request.release(), try request.decode(), ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.delete, "/api/v1/releases/{id}", needs: .staff, ifMatch: .required) { request, call in
        try counter.releases.remove(try request.release(), ifVersion: call.version, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
      Endpoint(
        .post, "/api/v1/releases/{id}/use-source", needs: .staff, ifMatch: .required, repeats: .key
      ) { request, call in
        let id = try request.release()
        let body: SourceRequest = try request.decode()
        return .release(
          try counter.releases.useSource(of: body.fields, id, ifVersion: call.version, by: call.caller.name))
      },
      Endpoint(.get, "/api/v1/releases/duplicates", needs: .staff, returns: .list) { request, _ in
        let page = try counter.releases.duplicateGroups(
          cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { DuplicateGroupResource($0) }
      },
      Endpoint(.post, "/api/v1/releases/duplicates/different", needs: .staff, repeats: .key) { request, call in
        let body: DifferentReleases = try request.decode()
        try counter.releases.setDifferent(body.releases, by: call.caller.name)
        return .json(body)
      },
      Endpoint(.get, "/api/v1/releases/{id}/duplicates", needs: .staff, returns: .wholeList) { request, _ in
        .whole(try counter.releases.duplicates(of: try request.release()).map { DuplicateResource($0) })
      },
      Endpoint(.get, "/api/v1/releases/{id}/merge", needs: .staff, query: ["other"], returns: .record) { request, _ in
        guard let other: Release.ID = try request.id("other") else {
          throw Problem(.badRequest, "'other' is missing.")
        }
        let merge = try counter.releases.preview(merging: other, into: try request.release())
        return .row(merge.target.version, MergePreview(merge))
      },
      Endpoint(
        .post, "/api/v1/releases/{id}/merge", needs: .staff, ifMatch: .required, repeats: .key
      ) { request, call in
        let id = try request.release()
        let body: MergeRequest = try request.decode()
        return .release(
          try counter.releases.merge(
            body.other, ifVersion: body.otherVersion, into: id, ifVersion: call.version, by: call.caller.name))
      },
    ]
  }
}

extension ReleaseResource {
  init(_ opened: Catalogue.Opened) { self.init(opened.release, opened.detail, copies: opened.copies) }
}

extension HTTPRequest {
  fileprivate func release() throws -> Release.ID {
    guard let id = Release.ID(parameter("id")) else { throw StaffError.noSuchRelease }
    return id
  }
}

extension HTTPResponse {
  fileprivate static func release(_ opened: Catalogue.Opened) -> HTTPResponse {
    .row(opened.release.version, ReleaseResource(opened))
  }
}
