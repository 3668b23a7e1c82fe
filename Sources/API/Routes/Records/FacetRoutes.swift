internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Lists
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The route of the facets of a search for releases.
  var facetRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/releases/facets", needs: .readerOnly,
        query: ["search", "typing", "medium", "wished", "favourite"], returns: .record
      ) { request, _ in
        let isTyping = try request.flag("typing") ?? false
        let filter = ReleaseFilter(
          medium: try request.medium(), isWished: try request.flag("wished"),
          isFavourite: try request.flag("favourite"))
        let search = Catalogue.Search(
          request.libraryQuery ?? "", isTyping: isTyping, isCorrected: false, zone: try counter.zone(),
          patience: Catalogue.patience)
        return .json(FacetsResource(try facets.found(by: search, in: filter)))
      }
    ]
  }
}
