internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for slots, in the order of the help.
  static let slot = [slotList, slotAdd, slotDisable, slotEnable, slotRemove]

  /// `deadwax slot list`: lists the slots of a place.
  static let slotList = Verb(
    "slot list", operands: [.one("PLACE")], summary: "list the slots of a place",
    details: "PLACE is the name, the code or the id of a place.",
    examples: [("slot list A --state disabled", "the slots in which nothing is shelved, with the reasons")],
    options: [
      Option(
        "state", .choice(SlotOccupancy.State.allCases.map(\.rawValue)), "WORD", "only slots in this state"),
      Option("limit", .number(1...100_000), "N", standard: "1000", "the maximum number of slots"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/places/\(HubClient.encoded(try PlaceReference.find(invocation.operand, hub).text))/slots"
    let query = invocation.text("state").map { [("state", $0)] } ?? []
    let page = try hub.list(path, query, limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No slots found.") { (item: SlotResource, table) in
      table.add("\(item.number)", item.state.rawValue, printable(item.disabledReason ?? ""), item.copy?.text ?? "")
    }
  }

  /// `deadwax slot add`: adds slots to a place.
  static let slotAdd = Verb(
    "slot add", operands: [.one("PLACE")], summary: "add a numbered row of slots to a place",
    details: "Needs the role staff.",
    examples: [("slot add A --count 10", "ten slots after the last one")],
    options: [
      Option("count", .number(1...1000), "N", standard: "1", "the number of slots"),
      Option("from", .number(1...9999), "N", "the first number; the one after the highest number if omitted"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (path, _) = try currentPlace(invocation.operand, hub)
    let request = SlotsRequest(from: invocation.arguments.number("from"), count: invocation.number("count"))
    return try placeReport(try hub.give(ChangeRequest(.post, path + "/slots", request)), invocation)
  }

  /// `deadwax slot disable`: disables a slot.
  static let slotDisable = Verb(
    "slot disable", operands: [.one("PLACE"), .one("NUMBER"), .one("REASON")],
    summary: "disable a slot, so that nothing is shelved there",
    details: "Needs the role staff. A copy that is in the slot may stay or leave.",
    examples: [("slot disable A 40 broken", "the slot stays in the list of the shelf A, with the reason")]
  ) { invocation in
    try changeSlot(invocation, .set(invocation.operands[2]))
  }

  /// `deadwax slot enable`: puts a disabled slot into use.
  static let slotEnable = Verb(
    "slot enable", operands: [.one("PLACE"), .one("NUMBER")], summary: "put a disabled slot into use",
    details: "Needs the role staff.",
    examples: [("slot enable A 40", "copies are shelved there again")]
  ) { invocation in
    try changeSlot(invocation, .cleared)
  }

  /// `deadwax slot remove`: removes a slot.
  static let slotRemove = Verb(
    "slot remove", operands: [.one("PLACE"), .one("NUMBER")], summary: "remove an empty slot of a place",
    details: "Needs the role staff.",
    examples: [("slot remove A 40", "the last slot of the shelf A")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (path, version) = try currentPlace(invocation.operands[0], hub)
    let number = HubClient.encoded(invocation.operands[1])
    try hub.give(ChangeRequest(.delete, "\(path)/slots/\(number)", version: version))
    StandardOutput.line("Removed.")
    return .done
  }

  private static func changeSlot(
    _ invocation: Invocation, _ reason: PatchField<String>
  ) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation)
    let (path, version) = try currentPlace(invocation.operands[0], hub)
    let number = HubClient.encoded(invocation.operands[1])
    let patch = Slot.Patch { $0.disabledReason = reason }
    return try placeReport(
      try hub.give(ChangeRequest(.patch, "\(path)/slots/\(number)", patch, version: version)), invocation)
  }
}
