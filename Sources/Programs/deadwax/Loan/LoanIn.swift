internal import HTTPClient

extension Verb {
  /// `deadwax loan in`: checks in copies.
  static let loanIn = Verb(
    "loan in", operands: "COPY…", summary: "check in copies",
    details:
      """
      If the library counts parts, --parts-back gives the number of returned parts. A copy that was not on loan is
      accepted too: it may have been missing, be needed for a hold, or have been used in the library. With several
      copies, the first non-zero exit code counts; a refused copy does not stop the others.
      """,
    examples: [
      ("loan in 12 13", "two copies"), ("loan in 12 --dropped 2026-11-27", "it was in the book drop since that day"),
    ],
    options: [
      Option("dropped", "DAY", "the time of the return, if not now"),
      Option("parts-back", "N", "the number of returned parts"),
      Option("yes", nil, "confirm all confirmations"), .dryRun,
    ]
  ) { invocation in
    guard !invocation.operands.isEmpty else { throw Failure(.usage, "No copy is given.") }
    var document: [String: Any] = [:]
    if let text = invocation.text("dropped") { document["droppedAt"] = try ClockTime.moment(text, of: "dropped") }
    if invocation.text("parts-back") != nil {
      document["partsBack"] = try invocation.number("parts-back", in: 0...1000, otherwise: 0)
    }
    return try eachOne(invocation) { text, hub throws(Failure) in
      let (path, line, copy) = try whatComesBack(text, hub)
      if invocation.has("dry-run") { return StandardOutput.line(line) }
      var order = document
      order["copy"] = copy
      var answer = try hub.send(ChangeRequest(.post, path, order))
      if invocation.has("yes"), let problem = HubProblem(answer), problem.code == "needs-confirmation" {
        for reason in problem.reasons ?? [] { StandardError.line("Yes to: \(printable(reason.detail ?? ""))") }
        order["confirm"] = problem.token
        // A different document is a different request, so it has an idempotency key of its own.
        answer = try hub.send(ChangeRequest(.post, path, order))
      }
      guard answer.isSuccess else { throw HubProblem.failure(answer, at: hub.address) }
      let back: ReturnShape = try JSONCoding.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : back.line)
    }
  }

  /// Returns the path for the return of a copy, a description of the action, and the copy's id if it is not on loan.
  private static func whatComesBack(
    _ text: String, _ hub: HubClient
  ) throws(Failure) -> (path: String, line: String, copy: String?) {
    do throws(Failure) {
      let loan = try LoanReference.find(text, hub).loan
      let line = "\(loan.title), copy \(loan.copy.number) would be checked in; \(loan.state)."
      return ("/api/v1/loans/\(HubClient.encoded(loan.id))/return", line, nil)
    } catch {
      guard error.code == .conflict else { throw error }
      let copy = try CopyReference.find(text, hub)
      return ("/api/v1/returns", "\(copy.line) is not on loan; it would be checked in.", copy.id)
    }
  }

  /// `deadwax loan renew`: renews loans.
  static let loanRenew = Verb(
    "loan renew", operands: "COPY…", summary: "renew loans, or all loans of a borrower",
    details: """
      With --borrower, prints the renewed loans, and the others with their reasons. The exit code is 1 if any loan could
      not be renewed.
      """,
    examples: [("loan renew 12", "the loan of copy 12"), ("loan renew --borrower ada", "all loans of a borrower")],
    options: [
      Option("borrower", "BORROWER", "renew every loan of this borrower"),
      Option("override", "REASON", "override the rules, with a reason of 3 to 200 characters"), .dryRun,
    ]
  ) { invocation in
    if let text = invocation.text("borrower") {
      try invocation.takesNoOperand()
      guard !invocation.has("override") else {
        throw Failure(.usage, "--override is for single copies, not for --borrower.")
      }
      return try renewAll(of: text, invocation)
    }
    guard !invocation.operands.isEmpty else { throw Failure(.usage, "No copy is given.") }
    var document: [String: Any] = [:]
    if let reason = invocation.text("override") {
      guard (3...200).contains(reason.count) else {
        throw Failure(.usage, "--override must have a reason of 3 to 200 characters.")
      }
      document["override"] = reason
    }
    return try each(invocation) { loan, hub throws(Failure) in
      if invocation.has("dry-run") {
        StandardOutput.line("\(loan.title), copy \(loan.copy.number) would be renewed; \(loan.state).")
        return
      }
      let answer = try hub.give(ChangeRequest(.post, "/api/v1/loans/\(HubClient.encoded(loan.id))/renew", document))
      let renewed: LoanShape = try JSONCoding.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : renewed.renewedLine)
    }
  }

  private struct Both: Decodable {
    var renewed: [LoanShape]
    var unrenewed: [Refused]

    struct Refused: Decodable {
      var loan: LoanShape
      var reasons: [ReasonShape]
    }
  }

  private static func renewAll(of text: String, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(text, hub)
    if invocation.has("dry-run") {
      StandardOutput.line(
        "Up to \(borrower.open) loans of \(printable(borrower.shortName)) would be renewed.")
      return .done
    }
    let answer = try hub.give(ChangeRequest(.post, "/api/v1/borrowers/\(HubClient.encoded(borrower.id))/renew", [:]))
    let both: Both = try JSONCoding.decode(answer.body)
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(answer.body))
    } else {
      for loan in both.renewed { StandardOutput.line(loan.renewedLine) }
      for one in both.unrenewed {
        let reasons = one.reasons.map(\.line).joined(separator: " ")
        StandardOutput.line("✗ \(one.loan.title), copy \(one.loan.copy.number): \(reasons)")
      }
      if both.renewed.isEmpty, both.unrenewed.isEmpty { StandardError.line("No loans are open.") }
    }
    return both.unrenewed.isEmpty ? .done : .refused
  }

  /// Finds the loan of each operand and calls `act` with it.
  private static func each(
    _ invocation: Invocation, _ act: (LoanShape, HubClient) throws(Failure) -> Void
  ) throws(Failure) -> ExitCode {
    try eachOne(invocation) { text, hub throws(Failure) in try act(try LoanReference.find(text, hub).loan, hub) }
  }

  /// Calls `act` with each operand. A refused operand does not stop the others.
  private static func eachOne(
    _ invocation: Invocation, _ act: (String, HubClient) throws(Failure) -> Void
  ) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation)
    var result = ExitCode.done
    for text in invocation.operands {
      do throws(Failure) {
        try act(text, hub)
      } catch {
        guard invocation.operands.count > 1, ![.unavailable, .tryAgain, .configuration].contains(error.code) else {
          throw error
        }
        StandardError.line("deadwax: \(printable(text)): \(error.sentence)")
        if result == .done { result = error.code }
      }
    }
    return result
  }
}

