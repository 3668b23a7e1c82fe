internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for places, in the order of the help.
  static let place = [placeList, placeMap, placeAdd, placeRename, placeRemove]

  /// `deadwax place list`: lists places.
  static let placeList = Verb(
    "place list", summary: "list places with the numbers of their slots and copies",
    options: [Option("limit", .number(1...100_000), "N", standard: "200", "the maximum number of places")]
  ) { invocation in
    let page = try HubClient(invocation).list("/api/v1/places", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No places found.") { (item: PlaceResource, table) in
      item.add(to: &table)
    }
  }

  /// `deadwax place add`: makes a place.
  static let placeAdd = Verb(
    "place add", operands: [.one("NAME")], summary: "make a place, with a numbered row of slots",
    details: "Needs the role staff. Names are unique among the places in the same place.",
    examples: [
      ("place add A --slots 40", "a shelf with slots 1 to 40"), ("place add Crate-3 --kind crate", "a crate"),
    ],
    options: [
      Option("kind", .choice(Place.Kind.allCases.map(\.rawValue)), "WORD", standard: "shelf", "the kind of the place"),
      Option("in", "PLACE", "the place that contains it: a name, a code or an id"),
      Option("slots", .number(0...1000), "N", "the number of slots; without it, that of the settings"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let request = PlaceRequest(
      name: invocation.operand, kind: invocation.text("kind").flatMap(Place.Kind.init(rawValue:)) ?? .shelf,
      parent: try invocation.text("in").map { try PlaceReference.find($0, hub) },
      slots: invocation.arguments.number("slots"))
    return try placeReport(try hub.give(ChangeRequest(.post, "/api/v1/places", request)), invocation)
  }

  /// `deadwax place rename`: changes the name of a place.
  static let placeRename = Verb(
    "place rename", operands: [.one("PLACE"), .one("NAME")], summary: "rename a place",
    details: "Needs the role staff. PLACE is the name, the code or the id of a place.",
    examples: [("place rename Shelf-1 Jazz", "labels keep their codes")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (path, version) = try currentPlace(invocation.operands[0], hub)
    let name = invocation.operands[1]
    return try placeReport(
      try hub.give(ChangeRequest(.patch, path, Place.Patch { $0.name = name }, version: version)), invocation)
  }

  /// `deadwax place remove`: removes a place.
  static let placeRemove = Verb(
    "place remove", operands: [.one("PLACE")], summary: "remove a place with its empty slots",
    details: "Needs the role staff. It is refused while copies belong there or places are in it.",
    examples: [("place remove Crate-3", "deadwax undo restores it")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let (path, version) = try currentPlace(invocation.operand, hub)
    try hub.give(ChangeRequest(.delete, path, version: version))
    StandardOutput.line("Removed.")
    return .done
  }

  /// Returns the path of a place, and its version as `If-Match`.
  static func currentPlace(_ text: String, _ hub: HubClient) throws(Failure) -> (path: String, version: String) {
    let path = "/api/v1/places/\(HubClient.encoded(try PlaceReference.find(text, hub).text))"
    let place: PlaceResource = try JSONCoding.decode(try hub.get(path).body)
    return (path, "\"\(place.version)\"")
  }

  /// Shows the place of a response.
  static func placeReport(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 1) { (record: PlaceResource, table) in record.add(to: &table) }
  }
}

extension PlaceResource {
  /// Adds a row: id, name, kind, slots, free slots, copies.
  fileprivate func add(to table: inout Table) {
    table.add(id.text, name, kind.rawValue, "\(slots) slots", "\(freeSlots) free", "\(copies) copies")
  }
}
