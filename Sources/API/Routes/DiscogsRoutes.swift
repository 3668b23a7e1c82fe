internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Lookup
internal import Staff
internal import Wire

extension HTTPAPI {
  /// The routes by which staff search at Discogs and add what they find.
  var discogsRoutes: [Endpoint] {
    [
      Endpoint(
        .get, "/api/v1/discogs/releases", needs: .staff, query: Set(Self.discogsCriteria), on: .immediate,
        answer: .later(searchDiscogs)),
      Endpoint(.post, "/api/v1/discogs/releases/{number}", needs: .staff, repeats: .key) { request, call in
        guard let number = Int64(request.parameter("number")), number > 0 else {
          throw Problem(.notFound, "A release of Discogs has a number above 0.")
        }
        let body: DiscogsReleaseRequest = try request.decode()
        let opened = try counter.releases.add(
          DiscogsAddress(release: number), isWished: body.wishlist, id: call.claim?.derivedID(), by: call.caller.name)
        return .json(status: 201, ReleaseResource(opened))
          .with("location", "/api/v1/releases/\(opened.release.id)")
      },
    ]
  }

  private static let discogsCriteria = ["search", "title", "artist", "catalogNumber"]

  /// The maximum length of a criterion in bytes.
  private static let longestCriterion = 200

  @Sendable private func searchDiscogs(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let values = try Self.discogsCriteria.map { name in
      let value = String((request.query(name) ?? "").trimmed)
      guard value.utf8.count <= Self.longestCriterion else {
        throw Problem(.badRequest, "'\(name)' must have at most \(Self.longestCriterion) bytes.")
      }
      return value
    }
    let criteria = DiscogsSearch.Criteria(
      words: values[0], title: values[1], artist: values[2], catalogNumber: values[3])
    guard !criteria.isEmpty else {
      throw Problem(.badRequest, "One of \(Self.discogsCriteria.joined(separator: ", ")) is needed.")
    }
    let isBegun = search.begin(criteria) { result in
      done {
        do throws(LookupError) {
          let found = try result.get()
          return .json(
            DiscogsHitList(
              items: found.hits.map(DiscogsHitResource.init), fetchedAt: found.fetchedAt.map { RFC3339Time($0) }))
        } catch {
          throw Self.problem(error)
        }
      }
    }
    guard isBegun else {
      throw Problem(.tooMany, "Too many searches are waiting. Send it again.", headers: [("retry-after", "2")])
    }
  }

  /// Returns the problem that Discogs did not answer.
  static func problem(_ error: LookupError) -> Problem {
    let sentence = "\(error).".capitalisedFirst
    switch error {
    case .missingToken: return Problem(.discogsTokenMissing, "\(sentence) An administrator must configure one.")
    case .invalidToken:
      return Problem(.discogsTokenRefused, "\(sentence) An administrator must configure another one.")
    case .connectionFailed: return Problem(.discogsUnreachable, sentence)
    case .invalidResponse: return Problem(.discogsResponseInvalid, sentence)
    case .notFound: return Problem(.notFound, sentence)
    case .rateLimited(let delay):
      let seconds = max(1, delay?.components.seconds ?? 60)
      return Problem(
        .tooMany, "Discogs was asked too often. Search again in \(seconds) s.",
        headers: [("retry-after", "\(seconds)")])
    case .cancelled: return Problem(.notReady, "The hub is stopping.")
    }
  }
}

extension DiscogsHitResource {
  fileprivate init(_ hit: DiscogsSearch.Hit) {
    self.init(
      number: hit.number, title: hit.title, country: hit.country, year: hit.year, catalogNumber: hit.catalogNumber,
      medium: hit.medium, formats: hit.formats)
  }
}

extension String {
  /// The text with a capital letter at its beginning.
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
