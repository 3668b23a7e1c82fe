internal import CommandLineArguments
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax tag list`: lists every tag that was ever read.
  static let tagList = Verb(
    "tag list", summary: "list all tags that were read or bound, newest first",
    examples: [
      ("tag list --unbound", "tags without a binding"),
      ("tag list --suspect", "tags to discard"),
    ],
    options: [
      Option("bound", nil, "only bound tags"),
      Option("unbound", nil, "only tags without a binding"),
      Option("suspect", nil, "only tags with repeated write failures"),
      Option("limit", .number(1...10_000), "N", standard: "100", "the maximum number of tags"),
    ]
  ) { invocation in
    let displayed = ["bound", "unbound", "suspect"].filter(invocation.has)
    guard displayed.count <= 1 else {
      throw Failure(.usage, "--\(displayed[0]) and --\(displayed[1]) cannot be combined.")
    }
    let limit = invocation.number("limit")
    let hub = try HubClient(invocation)
    let page = try hub.list("/api/v1/tags", [("state", displayed.first ?? "all")], limit: limit)
    if invocation.isJSON {
      StandardOutput.line(page.document)
    } else {
      for item in page.items { StandardOutput.line(TagText(try JSONCoding.decode(item, as: TagResource.self)).row) }
      if page.items.isEmpty { StandardError.line("No tags found.") }
    }
    return .done
  }
}
