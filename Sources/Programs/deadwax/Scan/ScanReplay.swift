internal import CommandLineArguments
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax recording`: prints the recording of the stations.
  static let recording = Verb(
    "recording", summary: "export a recording of the stations, one event per line",
    details: """
      The recording is input for deadwax replay. With --without-names, it identifies no person and can be shared.
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

  /// `deadwax replay`: replays a recording and compares the outcomes.
  static let replay = Verb(
    "replay", operands: [.optional("FILE|-")], summary: "replay a recording and compare the outcomes",
    details: """
      Works on a copy of the database and changes nothing in the library. States, outcomes and rows must be equal, bit
      for bit; otherwise the exit code is 1. Without FILE, replays the hub's own recording. Needs the role admin.
      """,
    examples: [
      ("replay", "replays the whole recording of the hub"), ("replay day.ndjson", "replays a recording from a file"),
    ],
    options: [Option("from", "TIME", "the start of the replay")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let answer: HTTPClientResponse
    if invocation.operands.isEmpty {
      var document = ReplayRequest()
      if let text = invocation.text("from") { document.from = try ClockTime.moment(text, of: "from") }
      answer = try hub.postPatiently("/api/v1/replays", JSONCoding.encode(document), type: "application/json")
    } else {
      let file = invocation.operand
      guard invocation.text("from") == nil else { throw Failure(.usage, "--from cannot be combined with a file.") }
      answer = try hub.postPatiently("/api/v1/replays", try bytes(of: file), type: "application/x-ndjson")
    }
    let report: ReplayReportResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : report.text)
    return report.isEqual ? .done : .refused
  }

  private static func bytes(of file: String) throws(Failure) -> [UInt8] {
    if file == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Failure(.notFound, "Cannot read the file \(printable(file)).")
    }
    return Array(data)
  }
}

extension ReplayReportResource {
  fileprivate var text: String {
    let counts = "\(events) events: \(states) states, \(outcomes) outcomes and \(rows) rows"
    return isEqual
      ? "✓ \(counts) are equal." : "✗ \(counts) compared.\n  \(printable(firstDifference ?? "They differ."))"
  }
}
