internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import OfflineStation
internal import Wire

extension MergedEntryResource {
  /// Three lines: the id, time and station; the action, subject and borrower; the result.
  fileprivate var lines: [String] {
    let against = reasons.map(\.title).joined(separator: ", ")
    let words = against.isEmpty || against == title ? title : "\(title) (\(against))"
    var end = "\(state.rawValue): \(words)"
    if !open, state != .applied { end += ", closed" + (note.map { ": \($0)" } ?? "") }
    let about = [act.rawValue, release?.title ?? text, borrower?.shortName].compactMap(\.self).joined(separator: "  ")
    return [
      "\(id)  " + ClockTime.short(at) + "  \(station)", "  " + printable(about), "  " + printable(end),
    ]
  }
}

extension Verb {
  /// The commands for entries of offline stations, in the order of the help.
  static let offline = [offlineList, offlineClose]

  /// `deadwax offline list`: lists the entries that wait for staff.
  static let offlineList = Verb(
    "offline list", summary: "list the transactions of offline stations",
    details: """
      An entry that was applied with an exception, or that needs staff, stays in the list until it is closed.
      Needs the role staff.
      """,
    examples: [
      ("offline list", "the entries that wait for staff"),
      ("offline list --all --station bus", "all entries of one station"),
    ],
    options: [
      Option("all", nil, "also regular and closed entries"),
      Option("station", "NAME", "only entries of this station"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of entries"),
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    var query = [("state", invocation.has("all") ? "all" : "open")]
    if let station = invocation.text("station") { query.append(("station", station)) }
    let page = try HubClient(invocation).list("/api/v1/offline-entries", query, limit: limit)
    guard !invocation.isJSON else {
      StandardOutput.line(page.document)
      return .done
    }
    for item in page.items {
      try JSONCoding.decode(item, as: MergedEntryResource.self).lines.forEach(StandardOutput.line)
    }
    if page.items.isEmpty { StandardError.line("No entries found.") }
    return .done
  }

  /// `deadwax offline close`: marks an entry as handled.
  static let offlineClose = Verb(
    "offline close", operands: [.one("ID")], summary: "close an offline transaction",
    examples: [
      ("offline close 0193489e-4c10-7a11-8b22-334455667788 --note \"Informed her\"", "the id from offline list")
    ],
    options: [Option("note", "TEXT", "what was done; stored with the entry"), .dryRun]
  ) { invocation in
    let id = invocation.operand
    let note = invocation.text("note")
    if let note, !(1...300).contains(note.count) {
      throw Failure(.usage, "--note must have 1 to 300 characters.")
    }
    let hub = try HubClient(invocation)
    let path = "/api/v1/offline-entries/\(HubClient.encoded(id))"
    let answer =
      invocation.has("dry-run")
      ? try hub.get(path) : try hub.give(ChangeRequest(.post, path + "/close", note.map { ClosingNote(note: $0) }))
    let item: MergedEntryResource = try JSONCoding.decode(answer.body)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    if invocation.has("dry-run") { StandardOutput.line("This entry would be closed:") }
    item.lines.forEach(StandardOutput.line)
    return .done
  }
}
