internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax explain`: explains the outcome of a scan.
  static let explain = Verb(
    "explain", operands: [.optional("SCAN")], summary: "explain the outcome of a scan",
    details: "SCAN is the id from scans --json, or the sequence number; by default the newest scan of the station.",
    examples: [("explain", "the newest scan"), ("explain 4711", "the scan with this sequence number")],
    options: [.station]
  ) { invocation in
    let hub = try HubClient(invocation)
    let id = try scan(invocation, hub)
    let answer = try hub.get("/api/v1/scans/\(HubClient.encoded(id))/explanation")
    let story: ExplanationResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : story.text)
    return .done
  }

  /// Returns the id of the requested scan.
  private static func scan(_ invocation: Invocation, _ hub: HubClient) throws(Failure) -> String {
    let text = invocation.operands.first
    if let text, UUID(uuidString: text) != nil { return text }
    var query: [(String, String)] = []
    if let name = invocation.text("station") { query.append(("station", name)) }
    if let text {
      guard let number = Int(text), number >= 1, number < Int.max else {
        throw Failure(.usage, "\(printable(text)) is neither an id nor a number of a scan.")
      }
      // The history runs backwards from a cursor, which is the number of the scan after it.
      query.append(("cursor", String(number + 1)))
      let page = try hub.list("/api/v1/scans", query, limit: 1)
      let scan: ScanResource? = try page.items.first.map { bytes throws(Failure) in try JSONCoding.decode(bytes) }
      guard let scan, scan.seq == number else { throw Failure(.notFound, "No scan has the number \(number).") }
      return scan.id.text
    }
    guard let bytes = try hub.list("/api/v1/scans", query, limit: 1).items.first else {
      throw Failure(.notFound, "No scans are recorded yet.")
    }
    return try JSONCoding.decode(bytes, as: ScanResource.self).id.text
  }
}

extension ResolutionCandidate {
  /// `→ Blue Train, copy 12` for the selected candidate; a rejected one has the reason.
  fileprivate var line: String {
    let name = printable(title ?? "a \(kind)")
    return (isTaken == true ? "→ \(name)" : "  \(name)") + (because.map { " (\(printable($0)))" } ?? "")
  }
}

extension ExplanationResource {
  fileprivate var text: String {
    var lines = [ScanText.full(scan), ""]
    lines.append("When:  \(ClockTime.short(scan.at)), at \(scan.station), as \(printable(scan.symbology))")
    lines.append("Mode:  \(before.mode.rawValue)" + changed)
    for (place, candidate) in candidates.enumerated() {
      lines.append((place == 0 ? "Could be: " : "          ") + candidate.line)
    }
    lines.append("Rule:  \(printable(rule))")
    lines.append("Why:   \(printable(sentence))")
    for change in changes {
      let state = change.undoneBy == nil ? "" : " (undone)"
      lines.append("Did:   \(printable(change.kind.text)), change \(change.id)\(state)")
    }
    for row in rows {
      lines.append(
        "       \(printable(row.table)) \(row.verb.rawValue): " + row.lines.map(printable).joined(separator: ", "))
    }
    if changes.isEmpty { lines.append("Did:   no changes") }
    return lines.joined(separator: "\n")
  }

  private var changed: String { after.mode == before.mode ? "" : ", then \(after.mode.rawValue)" }
}
