internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax crate order`: says which records of a shelf are out of order.
  static let crateOrder = Verb(
    "crate order", operands: [.one("CRATE")], summary: "list the fewest records to move so that a shelf is in order",
    details: """
      CRATE is the name or id of a crate with the records as they stand, such as a pile that was scanned along the shelf
      in the mode Collect. Do the moves in their order. At most 200 are listed.
      """,
    examples: [("crate order \"Pile 12\" --by shelf-mark", "each record, and between which others it goes")],
    options: [
      Option(
        "by", .choice(ShelfSorting.allCases.map(\.rawValue)), "WORD", standard: ShelfSorting.artist.rawValue,
        "the order of the shelf")
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operand, hub)
    let sorting = invocation.text("by") ?? ShelfSorting.artist.rawValue
    let answer = try hub.get("/api/v1/crates/\(crate.id)/shelf-order", [("by", sorting)])
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let check: ShelfCheckResource = try JSONCoding.decode(answer.body)
    StandardOutput.line("\(check.inOrder) of \(check.count) records are in order, \(check.toMove) to move.")
    for move in check.moves {
      StandardOutput.line("\(printable(move.record.line)): \(move.place)")
    }
    return .done
  }
}

extension ShelfCheckResource.Move {
  /// The words for the place: between two records, or at an end of the shelf.
  fileprivate var place: String {
    switch (after, before) {
    case (let after?, let before?): "between \(printable(after.line)) and \(printable(before.line))"
    case (let after?, nil): "after \(printable(after.line)), at the end"
    case (nil, let before?): "before \(printable(before.line)), at the beginning"
    case (nil, nil): "alone"
    }
  }
}
