internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax place map`: shows what stands where.
  static let placeMap = Verb(
    "place map", operands: [.one("PLACE")], summary: "show what stands in a place and in the places below it",
    details: """
      PLACE is the name, the code or the id of a place. Slots have their numbers; copies outside of slots are in the
      order of the shelf. With --search, > marks the copies that the query finds.
      """,
    examples: [
      ("place map Unit-2 --search 'artist:bowie'", "the shelves of a unit; the records of an artist are marked")
    ],
    options: [Option("search", "QUERY", "a query of the library")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/places/\(HubClient.encoded(try PlaceReference.find(invocation.operand, hub).text))/map"
    let search = invocation.text("search")
    let answer = try hub.get(path, search.map { [("search", $0)] } ?? [])
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let map: PlaceMapResource = try JSONCoding.decode(answer.body)
    for part in map.parts { part.lines.forEach(StandardOutput.line) }
    if !map.isWhole { StandardError.line("There is more in this place than a map shows. Ask for a place in it.") }
    if search != nil, !map.isSearched {
      StandardError.line("The search takes too long, so nothing is marked. Use more words.")
    }
    return .done
  }
}

extension PlaceMapResource.Part {
  /// The place, its slots and its copies, a line each.
  fileprivate var lines: [String] {
    let heading = ["\(printable(name)) (\(kind.rawValue))"]
    return heading + positions.flatMap(\.lines) + items.map { "\($0.mark)        \($0.line)" }
  }
}

extension PlaceMapResource.Position {
  /// A line for each copy; one line for an empty slot.
  fileprivate var lines: [String] {
    let label = "\(number)".count < 5 ? String(repeating: " ", count: 5 - "\(number)".count) + "\(number)" : "\(number)"
    guard items.isEmpty else { return items.map { "\($0.mark) \(label)  \($0.line)" } }
    return ["  \(label)  \(disabledReason.map { "disabled: \(printable($0))" } ?? "free")"]
  }
}

extension PlaceMapResource.Item {
  /// The sign at the beginning of a line.
  fileprivate var mark: String { isFound == true ? ">" : " " }

  /// The record in words.
  fileprivate var line: String {
    let words = printable("\(artist.isEmpty ? "" : artist + ": ")\(title), copy \(number)")
    return status == .available ? words : "\(words) (\(status.rawValue))"
  }
}
