internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for loans, in the order of the help.
  static let loan = [loanList, loanShow, loanOut, loanIn, loanRenew, loanClaim, loanLost, loanFound]

  /// `deadwax loan list`: lists loans.
  static let loanList = Verb(
    "loan list", summary: "list loans",
    details: "Open loans are ordered by due time, others newest first. Needs the role staff.",
    examples: [
      ("loan list --state overdue", "the overdue loans"), ("loan list --borrower ada", "the open loans of a borrower"),
    ],
    options: [
      Option("state", "STATE", "all, open, overdue, due-soon or returned (open)"),
      Option("overdue", nil, "only overdue loans"), Option("due-soon", nil, "only loans that are due soon"),
      Option("returned", nil, "closed loans instead"),
      Option("borrower", "BORROWER", "only loans of this borrower"),
      Option("copy", "COPY", "only loans of this copy: its number, code or id"),
      Option("limit", .number(1...1_000_000), "N", standard: "50", "the maximum number of loans"),
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    let flags = ["overdue", "due-soon", "returned"].filter(invocation.has)
    let states = flags + (invocation.text("state").map { [$0] } ?? [])
    guard states.count < 2 else {
      throw Failure(.usage, "\(states.map(printable).joined(separator: " and ")) cannot be combined.")
    }
    if let state = states.first, !["all", "open", "overdue", "due-soon", "returned"].contains(state) {
      throw Failure(.usage, "--state must be all, open, overdue, due-soon or returned.")
    }
    let hub = try HubClient(invocation)
    var query = [("state", states.first ?? "open")]
    if let text = invocation.text("borrower") {
      query.append(("borrower", try BorrowerReference.find(text, hub).borrower.id.text))
    }
    if let text = invocation.text("copy") { query.append(("copy", try CopyReference.find(text, hub).id.text)) }
    let page = try hub.list("/api/v1/loans", query, limit: limit)
    return try ListReport.show(page, invocation, giving: 2, none: "No loans found.") { (item: LoanResource, table) in
      item.add(to: &table)
    }
  }

  /// `deadwax loan show`: prints one loan.
  static let loanShow = Verb(
    "loan show", operands: [.one("COPY")], summary: "show the loan of a copy",
    details: "COPY is the number, code or id of a copy, or the id of a loan.",
    examples: [("loan show 12", "the borrower and due time of copy 12")]
  ) { invocation in
    let (loan, bytes) = try LoanReference.find(invocation.operand, try HubClient(invocation))
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(bytes) : loan.full)
    return .done
  }

  /// `deadwax loan claim`: marks a loan as claims returned.
  static let loanClaim = change(
    "claim", summary: "record that the borrower claims to have returned a copy",
    details: "The loan stays open, and staff look for the copy.")

  /// `deadwax loan lost`: marks the copy of a loan as lost.
  static let loanLost = change(
    "lost", summary: "declare a copy on loan lost", details: "The loan ends, and the copy is lost until it is found.",
    options: [
      Option("fee", .number(1...10_000_000), "AMOUNT", "the fee for it, in minor units of the currency"),
      .flag("replacement", "charge the replacement cost of the copy, in place of --fee"),
    ])

  /// `deadwax loan found`: marks a lost or claimed copy as found.
  static let loanFound = change(
    "found", summary: "record that a lost or claimed copy was found", details: "The copy can be lent again.")

  private static func change(_ word: String, summary: String, details: String, options: [Option] = []) -> Verb {
    Verb(
      "loan \(word)", operands: [.one("COPY")], summary: summary, details: details,
      examples: [("loan \(word) 12", "copy 12")], options: options + [.dryRun]
    ) { invocation in
      let hub = try HubClient(invocation)
      let text = invocation.operand
      let found: (loan: LoanResource, bytes: [UInt8])
      do throws(Failure) {
        found = try LoanReference.find(text, hub)
      } catch {
        // The loan of a lost copy is closed.
        guard word == "found", error.code == .conflict else { throw error }
        found = try LoanReference.find(text, hub, isOpen: false)
      }
      if invocation.has("dry-run") {
        StandardOutput.line("\(word) would be recorded for: \(found.loan.full)")
        return .done
      }
      var fee = invocation.arguments.number("fee").map { LostRequest(fee: $0) }
      if word == "lost", invocation.has("replacement") { fee = LostRequest(chargesReplacement: true) }
      let answer = try hub.give(
        ChangeRequest(.post, "/api/v1/loans/\(HubClient.encoded(found.loan.id))/\(word)", fee))
      let loan: LoanResource = try JSONCoding.decode(answer.body)
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : loan.full)
      return .done
    }
  }
}
