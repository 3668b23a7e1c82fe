internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for copies, in the order of the help.
  static let copy = [copyShow, copyAdd, copyEdit, copyFacts, copyShelve, copyRemove]

  /// `deadwax copy show`: prints one copy.
  static let copyShow = Verb(
    "copy show", operands: [.one("COPY")], summary: "show a copy with its status and parts",
    details: "COPY is the number, code or id of a copy.",
    examples: [("copy show 12", "the copy with accession number 12")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let found = try CopyReference.find(invocation.operand, hub)
    return try report(try hub.get("/api/v1/copies/\(HubClient.encoded(found.id))"), invocation)
  }

  /// `deadwax copy edit`: changes the data of a copy.
  static let copyEdit = Verb(
    "copy edit", operands: [.one("COPY")], summary: "update the parts, the status and the shelf mark of a copy",
    details: """
      Only the given options change. An empty value, as in --shelf-mark=, clears the shelf mark. A copy on loan
      can be withdrawn or made reference only; both take effect when it is returned. A copy on loan cannot be
      missing or lost; see: deadwax loan lost.
      """,
    examples: [
      ("copy edit 12 --parts 3", "a box with three discs"),
      ("copy edit 12 --parts-missing 0", "the missing parts were found"),
      ("copy edit 12 --status withdrawn", "withdraws it from the collection"),
      ("copy edit 12 --shelf-mark ROCK-12", "records the shelf mark printed on it"),
      ("copy edit 12 --release 0074646362822", "it is a copy of the release with this barcode"),
    ],
    options: [
      Option("parts", .number(1...1000), "N", "the number of discs, cassettes and booklets"),
      Option("parts-missing", .number(0...1000), "N", "the number of missing parts"),
      Option("reference", .choice(["yes", "no"]), "YES", "yes or no: reference only"),
      Option(
        "status", .choice(["available", "missing", "lost", "withdrawn"]), "WORD",
        "available, missing, lost or withdrawn"),
      Option("shelf-mark", "TEXT", "the shelf mark printed on the copy, at most 64 characters"),
      Option("release", "RELEASE", "the release that it is a copy of: a barcode, an id, or a copy of it"), .dryRun,
    ]
  ) { invocation in
    let text = invocation.operand
    var document = Copy.Patch {
      $0.parts = invocation.arguments.number("parts")
      $0.partsMissing = invocation.arguments.number("parts-missing")
      $0.isReference = invocation.text("reference").map { $0 == "yes" }
      $0.status = invocation.text("status").flatMap(Copy.Status.init(rawValue:))
      if let mark = invocation.text("shelf-mark") { $0.shelfMark = mark.isEmpty ? .cleared : .set(mark) }
    }
    guard !JSONCoding.members(of: document).isEmpty || invocation.has("release") else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax copy edit --help")
    }
    let hub = try HubClient(invocation)
    if let release = invocation.text("release") { document.release = try RecordReference.find(release, hub).release }
    let members = JSONCoding.members(of: document)
    let found = try CopyReference.find(text, hub)
    let path = "/api/v1/copies/\(HubClient.encoded(found.id))"
    let copy: CopyResource = try JSONCoding.decode(try hub.get(path).body)
    guard !invocation.has("dry-run") else {
      StandardOutput.line("\(members.joined(separator: ", ")) of \(found.line) would change.")
      return .done
    }
    return try report(try hub.give(ChangeRequest(.patch, path, document, version: "\"\(copy.version)\"")), invocation)
  }

  /// `deadwax copy shelve`: records the place of a copy.
  static let copyShelve = Verb(
    "copy shelve", operands: [.one("COPY"), .one("PLACE")], summary: "record the place in which a copy belongs",
    details: """
      Needs the role staff. COPY is the number, code or id of a copy, PLACE the name, the code or the id of a place.
      A copy on loan is not shelved.
      """,
    examples: [
      ("copy shelve 12 Shelf-1", "it belongs on that shelf"),
      ("copy shelve 12 Changer --slot 40", "it belongs in slot 40"),
    ],
    options: [Option("slot", .number(1...9999), "N", "the number of a slot of the place")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let found = try CopyReference.find(invocation.operands[0], hub)
    let path = "/api/v1/copies/\(HubClient.encoded(found.id))"
    let copy: CopyResource = try JSONCoding.decode(try hub.get(path).body)
    let request = ShelvingRequest(
      place: try PlaceReference.find(invocation.operands[1], hub), slot: invocation.arguments.number("slot"))
    return try report(
      try hub.give(ChangeRequest(.put, path + "/place", request, version: "\"\(copy.version)\"")), invocation)
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let copy: CopyResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : copy.full)
    return .done
  }
}

extension CopyResource {
  /// The copy over several lines.
  fileprivate var full: String {
    let copy = summary
    var lines = ["\(release.line), copy \(copy.number) (\(printable(copy.code)))"]
    lines.append("  id: \(copy.id.text)")
    var state = copy.status.rawValue + (copy.dueAt.map { " until \(ClockTime.day($0))" } ?? "")
    if copy.isWithdrawn ?? false, copy.status != .withdrawn { state += ", withdrawn" }
    if copy.isReference ?? false { state += ", reference only" }
    lines.append("  status: \(state)")
    lines.append("  parts: \(copy.parts)" + (copy.partsMissing > 0 ? ", \(copy.partsMissing) missing" : ""))
    if let mark = copy.shelfMark { lines.append("  shelf mark: \(printable(mark))") }
    if let slot = copy.slot { lines.append("  place: \(printable(slot))") }
    if let mediaCondition { lines.append("  medium: \(printable(mediaCondition))") }
    if let sleeveCondition { lines.append("  sleeve: \(printable(sleeveCondition))") }
    if let plays = copy.plays {
      lines.append("  played: \(plays)×" + (copy.lastPlayedAt.map { ", last on \(ClockTime.day($0))" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }
}
