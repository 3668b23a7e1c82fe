internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax scans`: lists the newest scans and follows new ones.
  static let scans = Verb(
    "scans", summary: "list the newest scans, the last one at the end",
    details: """
      With --json, prints one document, newest first; with --json and --follow, one scan per line, oldest first.
      """,
    options: [
      Option("follow", nil, "then print new scans until Ctrl-C"),
      Option("limit", .number(0...10_000), "N", standard: "20", "the number of past scans"),
      Option("station", "NAME", "only scans of this station"),
      Option("outcome", "CODE", "only scans with this outcome, such as checked-out"),
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    let history = ScanHistory(invocation, hub: try HubClient(invocation))
    if invocation.has("follow") { try history.follow(limit: limit) }
    try history.list(limit: limit)
    return .done
  }
}

/// The scans that a command requests.
private struct ScanHistory {
  private let invocation: Invocation
  private let hub: HubClient
  private static let pageLimit = 200

  init(_ invocation: Invocation, hub: HubClient) {
    self.invocation = invocation
    self.hub = hub
  }

  func list(limit: Int) throws(Failure) {
    let page = try newest(limit)
    guard !invocation.isJSON else { return StandardOutput.line(page.document) }
    for item in page.items.reversed() {
      StandardOutput.line(ScanText.row(try JSONCoding.decode(item, as: ScanResource.self)))
    }
    if page.items.isEmpty { StandardError.line("No scans found.") }
  }

  /// Lists scans and follows new ones. The stream is opened before the list is requested, so that no scan is missed
  /// between the two. Duplicates are detected by their sequence number.
  func follow(limit: Int) throws -> Never {
    var last = -1
    func show(_ scan: ScanResource) {
      guard scan.seq > last else { return }
      last = scan.seq
      StandardOutput.line(invocation.isJSON ? JSONCoding.text(scan) : ScanText.row(scan))
    }
    func catchUp(_ count: Int) throws(Failure) {
      for item in try newest(count).items.reversed() { show(try JSONCoding.decode(item)) }
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
        guard event.name == "scan.recorded" else { return }
        let recorded: EventResource = try JSONCoding.decode(Array(event.data.utf8))
        guard let scan = recorded.scan else { return }
        if let station = invocation.text("station"), scan.station.text != station { return }
        if let outcome = invocation.text("outcome"), scan.outcome.code.text != outcome { return }
        show(scan)
      })
  }

  private func newest(_ limit: Int) throws(Failure) -> HubList {
    var query: [(String, String)] = []
    for name in ["station", "outcome"] { if let value = invocation.text(name) { query.append((name, value)) } }
    return try hub.list("/api/v1/scans", query, limit: limit)
  }
}
