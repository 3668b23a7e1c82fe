internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for the recheck of the library, in the order of the help.
  static let recheck = [recheckStatus, recheckStart, recheckPause, recheckResume, recheckStop]

  private static let path = "/api/v1/recheck"

  /// `deadwax recheck status`: prints the progress.
  static let recheckStatus = Verb(
    "recheck status", summary: "show how far the recheck of the library is",
    details: "Needs the role staff. The exit code is 3 if there was none.",
    examples: [("recheck status", "the checked part and the time left")]
  ) { invocation in
    let answer = try HubClient(invocation).get(path)
    let recheck: RecheckResource = try JSONCoding.decode(answer.body)
    guard recheck.state != .none || invocation.isJSON else {
      throw Failure(.notFound, "The library was never rechecked.")
    }
    return try show(answer, invocation)
  }

  /// `deadwax recheck start`: starts a recheck.
  static let recheckStart = Verb(
    "recheck start", operands: [.any("QUERY")],
    summary: "fetch every release from Discogs again, or those that a query finds",
    details: """
      Needs the role staff. The query is one of deadwax find. The hub fetches one release after the other
      while no look-up waits, also after a restart. Fields that a person edited and records that a person
      chose stay as they are.
      """,
    examples: [
      ("recheck start", "begins with the first release"),
      ("recheck start needs-cover year:..1975", "only the older releases without a cover"),
    ]
  ) { invocation in
    let text = invocation.operands.joined(separator: " ")
    let search = text.isEmpty ? "" : "?search=\(HubClient.encoded(text))"
    return try show(try HubClient(invocation).give(ChangeRequest(.post, path + search)), invocation)
  }

  /// `deadwax recheck pause`: pauses it.
  static let recheckPause = Verb(
    "recheck pause", summary: "pause the recheck of the library", details: "Needs the role staff.",
    examples: [("recheck pause", "deadwax recheck resume continues it")]
  ) { invocation in try set(.paused, invocation) }

  /// `deadwax recheck resume`: continues it.
  static let recheckResume = Verb(
    "recheck resume", summary: "continue the paused recheck of the library", details: "Needs the role staff.",
    examples: [("recheck resume", "continues after the last checked release")]
  ) { invocation in try set(.running, invocation) }

  /// `deadwax recheck stop`: ends it.
  static let recheckStop = Verb(
    "recheck stop", summary: "end the recheck of the library",
    details: "Needs the role staff. What was fetched stays. A later recheck begins with the first release.",
    examples: [("recheck stop", "ends it for good")]
  ) { invocation in try set(.stopped, invocation) }

  private static func set(_ state: RecheckPatch.State, _ invocation: Invocation) throws -> ExitCode {
    let hub = try HubClient(invocation)
    let known: RecheckResource = try JSONCoding.decode(try hub.get(path).body)
    let version = "\"\(known.version)\""
    return try show(
      try hub.give(ChangeRequest(.patch, path, RecheckPatch(state: state), version: version)), invocation)
  }

  private static func show(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let recheck: RecheckResource = try JSONCoding.decode(answer.body)
    let missing = recheck.missing == 0 ? "" : ", \(recheck.missing) of them no longer at Discogs"
    StandardOutput.line(
      "\(recheck.state.rawValue): \(recheck.checked) of \(recheck.total) releases (\(recheck.percent) %)\(missing)")
    if let search = recheck.search { StandardOutput.line("search: \(printable(search))") }
    if let seconds = recheck.secondsLeft { StandardOutput.line("time left: about \(time(seconds))") }
    return .done
  }

  /// Returns a time in minutes, or in hours and minutes, rounded up.
  private static func time(_ seconds: Int) -> String {
    let minutes = (seconds + 59) / 60
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
