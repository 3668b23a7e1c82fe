internal import Deadwax
internal import HTTPServer
internal import History
internal import Scanning
internal import StationLogic
internal import Wire

extension HTTPAPI {
  var stationRoutes: [Route] {
    [
      route(.get, "/api/v1/stations", needs: .station) { _ in
        .page(try history.stations().map { StationResource($0, isWhole: false, words) })
      },
      route(.get, "/api/v1/stations/{name}", needs: .station) { request in
        guard let name = Station.Name(request.parameter("name")), let view = try history.station(name) else {
          throw Problem(.notFound, "There is no station with this name.")
        }
        return .json(StationResource(view, isWhole: true, words))
      },
      Route(.put, "/api/v1/stations/{name}/mode", bodyLimit: Self.jsonLimit) { request, reply in
        do {
          let caller = try access.check(request, needs: .station)
          let name = try stationName(request)
          let mode = try request.decode(ModeChange.self).mode
          act(StationAct(.choose(mode)), at: name, by: caller.name, nil, reply)
        } catch {
          reply(problem(error).response)
        }
      },
      actRoute("end") { request, _ in
        StationAct(.end, Precondition(session: try request.decodeIfPresent(SessionReference.self)?.session))
      },
      actRoute("answer") { request, _ in
        let body: AnswerRequest = try request.decode()
        let reason = try RequestCheck.words(body.reason, "reason", in: 3...200)
        if reason != nil { try access.check(request, needs: .staff) }
        let isYes = body.answer == .yes
        return StationAct(.answer(isYes, reason: isYes ? reason : nil), Precondition(prompt: body.prompt))
      },
      actRoute("pick") { request, _ in
        let body: ChoiceRequest = try request.decode()
        let number = try RequestCheck.number(body.number, "number", in: 1...9) ?? body.number
        return StationAct(.pick(number), Precondition(prompt: body.prompt))
      },
      pinRoute,
      actRoute("undo") { request, _ in
        StationAct(.undo, Precondition(change: try request.decodeIfPresent(ChangeReference.self)?.change))
      },
      actRoute("renew-all") { request, _ in
        StationAct(.renewAll, Precondition(session: try request.decodeIfPresent(SessionReference.self)?.session))
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
