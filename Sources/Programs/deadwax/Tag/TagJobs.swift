internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax tag jobs`: lists tag jobs, or cancels one.
  static let tagJobs = Verb(
    "tag jobs", summary: "list tag jobs with their results",
    details: """
      A job whose tag was removed too early stays open until that tag is put back; --cancel cancels it.
      """,
    examples: [
      ("tag jobs --open", "unfinished jobs"),
      ("tag jobs --uid 04A2B3C4D5E680", "all jobs of one tag"),
    ],
    options: [
      Option("open", nil, "only unfinished jobs"),
      Option("uid", "UID", "only jobs of this tag"),
      Option("copy", "COPY", "only jobs of this copy: its number, code or id"),
      Option("limit", .number(1...10_000), "N", standard: "20", "the maximum number of jobs"),
      Option("cancel", "ID", "cancel this job"), .dryRun,
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    let hub = try HubClient(invocation)
    if let id = invocation.text("cancel") {
      let path = "/api/v1/tag-jobs/\(HubClient.encoded(id))"
      let answer =
        invocation.has("dry-run") ? try hub.get(path) : try hub.change(.post, path + "/cancel", Array("{}".utf8))
      let job: TagJobResource = try JSONCoding.decode(answer.body)
      let words = invocation.has("dry-run") ? "would be cancelled: \(job.row)" : job.row
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : words)
      return .done
    }
    var query = [("state", invocation.has("open") ? "open" : "all")]
    if let uid = invocation.text("uid") { query.append(("uid", uid)) }
    if let copy = invocation.text("copy") { query.append(("copy", try CopyReference.find(copy, hub).id.text)) }
    let page = try hub.list("/api/v1/tag-jobs", query, limit: limit)
    if invocation.isJSON {
      StandardOutput.line(page.document)
    } else {
      for item in page.items { StandardOutput.line(try JSONCoding.decode(item, as: TagJobResource.self).row) }
      if page.items.isEmpty { StandardError.line("No jobs found.") }
    }
    return .done
  }
}
