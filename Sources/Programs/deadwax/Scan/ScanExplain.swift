internal import Foundation
internal import HTTPClient

extension Verb {
  /// `deadwax explain`: explains the outcome of a scan.
  static let explain = Verb(
    "explain", operands: "[SCAN]", summary: "explain the outcome of a scan",
    details: "SCAN is the id from scans --json, or the sequence number; by default the newest scan of the station.",
    examples: [("explain", "the newest scan"), ("explain 4711", "the scan with this sequence number")],
    options: [.station]
  ) { invocation in
    let hub = try HubClient(invocation)
    let id = try scan(invocation, hub)
    let answer = try hub.get("/api/v1/scans/\(HubClient.encoded(id))/explanation")
    let story: ExplanationShape = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : story.text)
    return .done
  }

  /// Returns the id of the requested scan.
  private static func scan(_ invocation: Invocation, _ hub: HubClient) throws(Failure) -> String {
    let text = invocation.operands.isEmpty ? nil : try invocation.operand("scan")
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
      let scan: ScanShape? = try page.items.first.map { bytes throws(Failure) in try JSONCoding.decode(bytes) }
      guard let scan, scan.seq == number else { throw Failure(.notFound, "No scan has the number \(number).") }
      return scan.id
    }
    guard let bytes = try hub.list("/api/v1/scans", query, limit: 1).items.first else {
      throw Failure(.notFound, "No scans are recorded yet.")
    }
    return try JSONCoding.decode(bytes, as: ScanShape.self).id
  }
}

/// The explanation of a scan as the API returns it.
private struct ExplanationShape: Decodable {
  var scan: ScanShape
  var rule: String
  var sentence: String
  var candidates: [Candidate]
  var changes: [ChangeShape]
  var rows: [Row]?
  var before: RecordedState?
  var after: RecordedState?

  struct Candidate: Decodable {
    var kind: String
    var id: String?
    var title: String?
    var isTaken: Bool?
    var because: String?

    /// `→ Blue Train, copy 12` for the selected candidate; a rejected one has the reason.
    var line: String {
      let name = printable(title ?? "a \(kind)")
      return (isTaken == true ? "→ \(name)" : "  \(name)") + (because.map { " (\(printable($0)))" } ?? "")
    }
  }

  /// A row that the scan changed.
  struct Row: Decodable {
    var table: String
    var verb: String
    var lines: [String]
  }

  struct RecordedState: Decodable {
    var mode: String?
  }

  var text: String {
    var lines = [ScanText.full(scan), ""]
    lines.append("When:  \(ClockTime.short(scan.at)), at \(printable(scan.station)), as \(printable(scan.symbology))")
    if let mode = before?.mode { lines.append("Mode:  \(printable(mode))" + changed(mode)) }
    for (place, candidate) in candidates.enumerated() {
      lines.append((place == 0 ? "Could be: " : "          ") + candidate.line)
    }
    lines.append("Rule:  \(printable(rule))")
    lines.append("Why:   \(printable(sentence))")
    for change in changes {
      let state = change.undoneBy == nil ? "" : " (undone)"
      lines.append("Did:   \(printable(change.kind)), change \(printable(change.id))\(state)")
    }
    for row in rows ?? [] {
      lines.append(
        "       \(printable(row.table)) \(printable(row.verb)): " + row.lines.map(printable).joined(separator: ", "))
    }
    if changes.isEmpty { lines.append("Did:   no changes") }
    return lines.joined(separator: "\n")
  }

  private func changed(_ mode: String) -> String {
    guard let now = after?.mode, now != mode else { return "" }
    return ", then \(printable(now))"
  }
}
