internal import Circulation
internal import Deadwax
internal import Desk
internal import HTTPServer
internal import Lanes
internal import Messages

extension Surface {
  var stationRoutes: [Route] {
    [
      route(.get, "/api/v1/stations", needs: .station) { _ in
        .page(try history.stations(), next: nil) { $0.station($1, isWhole: false, words) }
      },
      route(.get, "/api/v1/stations/{name}", needs: .station) { request in
        guard let name = Station.Name(request.parameter("name")), let view = try history.station(name) else {
          throw Problem(.notFound, "There is no station of this name.")
        }
        return .json { $0.station(view, isWhole: true, words) }
      },
      Route(.put, "/api/v1/stations/{name}/mode", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) {
          let body = try JSONBody(request, allowing: ["mode"])
          guard let mode = Mode(rawValue: try body.text("mode")) else {
            throw Problem(.invalid, "'mode' must be one of \(Mode.allCases.map(\.rawValue).joined(separator: ", ")).")
          }
          return .choose(mode)
        }
      },
      Route(.post, "/api/v1/stations/{name}/end", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) { .end }
      },
      Route(.post, "/api/v1/stations/{name}/answer", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) {
          let body = try JSONBody(request, allowing: ["answer", "reason"])
          let reason = try body.words("reason", in: 3...200)
          if reason != nil { try access.check(request, needs: .staff) }
          switch try body.text("answer") {
          case "yes": return .answer(true, reason: reason)
          case "no": return .answer(false, reason: nil)
          default: throw Problem(.invalid, "'answer' must be yes or no.")
          }
        }
      },
      Route(.post, "/api/v1/stations/{name}/pick", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) {
          guard let number = try JSONBody(request, allowing: ["number"]).number("number", in: 1...9) else {
            throw Problem(.invalid, "'number' is missing.")
          }
          return .pick(number)
        }
      },
      Route(.post, "/api/v1/stations/{name}/pin", bodyLimit: Self.jsonLimit, handler: typedPIN),
      Route(.post, "/api/v1/stations/{name}/undo", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) { .undo }
      },
      Route(.post, "/api/v1/stations/{name}/renew-all", bodyLimit: Self.jsonLimit) { request, reply in
        act(request, reply) { .renewAll }
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

  /// Carries out what was done on a screen, and answers with the desk as it is then, and with what came of it.
  private func act(_ request: HTTPRequest, _ reply: Reply, _ event: () throws -> DeskEvent) {
    do {
      let caller = try access.check(request, needs: .station)
      let name = try stationName(request)
      act(try event(), at: name, by: caller.name, reply)
    } catch {
      reply(problem(error).response)
    }
  }

  private func act(
    _ event: DeskEvent, at name: Station.Name, by: String?, pinOf: Borrower.ID? = nil, _ reply: Reply
  ) {
    scans.act(event, at: name, by: by, pinOf: pinOf) { [history] result in
      reply(
        answering {
          let acted = try result.get()
          guard let view = try history.station(name) else { throw Problem(.notFound, "The station is gone.") }
          // A scan is recorded whatever it came to; what was asked for here was done, or it was not.
          if let outcome = acted.outcome, outcome.isRefusal { throw refusal(outcome, words.words(in: view.language)) }
          let (release, copy) = try acted.outcome.map { try history.about($0) } ?? (nil, nil)
          let lines = try acted.outcome.map { try history.lines(of: $0) } ?? []
          return .json { json in
            json.station(
              view, isWhole: true, outcome: acted.outcome, about: release, in: copy, lines: lines, words)
          }
        })
    }
  }

  /// A PIN that was typed. It is looked at on the worker's lane, for that takes a tenth of a second, and no part of it
  /// goes any further than whether it was right.
  @Sendable private func typedPIN(_ request: HTTPRequest, _ reply: Reply) {
    do {
      let caller = try access.check(request, needs: .station)
      let name = try stationName(request)
      let pin = try JSONBody(request, allowing: ["pin"]).text("pin")
      guard (1...12).contains(pin.utf8.count) else { throw Problem(.invalid, "'pin' must have 1 to 12 digits.") }
      guard let borrower = try history.station(name)?.state.stage.pinOf else {
        throw Problem(.conflict, "No card waits for its PIN.")
      }
      let isTaken = worker.add { [counter] in
        do {
          let isRight = try counter.borrowers.isPIN(pin, of: borrower)
          act(.pin(isRight: isRight), at: name, by: caller.name, pinOf: borrower, reply)
        } catch {
          reply(problem(error).response)
        }
      }
      guard isTaken else { throw Problem(.notReady, "Too much is waiting to be done.") }
    } catch {
      reply(problem(error).response)
    }
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
