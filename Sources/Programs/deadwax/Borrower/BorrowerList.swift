internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax borrower list`: lists borrowers.
  static let borrowerList = Verb(
    "borrower list", operands: [.any("WORD")], summary: "list or search borrowers",
    details: "Needs the role staff, like every command about borrowers.",
    examples: [("borrower list ada", "borrowers with ada in the name or address")],
    options: [Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of borrowers")]
  ) { invocation in
    let limit = invocation.number("limit")
    let words = invocation.operands.joined(separator: " ")
    let page = try HubClient(invocation).list(
      "/api/v1/borrowers", words.isEmpty ? [] : [("search", words)], limit: limit)
    return try ListReport.show(page, invocation, giving: 1, none: "No borrowers found.") {
      (borrower: BorrowerResource, table) in
      table.add(borrower.id.text, borrower.name, borrower.group, "\(borrower.open) out", borrower.state)
    }
  }

  /// `deadwax borrower show`: prints one borrower with loans and holds.
  static let borrowerShow = Verb(
    "borrower show", operands: [.one("BORROWER")], summary: "show a borrower with loans and holds",
    details: "BORROWER is the code of a card, an id, or words of a name that match one borrower only.",
    examples: [("borrower show DW:B:5VTPVXVRCNZGJD", "the borrower of this card")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (borrower, bytes) = try BorrowerReference.find(invocation.operand, hub)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(bytes))
      return .done
    }
    StandardOutput.line(borrower.full)
    let path = "/api/v1/borrowers/\(HubClient.encoded(borrower.id))"
    if borrower.open > 0 {
      let loans = try hub.list(path + "/loans", [("state", "open")], limit: 200)
      var table = Table(giving: 2)
      for item in loans.items { try JSONCoding.decode(item, as: LoanResource.self).add(to: &table) }
      StandardOutput.line("out:")
      table.lines.forEach(StandardOutput.line)
    }
    let holds = try hub.list(path + "/holds", [("state", "open")], limit: 200)
    if !holds.items.isEmpty {
      var table = Table(giving: 2)
      for item in holds.items { try JSONCoding.decode(item, as: HoldResource.self).add(to: &table) }
      StandardOutput.line("waits for:")
      table.lines.forEach(StandardOutput.line)
    }
    return .done
  }
}
