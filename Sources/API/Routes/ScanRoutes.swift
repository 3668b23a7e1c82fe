internal import Catalogue
internal import Circulation
internal import Deadwax
internal import HTTPServer
internal import Secrets
internal import StationLogic
internal import Storage

extension HTTPAPI {
  var scanRoutes: [Route] {
    [
      Route(.post, "/api/v1/scans", bodyLimit: Self.jsonLimit, handler: report),
      listRoute("/api/v1/scans", needs: .readerOnly) { request, caller in
        let requested = try request.stationQuery()
        if let requested { try caller.check(actsAs: requested) }
        let page = try history.scans(
          station: requested ?? caller.station, outcome: try request.outcomeQuery(), cursor: request.query("cursor"),
          limit: try request.limit())
        let texts = OutcomeTexts()
        return .page(page.items, next: page.next) { $0.scan($1, words, texts: texts) }
      },
      staffRoute(.get, "/api/v1/scans/{id}", needs: .readerOnly) { request, caller in
        guard let id = Reading.ID(request.parameter("id")), let view = try history.scan(id) else {
          throw Problem(.notFound, "There is no scan with this id.")
        }
        try caller.check(actsAs: view.scan.station)
        let isWhole = caller.role >= .station
        return .json { $0.scan(view, isWhole: isWhole, words) }
      },
      staffRoute(.get, "/api/v1/resolve", needs: .readerOnly) { request, caller in
        guard let text = request.query("code"), !text.isEmpty else { throw Problem(.badRequest, "'code' is missing.") }
        guard text.utf8.count <= Code.lengthLimit else {
          throw Problem(.invalid, "'code' has more than \(Code.lengthLimit) bytes.")
        }
        guard request.query("symbology").map({ (1...40).contains($0.utf8.count) }) ?? true else {
          throw Problem(.invalid, "'symbology' must have 1 to 40 bytes.")
        }
        let symbology = request.query("symbology").map(Symbology.init(rawValue:))
        let resolved = try history.resolve(Code.classify(text, symbology: symbology))
        if resolved.couldBeGuessed, caller.role < .staff { try guesses.take(caller, at: .now()) }
        return .json { $0.resolution(resolved, of: text) }
      },
    ]
  }

  /// Stores a scan that was sent over the network. The response waits for the disk, but no thread is blocked.
  @Sendable private func report(_ request: HTTPRequest, _ reply: Reply) {
    do {
      let caller = try access.check(request, needs: .station)
      let (reading, station, reader) = try reading(in: request, of: caller)
      scans.accept(reading, station: station, reader: reader) { result in
        reply(
          answering {
            if case .failure(let error as StorageError) = result, let reason = error.stationFault {
              throw notSaved(error, reason)
            }
            let accepted = try result.get()
            return .json(status: accepted.isRepeat ? 200 : 201) { $0.scan(accepted.view, isWhole: true, words) }
          })
      }
    } catch {
      reply(problem(error).response)
    }
  }

  private func reading(
    in request: HTTPRequest, of caller: Access.Caller
  ) throws(Problem) -> (Reading, Station.Name, reader: String?) {
    let body = try JSONBody(request, allowing: ["code", "id", "station", "symbology", "at", "written", "reader"])
    let code = try body.text("code")
    guard !code.isEmpty, code.utf8.count <= Code.lengthLimit else {
      throw Problem(.invalid, "'code' must have 1 to \(Code.lengthLimit) bytes; it has \(code.utf8.count).")
    }
    guard let station = Station.Name(try body.optionalText("station") ?? (caller.station ?? .hubStation).text) else {
      throw Problem(.invalid, "'station' must be 1 to 40 lower-case letters, digits or hyphens.")
    }
    try caller.check(actsAs: station)
    let symbology = try body.optionalText("symbology") ?? Symbology.typed.rawValue
    guard (1...40).contains(symbology.utf8.count) else {
      throw Problem(.invalid, "'symbology' must have 1 to 40 bytes.")
    }
    let now = Timestamp.now()
    var at = now
    if let text = try body.optionalText("at") {
      guard let time = Timestamp(text) else { throw Problem(.invalid, "'at' must be an RFC 3339 time.") }
      at = time
    }
    let written = try body.optionalText("written")
    guard written.map({ (1...Code.lengthLimit).contains($0.utf8.count) }) ?? true else {
      throw Problem(.invalid, "'written' must have 1 to \(Code.lengthLimit) bytes.")
    }
    // The name has the same syntax as a station's. It is the name that a program on another machine gives its reader.
    let reader = try body.optionalText("reader")
    guard reader.map({ Station.Name($0) != nil }) ?? true else {
      throw Problem(.invalid, "'reader' must be 1 to 40 lower-case letters, digits or hyphens.")
    }
    let reading = Reading(
      id: try readingID(body, request) ?? .new(at: now), at: at, symbology: Symbology(rawValue: symbology), text: code,
      written: written)
    return (reading, station, reader)
  }

  /// Returns the id that makes the scan idempotent: the id in the body, or else one derived from the `Idempotency-Key`.
  private func readingID(_ body: JSONBody, _ request: HTTPRequest) throws(Problem) -> Reading.ID? {
    if let text = try body.optionalText("id") {
      guard let id = Reading.ID(text) else { throw Problem(.invalid, "'id' must be a UUID.") }
      return id
    }
    guard let key = try request.idempotencyKey() else { return nil }
    let (high, low) = Digest.of(Array(key.utf8))
    return Reading.ID(digest: high, low)
  }
}

extension History.Resolved {
  /// True if the response reveals whether a code without a record is a card.
  fileprivate var couldBeGuessed: Bool {
    switch named {
    case .borrower, .cardAnd, .nothing, .ambiguous: true
    default: false
    }
  }
}

extension HTTPRequest {
  fileprivate func stationQuery() throws(Problem) -> Station.Name? {
    guard let text = query("station") else { return nil }
    guard let name = Station.Name(text) else { throw Problem(.badRequest, "'station' is not the name of a station.") }
    return name
  }

  fileprivate func outcomeQuery() throws(Problem) -> Outcome.Code? {
    guard let text = query("outcome") else { return nil }
    guard let code = Outcome.Code(rawValue: text) else {
      throw Problem(.badRequest, "'outcome' is not an outcome code.")
    }
    return code
  }
}
