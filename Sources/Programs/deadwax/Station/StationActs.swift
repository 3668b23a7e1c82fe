internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for actions on a station's screen, in the order of the help.
  static let stationActs = [
    stationAnswer, stationPick, stationPIN, stationEnd, stationRenewAll, stationNextSlot, stationReceipt, stationLink,
  ]

  private static let requested = Option(
    "prompt", "ID", "only if this prompt is still open: its id in `station show --json`")

  /// `deadwax station answer`: answers a prompt with yes or no.
  static let stationAnswer = Verb(
    "station answer", operands: [.one("yes|no")], summary: "answer the open prompt of a station",
    details: """
      Answers the current prompt and prints it; with --prompt, only that prompt. A confirmation that is reserved for
      staff needs --reason and a token with the role staff.
      """,
    examples: [
      ("station answer no", "changes nothing"),
      ("station answer yes --reason \"Teacher, for tomorrow\"", "as staff, with a reason, which is stored"),
    ],
    options: [.station, .dryRun, Option("reason", "WORDS", "the reason why staff override a rule"), requested]
  ) { invocation in
    guard let answer = AnswerRequest.Answer(rawValue: invocation.operand) else {
      throw Failure(.usage, "The answer must be yes or no.")
    }
    let (hub, station) = try hubAndStation(invocation)
    guard let id = invocation.text("prompt") ?? station.promptID else {
      throw Failure(.notFound, "\(station.name) has no open prompt.")
    }
    let document = AnswerRequest(answer: answer, reason: invocation.text("reason"), prompt: id)
    return try act("answer", document, hub, station, invocation)
  }

  /// `deadwax station pick`: selects one of the numbered choices.
  static let stationPick = Verb(
    "station pick", operands: [.one("NUMBER")], summary: "choose one of the numbered choices of a station",
    examples: [("station pick 2", "the second choice in `station show`")], options: [.station, .dryRun, requested]
  ) { invocation in
    guard let number = Int(invocation.operand), (1...9).contains(number) else {
      throw Failure(.usage, "The number must be from 1 to 9.")
    }
    let (hub, station) = try hubAndStation(invocation)
    guard let id = invocation.text("prompt") ?? station.promptID else {
      throw Failure(.notFound, "\(station.name) has no open choice.")
    }
    return try act("pick", ChoiceRequest(number: number, prompt: id), hub, station, invocation)
  }

  /// `deadwax station pin`: sends the PIN that a station waits for.
  static let stationPIN = Verb(
    "station pin", summary: "enter the PIN that a station waits for",
    details: """
      The PIN is read from standard input, so that it is in no process list and in no shell history.
      """,
    options: [.station]
  ) { invocation in
    guard let pin = readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces),
      (1...12).contains(pin.utf8.count)
    else { throw Failure(.usage, "Standard input has no PIN of 1 to 12 digits.") }
    let (hub, station) = try hubAndStation(invocation)
    return try act("pin", PINEntry(pin: pin), hub, station, invocation)
  }

  /// `deadwax station end`: ends the open session or prompt of a station.
  static let stationEnd = Verb(
    "station end", summary: "end the session or pair at a station, like the label END",
    details: "After a session, prints the command for its receipt.", options: [.station, .dryRun]
  ) { invocation in
    let (hub, station) = try hubAndStation(invocation)
    let code = try act("end", station.session?.id.map { SessionReference(session: $0) }, hub, station, invocation)
    if let session = station.session?.id, !invocation.has("dry-run"), !invocation.isJSON {
      StandardError.line("The receipt: deadwax station receipt \(session)")
    }
    return code
  }

  /// `deadwax station renew-all`: renews all loans of the session's borrower.
  static let stationRenewAll = Verb(
    "station renew-all", summary: "renew all loans of the borrower in the open session", options: [.station, .dryRun]
  ) { invocation in
    let (hub, station) = try hubAndStation(invocation)
    guard let session = station.session?.id else {
      throw Failure(.notFound, "No session is open at \(station.name).")
    }
    return try act("renew-all", SessionReference(session: session), hub, station, invocation)
  }

  /// `deadwax station next-slot`: leaves the slot for the next copy empty.
  static let stationNextSlot = Verb(
    "station next-slot", summary: "leave the slot for the next copy empty, like the label of the command Next slot",
    options: [.station, .dryRun]
  ) { invocation in
    let (hub, station) = try hubAndStation(invocation)
    guard let slot = station.pending?.slot else {
      throw Failure(.notFound, "No slot waits for a copy at \(station.name).")
    }
    return try act("next-slot", SlotReference(slot: slot), hub, station, invocation)
  }

  /// `deadwax station receipt`: prints the receipt of a session.
  static let stationReceipt = Verb(
    "station receipt", operands: [.optional("SESSION")],
    summary: "print the receipt of a session as text or on the printer",
    details: "By default, the receipt of the open session.",
    examples: [("station receipt --print", "prints on the receipt printer")],
    options: [.station, Option("print", nil, "print it on the library's printer")]
  ) { invocation in
    let (hub, session) = try sessionOf(invocation)
    let path = "/api/v1/sessions/\(HubClient.encoded(session))"
    guard !invocation.has("print") else {
      try hub.give(ChangeRequest(.post, path + "/print"))
      StandardOutput.line("The receipt was sent to the printer.")
      return .done
    }
    let answer = try hub.get(path + "/receipt")
    for line in String(decoding: answer.body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      StandardOutput.line(printable(String(line)))
    }
    return .done
  }

  /// `deadwax station link`: creates or ends the link to the own page of a session's borrower.
  static let stationLink = Verb(
    "station link", operands: [.optional("SESSION")],
    summary: "create the link to the own page of the borrower in a session",
    details: "By default, for the open session. The link is displayed only this once.",
    examples: [("station link --end", "ends the link at once")],
    options: [.station, Option("end", nil, "end the link that was created for the session")]
  ) { invocation in
    let (hub, session) = try sessionOf(invocation)
    let path = "/api/v1/sessions/\(HubClient.encoded(session))/link"
    guard !invocation.has("end") else {
      try hub.give(ChangeRequest(.delete, path))
      StandardOutput.line("The link has ended.")
      return .done
    }
    let answer = try hub.give(ChangeRequest(.post, path))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let link: CreatedBorrowerLink = try JSONCoding.decode(answer.body)
    StandardOutput.line(printable(link.address))
    StandardOutput.line("It ends at \(link.endsAt).")
    return .done
  }

  /// Returns the session of the operand, or the open one of the station.
  private static func sessionOf(_ invocation: Invocation) throws(Failure) -> (HubClient, String) {
    if let session = invocation.operands.first { return (try HubClient(invocation), session) }
    let (hub, station) = try hubAndStation(invocation)
    guard let session = station.session?.id?.text else {
      throw Failure(.notFound, "No session is open at \(station.name).")
    }
    return (hub, session)
  }

  private static func hubAndStation(_ invocation: Invocation) throws(Failure) -> (HubClient, StationResource) {
    let hub = try HubClient(invocation)
    let name = invocation.text("station") ?? "desk"
    return (hub, try JSONCoding.decode(try hub.get("/api/v1/stations/\(HubClient.encoded(name))").body))
  }

  /// Sends an action, and prints its outcome and the new state of the station.
  private static func act(
    _ verb: String, _ document: (any Encodable)?, _ hub: HubClient, _ station: StationResource, _ invocation: Invocation
  ) throws(Failure) -> ExitCode {
    guard !invocation.has("dry-run") else {
      StandardOutput.line(station.full)
      return .done
    }
    let answer = try hub.give(
      ChangeRequest(.post, "/api/v1/stations/\(station.name)/\(verb)", document))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let after: StationResource = try JSONCoding.decode(answer.body)
    if let outcome = after.outcome {
      let things = [outcome.release?.line, outcome.copy.map { "copy \($0.number)" }, printable(outcome.detail)]
      let reported = [printable(outcome.title)] + things.compactMap(\.self).filter { !$0.isEmpty }
      StandardOutput.line("\(outcome.sign) \(reported.joined(separator: " · "))")
    }
    StandardOutput.line(after.full)
    return after.outcome?.exitCode ?? .done
  }
}
