internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension FeeResource {
  fileprivate var state: String {
    guard let settledAt else { return "due" }
    return (isWaived ? "waived " : "paid ") + ClockTime.day(settledAt)
  }

  /// Adds a row: id, amount, state, purpose, borrower.
  fileprivate func add(to table: inout Table) {
    table.add(
      id.text, MoneyText.text(amount, currency), state, note.map { "\(kind.rawValue): \($0)" } ?? kind.rawValue,
      borrower?.shortName ?? "–")
  }
}

extension Verb {
  /// The commands for fees, in the order of the help.
  static let fee = [feeList, feeCharge, feeSettle, feeWaive]

  /// `deadwax fee list`: lists fees.
  static let feeList = Verb(
    "fee list", summary: "list fees",
    details: "Needs the role staff. A library that charges no fees has none.",
    examples: [("fee list --borrower ada", "the fees of a borrower")],
    options: [
      Option("settled", nil, "settled and waived fees instead"),
      Option("borrower", "BORROWER", "only fees of this borrower"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of fees"),
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    let hub = try HubClient(invocation)
    var query = [("state", invocation.has("settled") ? "settled" : "open")]
    if let text = invocation.text("borrower") {
      query.append(("borrower", try BorrowerReference.find(text, hub).borrower.id.text))
    }
    let page = try hub.list("/api/v1/fees", query, limit: limit)
    return try ListReport.show(page, invocation, giving: 3, none: "No fees found.") { (item: FeeResource, table) in
      item.add(to: &table)
    }
  }

  /// `deadwax fee charge`: creates a fee.
  static let feeCharge = Verb(
    "fee charge", operands: [.one("BORROWER"), .one("AMOUNT")], summary: "charge a fee, in minor units of the currency",
    examples: [("fee charge ada 250 --kind damage --note Scratched", "2.50 EUR, or 250 JPY")],
    options: [
      Option("kind", .choice(FeeRequest.Kind.allCases.map(\.rawValue)), "WORD", standard: "other", "the reason"),
      Option("note", "TEXT", "a note"), .dryRun,
    ]
  ) { invocation in
    guard invocation.operands.count == 2, let amount = Int(invocation.operands[1]), (1...10_000_000).contains(amount)
    else {
      throw Failure(
        .usage, "A borrower and an amount are required.",
        advice: "The amount is in minor units of the currency: 250 is 2.50 EUR, or 250 JPY.")
    }
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(invocation.operands[0], hub)
    if invocation.has("dry-run") {
      StandardOutput.line("\(printable(borrower.name)) would be charged \(amount) in minor units.")
      return .done
    }
    let document = FeeRequest(amount: amount) {
      $0.borrower = borrower.id
      $0.kind = invocation.text("kind").flatMap(FeeRequest.Kind.init(rawValue:))
      $0.note = invocation.text("note")
    }
    return try report(try hub.give(ChangeRequest(.post, "/api/v1/fees", document)), invocation)
  }

  /// `deadwax fee settle`: marks a fee as paid.
  static let feeSettle = Verb(
    "fee settle", operands: [.one("ID")], summary: "record that a fee was paid",
    examples: [("fee settle 0193489b-5e20-7b42-86d7-1a2b3c4d5e6f", "the id from fee list")], options: [.dryRun]
  ) { invocation in
    let id = invocation.operand
    let hub = try HubClient(invocation)
    let path = "/api/v1/fees/\(HubClient.encoded(id))"
    return try report(
      invocation.has("dry-run") ? try hub.get(path) : try hub.give(ChangeRequest(.post, path + "/settle")),
      invocation)
  }

  /// `deadwax fee waive`: waives a fee.
  static let feeWaive = Verb(
    "fee waive", operands: [.one("ID")], summary: "waive a fee",
    examples: [("fee waive 0193489b-5e20-7b42-86d7-1a2b3c4d5e6f --reason Ill", "with the reason, which is stored")],
    options: [Option("reason", "TEXT", "the reason, 3 to 200 characters"), .dryRun]
  ) { invocation in
    let id = invocation.operand
    guard let reason = invocation.text("reason"), (3...200).contains(reason.count) else {
      throw Failure(.usage, "--reason must have 3 to 200 characters.")
    }
    let hub = try HubClient(invocation)
    let path = "/api/v1/fees/\(HubClient.encoded(id))"
    return try report(
      invocation.has("dry-run")
        ? try hub.get(path) : try hub.give(ChangeRequest(.post, path + "/waive", RequiredReason(reason: reason))),
      invocation)
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 3) { (record: FeeResource, table) in record.add(to: &table) }
  }
}
