internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Lists
internal import Wire

extension HTTPAPI {
  /// The route of the tags that people put on releases. A release has its own tags as a field.
  var releaseTagRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/release-tags", needs: .readerOnly, query: ["search"], returns: .list
      ) { request, _ in
        let page = try releaseTags.list(
          beginningWith: try request.search(), cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { ReleaseTagResource($0.tag, query: $0.query) }
      }
    ]
  }
}
