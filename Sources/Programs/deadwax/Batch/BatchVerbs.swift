internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for batches of additions, in the order of the help.
  static let batch = [batchShow, batchSet, batchEnd, batchUndo]

  /// `deadwax batch show`: prints the open batch of a station, or another batch.
  static let batchShow = Verb(
    "batch show", operands: [.optional("ID")],
    summary: "show the open batch of additions of a station, or another batch",
    details: "The exit code is 3 if there is none.",
    examples: [("batch show", "the settings and the copies so far")], options: [.station]
  ) { invocation in
    let path = invocation.operands.first.map { "/api/v1/batches/\(HubClient.encoded($0))" }
    return try report(try HubClient(invocation).get(path ?? openPath(invocation)).body, invocation)
  }

  /// `deadwax batch set`: begins a batch, or changes its settings.
  static let batchSet = Verb(
    "batch set", summary: "set what every copy gets that is added at a station from now on",
    details: """
      Begins a batch of additions if none is open, and changes the station to the mode add. The batch has exactly the
      given settings. It ends with the mode, with END, or with `deadwax batch end`.
      """,
    examples: [
      ("batch set --condition VG+ --place Crate-3 --label", "a crate of records in one condition"),
      ("batch set --accession given --source \"Estate of a reader\"", "a gift"),
    ],
    options: [
      .station,
      Option("condition", .choice(Command.allCases.compactMap(\.grade)), "GRADE", "the grade of the medium"),
      Option("place", "PLACE", "where the copies belong: a name, a code or an id"),
      Option(
        "accession", .choice(OwnFacts.Accession.allCases.map(\.rawValue)), "WORD",
        "how the copies come into the library"),
      Option("source", "WORDS", "from whom the copies come"),
      Option("label", nil, "offer the labels of the whole batch at its end"),
      Option("tag", nil, "append each copy to the tag queue of the station"),
      Option("if-version", .number(0...1_000_000), "N", "only if the settings have this version; 0 for no open batch"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let place = try invocation.text("place").map { try PlaceReference.find($0, hub) }
    let request = BatchRequest {
      $0.condition = invocation.text("condition")
      $0.place = place
      $0.accession = invocation.text("accession").flatMap(OwnFacts.Accession.init(rawValue:))
      $0.source = invocation.text("source")
      $0.label = invocation.has("label") ? true : nil
      $0.tag = invocation.has("tag") ? true : nil
    }
    let version = invocation.arguments.number("if-version").map { "\"\($0)\"" }
    return try report(
      try hub.give(ChangeRequest(.put, openPath(invocation), request, version: version)).body, invocation)
  }

  /// `deadwax batch end`: ends the open batch of a station.
  static let batchEnd = Verb(
    "batch end", summary: "end the open batch of additions of a station",
    details: "The copies stay, and so does the mode.",
    examples: [("batch end", "later copies get no settings")], options: [.station]
  ) { invocation in
    try HubClient(invocation).give(ChangeRequest(.delete, openPath(invocation)))
    if !invocation.isJSON { StandardOutput.line("The batch has ended.") }
    return .done
  }

  /// `deadwax batch undo`: removes the copies of a batch.
  static let batchUndo = Verb(
    "batch undo", operands: [.one("ID")], summary: "remove the copies that a batch of additions added",
    details: """
      Needs the role staff. Copies that have changed since they were added remain. With --dry-run, prints what would be
      removed. `deadwax undo` brings back a single copy.
      """,
    examples: [("batch undo 0193489a-9000-7e0b-a1c3-5d9e8f274b16 --dry-run", "shows what would be removed")],
    options: [.dryRun]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/batches/\(HubClient.encoded(invocation.operand))"
    let answer = try hub.get(path)
    guard !invocation.has("dry-run") else { return try report(answer.body, invocation) }
    let undone = try hub.give(ChangeRequest(.post, path + "/undo", version: answer.headers["etag"]))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(undone.body))
      return .done
    }
    let result: BatchUndoResult = try JSONCoding.decode(undone.body)
    StandardOutput.line("\(result.removed) copies were removed, \(result.batch.count) remain.")
    return .done
  }

  private static func openPath(_ invocation: Invocation) -> String {
    "/api/v1/stations/\(HubClient.encoded(invocation.text("station") ?? "desk"))/batch"
  }

  private static func report(_ bytes: [UInt8], _ invocation: Invocation) throws(Failure) -> ExitCode {
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(bytes))
      return .done
    }
    let batch: BatchResource = try JSONCoding.decode(bytes)
    StandardOutput.line("\(batch.id)  \(batch.settings.words)")
    StandardOutput.line("\(batch.count) added in this batch\(batch.endedAt == nil ? "" : ", which has ended")")
    var table = Table(giving: 1)
    for line in batch.copies {
      table.add(
        "#\(line.copy.number)", printable(line.release.title), printable(line.release.artist), line.copy.slot ?? "",
        line.isKept ? "has changed since" : "")
    }
    table.lines.forEach(StandardOutput.line)
    return .done
  }
}

extension BatchResource.Settings {
  /// The settings in one line.
  fileprivate var words: String {
    let parts = [
      condition, placeName, accession?.rawValue, source.map { printable($0) }, label ? "labels" : nil,
      tag ? "tags" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }
}
