internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax loan in`: checks in copies.
  static let loanIn = Verb(
    "loan in", operands: [.some("COPY")], summary: "check in copies",
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
      Option("parts-back", .number(0...1000), "N", "the number of returned parts"),
      Option("yes", nil, "confirm all confirmations"), .dryRun,
    ]
  ) { invocation in
    let droppedAt = try invocation.text("dropped").map { text throws(Failure) in
      try ClockTime.moment(text, of: "dropped")
    }
    var order = CheckInRequest {
      $0.droppedAt = droppedAt
      $0.partsBack = invocation.arguments.number("parts-back")
    }
    return try eachOne(invocation) { text, hub throws(Failure) in
      let returned = try whatComesBack(text, hub)
      order.copy = returned.copy
      if invocation.has("dry-run") { return StandardOutput.line(returned.line) }
      order.confirm = nil
      var answer = try hub.send(request(order, returned))
      if invocation.has("yes"), let problem = HubProblem(answer), problem.code == .needsConfirmation {
        for reason in problem.reasons { StandardError.line("Yes to: \(printable(reason.detail))") }
        order.confirm = problem.token
        // A different document is a different request, so it has an idempotency key of its own.
        answer = try hub.send(request(order, returned))
      }
      guard answer.isSuccess else { throw HubProblem.failure(answer, at: hub.address) }
      let back: CheckInResult = try JSONCoding.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : back.line)
    }
  }

  /// A copy that is returned.
  private struct Returned {
    /// The loan that ends; nil if the copy is not on loan.
    var loan: Loan.ID?
    /// The copy; nil if it is on loan.
    var copy: Copy.ID?
    /// A description of the action.
    var line: String
  }

  private static func request(_ order: CheckInRequest, _ returned: Returned) -> ChangeRequest {
    guard let loan = returned.loan else { return ChangeRequest(.post, "/api/v1/returns", order) }
    let detail = ReturnDetail(droppedAt: order.droppedAt, partsBack: order.partsBack, confirm: order.confirm)
    return ChangeRequest(.post, "/api/v1/loans/\(loan)/return", detail)
  }

  private static func whatComesBack(_ text: String, _ hub: HubClient) throws(Failure) -> Returned {
    do throws(Failure) {
      let loan = try LoanReference.find(text, hub).loan
      return Returned(
        loan: loan.id, line: "\(loan.title), copy \(loan.copy.number) would be checked in; \(loan.state).")
    } catch {
      guard error.code == .conflict else { throw error }
      let copy = try CopyReference.find(text, hub)
      return Returned(copy: copy.id, line: "\(copy.line) is not on loan; it would be checked in.")
    }
  }

  /// `deadwax loan renew`: renews loans.
  static let loanRenew = Verb(
    "loan renew", operands: [.any("COPY")], summary: "renew loans, or all loans of a borrower",
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
      if let extra = invocation.operands.first {
        throw Failure(.usage, "--borrower renews every loan: unexpected argument \(printable(extra)).")
      }
      guard !invocation.has("override") else {
        throw Failure(.usage, "--override is for single copies, not for --borrower.")
      }
      return try renewAll(of: text, invocation)
    }
    let reason = invocation.text("override")
    guard reason.map({ (3...200).contains($0.count) }) ?? true else {
      throw Failure(.usage, "--override must have a reason of 3 to 200 characters.")
    }
    return try each(invocation) { loan, hub throws(Failure) in
      if invocation.has("dry-run") {
        StandardOutput.line("\(loan.title), copy \(loan.copy.number) would be renewed; \(loan.state).")
        return
      }
      let order = reason.map { OverrideReason(override: $0) }
      let answer = try hub.give(ChangeRequest(.post, "/api/v1/loans/\(loan.id)/renew", order))
      let renewed: LoanResource = try JSONCoding.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : renewed.renewedLine)
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
    let answer = try hub.give(ChangeRequest(.post, "/api/v1/borrowers/\(HubClient.encoded(borrower.id))/renew"))
    let both: RenewalResult = try JSONCoding.decode(answer.body)
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
    _ invocation: Invocation, _ act: (LoanResource, HubClient) throws(Failure) -> Void
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

extension CheckInResult {
  private var sign: String { [.notOnLoan, .inHouse, .partsMissing].contains(code.known) ? "·" : "✓" }

  /// The returned copy, its destination and notes.
  fileprivate var line: String {
    var words = "\(sign) \(release.line), copy \(copy.number)"
    switch code.known {
    case .notOnLoan: words += ", was not on loan"
    case .inHouse: words += ", in-house use"
    case .partsMissing: words += ", \(loan?.partsBack ?? 0) of \(loan?.parts ?? 0) parts"
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

extension LoanResource {
  fileprivate var renewedLine: String { "✓ \(title), copy \(copy.number): due \(ClockTime.day(dueAt))" }
}
