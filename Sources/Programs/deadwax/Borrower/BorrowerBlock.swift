internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax borrower block`: blocks a borrower.
  static let borrowerBlock = Verb(
    "borrower block", operands: [.one("BORROWER")], summary: "block a borrower",
    examples: [("borrower block ada --reason Lost-the-last-two", "with the reason for staff")],
    options: [Option("reason", "TEXT", "the reason, 3 to 200 characters"), .dryRun]
  ) { invocation in
    let text = invocation.operand
    guard let reason = invocation.text("reason"), (3...200).contains(reason.count) else {
      throw Failure(.usage, "--reason must have 3 to 200 characters.")
    }
    return try change(invocation, text, "would be blocked") {
      ChangeRequest(.put, $0 + "/block", RequiredReason(reason: reason))
    }
  }

  /// `deadwax borrower unblock`: ends the block of a borrower.
  static let borrowerUnblock = Verb(
    "borrower unblock", operands: [.one("BORROWER")], summary: "unblock a borrower",
    examples: [("borrower unblock ada", "removes the block")], options: [.dryRun]
  ) { invocation in
    try change(invocation, invocation.operand, "would be unblocked") {
      ChangeRequest(.delete, $0 + "/block")
    }
  }

  /// `deadwax borrower pin`: sets or removes a PIN.
  static let borrowerPIN = Verb(
    "borrower pin", operands: [.one("BORROWER")], summary: "set or remove a borrower's PIN",
    details: """
      The PIN is read from standard input, so that it is in no process list and in no shell history. It has 4 to 12
      digits and is stored as a hash that cannot be read back.
      """,
    examples: [("borrower pin ada --remove", "sessions no longer require a PIN")],
    options: [Option("remove", nil, "remove the PIN"), .dryRun]
  ) { invocation in
    let text = invocation.operand
    guard !invocation.has("remove") else {
      return try change(invocation, text, "would have no PIN") { ChangeRequest(.delete, $0 + "/pin") }
    }
    guard !invocation.has("dry-run") else {
      return try change(invocation, text, "would get a PIN") { ChangeRequest(.put, $0 + "/pin") }
    }
    guard let pin = readLine(), (4...12).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw Failure(.usage, "Standard input has no PIN of 4 to 12 digits.") }
    return try change(invocation, text, "would get a PIN") { ChangeRequest(.put, $0 + "/pin", PINRequest(pin: pin)) }
  }

  /// `deadwax borrower card`: adds or removes a card.
  static let borrowerCard = Verb(
    "borrower card", operands: [.one("BORROWER")], summary: "add or remove a borrower's card",
    examples: [("borrower card ada --add 04A2B3C4D5E680", "a card with a chip, by its number")],
    options: [
      Option("add", "CODE", "the code of the card, as scanned"),
      Option("remove", "CODE", "the code of the card, as scanned"), .dryRun,
    ]
  ) { invocation in
    let text = invocation.operand
    switch (invocation.text("add"), invocation.text("remove")) {
    case (let code?, nil):
      return try change(invocation, text, "would get the card \(printable(code))") {
        ChangeRequest(.post, $0 + "/cards", CardRequest(card: code))
      }
    case (nil, let code?):
      let hub = try HubClient(invocation)
      let (borrower, _) = try BorrowerReference.find(text, hub)
      let wanted = code.uppercased()
      guard let card = borrower.cards?.first(where: { $0.code.uppercased() == wanted || $0.id.uppercased() == wanted })
      else { throw Failure(.notFound, "\(printable(borrower.name)) has no card \(printable(code)).") }
      return try change(invocation, borrower.id.text, "would lose the card \(printable(card.code))") {
        ChangeRequest(.delete, $0 + "/cards/\(HubClient.encoded(card.id))")
      }
    default: throw Failure(.usage, "Either --add or --remove is required.")
    }
  }

  /// Finds a borrower, sends a change and prints the changed borrower.
  private static func change(
    _ invocation: Invocation, _ text: String, _ words: String, _ order: (String) -> ChangeRequest
  ) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation)
    let (borrower, _) = try BorrowerReference.find(text, hub)
    guard !invocation.has("dry-run") else {
      StandardOutput.line("\(printable(borrower.name)) \(words).")
      return .done
    }
    return try informBorrower(try hub.give(order("/api/v1/borrowers/\(HubClient.encoded(borrower.id))")), invocation)
  }
}
