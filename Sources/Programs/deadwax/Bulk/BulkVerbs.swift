internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for bulk changes, in the order of the help.
  static let bulk = [bulkEdit, bulkMove, bulkRemove]

  private static let path = "/api/v1/bulk-changes"
  private static let common = """
    Needs the role staff. The query is one of deadwax find; its conditions about copies, such as place: and condition:,
    choose the copies of the releases. The command prints the copies that change, and those that a rule refuses. With
    refused copies, nothing is changed unless --skip-refused is given. A copy that others change before its turn stays as
    it is. All copies are one change, and deadwax undo with the printed change
    takes all of it back.
    """
  private static let options = [
    Option.dryRun, .flag("skip-refused", "leave out the copies that are refused"),
    .flag("all-lines", "print every copy"),
  ]

  /// `deadwax bulk edit`: changes fields of many copies.
  static let bulkEdit = Verb(
    "bulk edit", operands: [.some("QUERY")], summary: "change the same fields of many copies, as one change",
    details: common + " An empty value, as in --notes=, clears a text.",
    examples: [
      ("bulk edit label:impulse --condition VG+ --dry-run", "only say what would happen"),
      ("bulk edit place:Box-3 --accession given --from \"A donor\"", "all copies of a gift"),
    ],
    options: [
      Option("condition", "GRADE", "the condition of the medium: M, NM, VG+, VG, G+, G, F or P"),
      Option("sleeve", "GRADE", "the condition of the sleeve"),
      Option("shelf-mark", "TEXT", "the shelf mark, at most 64 characters"),
      Option("notes", "TEXT", "notes of the library"),
      Option(
        "status", .choice(["available", "missing", "lost", "withdrawn"]), "WORD",
        "available, missing, lost or withdrawn"),
      Option("reference", .choice(["yes", "no"]), "YES", "yes or no: reference only"),
      Option("parts", .number(1...1000), "N", "the number of discs, cassettes and booklets"),
      Option("accession", .choice(["bought", "given", "on-deposit"]), "WORD", "bought, given or on-deposit"),
      Option("from", "NAME", "the person or shop that the copies came from"),
      Option("acquired-on", "DATE", "the date of the accession, as YYYY-MM-DD"),
    ] + options
  ) { invocation in
    func field(_ name: String) -> PatchField<String> {
      invocation.text(name).map { $0.isEmpty ? .cleared : .set($0) } ?? .unchanged
    }
    let copy = Copy.Patch {
      $0.parts = invocation.arguments.number("parts")
      $0.isReference = invocation.text("reference").map { $0 == "yes" }
      $0.status = invocation.text("status").flatMap(Copy.Status.init(rawValue:))
      $0.shelfMark = field("shelf-mark")
    }
    let facts = OwnFacts.Patch {
      $0.notes = field("notes")
      $0.acquiredFrom = field("from")
      $0.acquiredOn = field("acquired-on")
      if let word = invocation.text("accession").flatMap(OwnFacts.Accession.init(rawValue:)) {
        $0.accession = .set(word)
      }
    }
    let (media, sleeve) = (invocation.text("condition"), invocation.text("sleeve"))
    let (hasCopy, hasFacts) = (!JSONCoding.members(of: copy).isEmpty, !JSONCoding.members(of: facts).isEmpty)
    guard hasCopy || hasFacts || media != nil || sleeve != nil else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax bulk edit --help")
    }
    return try carryOut(
      BulkChangeRequest(
        action: "edit", copies: nil, releases: nil, query: invocation.operands.joined(separator: " "),
        copy: hasCopy ? copy : nil, facts: hasFacts ? facts : nil, mediaCondition: media, sleeveCondition: sleeve,
        place: nil, fillsSlots: nil), invocation)
  }

  /// `deadwax bulk move`: records another place of many copies.
  static let bulkMove = Verb(
    "bulk move", operands: [.one("PLACE"), .some("QUERY")], summary: "record the place of many copies, as one change",
    details: "PLACE is the name, the code or the id of a place. A copy on loan is refused.\n\(common)",
    examples: [
      ("bulk move Shelf-2 place:Shelf-1", "everything from one shelf to another"),
      ("bulk move Changer genre:soul --fill-slots", "each copy into the next free slot"),
    ],
    options: [.flag("fill-slots", "put each copy into the next free slot of the place")] + options
  ) { invocation in
    let place = try PlaceReference.find(invocation.operands[0], try HubClient(invocation))
    return try carryOut(
      BulkChangeRequest(
        action: "move", copies: nil, releases: nil, query: invocation.operands.dropFirst().joined(separator: " "),
        copy: nil, facts: nil, mediaCondition: nil, sleeveCondition: nil, place: place,
        fillsSlots: invocation.has("fill-slots") ? true : nil), invocation)
  }

  /// `deadwax bulk remove`: removes many copies.
  static let bulkRemove = Verb(
    "bulk remove", operands: [.some("QUERY")], summary: "remove many copies that were added by mistake, as one change",
    details: "A copy with a history of loans, holds, plays or tags is refused: withdraw it instead.\n\(common)",
    examples: [("bulk remove added:1d --dry-run", "only say what would happen")], options: options
  ) { invocation in
    try carryOut(
      BulkChangeRequest(
        action: "remove", copies: nil, releases: nil, query: invocation.operands.joined(separator: " "), copy: nil,
        facts: nil, mediaCondition: nil, sleeveCondition: nil, place: nil, fillsSlots: nil), invocation)
  }

  private static func carryOut(_ request: BulkChangeRequest, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation, patience: .seconds(600))
    let begun: BulkChangeResource = try JSONCoding.decode(try hub.give(ChangeRequest(.post, path, request)).body)
    let own = "\(path)/\(HubClient.encoded(begun.id))"
    var view = try waited(for: own, hub)
    if let fault = view.fault { throw Failure(.usage, printable(fault)) }
    if !invocation.isJSON { try show(view, own, hub, all: invocation.has("all-lines")) }
    let isSkipping = invocation.has("skip-refused")
    let isBlocked = view.counts.refused > 0 && !isSkipping
    if !invocation.has("dry-run"), !isBlocked, view.counts.change > 0, let plan = view.plan {
      try hub.give(ChangeRequest(.post, own + "/apply", PreviewOrder(plan: plan, skipsRefused: isSkipping)))
      view = try waited(for: own, hub)
      if let fault = view.fault { throw Failure(.conflict, printable(fault)) }
    }
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(try hub.get(own).body))
    } else if let change = view.change {
      if view.counts.changedMeanwhile > 0 {
        StandardOutput.line("\(view.counts.changedMeanwhile) changed meanwhile, and left as they are")
        try show("changed-meanwhile", of: own, hub, all: true)
      }
      StandardOutput.line("Changed. To take all of it back: deadwax undo \(change)")
    } else {
      StandardOutput.line("Nothing was changed.")
    }
    return isBlocked && !invocation.has("dry-run") ? .conflict : .done
  }

  /// Waits until nothing is under way, and shows the progress.
  private static func waited(for path: String, _ hub: HubClient) throws(Failure) -> BulkChangeResource {
    while true {
      let view: BulkChangeResource = try JSONCoding.decode(try hub.get(path).body)
      let names = ["checking": "Checking", "applying": "Changing", "taking-back": "Taking back"]
      guard let name = names[view.state] else { return view }
      if let left = view.secondsLeft { StandardError.line("\(name): \(view.percent) %, \(left) s left") }
      Thread.sleep(forTimeInterval: 0.2)
    }
  }

  private static func show(
    _ view: BulkChangeResource, _ own: String, _ hub: HubClient, all: Bool
  ) throws(Failure) {
    StandardOutput.line(
      "\(view.counts.change) change, \(view.counts.same) same, \(view.counts.refused) refused")
    for fate in all ? ["all"] : ["refused", "change"] {
      try show(fate, of: own, hub, all: all || fate == "refused")
    }
  }

  /// Prints the copies with a fate: all of them, or the first ones.
  private static func show(_ fate: String, of own: String, _ hub: HubClient, all: Bool) throws(Failure) {
    var cursor: String?
    repeat {
      var query = [("fate", fate), ("limit", all ? "200" : "10")]
      if let cursor { query.append(("cursor", cursor)) }
      let page: ListPage<BulkLineResource> = try JSONCoding.decode(try hub.get(own + "/lines", query).body)
      for line in page.items { StandardOutput.line(line.text) }
      cursor = all ? page.next : nil
      if cursor == nil, page.next != nil { StandardOutput.line("… and more; --all-lines prints every copy") }
    } while cursor != nil
  }
}

extension BulkLineResource {
  /// The fate in one line, with each difference on a line below.
  fileprivate var text: String {
    var text = "\(fate) copy \(number.map { "\($0)" } ?? copy.text), \(printable(subject))"
    if let reason { text += ": \(printable(reason.detail))" }
    for item in differences {
      let (before, after) = (item.before.map { printable($0) } ?? "none", item.after.map { printable($0) } ?? "none")
      text += "\n  \(item.field): \(before) -> \(after)"
    }
    return text
  }
}
