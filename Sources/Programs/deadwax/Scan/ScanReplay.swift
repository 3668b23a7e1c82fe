internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax recording`: prints the recording of the stations.
  static let recording = Verb(
    "recording", summary: "export a recording of the stations, one event per line",
    details: """
      The recording is input for deadwax-replay. With --without-names, it identifies no person and can be shared.
      Needs the role admin.
      """,
    examples: [("recording --from 2026-11-20 --without-names", "from the end of that day on")],
    options: [
      Option("from", "TIME", "the start of the recording"), Option("to", "TIME", "the end of the recording"),
      Option("without-names", nil, "replace everything that identifies a person"),
    ]
  ) { invocation in
    var query: [(String, String)] = []
    for option in ["from", "to"] {
      if let text = invocation.text(option) {
        query.append((option, try ClockTime.moment(text, of: option).description))
      }
    }
    if invocation.has("without-names") { query.append(("names", "no")) }
    var rest: [UInt8] = []
    try HubClient(invocation).fetch("/api/v1/recording", query) { bytes in
      rest += bytes
      guard let end = rest.lastIndex(of: 0x0A) else { return }
      StandardOutput.line(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
    if !rest.isEmpty { StandardOutput.line(String(decoding: rest, as: UTF8.self)) }
    return .done
  }

  /// `deadwax replay`: replays a recording. The program `deadwax-replay` does it without a hub.
  static let replay = passing("replay", summary: "replay a recording and compare the outcomes", to: "deadwax-replay")
}
