internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for the comparison with Discogs, in the order of the help.
  static let discogsComparison = [discogsCompare, discogsDifferences, discogsPull]

  private static let path = "/api/v1/discogs/comparison"

  /// `deadwax discogs compare`: starts the comparison, or shows it.
  static let discogsCompare = Verb(
    "discogs compare", summary: "read your collection and wantlist at Discogs",
    details: """
      Needs the role staff. The hub reads the lists of the token's owner, one page after the other, also after a
      restart. It changes nothing in the library and nothing at Discogs.
      """,
    examples: [
      ("discogs compare", "begins with the first page"), ("discogs compare --status", "how far it is"),
      ("discogs compare --set paused", "pauses it; running continues it, stopped ends it"),
    ],
    options: [
      Option.flag("status", "show the progress, and start nothing"),
      Option("set", .choice(RecheckPatch.State.allCases.map(\.rawValue)), "STATE", "the new state"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let answer: HTTPClientResponse
    if let state = invocation.text("set").flatMap({ RecheckPatch.State(rawValue: $0) }) {
      let known: DiscogsComparisonResource = try JSONCoding.decode(try hub.get(path).body)
      answer = try hub.give(
        ChangeRequest(.patch, path, RecheckPatch(state: state), version: "\"\(known.version)\""))
    } else {
      answer = try invocation.has("status") ? hub.get(path) : hub.give(ChangeRequest(.post, path))
    }
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let comparison: DiscogsComparisonResource = try JSONCoding.decode(answer.body)
    StandardOutput.line("\(comparison.state.rawValue): \(comparison.read) of \(comparison.total) items")
    if let user = comparison.user { StandardOutput.line("user: \(user)") }
    if let problem = comparison.problem { StandardOutput.line("problem: \(problem)") }
    return .done
  }

  /// `deadwax discogs differences`: lists the rows of the comparison.
  static let discogsDifferences = Verb(
    "discogs differences", summary: "list how the library and Discogs differ",
    details: "Needs the role staff, and a finished comparison. Data provided by Discogs.",
    examples: [
      ("discogs differences --difference only-there", "what is only at Discogs"),
      ("discogs differences --list wishlist", "the wantlist and the wish list"),
    ],
    options: [
      Option("list", .choice(DiscogsList.allCases.map(\.rawValue)), "LIST", standard: "collection", "the list"),
      Option("difference", .choice(DiscogsDifference.allCases.map(\.rawValue)), "WORD", "only this difference"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of releases"),
    ]
  ) { invocation in
    let list = try HubClient(invocation).list(
      path + "/items", ["list", "difference"].compactMap { name in invocation.text(name).map { (name, $0) } },
      limit: invocation.number("limit"))
    return try ListReport.show(list, invocation, giving: 2, none: "There is no such difference.") {
      (item: DiscogsDifferenceResource, table) in
      table.add(
        String(item.number), item.difference.rawValue, "\(item.here)", "\(item.there)",
        item.artist.isEmpty ? item.title : "\(item.artist) – \(item.title)")
    }
  }

  /// `deadwax discogs pull`: brings what is only at Discogs into the library.
  static let discogsPull = Verb(
    "discogs pull", operands: [.any("NUMBER")], summary: "add what your lists at Discogs have to the library",
    details: """
      Needs the role staff, and a finished comparison. NUMBER is a release's number at Discogs; all of the list without
      one. It is one change, which deadwax undo takes back. At most 1,000 copies or wishes are added at once.
      """,
    examples: [
      ("discogs pull", "the copies of the collection that the library lacks"),
      ("discogs pull 52391 --list wishlist", "one wish"),
    ],
    options: [
      Option("list", .choice(DiscogsList.allCases.map(\.rawValue)), "LIST", standard: "collection", "the list")
    ]
  ) { invocation in
    let numbers = try discogsNumbers(invocation)
    let list = invocation.text("list").flatMap { DiscogsList(rawValue: $0) } ?? .collection
    let hub = try HubClient(invocation)
    let known: DiscogsComparisonResource = try JSONCoding.decode(try hub.get(path).body)
    let request = DiscogsPullRequest(list: list, numbers: numbers.isEmpty ? nil : numbers)
    let answer = try hub.give(ChangeRequest(.post, path + "/pull", request, version: "\"\(known.version)\""))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let result: DiscogsPullResult = try JSONCoding.decode(answer.body)
    StandardOutput.line("\(result.copies) copies and \(result.wishes) wishes added")
    if result.remaining > 0 { StandardOutput.line("\(result.remaining) more: run it again") }
    if let change = result.change { StandardOutput.line("take back with: deadwax undo \(change)") }
    return .done
  }

  /// Returns the operands of an invocation as numbers of releases at Discogs.
  ///
  /// - Throws: a `Failure` for an operand that is no number above 0.
  static func discogsNumbers(_ invocation: Invocation) throws(Failure) -> [Int64] {
    var numbers: [Int64] = []
    for text in invocation.operands {
      guard let number = Int64(text), number > 0 else {
        throw Failure(.usage, "NUMBER must be a whole number above 0.", advice: "See: deadwax discogs --help")
      }
      numbers.append(number)
    }
    return numbers
  }
}
