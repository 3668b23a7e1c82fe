internal import CommandLineArguments
internal import HubClient

extension Verb {
  /// `deadwax station run`: runs a station on this machine. The program `deadwax-station` has the readers for it.
  static let stationRun = Verb(
    "station run", summary: "run a station with the readers of this machine, for a hub on another machine",
    details: "Passes its arguments to `deadwax-station`, and prints the help of that program.", passesOn: true
  ) { invocation in
    var words = invocation.operands
    for option in Option.everywhere where invocation.has(option.name) {
      words += ["--\(option.name)"] + (invocation.text(option.name).map { option.kind == nil ? [] : [$0] } ?? [])
    }
    try Programs.become("deadwax-station", words)
  }
}
