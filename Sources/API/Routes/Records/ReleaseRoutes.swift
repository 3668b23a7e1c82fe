internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Lending
internal import Staff
internal import Wire

extension HTTPAPI {
  var releaseRoutes: [Endpoint] {
    releaseRecordRoutes + facetRoutes + releaseTagRoutes + [
      // The answer to a search depends on the time as well: loans become overdue, and days pass.
      Endpoint(
        .get, "/api/v1/releases", needs: .readerOnly,
        query: ["search", "typing", "correct", "from", "status", "medium", "wished", "favourite"],
        returns: .cachedList(from: { $0.query("search") == nil ? .releases : nil })
      ) { request, _ in
        // They are checked also where nothing is searched.
        let (isTyping, isCorrected) = (try request.flag("typing") ?? false, try request.flag("correct") ?? false)
        if let status = request.query("status") { return try releases(withStatus: status, request) }
        let filter = ReleaseFilter(
          medium: try request.medium(), isWished: try request.flag("wished"),
          isFavourite: try request.flag("favourite"))
        let cursor = try request.query("cursor") ?? request.firstTime().map(Catalogue.cursor(ofReleasesFrom:))
        guard let text = request.libraryQuery else {
          return .page(
            try catalogue.releaseRows(in: filter, cursor: cursor, limit: try request.limit()) { release in
              JSONWriter.bytes { $0.brief(release) }
            }, for: request)
        }
        let search = Catalogue.Search(
          text, isTyping: isTyping, isCorrected: isCorrected, zone: try counter.zone(),
          patience: isTyping ? Catalogue.patienceWhileTyping : Catalogue.patience)
        let page = try catalogue.search(search, in: filter, cursor: cursor, limit: try request.limit())
        return .page(page, for: request, writing: { $0.brief($1.release, matched: $1.number) })
      },
      Endpoint(.get, "/api/v1/list-defaults", needs: .readerOnly, returns: .record) { _, _ in
        .json(ListDefaultsResource(try counter.library().lists))
      },
      Endpoint(.get, "/api/v1/releases/{id}", needs: .readerOnly, returns: .record) { request, _ in
        guard let id = Release.ID(request.parameter("id")), let opened = try catalogue.release(id) else {
          throw Problem(.notFound, "There is no release with this id.")
        }
        return .row(
          opened.release.version, ReleaseResource(opened.release, opened.detail, copies: opened.copies))
      },
    ]
  }

  /// Returns a page of the releases that no source knows, the newest first.
  private func releases(withStatus status: String, _ request: HTTPRequest) throws -> HTTPResponse {
    guard status == Release.Status.notFound.rawValue else {
      throw Problem(.badRequest, "'status' must be \(Release.Status.notFound.rawValue).")
    }
    guard ["search", "from", "medium", "wished", "favourite"].allSatisfy({ request.query($0) == nil }) else {
      throw Problem(
        .badRequest, "'status' cannot be combined with 'search', 'from', 'medium', 'wished' or 'favourite'.")
    }
    let page = try catalogue.unknownReleases(cursor: request.query("cursor"), limit: try request.limit())
    return .page(page, for: request, writing: { $0.brief($1) })
  }
}
