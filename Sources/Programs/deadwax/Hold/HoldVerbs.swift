internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for holds, in the order of the help.
  static let hold = [holdList, holdPullList, holdPickUpShelf, holdSlip, holdPlace, holdCancel]

  /// `deadwax hold list`: lists holds.
  static let holdList = Verb(
    "hold list", summary: "list holds",
    details: "Needs the role staff.",
    examples: [("hold list --ready", "the holds on the pick-up shelf")],
    options: [
      Option("ready", nil, "only holds that are ready for pick-up"), Option("all", nil, "also closed holds"),
      Option("borrower", "BORROWER", "only holds of this borrower"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of holds"),
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    let hub = try HubClient(invocation)
    let state = invocation.has("all") ? "all" : invocation.has("ready") ? "ready" : "open"
    var query = [("state", state)]
    if let text = invocation.text("borrower") {
      query.append(("borrower", try BorrowerReference.find(text, hub).borrower.id.text))
    }
    let page = try hub.list("/api/v1/holds", query, limit: limit)
    return try ListReport.show(page, invocation, giving: 2, none: "No holds found.") { (item: HoldResource, table) in
      item.add(to: &table)
    }
  }

  /// `deadwax hold place`: places a hold.
  static let holdPlace = Verb(
    "hold place", operands: [.one("WHAT")], summary: "place a hold for a borrower",
    details: """
      WHAT is the number, code or id of a copy, or the barcode of a release. Any copy of that release fulfils the hold,
      unless --this-copy is given.
      """,
    examples: [("hold place 12 --for ada", "the next returned copy")],
    options: [
      Option("for", .text, "BORROWER", isRequired: true, "the borrower: the code of a card, an id, or a name"),
      Option("this-copy", nil, "only this copy fulfils the hold"),
      Option("until", "DAY", "the time after which the hold expires"), .dryRun,
    ]
  ) { invocation in
    let text = invocation.operand
    let name = invocation.text("for") ?? ""
    let notAfter = try invocation.text("until").map { text throws(Failure) in
      try ClockTime.moment(text, of: "until")
    }
    var document = HoldRequest { $0.notAfter = notAfter }
    let hub = try HubClient(invocation)
    let record = try RecordReference.find(text, hub)
    if invocation.has("this-copy") {
      guard let copy = record.copy else { throw Failure(.usage, "\(printable(text)) does not identify a single copy.") }
      document.copy = copy
    } else {
      document.release = record.release
    }
    let (borrower, _) = try BorrowerReference.find(name, hub)
    document.borrower = borrower.id
    if invocation.has("dry-run") {
      StandardOutput.line("A hold for \(printable(borrower.shortName)) would be placed on \(record.line).")
      return .done
    }
    return try report(try hub.give(ChangeRequest(.post, "/api/v1/holds", document)), invocation)
  }

  /// `deadwax hold cancel`: cancels a hold.
  static let holdCancel = Verb(
    "hold cancel", operands: [.one("ID")], summary: "cancel a hold",
    examples: [("hold cancel 0193489b-4d10-7a31-b5c6-0f1e2d3c4b5a", "the id from hold list")], options: [.dryRun]
  ) { invocation in
    let id = invocation.operand
    let hub = try HubClient(invocation)
    let path = "/api/v1/holds/\(HubClient.encoded(id))"
    return try report(
      invocation.has("dry-run") ? try hub.get(path) : try hub.give(ChangeRequest(.post, path + "/cancel")),
      invocation)
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 2) { (record: HoldResource, table) in record.add(to: &table) }
  }
}
