internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax release links`: shows and sets the numbers of a release at external sources.
  static let releaseLinks = Verb(
    "release links", operands: [.one("RELEASE")], summary: "show or set the links of a release to external sources",
    details: """
      \(reference)
      Without options it lists the links. Setting one needs the role staff. An empty value, as in --musicbrainz=, states
      that the source does not have the release. No answer of a source changes a link that a person has set.
      """,
    examples: [
      ("release links 12", "lists them"),
      ("release links 12 --musicbrainz 76df3287-6cda-33eb-8e9a-044b5e15ffdd", "sets one"),
    ],
    options: ReleaseOptions.links
  ) { invocation in
    let patch = try ReleaseOptions.patch(invocation)
    let hub = try HubClient(invocation)
    let path = try path(invocation.operand, hub)
    var answer = try hub.get(path)
    var release: ReleaseResource = try JSONCoding.decode(answer.body)
    if !JSONCoding.members(of: patch).isEmpty {
      answer = try hub.give(ChangeRequest(.patch, path, patch, version: release.seen))
      release = try JSONCoding.decode(answer.body)
    }
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    StandardOutput.line(release.summary.line)
    for line in release.linkLines { StandardOutput.line(line) }
    if release.links.isEmpty { StandardOutput.line("No links found.") }
    return .done
  }

  /// Returns the line about the cover of a release, with its source.
  static func coverLine(of release: Release.ID, _ hub: HubClient) throws(Failure) -> String {
    let answer = try hub.get("/api/v1/covers", [("releases", release.text)])
    let page: ListPage<AttachmentResource> = try JSONCoding.decode(answer.body)
    guard let cover = page.items.first else { return "  cover: none" }
    let source =
      switch cover.source.known {
      case .own: "own picture"
      case .coverArtArchive: "Cover Art Archive"
      case nil: cover.source.text
      }
    return "  cover: \(printable(source)) (\(cover.id.text))"
  }
}

extension ReleaseResource {
  /// A line for each link: the source, the address, and whether a person has set it.
  var linkLines: [String] {
    links.map { "  \($0.source.text): \(printable($0.url))\($0.isOwn ? " (set by hand)" : "")" }
  }
}
