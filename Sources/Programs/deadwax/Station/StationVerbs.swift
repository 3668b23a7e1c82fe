internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Lending
internal import Wire

extension Verb {
  /// The commands for stations, in the order of the help.
  static let station = [stationList, stationShow, stationMode, stationPolicy] + stationActs + [stationRun]

  /// `deadwax station list`: lists the stations.
  static let stationList = Verb("station list", summary: "list the stations with mode and state") { invocation in
    let page = try HubClient(invocation).wholeList("/api/v1/stations")
    guard !invocation.isJSON else {
      StandardOutput.line(page.document)
      return .done
    }
    var table = Table(giving: 3)
    for item in page.items {
      let station: StationResource = try JSONCoding.decode(item)
      table.add(
        station.name.text, station.mode.rawValue, station.state.rawValue,
        station.fault.map { "fault: \($0.kind)" } ?? station.undo?.line ?? ""
      )
    }
    table.lines.forEach(StandardOutput.line)
    return .done
  }

  /// `deadwax station show`: prints one station.
  static let stationShow = Verb(
    "station show", operands: [.optional("NAME")], summary: "show a station with its session, prompt and latest changes"
  ) { invocation in
    let name = invocation.operands.first ?? "desk"
    let answer = try HubClient(invocation).get("/api/v1/stations/\(HubClient.encoded(name))")
    return try sendToStation(answer, invocation)
  }

  /// `deadwax station mode`: sets the mode of a station.
  static let stationMode = Verb(
    "station mode", operands: [.one("MODE")], summary: "set the mode of a station",
    details: "The station returns to its home mode after a time without scans.",
    examples: [
      ("station mode check-out", "like the label of the mode"),
      ("station mode return --station door", "at another station"),
    ],
    options: [.station, .dryRun]
  ) { invocation in
    guard let mode = Mode(rawValue: invocation.operand) else {
      let near = nearest(invocation.operand, among: Mode.allCases.map(\.rawValue)).map { " Did you mean \($0)?" }
      throw Failure(.usage, "There is no mode \(printable(invocation.operand)).\(near ?? "")")
    }
    let hub = try HubClient(invocation)
    let path = "/api/v1/stations/\(HubClient.encoded(invocation.text("station") ?? "desk"))"
    if invocation.has("dry-run") {
      let station: StationResource = try JSONCoding.decode(try hub.get(path).body)
      StandardOutput.line("\(station.name): \(station.mode.rawValue) would become \(mode.rawValue).")
      return .done
    }
    return try sendToStation(try hub.give(ChangeRequest(.put, path + "/mode", ModeChange(mode: mode))), invocation)
  }

  /// `deadwax station policy`: prints or changes the policy of a station.
  static let stationPolicy = Verb(
    "station policy", operands: [.any("KEY=VALUE")], summary: "show or change the policy of a station",
    details: """
      Without a KEY, prints the policy; otherwise changes it. A VALUE is yes or no, a word, or a list with commas. An
      empty list of modes stands for all modes. Needs the role admin.
      """,
    examples: [
      ("station policy", "prints the policy of the station desk"),
      ("station policy home=check-out isSelfService=yes --station door", "makes it a self-service station"),
    ],
    options: [.station, .dryRun]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/stations/\(HubClient.encoded(invocation.text("station") ?? "desk"))/policy"
    let before = try hub.get(path)
    var policy: StationPolicy = try JSONCoding.decode(before.body)
    for word in invocation.operands {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw Failure(.usage, "\(printable(word)) is not KEY=VALUE.") }
      try policy.set(parts[0], to: parts[1])
    }
    var bytes = JSONCoding.encode(policy)
    if !invocation.operands.isEmpty, !invocation.has("dry-run") {
      bytes = try hub.give(ChangeRequest(.put, path, policy, version: before.headers["etag"])).body
      policy = try JSONCoding.decode(bytes)
    }
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(bytes))
      return .done
    }
    var table = Table(giving: 1)
    for (key, value) in policy.words { table.add(key, value) }
    table.lines.forEach(StandardOutput.line)
    return .done
  }

  private static func sendToStation(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode
  {
    let station: StationResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : station.full)
    return .done
  }
}
