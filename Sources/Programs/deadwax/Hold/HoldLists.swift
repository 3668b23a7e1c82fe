internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax hold pull-list`: lists the copies to fetch for waiting holds.
  static let holdPullList = Verb(
    "hold pull-list", summary: "list the copies to fetch for holds, in shelf order",
    details: "Needs the role staff. A copy leaves the list as soon as it is scanned in the mode Return, or checked in.",
    examples: [("hold pull-list", "the copies on the shelf that can fulfil a hold")],
    options: [Option("limit", .number(1...100_000), "N", standard: "1000", "the maximum number of copies")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let page = try hub.list("/api/v1/holds/pull-list", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 3, none: "There is nothing to fetch.") {
      (item: PullListItem, table) in
      table.add(
        item.copy.slot ?? "–", item.copy.shelfMark ?? "–", "\(item.copy.number)", item.release.line,
        item.borrower?.shortName ?? "–")
    }
  }

  /// `deadwax hold shelf`: lists the pick-up shelf.
  static let holdPickUpShelf = Verb(
    "hold shelf", summary: "list the pick-up shelf, expired holds first",
    details: "Needs the role staff. The copy of an expired or cancelled hold is listed until it is scanned or lent.",
    examples: [("hold shelf", "the copies to take off the shelf, then those ready for pick-up")],
    options: [Option("limit", .number(1...100_000), "N", standard: "1000", "the maximum number of holds")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let page = try hub.list("/api/v1/holds/shelf", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 2, none: "The pick-up shelf is empty.") {
      (item: HoldResource, table) in item.add(to: &table)
    }
  }

  /// `deadwax hold slip`: shows or prints the slip of a hold.
  static let holdSlip = Verb(
    "hold slip", operands: [.one("ID")], summary: "show or print the slip of a ready hold",
    examples: [("hold slip 0193489b-4d10-7a31-b5c6-0f1e2d3c4b5a --print", "the id from hold shelf")],
    options: [Option("print", nil, "print it on the library's printer")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/holds/\(HubClient.encoded(invocation.operand))"
    guard !invocation.has("print") else {
      try hub.give(ChangeRequest(.post, path + "/print"))
      StandardOutput.line("The slip was sent to the printer.")
      return .done
    }
    let answer = try hub.get(path + "/slip")
    for line in String(decoding: answer.body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      StandardOutput.line(printable(String(line)))
    }
    return .done
  }
}
