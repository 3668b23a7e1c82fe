internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

/// A stock-take's reference on the command line: the name, the id, or nothing for the one that is not over.
enum StockTakeReference {
  /// Finds the stock-take for a reference.
  ///
  /// - Parameters:
  ///   - text: a name or an id; nil for the newest one that is open or closed.
  ///   - hub: the hub.
  /// - Returns: the stock-take.
  /// - Throws: `Failure` with `notFound` if there is none, with `needsChoice` if several have that name.
  static func find(_ text: String?, _ hub: HubClient) throws(Failure) -> StockTakeResource {
    if let text, let id = StockTake.ID(text) {
      return try JSONCoding.decode(try hub.get("/api/v1/stock-takes/\(id)").body)
    }
    var takes: [StockTakeResource] = []
    for item in try hub.list("/api/v1/stock-takes", limit: 1000).items {
      takes.append(try JSONCoding.decode(item, as: StockTakeResource.self))
    }
    guard let text else {
      guard let take = takes.first(where: { [.open, .closed].contains($0.state) }) else {
        throw Failure(.notFound, "No stock-take is under way.", advice: "See: deadwax stock-take list")
      }
      return take
    }
    let named = takes.filter { $0.name.lowercased() == text.lowercased() }
    if named.count == 1 { return named[0] }
    guard named.isEmpty else {
      throw Failure(
        .needsChoice, "\(named.count) stock-takes have the name \(printable(text)).",
        advice: "Give the id: \(named.map(\.id.text).joined(separator: ", "))")
    }
    throw Failure(
      .notFound, "No stock-take matches \(printable(text)).",
      advice: "A stock-take is identified by its name or its id.")
  }

  /// Shows a stock-take from a response of the hub.
  static func show(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 1) { (record: StockTakeResource, table) in
      record.add(to: &table)
    }
  }
}
