internal import CommandLineArguments
internal import HubClient

extension Verb {
  /// `deadwax events`: prints events as they happen.
  static let events = Verb(
    "events", summary: "print the hub's events as they happen",
    details: """
      With --json, each event is a line with one JSON object. If the hub stops responding, the command waits and
      resumes. Ctrl-C ends it.
      """,
    options: [
      Option("follow", nil, "print new events as they happen"),
      Option("after", .number(0...Int.max), "ID", "begin after this event of the journal"),
    ]
  ) { invocation in
    guard invocation.has("follow") else {
      throw Failure(
        .usage, "events requires --follow, because it prints new events only.", advice: "For past scans: deadwax scans")
    }
    let after = invocation.arguments.number("after")
    try EventFeed(hub: try HubClient(invocation)).follow(after: after.map(String.init)) { event in
      if event.name == "reset" {
        StandardError.line("deadwax: Some events are no longer available; the newer ones follow.")
      } else {
        StandardOutput.line(invocation.isJSON ? JSONCoding.line(Array(event.data.utf8)) : EventText.row(event))
      }
    }
  }
}
