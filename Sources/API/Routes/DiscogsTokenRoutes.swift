internal import HTTPServer
internal import Log
internal import Lookup
internal import Wire

extension HTTPAPI {
  /// The routes of the token for Discogs. No answer has the token.
  var discogsTokenRoutes: [Endpoint] {
    [
      Endpoint(.get, Self.tokenPath, needs: .staff, on: .immediate, answer: .later(showDiscogsToken)),
      Endpoint(.put, Self.tokenPath, needs: .admin, on: .immediate, answer: .later(storeDiscogsToken)),
      Endpoint(.delete, Self.tokenPath, needs: .admin, bodyLimit: 0) { _, call in
        do throws(DiscogsAccount.Refusal) {
          try account.remove()
        } catch {
          throw Self.problem(error)
        }
        logger.info("\(call.caller.name ?? "an administrator") removed the token for Discogs")
        return .empty(204)
      },
    ]
  }

  private static let tokenPath = "/api/v1/discogs/token"

  @Sendable private func showDiscogsToken(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    guard account.begin({ view in done { .json(DiscogsTokenResource(view)) } }) else { throw Self.busy }
  }

  @Sendable private func storeDiscogsToken(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let body: DiscogsTokenRequest = try request.decode()
    let (name, logger) = (call.caller.name ?? "an administrator", logger)
    let isBegun = account.begin(storing: body.token) { result in
      done {
        do throws(DiscogsAccount.Refusal) {
          let view = try result.get()
          logger.info("\(name) entered the token for Discogs")
          return .json(DiscogsTokenResource(view))
        } catch {
          throw Self.problem(error)
        }
      }
    }
    guard isBegun else { throw Self.busy }
  }

  private static var busy: Problem {
    Problem(.tooMany, "Too many requests to Discogs are waiting. Send it again.", headers: [("retry-after", "2")])
  }

  private static func problem(_ refusal: DiscogsAccount.Refusal) -> Problem {
    switch refusal {
    case .form: Problem(.invalid, "'token' must have 4 to 200 letters and digits.")
    case .given: Problem(.conflict, "The hub was started with a token for Discogs, which takes precedence.")
    case .discogs(let error): problem(error)
    case .notWritten(let reason): Problem(.notReady, "The token cannot be stored: \(reason).")
    }
  }
}

extension DiscogsTokenResource {
  fileprivate init(_ view: DiscogsAccount.View) {
    self.init(
      source: Source(rawValue: view.source.rawValue) ?? .none, user: view.user,
      problem: view.problem.map { "\($0)" })
  }
}
