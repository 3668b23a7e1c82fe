internal import HTTPClient

extension Verb {
  /// `deadwax borrower enrol`: creates a borrower.
  static let borrowerEnrol = Verb(
    "borrower enrol", operands: "NAME", summary: "enrol a borrower, optionally with a card",
    examples: [("borrower enrol Ada Lovelace --card DW:B:5VTPVXVRCNZGJD", "with a card")],
    options: [Option("card", "CODE", "the code of a card, as scanned")] + person + [.dryRun]
  ) { invocation in
    var document = try wanted(invocation, mayClear: false)
    let name = invocation.operands.joined(separator: " ")
    guard !name.isEmpty else { throw Failure(.usage, "No name is given.") }
    document["name"] = name
    document["card"] = invocation.text("card")
    guard !invocation.has("dry-run") else {
      StandardOutput.line("\(printable(name)) would be enrolled.")
      return .done
    }
    let answer = try HubClient(invocation).give(ChangeRequest(.post, "/api/v1/borrowers", document))
    return try informBorrower(answer, invocation)
  }

  /// `deadwax borrower edit`: changes the data of a borrower.
  static let borrowerEdit = Verb(
    "borrower edit", operands: "BORROWER", summary: "update a borrower",
    details: "Options that are not given change nothing. An empty value, such as --note=, clears the field.",
    examples: [("borrower edit ada --expires 2027-12-31", "extends the card by a year")],
    options: [Option("name", "NAME", "the full name")] + person + [.dryRun]
  ) { invocation in
    let text = try invocation.operand("borrower")
    var document = try wanted(invocation, mayClear: true)
    if let name = invocation.text("name") { document["name"] = name }
    guard !document.isEmpty else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax borrower edit --help")
    }
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(text, hub)
    guard !invocation.has("dry-run") else {
      StandardOutput.line(
        "\(document.keys.sorted().joined(separator: ", ")) of \(printable(borrower.name)) would change.")
      return .done
    }
    let answer = try hub.give(
      ChangeRequest(
        .patch, "/api/v1/borrowers/\(HubClient.encoded(borrower.id))", document, version: "\"\(borrower.version)\""))
    return try informBorrower(answer, invocation)
  }

  private static let person = [
    Option("short-name", "NAME", "the name on screens (derived from the name)"),
    Option("group", "WORD", "the group, which selects the lending rules (standard)"),
    Option("staff", "YES", "yes or no: the card opens stations for actions of staff"),
    Option("email", "ADDRESS", "the address for reminders and receipts"),
    Option("language", "CODE", "en, de or fr"),
    Option("expires", "DAY", "the day on which the card expires"),
    Option("most", "N", "the maximum number of loans"),
    Option("note", "TEXT", "a note for staff"),
  ]

  /// Returns the members of the request that the options set.
  ///
  /// - Parameters:
  ///   - invocation: the command.
  ///   - mayClear: true if an empty value clears the stored one.
  /// - Returns: the values by member name.
  /// - Throws: `Failure` with the code `usage` for an invalid value.
  private static func wanted(_ invocation: Invocation, mayClear: Bool) throws(Failure) -> [String: Any] {
    var document: [String: Any] = [:]
    for (option, member) in [
      ("short-name", "shortName"), ("group", "group"), ("email", "email"), ("language", "language"), ("note", "note"),
    ] {
      guard let text = invocation.text(option) else { continue }
      document[member] = text.isEmpty && mayClear && option != "group" ? JSONCoding.null : text
    }
    if let text = invocation.text("staff") {
      guard ["yes", "no"].contains(text) else { throw Failure(.usage, "--staff must be yes or no.") }
      document["isStaff"] = text == "yes"
    }
    if let text = invocation.text("expires") {
      document["expiresAt"] = text.isEmpty && mayClear ? JSONCoding.null : try ClockTime.moment(text, of: "expires")
    }
    if let text = invocation.text("most") {
      document["loanLimit"] =
        text.isEmpty && mayClear ? JSONCoding.null : try invocation.number("most", in: 0...10_000, otherwise: 0)
    }
    return document
  }

  /// Prints the borrower in the hub's response.
  static func informBorrower(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let borrower: BorrowerShape = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : borrower.full)
    return .done
  }
}
