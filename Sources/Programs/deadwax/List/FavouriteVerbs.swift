internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for favourites, in the order of the help.
  static let favourite = [favouriteList, favouriteAdd, favouriteRemove]

  /// `deadwax favourite list`: lists the favourites.
  static let favouriteList = Verb(
    "favourite list", summary: "list the favourites, the newest release first",
    options: [Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of releases")]
  ) { invocation in
    let page = try HubClient(invocation).list(
      "/api/v1/releases", [("favourite", "true")], limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No favourites found.") {
      (item: ReleaseSummary, table) in table.add(item.id.text, item.line, item.barcode ?? "")
    }
  }

  /// `deadwax favourite add`: adds releases to the favourites.
  static let favouriteAdd = Verb(
    "favourite add", operands: [.some("RELEASE")], summary: "add releases to the favourites",
    details: "Needs the role staff. \(reference)\nOne that is a favourite already stays one.",
    examples: [("favourite add 12", "the release of copy 12")]
  ) { invocation in try set(true, invocation) }

  /// `deadwax favourite remove`: removes releases from the favourites.
  static let favouriteRemove = Verb(
    "favourite remove", operands: [.some("RELEASE")], summary: "remove releases from the favourites",
    details: "Needs the role staff. \(reference)",
    examples: [("favourite remove 12", "deadwax undo adds it again")]
  ) { invocation in try set(false, invocation) }

  private static func set(_ isFavourite: Bool, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation)
    for text in invocation.operands {
      let address = try path(text, hub)
      let release: ReleaseResource = try JSONCoding.decode(try hub.get(address).body)
      let patch = Release.Patch { $0.isFavourite = isFavourite }
      let answer = try hub.give(ChangeRequest(.patch, address, patch, version: release.seen))
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : release.summary.line)
    }
    return .done
  }
}
