internal import Concerts
internal import Deadwax
internal import HTTPServer
internal import Log
internal import Wire

extension HTTPAPI {
  /// The routes of the concert catalogue as a whole, its collections, and imports of packages. An import can replace the
  /// catalogue, so it is for administrators alone.
  var concertRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/concerts", needs: .readerOnly, returns: .record, on: .worker) { _, _ in
        .json(ConcertCatalogueResource(try concerts.summary()))
      },
      Endpoint(.get, "/api/v1/concert-collections", needs: .readerOnly, returns: .wholeList, on: .worker) { _, _ in
        .whole(try concerts.collections().map { ConcertCollectionResource($0) })
      },
      Endpoint(.get, "/api/v1/concert-imports", needs: .admin, returns: .wholeList, on: .worker) { _, _ in
        .whole(concertImports.all().map { ConcertImportResource($0) })
      },
      Endpoint(
        .post, "/api/v1/concert-imports", needs: .admin, repeats: .key, on: .worker,
        bodyLimit: ConcertImports.sizeLimit, into: { _ in try concertImports.receive() }
      ) { request, call in
        let upload = try request.receiver as? ConcertUpload ?? concertImports.received(request.body)
        let view = try concertImports.begin(upload, id: call.claim?.derivedID())
        return .json(status: 201, ConcertImportResource(view))
          .with("location", "/api/v1/concert-imports/\(view.id)")
      },
      Endpoint(
        .get, "/api/v1/concert-imports/{id}", needs: .admin, returns: .record, on: .worker
      ) { request, _ in
        .json(ConcertImportResource(try concertImports.view(try request.concertImport())))
      },
      Endpoint(.delete, "/api/v1/concert-imports/{id}", needs: .admin, on: .worker) { request, _ in
        try concertImports.remove(try request.concertImport())
        return HTTPResponse(status: 204)
      },
      Endpoint(.post, "/api/v1/concert-imports/{id}/apply", needs: .admin, on: .worker) { request, _ in
        .json(status: 202, ConcertImportResource(try concertImports.apply(try request.concertImport())))
      },
    ]
  }

  /// Returns the problem for an error of the concert catalogue.
  func problem(_ error: ConcertError) -> Problem {
    switch error {
    case .noSuchShow, .noSuchRecording, .noSuchCollection, .noSuchCopy, .notBound, .notInLibrary, .noSuchImport,
      .notArchived:
      return Problem(.notFound, error.description)
    case .staleBinding(let now): return .stale(now: now)
    case .otherShow, .wrongPhase: return Problem(.conflict, error.description)
    case .emptyFile, .badPackage: return Problem(.contentRefused, error.description)
    case .diskFull: return Problem(.diskFull, error.description)
    case .archiveUnavailable, .stopped: return Problem(.notReady, error.description)
    case .unavailable(let reason):
      logger.error("\(reason)")
      return Problem(.internal, "The package cannot be handled now. See the hub's log.")
    }
  }
}

extension ConcertUpload: DigestedBody {}

extension HTTPRequest {
  fileprivate func concertImport() throws(ConcertError) -> ConcertImport.ID {
    guard let id = ConcertImport.ID(parameter("id")) else { throw .noSuchImport }
    return id
  }
}