/// The result of a return as the API returns it.
private struct ReturnShape: Decodable {
  var code: String
  var notes: [Note]?
  var copy: CopyShape
  var release: ReleaseShape
  var loan: Parts?
  var hold: HoldShape?
  var overdueDays: Int

  struct Parts: Decodable {
    var parts: Int
    var partsBack: Int?
  }

  struct Note: Decodable {
    var title: String
  }

  private var sign: String { ["not-on-loan", "in-house", "parts-missing"].contains(code) ? "·" : "✓" }

  /// The returned copy, its destination and notes.
  var line: String {
    var words = "\(sign) \(release.line), copy \(copy.number)"
    switch code {
    case "not-on-loan": words += ", was not on loan"
    case "in-house": words += ", in-house use"
    case "parts-missing": words += ", \(loan?.partsBack ?? 0) of \(loan?.parts ?? 0) parts"
    default: break
    }
    if overdueDays > 0 { words += ", \(overdueDays)d overdue" }
    if let hold {
      words += " · trap it for \(printable(hold.borrower?.shortName ?? "a borrower"))"
    } else if let slot = copy.slot {
      words += " · put away: \(printable(slot))"
    }
    for note in notes ?? [] { words += " · \(printable(note.title))" }
    return words
  }
}

extension LoanShape {
  fileprivate var renewedLine: String { "✓ \(title), copy \(copy.number): due \(ClockTime.day(dueAt))" }
}
