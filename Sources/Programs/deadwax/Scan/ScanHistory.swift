internal import Foundation
internal import HTTPClient

extension Verb {
  /// `deadwax scans`: lists the newest scans and follows new ones.
  static let scans = Verb(
    "scans", operands: "[--follow]", summary: "list the newest scans, the last one at the end",
    details: """
      With --json, prints one document, newest first; with --json and --follow, one scan per line, oldest first.
      """,
    options: [
      Option("follow", nil, "then print new scans until Ctrl-C"),
      Option("limit", "N", "the number of past scans (20)"),
      Option("station", "NAME", "only scans of this station"),
      Option("outcome", "CODE", "only scans with this outcome, such as checked-out"),
    ]
  ) { invocation in
    try invocation.takesNoOperand()
    let limit = try invocation.number("limit", in: 0...10_000, otherwise: 20)
    let history = ScanHistory(invocation, hub: try HubClient(invocation))
    if invocation.has("follow") { try history.follow(limit: limit) }
    try history.list(limit: limit)
    return .done
  }
}

/// The scans that a command requests.
private struct ScanHistory {
  private struct Page {
    var items: [[String: Any]]
    var next: String?
  }

  private let invocation: Invocation
  private let hub: HubClient
  private static let pageLimit = 200

  init(_ invocation: Invocation, hub: HubClient) {
    self.invocation = invocation
    self.hub = hub
  }

  func list(limit: Int) throws(Failure) {
    let page = try newest(limit)
    if invocation.isJSON {
      var document: [String: Any] = ["items": page.items]
      document["next"] = page.next
      StandardOutput.line(JSONCoding.line(document))
    } else {
      for item in page.items.reversed() { StandardOutput.line(ScanText.row(try shape(item))) }
      if page.items.isEmpty { StandardError.line("No scans found.") }
    }
  }

  /// Lists scans and follows new ones. The stream is opened before the list is requested, so that no scan is missed
  /// between the two. Duplicates are detected by their sequence number.
  func follow(limit: Int) throws -> Never {
    var last = -1
    func show(_ item: [String: Any]) throws(Failure) {
      let scan = try shape(item)
      guard scan.seq > last else { return }
      last = scan.seq
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(item) : ScanText.row(scan))
    }
    func catchUp(_ count: Int) throws(Failure) {
      for item in try newest(count).items.reversed() { try show(item) }
    }
    var isFirst = true
    try EventFeed(hub: hub).follow(
      after: nil,
      onOpen: {
        try catchUp(isFirst ? limit : Self.pageLimit)
        isFirst = false
      },
      onEvent: { event in
        if event.name == "reset" { return try catchUp(Self.pageLimit) }
        guard event.name == "scan.recorded",
          let data = try? JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [String: Any],
          let item = data["scan"] as? [String: Any]
        else { return }
        let scan = try shape(item)
        if let station = invocation.text("station"), scan.station != station { return }
        if let outcome = invocation.text("outcome"), scan.outcome.code != outcome { return }
        try show(item)
      })
  }

  private func newest(_ limit: Int) throws(Failure) -> Page {
    var page = Page(items: [], next: nil)
    while page.items.count < limit {
      var query = [("limit", String(min(Self.pageLimit, limit - page.items.count)))]
      for name in ["station", "outcome"] { if let value = invocation.text(name) { query.append((name, value)) } }
      if let next = page.next { query.append(("cursor", next)) }
      let answer = try hub.get("/api/v1/scans", query)
      guard let document = try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any],
        let items = document["items"] as? [[String: Any]]
      else { throw Failure(.unavailable, "Cannot parse the hub's response.", advice: "See: deadwax doctor") }
      page.items += items
      page.next = document["next"] as? String
      guard page.next != nil, !items.isEmpty else { break }
    }
    return page
  }

  private func shape(_ item: [String: Any]) throws(Failure) -> ScanShape {
    try JSONCoding.decode(Array(JSONCoding.line(item).utf8))
  }
}
