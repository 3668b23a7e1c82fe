internal import Circulation
internal import Deadwax
internal import Desk
internal import HTTPServer
internal import Lanes
internal import Messages

/// Something that a person does on the screen of a desk, and what that screen showed.
struct StationAct: Sendable {
  let event: DeskEvent
  let shown: Shown
  /// For a PIN, whose it was checked to be.
  var pinOf: Borrower.ID?

  init(_ event: DeskEvent, _ shown: Shown = Shown()) {
    self.event = event
    self.shown = shown
  }
}

extension Surface {
  /// A route for an act at a desk: carried out once for each `Idempotency-Key`, and only if the desk still shows what
  /// the screen showed.
  ///
  /// - Parameters:
  ///   - verb: the last part of its path.
  ///   - read: what the request asks for, at which desk.
  /// - Returns: the route.
  func actRoute(
    _ verb: String, _ read: @escaping @Sendable (HTTPRequest, Station.Name) throws -> StationAct
  ) -> Route {
    actRoute(verb) { request, name, by, ticket, reply in
      act(try read(request, name), at: name, by: by, ticket, reply)
    }
  }

  /// A PIN that was typed. It is looked at on the worker's lane, for that takes a tenth of a second, and no part of it
  /// goes any further than whether it was right.
  var pinRoute: Route {
    actRoute("pin", isSecret: true) { request, name, by, ticket, reply in
      let pin = try JSONBody(request, allowing: ["pin"]).text("pin")
      guard (1...12).contains(pin.utf8.count) else { throw Problem(.invalid, "'pin' must have 1 to 12 digits.") }
      guard let borrower = try history.station(name)?.state.stage.pinOf else {
        throw Problem(.conflict, "No card waits for its PIN.")
      }
      let isTaken = worker.add { [counter] in
        do {
          var act = StationAct(.pin(isRight: try counter.borrowers.isPIN(pin, of: borrower)))
          act.pinOf = borrower
          self.act(act, at: name, by: by, ticket, reply)
        } catch {
          forget(ticket, error, reply)
        }
      }
      guard isTaken else { throw Problem(.notReady, "Too much is waiting to be done.") }
    }
  }

  private func actRoute(
    _ verb: String, isSecret: Bool = false,
    _ carryOut:
      @escaping @Sendable (
        _ request: HTTPRequest, _ name: Station.Name, _ by: String?, _ ticket: OnceKeeper.Ticket?, _ reply: Reply
      ) throws -> Void
  ) -> Route {
    Route(.post, "/api/v1/stations/{name}/\(verb)", bodyLimit: Self.jsonLimit) { [access, once] request, reply in
      do {
        let caller = try access.check(request, needs: .station)
        let name = try stationName(request)
        switch try once.begin(request, isSecret: isSecret) {
        case nil: try carryOut(request, name, caller.name, nil, reply)
        case .again(let response): reply(again(response, at: name))
        case .first(let ticket):
          do {
            try carryOut(request, name, caller.name, ticket, reply)
          } catch {
            forget(ticket, error, reply)
          }
        }
      } catch {
        reply(problem(error).response)
      }
    }
  }

  /// Carries out what was done on a screen, and answers with the desk as it is then, and with what came of it.
  func act(_ act: StationAct, at name: Station.Name, by: String?, _ ticket: OnceKeeper.Ticket?, _ reply: Reply) {
    scans.act(act.event, at: name, by: by, pinOf: act.pinOf, shown: act.shown) { result in
      let (answer, kept) = told(result, at: name)
      guard let ticket else { return reply(answer) }
      once.keep(kept, of: ticket, logger) { reply(answer) }
    }
  }

