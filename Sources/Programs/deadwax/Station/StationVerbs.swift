internal import Foundation
internal import HTTPClient

extension Verb {
  /// The commands for stations, in the order of the help.
  static let station = [stationList, stationShow, stationMode, stationPolicy] + stationActs + [stationRun]

  /// `deadwax station list`: lists the stations.
  static let stationList = Verb("station list", summary: "list the stations with mode and state") { invocation in
    try invocation.takesNoOperand()
    let page = try HubClient(invocation).list("/api/v1/stations", limit: 1000)
    guard !invocation.isJSON else {
      StandardOutput.line(page.document)
      return .done
    }
    var table = Table(giving: 3)
    for item in page.items {
      let station: StationShape = try JSONCoding.decode(item)
      table.add(
        station.name, station.mode, station.state, station.fault.map { "fault: \($0.kind)" } ?? station.undo?.line ?? ""
      )
    }
    table.lines.forEach(StandardOutput.line)
    return .done
  }

  /// `deadwax station show`: prints one station.
  static let stationShow = Verb(
    "station show", operands: "[NAME]", summary: "show a station with its session, prompt and latest changes"
  ) { invocation in
    let name = invocation.operands.isEmpty ? "desk" : try invocation.operand("desk")
    let answer = try HubClient(invocation).get("/api/v1/stations/\(HubClient.encoded(name))")
    return try sendToStation(answer, invocation)
  }

  /// `deadwax station mode`: sets the mode of a station.
  static let stationMode = Verb(
    "station mode", operands: "MODE", summary: "set the mode of a station",
    details: "The station returns to its home mode after a time without scans.",
    examples: [
      ("station mode check-out", "like the label of the mode"),
      ("station mode return --station door", "at another station"),
    ],
    options: [.station, .dryRun]
  ) { invocation in
    let mode = try invocation.operand("mode")
    let hub = try HubClient(invocation)
    let path = "/api/v1/stations/\(HubClient.encoded(invocation.text("station") ?? "desk"))"
    if invocation.has("dry-run") {
      let station: StationShape = try JSONCoding.decode(try hub.get(path).body)
      StandardOutput.line("\(printable(station.name)): \(printable(station.mode)) would become \(printable(mode)).")
      return .done
    }
    return try sendToStation(try hub.give(ChangeRequest(.put, path + "/mode", ["mode": mode])), invocation)
  }

  /// `deadwax station policy`: prints or changes the policy of a station.
  static let stationPolicy = Verb(
    "station policy", operands: "[KEY=VALUE…]", summary: "show or change the policy of a station",
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
    guard var policy = try? JSONSerialization.jsonObject(with: Data(before.body)) as? [String: Any] else {
      throw Failure(.unavailable, "Cannot parse the hub's response.", advice: "See: deadwax doctor")
    }
    for word in invocation.operands {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw Failure(.usage, "\(printable(word)) is not KEY=VALUE.") }
      guard let old = policy[parts[0]] else {
        let near = nearest(parts[0], among: policy.keys.sorted()).map { " Did you mean \($0)?" } ?? ""
        throw Failure(.usage, "A policy has no \(printable(parts[0])).\(near)")
      }
      policy[parts[0]] = try value(parts[1], like: old, of: parts[0])
    }
    var displayed = policy
    if !invocation.operands.isEmpty, !invocation.has("dry-run") {
      let answer = try hub.give(ChangeRequest(.put, path, policy, version: before.headers["etag"]))
      displayed = (try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]) ?? policy
    }
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(displayed))
      return .done
    }
    var table = Table(giving: 1)
    for key in displayed.keys.sorted() { table.add(key, word(displayed[key])) }
    table.lines.forEach(StandardOutput.line)
    return .done
  }

  /// Returns a value of the same type as the policy's current one.
  private static func value(_ text: String, like old: Any, of key: String) throws(Failure) -> Any {
    if old is [Any] { return text.split(separator: ",").map(String.init) }
    if old is String { return text }
    switch text {
    case "yes", "true": return true
    case "no", "false": return false
    default: throw Failure(.usage, "\(key) must be yes or no.")
    }
  }

  private static func word(_ value: Any?) -> String {
    switch value {
    case let text as String: text
    case let list as [Any]: list.isEmpty ? "all" : list.map { "\($0)" }.joined(separator: ", ")
    case let flag as Bool: flag ? "yes" : "no"
    default: "–"
    }
  }

  private static func sendToStation(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode
  {
    let station: StationShape = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : station.full)
    return .done
  }
}
