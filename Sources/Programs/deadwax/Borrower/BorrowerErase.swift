internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax borrower export`: prints all stored data of a borrower.
  static let borrowerExport = Verb(
    "borrower export", operands: [.one("BORROWER")], summary: "export all data of a borrower as JSON",
    details: "The export is for that person: loans, holds, fees, sessions and cards.",
    examples: [("borrower export ada", "writes to standard output")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(invocation.operand, hub)
    let answer = try hub.get("/api/v1/borrowers/\(HubClient.encoded(borrower.id))/export")
    StandardOutput.line(JSONCoding.line(answer.body))
    return .done
  }

  /// `deadwax borrower erase`: erases a borrower.
  static let borrowerErase = Verb(
    "borrower erase", operands: [.one("BORROWER")], summary: "erase a borrower for good",
    details: """
      Erases the name, cards, address and PIN, and removes the borrower from all records. Refused while loans, holds or
      unpaid fees are open.
      """,
    examples: [("borrower erase ada --yes", "without --yes, only prints what would be done")],
    options: [Option("yes", nil, "erase the borrower"), .dryRun]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(invocation.operand, hub)
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
      invocation.isJSON ? JSONCoding.text(Erased(id: borrower.id)) : "Forgotten.")
    return .done
  }
}

/// The document of a program about an erased borrower.
private struct Erased: Encodable {
  var id: Borrower.ID
  var erased = true
}
