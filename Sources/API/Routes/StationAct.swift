internal import Deadwax
internal import Foundation
internal import HTTPServer
internal import History
internal import Messages
internal import Scanning
internal import Staff
internal import StationLogic
internal import Threads
internal import Wire

/// An action on the screen of a station, with the state that the screen showed.
struct StationAct: Sendable {
  let event: StationEvent
  let displayed: Precondition
  /// For a PIN: the borrower for whom it was checked.
  var pinOf: Borrower.ID?

  init(_ event: StationEvent, _ displayed: Precondition = Precondition()) {
    self.event = event
    self.displayed = displayed
  }
}

extension HTTPAPI {
  /// Returns the endpoint of an action at a station. It is carried out once for each `Idempotency-Key`, and only if the
  /// station is still in the state that the screen showed.
  ///
  /// - Parameters:
  ///   - verb: the last part of the path.
  ///   - read: a function that reads the action from the request.
  /// - Returns: the endpoint.
  func action(_ verb: String, _ read: @escaping @Sendable (HTTPRequest, Call) throws -> StationAct) -> Endpoint {
    action(verb, repeats: .key, on: .immediate) { request, call, name, done in
      act(try read(request, call), at: name, by: call.person, done)
    }
  }

  /// The endpoint of a typed PIN. The check takes a tenth of a second, so it runs on the worker's lane. Only its result,
  /// right or wrong, leaves this function.
  var typedPIN: Endpoint {
    action("pin", repeats: .keyOfSecret, on: .worker) { request, call, name, done in
      let pin = try request.decode(PINEntry.self).pin
      try Self.checkLength(ofPIN: pin)
      guard let borrower = try history.station(name)?.state.stage.pinOf else {
        throw Problem(.conflict, "No card waits for its PIN.")
      }
      self.act(try typedPIN(pin, of: borrower), at: name, by: call.person, done)
    }
  }

  /// Checks a typed PIN, and returns the action with the result.
  ///
  /// - Parameters:
  ///   - pin: the PIN, whose length `checkLength(ofPIN:)` has accepted.
  ///   - borrower: the person of the card.
  /// - Returns: the action.
  /// - Throws: an error of the database.
  func typedPIN(_ pin: String, of borrower: Borrower.ID) throws -> StationAct {
    var act = StationAct(.pin(isRight: try counter.borrowers.isPIN(pin, of: borrower)))
    act.pinOf = borrower
    return act
  }

  /// Throws `invalid` unless a typed PIN has 1 to 12 digits. What can never be a PIN is refused without a look at the station.
  static func checkLength(ofPIN pin: String) throws(Problem) {
    guard (1...12).contains(pin.utf8.count) else { throw Problem(.invalid, "'pin' must have 1 to 12 digits.") }
  }

  /// Returns the problem for a refused action at a station.
  func refusal(_ outcome: Outcome, at name: Station.Name) throws -> Problem {
    refusal(outcome, words.words(in: try history.station(name)?.language))
  }

  private func action(
    _ verb: String, repeats idempotency: Endpoint.Idempotency, on queue: Endpoint.Queue,
    _ carryOut:
      @escaping @Sendable (
        _ request: HTTPRequest, _ call: Call, _ name: Station.Name, _ done: Completion
      ) throws -> Void
  ) -> Endpoint {
    Endpoint(
      .post, "/api/v1/stations/{name}/\(verb)", needs: .station, repeats: idempotency, on: queue,
      answer: .replaying(
        { request, stored in answering { replayed(stored, at: try stationName(request)) } },
        { request, call, done in try carryOut(request, call, try stationName(request), done) }))
  }

  /// Carries out an action of a screen, and responds with the station's new state and the outcome.
  func act(_ act: StationAct, at name: Station.Name, by: String?, _ done: Completion) {
    scans.act(act.event, at: name, by: by, pinOf: act.pinOf, displayed: act.displayed) { result in
      let (answer, stored) = answerText(result, at: name)
      done(answer, storing: stored)
    }
  }

