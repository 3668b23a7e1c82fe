internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax undo`: undoes a change.
  static let undo = Verb(
    "undo", operands: [.optional("CHANGE")], summary: "undo the last change of a station, or any change",
    details: """
      Without CHANGE, undoes the last change of the station that is not yet undone, and prints it. The undo is a change
      itself and can be undone too. It is refused if a row has changed since (exit code 4).
      """,
    examples: [("undo", "undoes the last change of the station"), ("undo --dry-run", "prints that change only")],
    options: [.station, .dryRun]
  ) { invocation in
    // The undo of a large bulk change takes minutes.
    let hub = try HubClient(invocation, patience: .seconds(600))
    var id: String
    var words: String
    if invocation.operands.isEmpty {
      let name = invocation.text("station") ?? "desk"
      let station: StationResource = try JSONCoding.decode(
        try hub.get("/api/v1/stations/\(HubClient.encoded(name))").body)
      guard let last = station.undo else {
        throw Failure(
          .notFound, "\(printable(name)) has no change to undo.", advice: "Older changes: deadwax changes")
      }
      (id, words) = (last.id.text, last.line)
    } else {
      id = invocation.operand
      words = "the change \(printable(id))"
    }
    if invocation.has("dry-run") {
      StandardOutput.line("This change would be undone: \(words)")
      return .done
    }
    let answer = try hub.give(ChangeRequest(.post, "/api/v1/changes/\(HubClient.encoded(id))/undo"))
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : "Undone: \(words)")
    return .done
  }

  /// `deadwax changes`: lists the changes of the records.
  static let changes = Verb(
    "changes", summary: "list changes, newest first",
    details: "Needs the role staff. Acts of access are listed for administrators only.",
    examples: [
      ("changes --copy 12", "changes of copy 12"), ("changes --kind access --by Ada", "how Ada signed in and out"),
    ],
    options: [
      Option("station", "NAME", "only changes of this station"),
      Option("copy", "COPY", "only changes of this copy: its number, code or id"),
      Option("by", "NAME", "only changes by this person or program"),
      Option("kind", "KIND", "only changes of this kind, such as lend or access"),
      Option("since", "TIME", "only changes at or after this time (RFC 3339)"),
      Option("until", "TIME", "only changes before this time"),
      Option("limit", .number(1...100_000), "N", standard: "20", "the maximum number of changes"),
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    let hub = try HubClient(invocation)
    var query: [(String, String)] = []
    for name in ["station", "by", "kind", "since", "until"] {
      if let value = invocation.text(name) { query.append((name, value)) }
    }
    if let text = invocation.text("copy") { query.append(("copy", try CopyReference.find(text, hub).id.text)) }
    let page = try hub.list("/api/v1/changes", query, limit: limit)
    return try ListReport.show(page, invocation, giving: 3, none: "No changes found.") {
      (item: ChangeResource, table) in
      item.add(to: &table)
    }
  }
}
