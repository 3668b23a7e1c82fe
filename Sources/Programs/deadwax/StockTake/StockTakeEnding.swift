internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  private static let of = Option("of", "STOCK-TAKE", "its name or id; without it, the one that is not over")

  /// `deadwax stock-take close`: ends the counting.
  static let stockTakeClose = Verb(
    "stock-take close", summary: "close a stock-take, which ends the counting",
    details: "Needs the role staff. Stations that count are named first: their scans may not have arrived.",
    options: [of, .flag("anyway", "close it although scans may not have arrived")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    let request = StockTakeCloseRequest(isForced: invocation.has("anyway") ? true : nil)
    return try StockTakeReference.show(
      try hub.give(ChangeRequest(.post, "/api/v1/stock-takes/\(take.id)/close", request)), invocation)
  }

  /// `deadwax stock-take reopen`: counts on.
  static let stockTakeReopen = Verb(
    "stock-take reopen", summary: "open a closed stock-take again", details: "Needs the role staff.", options: [of]
  ) { invocation in
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    return try StockTakeReference.show(
      try hub.give(ChangeRequest(.post, "/api/v1/stock-takes/\(take.id)/reopen")), invocation)
  }

  /// `deadwax stock-take apply`: carries out the decisions.
  static let stockTakeApply = Verb(
    "stock-take apply", summary: "apply the result of a closed stock-take as one change",
    details: """
      Needs the role staff. Without --yes, the command shows what would change. Every class stays as it is unless an
      option decides otherwise. deadwax undo reverses all of it.
      """,
    examples: [
      ("stock-take apply --missing --found", "what would change"),
      ("stock-take apply --missing --found --yes", "change it"),
    ],
    options: [
      of, .flag("missing", "copies that were not scanned become missing"),
      .flag("lost", "copies that were missing already, and again not scanned, become lost"),
      .flag("move", "copies that belong elsewhere belong here from now on"),
      .flag("return", "copies that are on loan in the records are checked in"),
      .flag("found", "copies that are missing, lost or withdrawn in the records become available"),
      .flag("uncounted", "also for places in which nothing was seen"),
      .flag("yes", "apply it"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    let decisions = StockTakeDecisionsRequest(
      notScanned: invocation.has("missing") ? .missing : .leave,
      missingAgain: invocation.has("lost") ? .lost : .leave,
      misplaced: invocation.has("move") ? .move : .leave,
      unexpectedOnLoan: invocation.has("return") ? .checkIn : .leave,
      unexpectedGone: invocation.has("found") ? .found : .leave,
      includesUncounted: invocation.has("uncounted"))
    let answer = try hub.give(ChangeRequest(.post, "/api/v1/stock-takes/\(take.id)/preview", decisions))
    let preview: StockTakePreviewResource = try JSONCoding.decode(answer.body)
    guard invocation.has("yes") else {
      guard !invocation.isJSON else {
        StandardOutput.line(JSONCoding.line(answer.body))
        return .done
      }
      var table = Table(giving: 1)
      for effect in preview.effects { table.add(String(effect.number), "become: \(effect.effect.rawValue)") }
      table.lines.forEach(StandardOutput.line)
      if preview.effects.isEmpty { StandardOutput.line("Nothing would change.") }
      for place in preview.uncounted {
        StandardOutput.line("Not counted: \(printable(place.name ?? "without a place")), \(place.copies) copies")
      }
      if !preview.awaited.isEmpty {
        let names = preview.awaited.map(\.text).joined(separator: ", ")
        StandardOutput.line("Scans may not have arrived from: \(names)")
      }
      StandardOutput.line("Nothing was changed. Add --yes to apply it.")
      return .done
    }
    let request = StockTakeApplyRequest(decisions: decisions, digest: preview.digest)
    return try StockTakeReference.show(
      try hub.give(ChangeRequest(.post, "/api/v1/stock-takes/\(take.id)/apply", request)), invocation)
  }

  /// `deadwax stock-take cancel`: ends a stock-take without effect.
  static let stockTakeCancel = Verb(
    "stock-take cancel", summary: "end a stock-take without any effect", details: "Needs the role staff.",
    options: [of]
  ) { invocation in
    let hub = try HubClient(invocation)
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    return try StockTakeReference.show(
      try hub.give(ChangeRequest(.post, "/api/v1/stock-takes/\(take.id)/cancel")), invocation)
  }

  /// `deadwax stock-take export`: writes the entries as a table, or as a document for paper.
  static let stockTakeExport = Verb(
    "stock-take export", summary: "print the entries of a stock-take as comma-separated values",
    details: "Needs the role staff. The codes are those of printed lists, which a stock-take refuses.",
    examples: [
      ("stock-take export --class misplaced", "a list to carry back"),
      ("stock-take export --pdf report.pdf", "a report for paper"),
    ],
    options: [
      of, Option("class", "CLASS", "the entries of a class alone"),
      .flag("exceptions", "the entries that a person should look at"),
      Option("pdf", "FILE", "write a PDF without codes to this file instead"),
      Option("language", "CODE", "the language of the PDF: en, de or fr"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    guard invocation.text("language") == nil || invocation.text("pdf") != nil else {
      throw Failure(.usage, "--language goes with --pdf.")
    }
    let take = try StockTakeReference.find(invocation.text("of"), hub)
    var query: [(String, String)] = []
    if let text = invocation.text("class") { query.append(("class", text)) }
    if invocation.has("exceptions") { query.append(("exceptions", "true")) }
    if let path = invocation.text("pdf") {
      if let language = invocation.text("language") { query.append(("language", language)) }
      try OutputFile.write(try hub.get("/api/v1/stock-takes/\(take.id)/pdf", query).body, to: path)
      return .done
    }
    let answer = try hub.get("/api/v1/stock-takes/\(take.id)/csv", query)
    let text = String(decoding: answer.body, as: UTF8.self)
    StandardOutput.line(text.hasSuffix("\r\n") ? String(text.dropLast()) : text)
    return .done
  }
}
