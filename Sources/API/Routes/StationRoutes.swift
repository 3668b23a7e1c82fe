internal import Circulation
internal import Deadwax
internal import Desk
internal import HTTPServer

extension Surface {
  var stationRoutes: [Route] {
    [
      route(.get, "/api/v1/stations", needs: .station) { _ in
        .page(try history.stations(), next: nil) { $0.station($1, words) }
      },
      route(.get, "/api/v1/stations/{name}", needs: .station) { request in
        guard let name = Station.Name(request.parameter("name")), let view = try history.station(name) else {
          throw Problem(.notFound, "There is no station of this name.")
        }
        return .json { $0.station(view, words) }
      },
      Route(.put, "/api/v1/stations/{name}/mode", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) { () throws(Problem) in
          let body = try JSONBody(request, allowing: ["mode"])
          guard let mode = Mode(rawValue: try body.text("mode")) else {
            throw Problem(.invalid, "'mode' must be one of \(Mode.allCases.map(\.rawValue).joined(separator: ", ")).")
          }
          return .choose(mode)
        }
      },
      Route(.post, "/api/v1/stations/{name}/end", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) { () throws(Problem) in .end }
      },
      Route(.post, "/api/v1/stations/{name}/answer", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) { () throws(Problem) in
          let body = try JSONBody(request, allowing: ["answer"])
          switch try body.text("answer") {
          case "yes": return .answer(true, reason: nil)
          case "no": return .answer(false, reason: nil)
          default: throw Problem(.invalid, "'answer' must be yes or no.")
          }
        }
      },
    ]
  }

  /// The station in the path.
  ///
  /// - Throws: `notFound` when there is none of that name.
  func stationName(_ request: HTTPRequest) throws -> Station.Name {
    guard let name = Station.Name(request.parameter("name")), try history.station(name) != nil else {
      throw Problem(.notFound, "There is no station of this name.")
    }
    return name
  }

  /// Carries out what was done on a screen, and answers with the desk as it is then.
  private func act(_ request: HTTPRequest, _ reply: Reply, _ event: () throws(Problem) -> DeskEvent) {
    do {
      try access.check(request, needs: .station)
      let name = try stationName(request)
      scans.act(try event(), at: name) { [history] result in
        reply(
          answering {
            _ = try result.get()
            guard let view = try history.station(name) else { throw Problem(.notFound, "The station is gone.") }
            return .json { $0.station(view, words) }
          })
      }
    } catch {
      reply(problem(error).response)
    }
  }
}
