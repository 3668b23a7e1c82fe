internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax wall`: prints the numbers of the library.
  static let wall = Verb(
    "wall", summary: "show how much the library has, and how much of it is on loan",
    details: """
      The page /wall shows the same on a screen on the wall. Needs no token if the setting privacy.wall-without-sign-in is
      yes.
      """,
    examples: [("wall --json", "for another program")]
  ) { invocation in
    let answer = try HubClient(invocation).get("/api/v1/wall")
    let numbers: WallResource = try JSONCoding.decode(answer.body)
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    StandardOutput.line("Releases: \(numbers.releases)")
    StandardOutput.line("Copies: \(numbers.copies)")
    StandardOutput.line("On loan: \(numbers.onLoan)")
    StandardOutput.line("Overdue: \(numbers.overdue)")
    if let last = numbers.lastScan {
      let name = [last.title, last.artist].compactMap(\.self).joined(separator: " – ")
      StandardOutput.line("Last scanned: \(printable(name)), \(ClockTime.short(last.at))")
    }
    return .done
  }
}
