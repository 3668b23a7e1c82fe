internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import History
internal import Scanning
internal import StationLogic
internal import Wire

extension HTTPAPI {
  var scanRoutes: [Endpoint] {
    [
      Endpoint(.post, "/api/v1/scans", needs: .station, repeats: .record, on: .immediate, answer: .later(report)),
      Endpoint(
        .get, "/api/v1/scans", needs: .readerOnly, query: ["station", "outcome"],
        returns: .cachedList(from: { _ in .scans })
      ) { request, call in
        let requested = try request.stationName()
        if let requested { try call.caller.check(actsAs: requested) }
        let texts = OutcomeTexts()
        return .page(
          try history.scanRows(
            station: requested ?? call.caller.station, outcome: try request.outcomeQuery(),
            cursor: request.query("cursor"), limit: try request.limit()
          ) { view in JSONWriter.bytes { $0.scan(view, words, texts: texts) } }, for: request)
      },
      Endpoint(.get, "/api/v1/scans/{id}", needs: .readerOnly, returns: .record) { request, call in
        guard let id = Reading.ID(request.parameter("id")), let view = try history.scan(id) else {
          throw Problem(.notFound, "There is no scan with this id.")
        }
        try call.caller.check(actsAs: view.scan.station)
        let isWhole = call.caller.role >= .station
        return .json { $0.scan(view, isWhole: isWhole, words) }
      },
      Endpoint(.get, "/api/v1/resolve", needs: .readerOnly, query: ["code", "symbology"], returns: .record) {
        request, call in
        guard let text = request.query("code"), !text.isEmpty else { throw Problem(.badRequest, "'code' is missing.") }
        guard text.utf8.count <= Code.lengthLimit else {
          throw Problem(.invalid, "'code' has more than \(Code.lengthLimit) bytes.")
        }
        guard request.query("symbology").map({ (1...40).contains($0.unicodeScalars.count) }) ?? true else {
          throw Problem(.invalid, "'symbology' must have 1 to 40 characters.")
        }
        let symbology = request.query("symbology").map(Symbology.init(rawValue:))
        let resolved = try history.resolve(Code.classify(text, symbology: symbology))
        if resolved.couldBeGuessed, call.caller.role < .staff { try guesses.take(call.caller, at: .now()) }
        return .json(ResolutionResource(resolved, of: text))
      },
    ]
  }

  /// Stores a scan that was sent over the network. The response waits for the disk, but no thread is blocked.
  @Sendable private func report(_ request: HTTPRequest, _ call: Call, _ done: Completion) throws {
    let (reading, station, reader) = try reading(in: request, of: call.caller)
    scans.accept(reading, station: station, reader: reader, by: call.person) { result in
      done {
        if case .failure(let error as any RecordsFault) = result, let reason = error.stationFault {
          throw notSaved(error, reason)
        }
        let accepted = try result.get()
        return .json(status: accepted.isRepeat ? 200 : 201) { $0.scan(accepted.view, isWhole: true, words) }
      }
    }
  }

  private func reading(
    in request: HTTPRequest, of caller: Access.Caller
  ) throws(Problem) -> (Reading, Station.Name, reader: String?) {
    let body: ScanReportRequest = try request.decode()
    guard !body.code.isEmpty, body.code.utf8.count <= Code.lengthLimit else {
      throw Problem(.invalid, "'code' must have 1 to \(Code.lengthLimit) bytes; it has \(body.code.utf8.count).")
    }
    let station = body.station ?? caller.station ?? .hubStation
    try caller.check(actsAs: station)
    let symbology = body.symbology ?? Symbology.typed.rawValue
    guard (1...40).contains(symbology.unicodeScalars.count) else {
      throw Problem(.invalid, "'symbology' must have 1 to 40 characters.")
    }
    let now = Timestamp.now()
    guard body.written.map({ (1...Code.lengthLimit).contains($0.utf8.count) }) ?? true else {
      throw Problem(.invalid, "'written' must have 1 to \(Code.lengthLimit) bytes.")
    }
    // The name has the same syntax as a station's. It is the name that a program on another machine gives its reader.
    guard body.reader.map({ Station.Name($0) != nil }) ?? true else {
      throw Problem(.invalid, "'reader' must be 1 to 40 lower-case letters, digits or hyphens.")
    }
    let reading = Reading(
      id: try readingID(body, request) ?? .new(at: now), at: body.at?.time ?? now,
      symbology: Symbology(rawValue: symbology), text: body.code, written: body.written)
    return (reading, station, body.reader)
  }

  /// Returns the id that makes the scan idempotent: the id in the body, or else one derived from the `Idempotency-Key`.
  ///
  /// - Throws: `invalid` for an invalid key, also beside an id.
  private func readingID(_ body: ScanReportRequest, _ request: HTTPRequest) throws(Problem) -> Reading.ID? {
    let key = try IdempotencyKey(of: request)
    return body.id ?? key?.scanID
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
  fileprivate func outcomeQuery() throws(Problem) -> Outcome.Code? {
    guard let text = query("outcome") else { return nil }
    guard let code = Outcome.Code(rawValue: text) else {
      throw Problem(.badRequest, "'outcome' is not an outcome code.")
    }
    return code
  }
}
