internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for the recent releases, in the order of the help.
  static let recent = [recentList, recentClear]

  /// `deadwax recent list`: lists the recent releases.
  static let recentList = Verb(
    "recent list", summary: "list the releases that were scanned or opened last",
    details: "The setting lists.recents has the length of the list. It names no borrower."
  ) { invocation in
    let page = try HubClient(invocation).wholeList("/api/v1/recents")
    return try ListReport.show(page, invocation, giving: 1, none: "No recent releases found.") {
      (item: RecentResource, table) in
      table.add(ClockTime.short(item.lastAt), item.release.line, "\(item.count)×")
    }
  }

  /// `deadwax recent clear`: clears the list of recent releases.
  static let recentClear = Verb(
    "recent clear", summary: "clear the list of recent releases",
    details: "Needs the role staff. It cannot be undone. The releases remain in the library.",
    examples: [("recent clear", "the list begins again")]
  ) { invocation in
    try HubClient(invocation).give(ChangeRequest(.delete, "/api/v1/recents"))
    StandardOutput.line("Cleared.")
    return .done
  }
}
