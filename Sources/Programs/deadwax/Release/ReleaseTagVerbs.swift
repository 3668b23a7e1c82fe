internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax release tags`: lists the tags that people put on releases.
  static let releaseTags = Verb(
    "release tags", operands: [.optional("BEGINNING")], summary: "list the tags of releases, the most frequent first",
    details: """
      With BEGINNING it lists the tags with a word that begins so. A row has the number of releases, the tag, and the
      query that finds them with deadwax find. deadwax release edit --tag puts a tag on a release.
      """,
    examples: [("release tags", "all tags"), ("release tags jazz", "the tags with a word that begins with jazz")],
    options: [Option("limit", .number(1...100_000), "N", standard: "200", "the maximum number of tags")]
  ) { invocation in
    let query = invocation.operands.first.map { [("search", $0)] } ?? []
    let page = try HubClient(invocation).list("/api/v1/release-tags", query, limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No tags found.") {
      (item: ReleaseTagResource, table) in table.add(String(item.releases), item.tag, item.query ?? "")
    }
  }
}
