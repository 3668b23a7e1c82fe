internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Lending
internal import Lists
internal import Queries
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes of smart collections.
  var collectionRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/collections", needs: .readerOnly, returns: .wholeList) { _, call in
        let library = try counter.library()
        let views = try collections.list(
          seenBy: call.caller.account, in: library.due.calendar.zone, tracksPlaces: library.places.areTracked)
        return .whole(views.map { CollectionResource($0) })
      },
      Endpoint(.get, "/api/v1/collections/{id}", needs: .readerOnly, returns: .record) { request, call in
        .collection(
          try collections.collection(
            request.parameter("id"), seenBy: call.caller.account, in: try counter.zone()))
      },
      Endpoint(.post, "/api/v1/collections", needs: .staff, repeats: .key) { request, call in
        let body: CollectionRequest = try request.decode()
        let made = try Self.withMistake {
          try collections.add(
            name: body.name, query: body.query, isShared: body.isShared ?? true, owner: call.caller.account,
            id: call.claim?.derivedID(), by: call.caller.name)
        }
        return .json(status: 201, CollectionResource(try view(of: made, call)))
          .with("location", "/api/v1/collections/\(made.id)")
      },
      Endpoint(.patch, "/api/v1/collections/{id}", needs: .staff, ifMatch: .required) { request, call in
        let changed = try Self.withMistake {
          try collections.change(
            try request.collection(), try request.decode(), ifVersion: call.version, seenBy: call.caller.account,
            by: call.caller.name)
        }
        return .collection(try view(of: changed, call))
      },
      Endpoint(.delete, "/api/v1/collections/{id}", needs: .staff, ifMatch: .required) { request, call in
        try collections.remove(
          try request.collection(), ifVersion: call.version, seenBy: call.caller.account, by: call.caller.name)
        return HTTPResponse(status: 204)
      },
    ]
  }

  private func view(of made: SmartCollection, _ call: Call) throws -> CollectionView {
    try collections.collection(made.id.text, seenBy: call.caller.account, in: try counter.zone())
  }

  /// Runs a change. A mistake in its query is one of the member `query`.
  private static func withMistake<Result>(_ change: () throws -> Result) throws -> Result {
    do {
      return try change()
    } catch let mistake as QueryError {
      let sentence = mistake.description
      var problem = Problem(
        .invalid, "'query': \(sentence)", reasons: [Problem.Reason(.invalidMember, at: "query", sentence)])
      problem.mistake = QueryMistake(mistake)
      throw problem
    }
  }
}

extension CollectionResource {
  fileprivate init(_ view: CollectionView) {
    switch view.subject {
    case .builtIn(let collection): self.init(collection)
    case .made(let collection): self.init(collection, isOwn: view.isOwn)
    }
    count = view.count
    let word: Obstacle?
    switch view.obstacle {
    case .timeout?: word = .timeout
    case .indexing?: word = .indexing
    case .mistake(let error)?:
      word = .mistake
      mistake = QueryMistake(error)
    case nil: word = nil
    }
    noCount = OpenWord(word)
  }
}

extension HTTPRequest {
  /// - Throws: `forbidden` for a collection that every library has, and `StaffError.noSuchCollection`.
  fileprivate func collection() throws -> SmartCollection.ID {
    let text = parameter("id")
    guard BuiltInCollection(rawValue: text) == nil else {
      throw Problem(.forbidden, "Every library has this collection. It cannot be changed.")
    }
    guard let id = SmartCollection.ID(text) else { throw StaffError.noSuchCollection }
    return id
  }
}

extension HTTPResponse {
  fileprivate static func collection(_ view: CollectionView) -> HTTPResponse {
    let resource = CollectionResource(view)
    return .row(resource.version ?? 1, resource)
  }
}
