internal import Foundation
internal import HTTPClient

/// A hold as the API returns it to staff.
struct HoldShape: Decodable {
  var id: String
  var subject: String
  var release: ReleaseShape?
  var copy: CopyShape?
  var borrower: BorrowerBrief?
  var state: String
  var position: Int
  var pickUpBy: String?

  /// The state of the hold in a few words.
  var words: String {
    switch state {
    case "waiting": "place \(position)"
    case "ready": "ready" + (pickUpBy.map { " until \(ClockTime.day($0))" } ?? "")
    default: state
    }
  }

  /// Adds a row: id, state, title, borrower.
  func add(to table: inout Table) {
    let title = release?.line ?? copy?.line ?? "–"
    table.add(id, words, subject == "copy" ? "\(title) (this copy)" : title, borrower?.shortName ?? "–")
  }
}

extension Verb {
  /// The commands for holds, in the order of the help.
  static let hold = [holdList, holdPlace, holdCancel]

  /// `deadwax hold list`: lists holds.
  static let holdList = Verb(
    "hold list", summary: "who waits for what, and what lies ready",
    details: "It needs the role staff.",
    examples: [("hold list --ready", "what lies on the pick-up shelf")],
    options: [
      Option("ready", nil, "only what lies ready"), Option("all", nil, "also what is over"),
      Option("borrower", "BORROWER", "only those of one borrower"), Option("limit", "N", "how many at most (50)"),
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    let limit = try invocation.number("limit", in: 1...100_000, otherwise: 50)
    let hub = try Hub(invocation)
    var query: [(String, String)] = []
    if !invocation.has("all") { query.append(("state", invocation.has("ready") ? "ready" : "open")) }
    if let text = invocation.text("borrower") {
      query.append(("borrower", try BorrowerReference.find(text, hub).borrower.id))
    }
    let page = try hub.list("/api/v1/holds", query, limit: limit)
    guard !invocation.isJSON else {
      StandardOutput.line(page.document)
      return .done
    }
    var table = Table(giving: 2)
    for item in page.items { try JSONText.decode(item, as: HoldShape.self).add(to: &table) }
    table.lines.forEach(StandardOutput.line)
    if table.isEmpty { StandardError.line("There are no such holds.") }
    return .done
  }

  /// `deadwax hold place`: places a hold.
  static let holdPlace = Verb(
    "hold place", operands: "WHAT --for BORROWER", summary: "let somebody wait for a record",
    details: """
      WHAT is a copy by its number, code or id, or the barcode of a release. Any copy of that release will do, unless
      --this-copy says that it has to be that one.
      """,
    examples: [("hold place 12 --for ada", "the next copy that comes back")],
    options: [
      Option("for", "BORROWER", "a card as it is scanned, an id, or a name"),
      Option("this-copy", nil, "no other copy will do"),
      Option("until", "DAY", "after which it is no longer wanted"), .dryRun,
    ]
  ) { invocation in
    let text = try invocation.operand("record")
    guard let name = invocation.text("for") else { throw Failure(.usage, "Nobody is named: --for BORROWER.") }
    var document: [String: Any] = [:]
    if let text = invocation.text("until") { document["notAfter"] = try ClockTime.moment(text, of: "until") }
    let hub = try Hub(invocation)
    let record = try RecordReference.find(text, hub)
    if invocation.has("this-copy") {
      guard let copy = record.copy else { throw Failure(.usage, "\(printable(text)) names no single copy.") }
      document["copy"] = copy
    } else {
      document["release"] = record.release
    }
    let (borrower, _) = try BorrowerReference.find(name, hub)
    document["borrower"] = borrower.id
    if invocation.has("dry-run") {
      StandardOutput.line("\(printable(borrower.shortName)) would wait for \(record.line).")
      return .done
    }
    return try tell(try hub.give(Order(.post, "/api/v1/holds", document)), invocation)
  }

  /// `deadwax hold cancel`: cancels a hold.
  static let holdCancel = Verb(
    "hold cancel", operands: "ID", summary: "let somebody wait no more",
    examples: [("hold cancel 0193489b-4d10-7a31-b5c6-0f1e2d3c4b5a", "as hold list shows it")], options: [.dryRun]
  ) { invocation in
    let id = try invocation.operand("hold")
    let hub = try Hub(invocation)
    let path = "/api/v1/holds/\(Hub.encoded(id))"
    return try tell(
      invocation.has("dry-run") ? try hub.get(path) : try hub.give(Order(.post, path + "/cancel", [:])), invocation)
  }

  private static func tell(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let hold: HoldShape = try JSONText.decode(answer.body)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONText.line(answer.body))
      return .done
    }
    var table = Table(giving: 2)
    hold.add(to: &table)
    table.lines.forEach(StandardOutput.line)
    return .done
  }
}
