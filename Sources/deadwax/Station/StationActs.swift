internal import Foundation
internal import HTTPClient

extension Verb {
  /// The commands for actions on a station's screen, in the order of the help.
  static let stationActs = [
    stationAnswer, stationPick, stationPIN, stationEnd, stationRenewAll, stationReceipt,
  ]

  private static let asked = Option(
    "asked", "ID", "only if the desk still asks this: the id in `station show --json`")

  /// `deadwax station answer`: answers a prompt with yes or no.
  static let stationAnswer = Verb(
    "station answer", operands: "yes|no", summary: "say yes or no to what a desk asks",
    details: """
      It counts for what the desk asks at this moment, which is told; with --asked only for that. Where only staff can
      say yes, a --reason is needed, and a token of staff.
      """,
    examples: [
      ("station answer no", "everything stays as it is"),
      ("station answer yes --reason \"Teacher, for tomorrow\"", "as staff, with the reason that is kept"),
    ],
    options: [.station, .dryRun, Option("reason", "WORDS", "why staff say yes all the same"), asked]
  ) { invocation in
    let answer = try invocation.operand("answer")
    guard ["yes", "no"].contains(answer) else { throw Failure(.usage, "The answer is yes or no.") }
    let (hub, station) = try desk(invocation)
    guard let id = invocation.text("asked") ?? station.askedID else {
      throw Failure(.notFound, "\(printable(station.name)) asks nothing.")
    }
    var document: [String: Any] = ["answer": answer, "asked": id]
    if let reason = invocation.text("reason") { document["reason"] = reason }
    return try act("answer", document, hub, station, invocation)
  }

  /// `deadwax station pick`: selects one of the numbered choices.
  static let stationPick = Verb(
    "station pick", operands: "NUMBER", summary: "pick one of the numbered choices of a desk",
    examples: [("station pick 2", "the second of what `station show` lists")], options: [.station, .dryRun, asked]
  ) { invocation in
    guard let number = Int(try invocation.operand("number")), (1...9).contains(number) else {
      throw Failure(.usage, "The number is one from 1 to 9.")
    }
    let (hub, station) = try desk(invocation)
    guard let id = invocation.text("asked") ?? station.askedID else {
      throw Failure(.notFound, "\(printable(station.name)) has nothing to choose from.")
    }
    return try act("pick", ["number": number, "asked": id], hub, station, invocation)
  }

  /// `deadwax station pin`: sends the PIN that a station waits for.
  static let stationPIN = Verb(
    "station pin", summary: "give a desk the PIN that it waits for",
    details: """
      The PIN is read from standard input, so that it stands in no list of processes and in no history of a shell.
      """,
    options: [.station]
  ) { invocation in
    try invocation.takesNoOperand()
    guard let pin = readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces),
      (1...12).contains(pin.utf8.count)
    else { throw Failure(.usage, "Standard input has no PIN of 1 to 12 digits.") }
    let (hub, station) = try desk(invocation)
    return try act("pin", ["pin": pin], hub, station, invocation)
  }

  /// `deadwax station end`: ends the open session or prompt of a station.
  static let stationEnd = Verb(
    "station end", summary: "end what is open at a desk, as the label END does",
    details: "After a session it is told how to get its receipt.", options: [.station, .dryRun]
  ) { invocation in
    try invocation.takesNoOperand()
    let (hub, station) = try desk(invocation)
    let code = try act("end", station.session?.visit.map { ["visit": $0] } ?? [:], hub, station, invocation)
    if let visit = station.session?.visit, !invocation.has("dry-run"), !invocation.isJSON {
      StandardError.line("The receipt: deadwax station receipt \(printable(visit))")
    }
    return code
  }

  /// `deadwax station renew-all`: renews all loans of the session's borrower.
  static let stationRenewAll = Verb(
    "station renew-all", summary: "renew all loans of the borrower who has the session", options: [.station, .dryRun]
  ) { invocation in
    try invocation.takesNoOperand()
    let (hub, station) = try desk(invocation)
    guard let visit = station.session?.visit else {
      throw Failure(.notFound, "Nobody has a session at \(printable(station.name)).")
    }
    return try act("renew-all", ["visit": visit], hub, station, invocation)
  }

  /// `deadwax station receipt`: prints the receipt of a session.
  static let stationReceipt = Verb(
    "station receipt", operands: "[VISIT]", summary: "the receipt of a session, as text or on the printer",
    details: "Without VISIT it is that of the session that is open.",
    examples: [("station receipt --print", "on the printer of receipts")],
    options: [.station, Option("print", nil, "have it printed")]
  ) { invocation in
    var visit: String?
    if !invocation.operands.isEmpty { visit = try invocation.operand("visit") }
    let hub = try Hub(invocation)
    if visit == nil {
      let station = try desk(invocation).1
      visit = station.session?.visit
      if visit == nil { throw Failure(.notFound, "Nobody has a session at \(printable(station.name)).") }
    }
    let path = "/api/v1/visits/\(Hub.encoded(visit ?? ""))"
    guard !invocation.has("print") else {
      try hub.give(Order(.post, path + "/print"))
      StandardOutput.line("It goes to the printer.")
      return .done
    }
    let answer = try hub.get(path + "/receipt")
    for line in String(decoding: answer.body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      StandardOutput.line(printable(String(line)))
    }
    return .done
  }

  private static func desk(_ invocation: Invocation) throws(Failure) -> (Hub, StationShape) {
    let hub = try Hub(invocation)
    let name = invocation.text("station") ?? "desk"
    return (hub, try JSONText.decode(try hub.get("/api/v1/stations/\(Hub.encoded(name))").body))
  }

  /// Sends an action, and prints its outcome and the new state of the station.
  private static func act(
    _ verb: String, _ document: [String: Any], _ hub: Hub, _ station: StationShape, _ invocation: Invocation
  ) throws(Failure) -> ExitCode {
    guard !invocation.has("dry-run") else {
      StandardOutput.line(station.full)
      return .done
    }
    let answer = try hub.give(Order(.post, "/api/v1/stations/\(Hub.encoded(station.name))/\(verb)", document))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONText.line(answer.body))
      return .done
    }
    let after: StationShape = try JSONText.decode(answer.body)
    if let outcome = after.outcome {
      let things = [outcome.release?.line, outcome.copy.map { "copy \($0.number)" }, outcome.detail.map(printable)]
      let told = [printable(outcome.title)] + things.compactMap(\.self).filter { !$0.isEmpty }
      StandardOutput.line("\(outcome.sign) \(told.joined(separator: " · "))")
    }
    StandardOutput.line(after.full)
    return after.outcome?.exitCode ?? .done
  }
}
