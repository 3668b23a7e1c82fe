internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for models of changers, in the order of the help.
  static let changer = [changerList, changerAdd, changerPlan]

  /// `deadwax changer list`: lists the models of changers.
  static let changerList = Verb(
    "changer list", summary: "list the models of changers and cartridges",
    details: "Each is a file of the hub in hardware/changers. A file with a fault is listed with it."
  ) { invocation in
    let list = try HubClient(invocation).wholeList("/api/v1/changers")
    return try ListReport.show(list, invocation, giving: 1, none: "No models found.") {
      (item: ChangerResource, table) in item.add(to: &table)
    }
  }

  /// `deadwax changer add`: makes the place of a model.
  static let changerAdd = Verb(
    "changer add", operands: [.one("MODEL"), .one("NAME")],
    summary: "make the place of a changer, with its cartridges and slots",
    details: "Needs the role staff. MODEL is a name of deadwax changer list, and NAME is the name of the new place.",
    examples: [("changer add sony-cdp-cx355 Changer-1 --in \"Living room\"", "300 slots, each with a code")],
    options: [Option("in", "PLACE", "the place that contains it: a name, a code or an id")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let request = ChangerPlaceRequest(
      name: invocation.operands[1], parent: try invocation.text("in").map { try PlaceReference.find($0, hub) })
    let path = "/api/v1/changers/\(HubClient.encoded(invocation.operands[0]))/places"
    let answer = try hub.give(ChangeRequest(.post, path, request))
    return try RecordReport.show(answer, invocation, giving: 1) { (record: PlaceResource, table) in
      table.add(record.id.text, printable(record.name), record.kind.rawValue, "\(record.slots) slots")
    }
  }
}

extension Verb {
  /// `deadwax changer plan`: plans the loading of a changer.
  static let changerPlan = Verb(
    "changer plan", operands: [.one("PLACE")],
    summary: "list the steps that bring the most played discs into a changer",
    details: """
      PLACE is the name, the code or the id of a changer, or of a place with changers in it. The discs of one release
      stay together. Nothing is changed: do the steps in their order, and shelve each disc.
      """,
    examples: [("changer plan Changer-1", "the steps in their order")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let answer = try hub.get("/api/v1/places/\(try PlaceReference.find(invocation.operand, hub))/loading-plan")
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let plan: LoadingPlanResource = try JSONCoding.decode(answer.body)
    let counts = "\(plan.plays) plays, \(plan.steps.count) steps"
    StandardOutput.line("\(plan.discs) discs for \(plan.capacity) slots, \(counts).")
    for (index, step) in plan.steps.enumerated() { StandardOutput.line("\(index + 1). \(step.line)") }
    if !plan.isBest { StandardError.line("The search ended early: a plan with fewer steps may exist.") }
    return .done
  }
}

extension LoadingPlanResource.Step {
  /// The step in words.
  fileprivate var line: String {
    let disc = printable("copy \(number), \(artist.isEmpty ? "" : artist + ": ")\(title)")
    return switch (from, to) {
    case (let from?, let to?): "\(disc): from \(printable(from)) to \(printable(to.text))"
    case (nil, let to?): "\(disc): into \(printable(to.text))"
    case (let from, nil): "\(disc): out of \(printable(from ?? ""))"
    }
  }
}

extension ChangerResource {
  /// Adds a row: id, name, discs, slots or fault.
  fileprivate func add(to table: inout Table) {
    if let fault {
      table.add(id, "", "", printable(fault))
    } else {
      table.add(id, printable(name), "\(capacity) discs", slotText)
    }
  }

  /// The slots in words: `slots 1-300`, or `3 cartridges`.
  private var slotText: String {
    guard let row = rows.first, row.cartridge == nil else { return "\(rows.count) cartridges" }
    return "slots \(row.first)-\(row.last)"
  }
}
