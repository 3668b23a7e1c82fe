internal import Circulation
internal import Deadwax
internal import HTTPServer
internal import StationLogic

extension HTTPAPI {
  var stationRoutes: [Route] {
    [
      route(.get, "/api/v1/stations", needs: .station) { _ in
        .page(try history.stations(), next: nil) { $0.station($1, isWhole: false, words) }
      },
      route(.get, "/api/v1/stations/{name}", needs: .station) { request in
        guard let name = Station.Name(request.parameter("name")), let view = try history.station(name) else {
          throw Problem(.notFound, "There is no station with this name.")
        }
        return .json { $0.station(view, isWhole: true, words) }
      },
      Route(.put, "/api/v1/stations/{name}/mode", bodyLimit: Self.jsonLimit) { request, reply in
        do {
          let caller = try access.check(request, needs: .station)
          let name = try stationName(request)
          let body = try JSONBody(request, allowing: ["mode"])
          guard let mode = Mode(rawValue: try body.text("mode")) else {
            throw Problem(.invalid, "'mode' must be one of \(Mode.allCases.map(\.rawValue).joined(separator: ", ")).")
          }
          act(StationAct(.choose(mode)), at: name, by: caller.name, nil, reply)
        } catch {
          reply(problem(error).response)
        }
      },
      actRoute("end") { request, _ in
        StationAct(.end, Precondition(session: try optionalBody(request, ["session"])?.id("session")))
      },
      actRoute("answer") { request, _ in
        let body = try JSONBody(request, allowing: ["answer", "reason", "prompt"])
        let reason = try body.words("reason", in: 3...200)
        if reason != nil { try access.check(request, needs: .staff) }
        let displayed = Precondition(prompt: try body.optionalText("prompt"))
        switch try body.text("answer") {
        case "yes": return StationAct(.answer(true, reason: reason), displayed)
        case "no": return StationAct(.answer(false, reason: nil), displayed)
        default: throw Problem(.invalid, "'answer' must be yes or no.")
        }
      },
      actRoute("pick") { request, _ in
        let body = try JSONBody(request, allowing: ["number", "prompt"])
        guard let number = try body.number("number", in: 1...9) else {
          throw Problem(.invalid, "'number' is missing.")
        }
        return StationAct(.pick(number), Precondition(prompt: try body.optionalText("prompt")))
      },
      pinRoute,
      actRoute("undo") { request, _ in
        StationAct(.undo, Precondition(change: try optionalBody(request, ["change"])?.id("change")))
      },
      actRoute("renew-all") { request, _ in
        StationAct(.renewAll, Precondition(session: try optionalBody(request, ["session"])?.id("session")))
      },
    ]
  }

  /// Returns the station in the path.
  ///
  /// - Throws: `notFound` if there is no station with that name.
  func stationName(_ request: HTTPRequest) throws -> Station.Name {
    guard let name = Station.Name(request.parameter("name")), try history.station(name) != nil else {
      throw Problem(.notFound, "There is no station with this name.")
    }
    return name
  }
}