  /// What is answered, and what is kept of it: the outcome and no more, for the desk may have somebody's session open.
  /// That a wrong PIN was counted is kept, too. What was not even taken up may be sent again.
  private func told(
    _ result: Result<ScanService.Acted, any Error>, at name: Station.Name
  ) -> (answer: HTTPResponse, kept: HTTPResponse?) {
    do {
      let acted = try result.get()
      // A scan is recorded whatever it came to; what was asked for here was done, or it was not.
      if let outcome = acted.outcome, outcome.isRefusal {
        let language = try history.station(name)?.language
        let response = refusal(outcome, words.words(in: language)).response
        return (response, kept(response.status, response.body))
      }
      let outcome = try acted.outcome.map { try self.outcome($0, at: name) }
      return (try desk(name, outcome: outcome), kept(200, .bytes(Array((outcome ?? "").utf8))))
    } catch ScanError.otherShown {
      return (answering { throw try gone(on: name) }, nil)
    } catch {
      return (problem(error).response, nil)
    }
  }

  /// The same request once more: what came of it the first time, and the desk as it is by now.
  private func again(_ kept: HTTPResponse, at name: Station.Name) -> HTTPResponse {
    guard case .bytes(let bytes) = kept.body else { return kept }
    let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let status = Int(String(decoding: parts[0], as: UTF8.self)) else { return kept }
    guard status != 200 else {
      let outcome = String(decoding: parts[1], as: UTF8.self)
      return answering { try desk(name, outcome: outcome.isEmpty ? nil : outcome) }
    }
    let headers = [("content-type", "application/problem+json"), ("cache-control", "no-store")]
    return HTTPResponse(status: status, headers: headers, body: .bytes(Array(parts[1])))
  }

  /// What is kept of an act: the status and a space before its outcome or its refusal, for only what was done is kept.
  private func kept(_ status: Int, _ body: HTTPResponse.Body) -> HTTPResponse? {
    guard case .bytes(let bytes) = body else { return nil }
    return HTTPResponse(status: 200, body: .bytes(Array("\(status) ".utf8) + bytes))
  }

  private func desk(_ name: Station.Name, outcome: String?) throws -> HTTPResponse {
    guard let view = try history.station(name) else { throw Problem(.notFound, "The station is gone.") }
    return .json { $0.station(view, isWhole: true, outcome: outcome, words) }
  }

  /// In the language of the desk, with what it is about.
  private func outcome(_ outcome: Outcome, at name: Station.Name) throws -> String {
    let (release, copy) = try history.about(outcome)
    let language = try history.station(name)?.language
    var writer = JSONWriter()
    writer.outcome(
      outcome, release: release, copy: copy, lines: try history.lines(of: outcome), words.words(in: language))
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The desk asks something else by now: with it as it is.
  private func gone(on name: Station.Name) throws -> Problem {
    guard let view = try history.station(name) else { throw Problem(.notFound, "The station is gone.") }
    var problem = Problem(.otherShown, words.words(in: view.language).text("problem.other-shown"))
    var writer = JSONWriter()
    writer.station(view, isWhole: true, words)
    problem.station = String(decoding: writer.bytes, as: UTF8.self)
    return problem
  }

  private func forget(_ ticket: OnceKeeper.Ticket?, _ error: any Error, _ reply: Reply) {
    let response = problem(error).response
    guard let ticket else { return reply(response) }
    once.keep(nil, of: ticket, logger) { reply(response) }
  }

  /// The body of an act that can do without one; nil where there is none.
  func optionalBody(_ request: HTTPRequest, _ names: Set<String>) throws -> JSONBody? {
    request.body.isEmpty ? nil : try JSONBody(request, allowing: names)
  }

  /// Why a desk did not do what was asked on its screen, in its own language.
  private func refusal(_ outcome: Outcome, _ words: Words) -> Problem {
    let codes = outcome.facts.reasons.isEmpty ? [outcome.code] : outcome.facts.reasons
    let reasons = codes.map { code in
      let told = words.told(code, of: outcome)
      return Problem.Reason(code.rawValue, told.detail.isEmpty ? told.title : told.detail)
    }
    return Problem(
      Problem.Code(rawValue: outcome.code.rawValue) ?? .conflict, reasons.first?.detail ?? outcome.code.rawValue,
      reasons: reasons)
  }
}

extension Outcome {
  /// Whether what was asked for was not done, and nothing more is asked.
  fileprivate var isRefusal: Bool { status == .refused || code == .nothingToUndo }
}
