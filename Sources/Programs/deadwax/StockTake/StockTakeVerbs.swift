internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for stock-takes, in the order of the help.
  static let stockTake = [
    stockTakeStart, stockTakeList, stockTakeShow, stockTakeScan, stockTakeTick, stockTakeLeave, stockTakeClose,
    stockTakeReopen, stockTakeApply, stockTakeCancel, stockTakeExport,
  ]

  private static let of = Option("of", "STOCK-TAKE", "its name or id; without it, the one that is not over")

  /// `deadwax stock-take start`: starts a stock-take.
  static let stockTakeStart = Verb(
    "stock-take start", summary: "start a stock-take of a place, or of the copies of a query",
    details: """
      Needs the role staff. The hub freezes the copies that are expected. One stock-take is open at a time. Stations count
      in the mode stock-take.
      """,
    examples: [
      ("stock-take start --place \"Shelf 1\"", "a place with all places below it"),
      ("stock-take start --query genre:jazz", "the copies of a query"),
    ],
    options: [
      Option("place", "PLACE", "the place: a name, a code or an id"),
      Option("query", "QUERY", "a query of the library"),
      Option("name", "NAME", "the name; without it, that of the place or the query"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let request = StockTakeRequest(
      name: invocation.text("name"), place: try invocation.text("place").map { try PlaceReference.find($0, hub) },
      query: invocation.text("query"))
    guard (request.place == nil) != (request.query == nil) else {
      throw Failure(.usage, "Give either --place or --query.")
    }
    return try StockTakeReference.show(try hub.give(ChangeRequest(.post, "/api/v1/stock-takes", request)), invocation)
  }

  /// `deadwax stock-take list`: lists stock-takes.
  static let stockTakeList = Verb(
    "stock-take list", summary: "list stock-takes, the newest first", details: "Needs the role staff.",
    options: [Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of stock-takes")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let page = try hub.list("/api/v1/stock-takes", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No stock-takes found.") {
      (item: StockTakeResource, table) in item.add(to: &table)
    }
  }

  /// `deadwax stock-take show`: shows the result so far.
  static let stockTakeShow = Verb(
    "stock-take show", summary: "show the result of a stock-take so far, or its entries of a class",
    details: """
      Needs the role staff. Before it is applied, a copy that was not scanned is not missing. docs/stock-take.md has the
      classes.
      """,
    examples: [
      ("stock-take show", "the numbers of each class"), ("stock-take show --class misplaced", "what belongs elsewhere"),
    ],
    options: [
      of, Option("class", "CLASS", "list the entries of a class"),
      .flag("exceptions", "list the entries that a person should look at"),
      Option("limit", .number(1...100_000), "N", standard: "200", "the maximum number of entries"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    var query: [(String, String)] = []
    if let text = invocation.text("class") { query.append(("class", text)) }
    if invocation.has("exceptions") { query.append(("exceptions", "true")) }
    guard query.isEmpty else {
      let page = try hub.list("/api/v1/stock-takes/\(take.id)/entries", query, limit: invocation.number("limit"))
      return try ListReport.show(page, invocation, giving: 1, none: "No such entries.") {
        (item: StockTakeEntryResource, table) in item.add(to: &table)
      }
    }
    let answer = try hub.get("/api/v1/stock-takes/\(take.id)")
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let now: StockTakeResource = try JSONCoding.decode(answer.body)
    StandardOutput.line("\(printable(now.name)): \(now.state.rawValue), \(now.expected) copies expected")
    var table = Table(giving: 1)
    for count in now.counts { table.add(String(count.number), count.class.rawValue) }
    if now.again > 0 { table.add(String(now.again), "scanned again") }
    if now.lateScans > 0 { table.add(String(now.lateScans), "scans arrived late") }
    table.lines.forEach(StandardOutput.line)
    let awaited = now.stations.filter { $0.isAwaited ?? false }.map(\.name.text)
    if !awaited.isEmpty { StandardOutput.line("Counting: \(awaited.joined(separator: ", "))") }
    return .done
  }

  /// `deadwax stock-take scan`: counts codes.
  static let stockTakeScan = Verb(
    "stock-take scan", operands: [.some("CODE")], summary: "count codes in a stock-take",
    details: "Needs the role staff. The code of a place sets the place that is counted from then on.",
    examples: [("stock-take scan 0074646362822", "one copy, by its trade barcode")],
    options: [of, Option("station", "NAME", "the station that the scans are attributed to; without it, desk")]
  ) { invocation in
    guard let station = Station.Name(invocation.text("station") ?? Station.Name.hubStation.text) else {
      throw Failure(.usage, "--station is not the name of a station.")
    }
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    for code in invocation.operands {
      let scan = StockTakeScansRequest.Item(
        id: Reading.ID.new(at: .now()), code: code, symbology: nil, at: nil)
      let answer = try hub.give(
        ChangeRequest(
          .post, "/api/v1/stock-takes/\(take.id)/scans", StockTakeScansRequest(station: station, scans: [scan])))
      let page: ListPage<StockTakeAnswerResource> = try JSONCoding.decode(answer.body)
      for item in page.items {
        if invocation.isJSON {
          StandardOutput.line(JSONCoding.line(JSONCoding.encode(item)))
        } else {
          StandardOutput.line("\(printable(code))  \(item.code.rawValue)")
        }
      }
    }
    return .done
  }

  /// `deadwax stock-take tick`: notes copies that were seen and cannot be scanned.
  static let stockTakeTick = Verb(
    "stock-take tick", operands: [.some("COPY")], summary: "note that copies were seen, and could not be scanned",
    details: "Needs the role staff. COPY is the number, code or id of an expected copy.",
    examples: [("stock-take tick 12 13", "two copies whose labels are worn")],
    options: [of, .flag("undo", "take the ticks back")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    for text in invocation.operands {
      let copy = try CopyReference.find(text, hub)
      let path = "/api/v1/stock-takes/\(take.id)/ticks"
      if invocation.has("undo") {
        try hub.give(ChangeRequest(.delete, "\(path)/\(copy.id)"))
      } else {
        try hub.give(ChangeRequest(.post, path, StockTakeTickRequest(copy: copy.id)))
      }
      StandardOutput.line("\(invocation.has("undo") ? "Not ticked" : "Ticked"): \(copy.line)")
    }
    return .done
  }

  /// `deadwax stock-take leave`: notes that a station has ended its counting.
  static let stockTakeLeave = Verb(
    "stock-take leave", operands: [.one("STATION")],
    summary: "note that all scans of a station have arrived", details: "Needs the role staff.",
    options: [of]
  ) { invocation in
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    let path = "/api/v1/stock-takes/\(take.id)/stations/\(HubClient.encoded(invocation.operand))/leave"
    return try StockTakeReference.show(try hub.give(ChangeRequest(.post, path)), invocation)
  }
}

extension StockTakeResource {
  /// Adds a row: id, name, state, expected, exceptions.
  func add(to table: inout Table) {
    table.add(id.text, printable(name), state.rawValue, "\(expected) expected", "\(exceptions) exceptions")
  }
}

extension StockTakeEntryResource {
  /// Adds a row: copy, release, class, place.
  fileprivate func add(to table: inout Table) {
    let words = [artist, title].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " – ")
    table.add(
      number.map { "copy \($0)" } ?? "", printable(words.isEmpty ? text ?? "" : words), self.class.rawValue,
      printable(place ?? ""))
  }
}
