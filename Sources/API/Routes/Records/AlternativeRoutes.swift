internal import Catalogue
internal import Deadwax
internal import Execution
internal import HTTPServer
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The other records of the external catalogue that carry the barcode of a release.
  var alternativeRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/releases/undecided", needs: .staff, returns: .list) { request, _ in
        let page = try catalogue.undecidedReleases(cursor: request.query("cursor"), limit: try request.limit())
        return .page(page, for: request) { UndecidedReleaseResource($0.release, alternatives: $0.alternatives) }
      },
      Endpoint(.get, "/api/v1/releases/{id}/alternatives", needs: .readerOnly, returns: .wholeList) { request, _ in
        try .json(AlternativeList(self.alternatives(of: request)))
      },
      Endpoint(.get, "/api/v1/releases/{id}/question", needs: .readerOnly, query: ["answers"]) { request, _ in
        let found = try self.alternatives(of: request)
        let dialogue = try AlternativeDialogue(after: try request.answers(), about: found.all)
        return .json(AlternativeDialogueResource(dialogue, version: found.release.version))
      },
      Endpoint(.put, "/api/v1/releases/{id}/source", needs: .staff, ifMatch: .required) { request, call in
        guard let id = Release.ID(request.parameter("id")) else { throw StaffError.noSuchRelease }
        let body: SourceChoiceRequest = try request.decode()
        try RequestCheck.length(body.id, "id", in: 1...18)
        let found = try counter.sources.choose(body.id, for: id, ifVersion: call.version, by: call.caller.name)
        return .json(status: 202, AlternativeList(found))
      },
    ]
  }

  private func alternatives(of request: HTTPRequest) throws -> Catalogue.Alternatives {
    guard let id = Release.ID(request.parameter("id")), let found = try catalogue.alternatives(of: id) else {
      throw Problem(.notFound, "There is no release with this id.")
    }
    return found
  }
}

extension HTTPRequest {
  /// Returns the answers of a dialogue, such as `2,0,1`.
  fileprivate func answers() throws -> [Int] {
    guard let text = query("answers"), !text.isEmpty else { return [] }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard part.utf8.count == 1, let number = Int(part) else { throw CatalogueError.badAnswer }
      return number
    }
  }
}

extension AlternativeResource {
  fileprivate init(_ found: Alternative) {
    self.init(
      id: found.id, title: found.title, country: found.country, year: found.year, catalogNumber: found.catalogNumber,
      formats: found.formats, note: found.note, matrix: found.matrix,
      behindBy: found.reason.flatMap(Reason.init(rawValue:)), isCurrent: found.isCurrent)
  }
}

extension AlternativeList {
  fileprivate init(_ found: Catalogue.Alternatives) {
    self.init(
      items: found.all.map(AlternativeResource.init), confidence: Confidence(found.confidence), choice: found.choice,
      version: found.release.version)
  }
}

extension AlternativeList.Confidence {
  fileprivate init(_ confidence: MatchConfidence) {
    self =
      switch confidence {
      case .chosen: .chosen
      case .unique: .unique
      case .dominant: .dominant
      case .ambiguous: .ambiguous
      }
  }
}

extension AlternativeDialogueResource {
  fileprivate init(_ dialogue: AlternativeDialogue, version: Int) {
    self.init(
      items: dialogue.remaining.map(AlternativeResource.init),
      question: dialogue.question.flatMap { question in
        Feature(rawValue: question.feature.rawValue).map { feature in
          Question(
            feature: feature,
            choices: question.choices.map { Choice(number: $0.number, text: $0.text, count: $0.count) })
        }
      }, version: version)
  }
}
