internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for lights, in the order of the help.
  static let light = [lightList, lightShow]

  /// `deadwax light list`: lists the lights at the shelves.
  static let lightList = Verb("light list", summary: "list the lights at the shelves") { invocation in
    let list = try HubClient(invocation).wholeList("/api/v1/lights")
    return try ListReport.show(list, invocation, giving: 1, none: "No lights found.") { (item: LightResource, table) in
      table.add(item.name, printable(item.place), item.slotText, "\(item.seconds) s")
    }
  }

  /// `deadwax light show`: lights the slot of a copy.
  static let lightShow = Verb(
    "light show", operands: [.one("COPY")], summary: "light the slot of a copy for some seconds",
    details: "Needs the role station. COPY is the number, the code or the id of a copy.",
    examples: [("light show 118", "the slot of copy 118 is lit")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/copies/\(HubClient.encoded(try CopyReference.find(invocation.operand, hub).id.text))/light"
    let answer = try hub.give(ChangeRequest(.post, path))
    return try RecordReport.show(answer, invocation, giving: 1) { (lit: LitSlotResource, table) in
      table.add(lit.light, printable(lit.place), lit.slot.map { "slot \($0)" } ?? "", "\(lit.seconds) s")
    }
  }
}

extension LightResource {
  /// The slots in words.
  fileprivate var slotText: String {
    guard let firstSlot, let lastSlot else { return "the place as a whole" }
    return "slots \(firstSlot)-\(lastSlot)"
  }
}
