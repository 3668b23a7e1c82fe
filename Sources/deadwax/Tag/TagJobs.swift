internal import HTTPClient

extension Verb {
  /// `deadwax tag jobs`: lists tag jobs, or cancels one.
  static let tagJobs = Verb(
    "tag jobs", summary: "what was ordered for tags, and how it went",
    details: """
      A job whose tag was taken away too early stays open until that tag is laid down again; --cancel gives it up.
      """,
    examples: [
      ("tag jobs --open", "what is not over yet"),
      ("tag jobs --uid 04A2B3C4D5E680", "everything that was done to one tag"),
    ],
    options: [
      Option("open", nil, "only those that are not over"),
      Option("uid", "UID", "only those of one tag"),
      Option("copy", "COPY", "only those of one copy: its number, code or id"),
      Option("limit", "N", "how many at most (20)"),
      Option("cancel", "ID", "give this one up"), .dryRun,
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    let limit = try invocation.number("limit", in: 1...10_000, otherwise: 20)
    let hub = try Hub(invocation)
    if let id = invocation.text("cancel") {
      let path = "/api/v1/tag-jobs/\(Hub.encoded(id))"
      let answer =
        invocation.has("dry-run") ? try hub.get(path) : try hub.change(.post, path + "/cancel", Array("{}".utf8))
      let job: TagJobShape = try JSONText.decode(answer.body)
      let words = invocation.has("dry-run") ? "would be given up: \(job.row)" : job.row
      StandardOutput.line(invocation.isJSON ? JSONText.line(answer.body) : words)
      return .done
    }
    var query: [(String, String)] = []
    if invocation.has("open") { query.append(("state", "open")) }
    if let uid = invocation.text("uid") { query.append(("uid", uid)) }
    if let copy = invocation.text("copy") { query.append(("copy", try CopyReference.find(copy, hub).id)) }
    let page = try hub.list("/api/v1/tag-jobs", query, limit: limit)
    if invocation.isJSON {
      StandardOutput.line(page.document)
    } else {
      for item in page.items { StandardOutput.line(try JSONText.decode(item, as: TagJobShape.self).row) }
      if page.items.isEmpty { StandardError.line("There are no such jobs.") }
    }
    return .done
  }
}
