internal import HTTPClient

extension Verb {
  /// `deadwax borrower export`: prints all stored data of a borrower.
  static let borrowerExport = Verb(
    "borrower export", operands: "BORROWER", summary: "everything that is kept of somebody, as JSON",
    details: "For the person it is about: loans, holds, fees, visits and cards.",
    examples: [("borrower export ada", "to standard output")]
  ) { invocation in
    let hub = try Hub(invocation)
    let (borrower, _) = try BorrowerReference.find(try invocation.operand("borrower"), hub)
    let answer = try hub.get("/api/v1/borrowers/\(Hub.encoded(borrower.id))/export")
    StandardOutput.line(JSONText.line(answer.body))
    return .done
  }

  /// `deadwax borrower erase`: erases a borrower.
  static let borrowerErase = Verb(
    "borrower erase", operands: "BORROWER", summary: "forget somebody for good",
    details: """
      Name, cards, address and PIN are gone, and nothing tells any more who had what. It is refused while loans, holds or
      unpaid fees are open.
      """,
    examples: [("borrower erase ada --yes", "without --yes it only says what would be done")],
    options: [Option("yes", nil, "really do it"), .dryRun]
  ) { invocation in
    let hub = try Hub(invocation)
    let (borrower, _) = try BorrowerReference.find(try invocation.operand("borrower"), hub)
    let name = printable(borrower.name)
    if invocation.has("dry-run") {
      let state = borrower.open > 0 ? ", but for \(borrower.open) open loans" : ""
      StandardOutput.line("\(name) would be forgotten\(state).")
      return borrower.open > 0 || !borrower.feesDue.isEmpty ? .refused : .done
    }
    guard invocation.has("yes") else {
      throw Failure(.needsChoice, "\(name) would be forgotten for good.", advice: "To do it: --yes")
    }
    try hub.give(
      Order(.delete, "/api/v1/borrowers/\(Hub.encoded(borrower.id))", version: "\"\(borrower.version)\""))
    StandardOutput.line(
      invocation.isJSON ? JSONText.line(["id": borrower.id, "erased": true] as [String: Any]) : "Forgotten.")
    return .done
  }
}
