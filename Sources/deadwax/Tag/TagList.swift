extension Verb {
  /// `deadwax tag list`: lists every tag that was ever read.
  static let tagList = Verb(
    "tag list", summary: "the tags that were ever seen, the newest first",
    examples: [
      ("tag list --unbound", "tags that stand for nothing yet"),
      ("tag list --suspect", "tags to throw away"),
    ],
    options: [
      Option("bound", nil, "only those that stand for something"),
      Option("unbound", nil, "only those that stand for nothing"),
      Option("suspect", nil, "only those that failed again and again"),
      Option("limit", "N", "how many at most (100)"),
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    let shown = ["bound", "unbound", "suspect"].filter(invocation.has)
    guard shown.count <= 1 else {
      throw Failure(.usage, "--\(shown[0]) and --\(shown[1]) cannot stand together.")
    }
    let limit = try invocation.number("limit", in: 1...10_000, otherwise: 100)
    let hub = try Hub(invocation)
    let page = try hub.list("/api/v1/tags", [("show", shown.first ?? "all")], limit: limit)
    if invocation.isJSON {
      StandardOutput.line(page.document)
    } else {
      for item in page.items { StandardOutput.line(try JSONText.decode(item, as: TagShape.self).row) }
      if page.items.isEmpty { StandardError.line("There are no such tags.") }
    }
    return .done
  }
}
