internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax borrower enrol`: creates a borrower.
  static let borrowerEnrol = Verb(
    "borrower enrol", operands: [.some("NAME")], summary: "enrol a borrower, optionally with a card",
    examples: [("borrower enrol Ada Lovelace --card DW:B:5VTPVXVRCNZGJD", "with a card")],
    options: [Option("card", "CODE", "the code of a card, as scanned")] + person + [.dryRun]
  ) { invocation in
    let name = invocation.operands.joined(separator: " ")
    let expiresAt = try invocation.text("expires").map { text throws(Failure) in
      try ClockTime.moment(text, of: "expires")
    }
    let document = BorrowerRequest(name: name) {
      $0.shortName = invocation.text("short-name")
      $0.group = invocation.text("group")
      $0.isStaff = invocation.text("staff").map { $0 == "yes" }
      $0.email = invocation.text("email")
      $0.phone = invocation.text("phone")
      $0.language = invocation.text("language")
      $0.loanLimit = invocation.arguments.number("most")
      $0.note = invocation.text("note")
      $0.expiresAt = expiresAt
      $0.card = invocation.text("card")
    }
    guard !invocation.has("dry-run") else {
      StandardOutput.line("\(printable(name)) would be enrolled.")
      return .done
    }
    let answer = try HubClient(invocation).give(ChangeRequest(.post, "/api/v1/borrowers", document))
    return try informBorrower(answer, invocation)
  }

  /// `deadwax borrower edit`: changes the data of a borrower.
  static let borrowerEdit = Verb(
    "borrower edit", operands: [.one("BORROWER")], summary: "update a borrower",
    details: "Options that are not given change nothing. An empty value, such as --note=, clears the field.",
    examples: [("borrower edit ada --expires 2027-12-31", "extends the card by a year")],
    options: [Option("name", "NAME", "the full name")] + person + [.dryRun]
  ) { invocation in
    let text = invocation.operand
    let document = try patch(invocation)
    let members = JSONCoding.members(of: document)
    guard !members.isEmpty else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax borrower edit --help")
    }
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(text, hub)
    guard !invocation.has("dry-run") else {
      StandardOutput.line(
        "\(members.joined(separator: ", ")) of \(printable(borrower.name)) would change.")
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
    Option("staff", .choice(["yes", "no"]), "YES", "yes or no: the card opens stations for actions of staff"),
    Option("email", "ADDRESS", "the address for notices"),
    Option("phone", "NUMBER", "the telephone number for notices"),
    Option("language", "CODE", "en, de or fr"),
    Option("expires", "DAY", "the day on which the card expires"),
    Option("most", .numberOrNothing(0...10_000), "N", "the maximum number of loans"),
    Option("note", "TEXT", "a note for staff"),
  ]

  /// Returns the patch that the options describe. An empty value clears a field that may be empty.
  private static func patch(_ invocation: Invocation) throws(Failure) -> BorrowerPatch {
    func field(_ option: String, mayClear: Bool = true) -> PatchField<String> {
      guard let text = invocation.text(option) else { return .unchanged }
      return text.isEmpty && mayClear ? .cleared : .set(text)
    }
    var patch = BorrowerPatch {
      $0.name = field("name", mayClear: false)
      $0.shortName = field("short-name")
      $0.group = field("group", mayClear: false)
      $0.email = field("email")
      $0.phone = field("phone")
      $0.language = field("language")
      $0.note = field("note")
    }
    if let text = invocation.text("staff") { patch.isStaff = .set(text == "yes") }
    if let text = invocation.text("expires") {
      patch.expiresAt = text.isEmpty ? .cleared : .set(try ClockTime.moment(text, of: "expires"))
    }
    if invocation.has("most") { patch.loanLimit = invocation.arguments.number("most").map { .set($0) } ?? .cleared }
    return patch
  }

  /// Prints the borrower in the hub's response.
  static func informBorrower(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let borrower: BorrowerResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : borrower.full)
    return .done
  }
}
