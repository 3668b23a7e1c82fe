internal import HTTPClient

extension Verb {
  /// `deadwax borrower export`: prints all stored data of a borrower.
  static let borrowerExport = Verb(
    "borrower export", operands: "BORROWER", summary: "export all data of a borrower as JSON",
    details: "The export is for that person: loans, holds, fees, sessions and cards.",
    examples: [("borrower export ada", "writes to standard output")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(try invocation.operand("borrower"), hub)
    let answer = try hub.get("/api/v1/borrowers/\(HubClient.encoded(borrower.id))/export")
    StandardOutput.line(JSONCoding.line(answer.body))
    return .done
  }

  /// `deadwax borrower erase`: erases a borrower.
  static let borrowerErase = Verb(
    "borrower erase", operands: "BORROWER", summary: "erase a borrower for good",
    details: """
      Erases the name, cards, address and PIN, and removes the borrower from all records. Refused while loans, holds or
      unpaid fees are open.
      """,
    examples: [("borrower erase ada --yes", "without --yes, only prints what would be done")],
    options: [Option("yes", nil, "erase the borrower"), .dryRun]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(try invocation.operand("borrower"), hub)
    let name = printable(borrower.name)
    if invocation.has("dry-run") {
      let state = borrower.open > 0 ? ", except that \(borrower.open) loans are open" : ""
      StandardOutput.line("\(name) would be erased\(state).")
      return borrower.open > 0 || !borrower.feesDue.isEmpty ? .refused : .done
    }
    guard invocation.has("yes") else {
      throw Failure(.needsChoice, "\(name) would be erased for good.", advice: "To confirm: --yes")
    }
    try hub.give(
      ChangeRequest(.delete, "/api/v1/borrowers/\(HubClient.encoded(borrower.id))", version: "\"\(borrower.version)\""))
    StandardOutput.line(
      invocation.isJSON ? JSONCoding.line(["id": borrower.id, "erased": true] as [String: Any]) : "Forgotten.")
    return .done
  }
}
