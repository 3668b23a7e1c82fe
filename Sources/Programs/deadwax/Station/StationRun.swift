internal import CommandLineArguments
internal import HubClient

extension Verb {
  /// `deadwax station run`: runs a station on this machine. The program `deadwax-station` has the readers for it.
  static let stationRun = passing(
    "station run", summary: "run a station with the readers of this machine, for a hub on another machine",
    to: "deadwax-station")

  /// Returns a command that another program carries out, with the same arguments.
  static func passing(_ name: String, summary: String, to program: String) -> Verb {
    Verb(
      name, summary: summary, details: "Passes its arguments to `\(program)`, and prints the help of that program.",
      passesOn: true
    ) { invocation in
      var words = invocation.operands
      for option in Option.everywhere where invocation.has(option.name) {
        words += ["--\(option.name)"] + (invocation.text(option.name).map { option.kind == nil ? [] : [$0] } ?? [])
      }
      try Programs.become(program, words)
    }
  }
}
