internal import Foundation
internal import HTTPClient

extension Verb {
  /// `deadwax recording`: prints the recording of the stations.
  static let recording = Verb(
    "recording", summary: "everything that happened at the desks, one event a line",
    details: """
      What deadwax replay takes. With --without-names nothing in it tells who somebody is, so that it can be given away.
      It needs the role admin.
      """,
    examples: [("recording --from 2026-11-20 --without-names", "since the end of that day")],
    options: [
      Option("from", "TIME", "from this moment on"), Option("to", "TIME", "until this moment"),
      Option("without-names", nil, "nothing that tells who somebody is"),
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    var query: [(String, String)] = []
    for option in ["from", "to"] {
      if let text = invocation.text(option) { query.append((option, try ClockTime.moment(text, of: option))) }
    }
    if invocation.has("without-names") { query.append(("names", "no")) }
    var rest: [UInt8] = []
    try Hub(invocation).fetch("/api/v1/recording", query) { bytes in
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
    "replay", operands: "[FILE | -]", summary: "let what was recorded happen again, and compare",
    details: """
      In a copy of the database; nothing of the house is changed. States, outcomes and rows have to come out the same,
      bit for bit; the exit code is 1 when they do not. Without FILE it is what the hub has recorded itself. It needs the
      role admin.
      """,
    examples: [("replay", "everything that the hub has recorded"), ("replay day.ndjson", "a recording of elsewhere")],
    options: [Option("from", "TIME", "what happened from this moment on")]
  ) { invocation in
    let hub = try Hub(invocation)
    let answer: HTTPClientResponse
    if invocation.operands.isEmpty {
      var document: [String: Any] = [:]
      if let text = invocation.text("from") { document["from"] = try ClockTime.moment(text, of: "from") }
      answer = try hub.postPatiently(
        "/api/v1/replays", Array(JSONText.line(document).utf8), type: "application/json")
    } else {
      let file = try invocation.operand("file")
      guard invocation.text("from") == nil else { throw Failure(.usage, "--from goes with what the hub has recorded.") }
      answer = try hub.postPatiently("/api/v1/replays", try bytes(of: file), type: "application/x-ndjson")
    }
    let report: Report = try JSONText.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONText.line(answer.body) : report.text)
    return report.isEqual ? .done : .refused
  }

  private struct Report: Decodable {
    var events: Int
    var states: Int
    var outcomes: Int
    var rows: Int
    var isEqual: Bool
    var firstDifference: String?

    var text: String {
      let counts = "\(events) events: \(states) states, \(outcomes) outcomes and \(rows) rows"
      return isEqual
        ? "✓ \(counts) came out the same." : "✗ \(counts) compared.\n  \(printable(firstDifference ?? "They differ."))"
    }
  }

  private static func bytes(of file: String) throws(Failure) -> [UInt8] {
    if file == "-" { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw Failure(.notFound, "The file \(printable(file)) cannot be read.")
    }
    return Array(data)
  }
}
