internal import HTTPClient

extension Verb {
  /// The commands for copies, in the order of the help.
  static let copy = [copyShow, copyEdit]

  /// `deadwax copy show`: prints one copy.
  static let copyShow = Verb(
    "copy show", operands: "COPY", summary: "show a copy with its status and parts",
    details: "COPY is the number, code or id of a copy.",
    examples: [("copy show 12", "the copy with accession number 12")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let found = try CopyReference.find(try invocation.operand("copy"), hub)
    return try report(try hub.get("/api/v1/copies/\(HubClient.encoded(found.id))"), invocation)
  }

  /// `deadwax copy edit`: changes the data of a copy.
  static let copyEdit = Verb(
    "copy edit", operands: "COPY", summary: "update the parts and the status of a copy",
    details: """
      Only the given options change. A copy on loan can be withdrawn or made reference only; both take effect when it is
      returned. A copy on loan cannot be missing or lost; see: deadwax loan lost.
      """,
    examples: [
      ("copy edit 12 --parts 3", "a box with three discs"),
      ("copy edit 12 --parts-missing 0", "the missing parts were found"),
      ("copy edit 12 --status withdrawn", "withdraws it from the collection"),
    ],
    options: [
      Option("parts", "N", "the number of discs, cassettes and booklets"),
      Option("parts-missing", "N", "the number of missing parts"),
      Option("reference", "YES", "yes or no: reference only"),
      Option("status", "WORD", "available, missing, lost or withdrawn"), .dryRun,
    ]
  ) { invocation in
    let text = try invocation.operand("copy")
    let document = try wanted(invocation)
    guard !document.isEmpty else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax copy edit --help")
    }
    let hub = try HubClient(invocation)
    let found = try CopyReference.find(text, hub)
    let path = "/api/v1/copies/\(HubClient.encoded(found.id))"
    let copy: CopyInFull = try JSONCoding.decode(try hub.get(path).body)
    guard !invocation.has("dry-run") else {
      StandardOutput.line("\(document.keys.sorted().joined(separator: ", ")) of \(found.line) would change.")
      return .done
    }
    return try report(try hub.give(ChangeRequest(.patch, path, document, version: "\"\(copy.version)\"")), invocation)
  }

  /// Returns the members of the request that the options set.
  private static func wanted(_ invocation: Invocation) throws(Failure) -> [String: Any] {
    var document: [String: Any] = [:]
    if invocation.has("parts") {
      document["partCount"] = try invocation.number("parts", in: 1...1000, otherwise: 1)
    }
    if invocation.has("parts-missing") {
      document["partsMissing"] = try invocation.number("parts-missing", in: 0...1000, otherwise: 0)
    }
    if let text = invocation.text("reference") {
      guard ["yes", "no"].contains(text) else { throw Failure(.usage, "--reference must be yes or no.") }
      document["isReference"] = text == "yes"
    }
    if let text = invocation.text("status") {
      guard ["available", "missing", "lost", "withdrawn"].contains(text) else {
        throw Failure(.usage, "--status must be available, missing, lost or withdrawn.")
      }
      document["status"] = text
    }
    return document
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let copy: CopyInFull = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : copy.full)
    return .done
  }
}

/// A copy with all its members, as the API returns it.
private struct CopyInFull: Decodable {
  var id: String
  var number: Int
  var code: String
  var status: String
  var isWithdrawn: Bool?
  var isReference: Bool?
  var parts: Int
  var partsMissing: Int
  var slot: String?
  var dueAt: String?
  var mediaCondition: String?
  var sleeveCondition: String?
  var release: ReleaseShape
  var version: Int

  /// The copy over several lines.
  var full: String {
    var lines = ["\(release.line), copy \(number) (\(printable(code)))"]
    lines.append("  id: \(printable(id))")
    var state = printable(status) + (dueAt.map { " until \(ClockTime.day($0))" } ?? "")
    if isWithdrawn ?? false, status != "withdrawn" { state += ", withdrawn" }
    if isReference ?? false { state += ", reference only" }
    lines.append("  status: \(state)")
    lines.append("  parts: \(parts)" + (partsMissing > 0 ? ", \(partsMissing) missing" : ""))
    if let slot { lines.append("  place: \(printable(slot))") }
    if let mediaCondition { lines.append("  medium: \(printable(mediaCondition))") }
    if let sleeveCondition { lines.append("  sleeve: \(printable(sleeveCondition))") }
    return lines.joined(separator: "\n")
  }
}
