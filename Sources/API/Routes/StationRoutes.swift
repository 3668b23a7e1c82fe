internal import Deadwax
internal import HTTPServer
internal import History
internal import Scanning
internal import StationLogic
internal import Wire

extension HTTPAPI {
  var stationRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/stations", needs: .station, returns: .wholeList) { _, _ in
        .whole(try history.stations().map { StationResource($0, isWhole: false, words) })
      },
      Endpoint(.get, "/api/v1/stations/{name}", needs: .station, returns: .record) { request, _ in
        guard let name = Station.Name(request.parameter("name")), let view = try history.station(name) else {
          throw Problem(.notFound, "There is no station with this name.")
        }
        return .row(view.version, StationResource(view, isWhole: true, words))
      },
      Endpoint(
        .put, "/api/v1/stations/{name}/mode", needs: .station, ifMatch: .accepted, on: .immediate,
        answer: .later { request, call, done in
          // A station exists from its first scan on, or from this request on.
          let name = try request.station()
          let mode = try request.decode(ModeChange.self).mode
          act(StationAct(.choose(mode), Precondition(version: call.version)), at: name, by: call.person, done)
        }),
      action("end") { request, _ in
        StationAct(.end, Precondition(session: try request.decodeIfPresent(SessionReference.self)?.session))
      },
      action("answer") { request, call in
        let body: AnswerRequest = try request.decode()
        let reason = try RequestCheck.words(body.reason, "reason", in: 3...200)
        if reason != nil { try call.checkStaff() }
        let isYes = body.answer == .yes
        return StationAct(.answer(isYes, reason: isYes ? reason : nil), Precondition(prompt: body.prompt))
      },
      action("pick") { request, _ in
        let body: ChoiceRequest = try request.decode()
        let number = try RequestCheck.number(body.number, "number", in: 1...9) ?? body.number
        return StationAct(.pick(number), Precondition(prompt: body.prompt))
      },
      typedPIN,
      action("undo") { request, _ in
        StationAct(.undo, Precondition(change: try request.decodeIfPresent(ChangeReference.self)?.change))
      },
      action("renew-all") { request, _ in
        StationAct(.renewAll, Precondition(session: try request.decodeIfPresent(SessionReference.self)?.session))
      },
      action("next-slot") { request, _ in
        StationAct(.nextSlot, Precondition(slot: try request.decodeIfPresent(SlotReference.self)?.slot))
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

extension HTTPRequest {
  /// Returns the station in the path, which may be new.
  ///
  /// - Throws: `notFound` for a text that is not the name of a station.
  func station() throws(Problem) -> Station.Name {
    guard let name = Station.Name(parameter("name")) else {
      throw Problem(.notFound, "The name of a station has 1 to 40 lower-case letters, digits or hyphens.")
    }
    return name
  }
}
