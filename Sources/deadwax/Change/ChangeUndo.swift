internal import HTTPClient

extension Verb {
  /// `deadwax undo`: undoes a change.
  static let undo = Verb(
    "undo", operands: "[CHANGE]", summary: "take back what a desk changed last, or any change",
    details: """
      Without CHANGE it is the last change of the desk that is not taken back yet, and it is told what that was. It is a
      change of its own, and can be taken back in turn. Where something has changed since, it is refused (exit code 4).
      """,
    examples: [("undo", "the last change of the desk"), ("undo --dry-run", "which one that would be")],
    options: [.station, .dryRun]
  ) { invocation in
    let hub = try Hub(invocation)
    var id: String
    var words: String
    if invocation.operands.isEmpty {
      let name = invocation.text("station") ?? "desk"
      let station: StationShape = try JSONText.decode(try hub.get("/api/v1/stations/\(Hub.encoded(name))").body)
      guard let last = station.undo else {
        throw Failure(
          .notFound, "\(printable(name)) has nothing to take back.", advice: "Older changes: deadwax changes")
      }
      (id, words) = (last.id, last.line)
    } else {
      id = try invocation.operand("change")
      words = "the change \(printable(id))"
    }
    if invocation.has("dry-run") {
      StandardOutput.line("It would take back: \(words)")
      return .done
    }
    let answer = try hub.give(Order(.post, "/api/v1/changes/\(Hub.encoded(id))/undo", [:]))
    StandardOutput.line(invocation.isJSON ? JSONText.line(answer.body) : "Taken back: \(words)")
    return .done
  }

  /// `deadwax changes`: lists the changes of the records.
  static let changes = Verb(
    "changes", summary: "what was done to the records, the newest first",
    details: "It needs the role staff.",
    examples: [("changes --copy 12", "what was done with copy 12")],
    options: [
      Option("station", "NAME", "only those of one desk"),
      Option("copy", "COPY", "only what touched one copy: its number, code or id"),
      Option("limit", "N", "how many at most (20)"),
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    let limit = try invocation.number("limit", in: 1...100_000, otherwise: 20)
    let hub = try Hub(invocation)
    var query: [(String, String)] = []
    if let name = invocation.text("station") { query.append(("station", name)) }
    if let text = invocation.text("copy") { query.append(("copy", try CopyReference.find(text, hub).id)) }
    let page = try hub.list("/api/v1/changes", query, limit: limit)
    guard !invocation.isJSON else {
      StandardOutput.line(page.document)
      return .done
    }
    var table = Table(giving: 3)
    for item in page.items { try JSONText.decode(item, as: ChangeShape.self).add(to: &table) }
    table.lines.forEach(StandardOutput.line)
    if table.isEmpty { StandardError.line("There are no such changes.") }
    return .done
  }
}