  /// Returns the response and the part of it to store: only the outcome, because the station's state may contain a
  /// borrower's session. A wrong PIN that was counted is stored too. An action that was not begun is not stored and may
  /// be sent again.
  private func answerText(
    _ result: Result<ScanService.Acted, any Error>, at name: Station.Name
  ) -> (answer: HTTPResponse, stored: HTTPResponse?) {
    do {
      let acted = try result.get()
      // A scan is stored with any outcome. An action of a screen was either carried out or refused.
      if let outcome = acted.outcome, outcome.isRefusal {
        let response = try refusal(outcome, at: name).response
        return (response, storedAnswer(response.status, response.body))
      }
      let outcome = try acted.outcome.map { try self.outcome($0, at: name) }
      return (
        try stationResponse(name, outcome: outcome),
        storedAnswer(200, .bytes(outcome.map { JSONDocument.bytes(of: $0) } ?? []))
      )
    } catch ScanError.stateChanged {
      return (answering { throw try gone(on: name) }, nil)
    } catch {
      return (problem(error).response, nil)
    }
  }

  /// Returns the response to a repeated request: the stored outcome and the station's current state.
  private func replayed(_ stored: HTTPResponse, at name: Station.Name) -> HTTPResponse {
    guard case .bytes(let bytes) = stored.body else { return stored }
    let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let status = Int(String(decoding: parts[0], as: UTF8.self)) else { return stored }
    guard status != 200 else {
      let outcome = try? JSONDecoder().decode(OutcomeDetail.self, from: Data(parts[1]))
      return answering { try stationResponse(name, outcome: outcome) }
    }
    let headers = [("content-type", "application/problem+json"), ("cache-control", "no-store")]
    return HTTPResponse(status: status, headers: headers, body: .bytes(Array(parts[1])))
  }

  /// Returns the response to store: the status and a space, then the outcome or the refusal. Its own status is 200,
  /// because only successful responses are stored.
  private func storedAnswer(_ status: Int, _ body: HTTPResponse.Body) -> HTTPResponse? {
    guard case .bytes(let bytes) = body else { return nil }
    return HTTPResponse(status: 200, body: .bytes(Array("\(status) ".utf8) + bytes))
  }

  private func stationResponse(_ name: Station.Name, outcome: OutcomeDetail?) throws -> HTTPResponse {
    guard let view = try history.station(name) else { throw Problem(.notFound, "The station no longer exists.") }
    return .json(StationResource(view, isWhole: true, outcome: outcome, words))
  }

  /// Returns the outcome with its records, in the language of the station.
  private func outcome(_ outcome: Outcome, at name: Station.Name) throws -> OutcomeDetail {
    let (release, copy) = try history.about(outcome)
    let language = try history.station(name)?.language
    return OutcomeDetail(
      outcome, release: release, copy: copy, lines: try history.lines(of: outcome), words.words(in: language))
  }

  /// Returns the problem that the station is in another state by now, with that state.
  private func gone(on name: Station.Name) throws -> Problem {
    guard let view = try history.station(name) else { throw Problem(.notFound, "The station no longer exists.") }
    var problem = Problem(.stateChanged, words.words(in: view.language).text("problem.state-changed"))
    problem.station = StationResource(view, isWhole: true, words)
    return problem
  }

  /// Returns the problem for a refused action, in the language of the station.
  private func refusal(_ outcome: Outcome, _ words: LanguageTexts) -> Problem {
    let codes = outcome.facts.reasons.isEmpty ? [outcome.code] : outcome.facts.reasons
    let reasons = codes.map { code in
      let texts = words.texts(code, of: outcome)
      return Problem.Reason(code, texts.detail.isEmpty ? texts.title : texts.detail)
    }
    return Problem(
      Problem.Code(rawValue: outcome.code.rawValue) ?? .conflict, reasons.first?.detail ?? outcome.code.rawValue,
      reasons: reasons)
  }
}

extension Outcome {
  /// True if the action was not carried out and no prompt follows.
  var isRefusal: Bool { status == .refused || code == .nothingToUndo }
}
