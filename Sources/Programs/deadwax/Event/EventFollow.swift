extension Verb {
  /// `deadwax events`: prints events as they happen.
  static let events = Verb(
    "events", operands: "--follow", summary: "print the hub's events as they happen",
    details: """
      With --json, each event is a line with one JSON object. If the hub stops responding, the command waits and
      resumes. Ctrl-C ends it.
      """,
    options: [
      Option("follow", nil, "print new events as they happen"),
      Option("after", "ID", "begin after this event of the journal"),
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    guard invocation.has("follow") else {
      throw Failure(
        .usage, "events requires --follow, because it prints new events only.", advice: "For past scans: deadwax scans")
    }
    let after = invocation.has("after") ? try invocation.number("after", in: 0...Int.max, otherwise: 0) : nil
    try EventFeed(hub: try HubClient(invocation)).follow(after: after.map(String.init)) { event in
      if event.name == "reset" {
        StandardError.line("deadwax: Some events are no longer available; the newer ones follow.")
      } else {
        StandardOutput.line(invocation.isJSON ? JSONCoding.line(Array(event.data.utf8)) : EventText.row(event))
      }
    }
  }
}
