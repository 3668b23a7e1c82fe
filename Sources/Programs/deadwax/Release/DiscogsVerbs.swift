internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands that search at Discogs, in the order of the help.
  static let discogs = [discogsSearch, discogsAdd]

  private static let discogsPath = "/api/v1/discogs/releases"

  /// `deadwax discogs search`: searches at Discogs without a barcode.
  static let discogsSearch = Verb(
    "discogs search", operands: [.any("WORD")], summary: "search for releases at Discogs",
    details: """
      Needs the role staff. A release must have all of the words, and fit each option. At most 50 releases are
      listed. Data provided by Discogs.
      """,
    examples: [
      ("discogs search profound sounds", "releases with these words"),
      ("discogs search wink --number \"CK 63628\"", "with this catalogue number"),
    ],
    options: [
      Option("title", "TEXT", "words of the title"), Option("artist", "TEXT", "words of the artist"),
      Option("number", "TEXT", "the catalogue number"),
    ]
  ) { invocation in
    var criteria = [("search", invocation.operands.joined(separator: " "))]
    for (option, name) in [("title", "title"), ("artist", "artist"), ("number", "catalogNumber")] {
      if let text = invocation.text(option) { criteria.append((name, text)) }
    }
    let answer = try HubClient(invocation).get(discogsPath, criteria)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let list: DiscogsHitList = try JSONCoding.decode(answer.body)
    guard !list.items.isEmpty else {
      StandardOutput.line("Discogs has no such release.")
      return .done
    }
    var table = Table(giving: 1)
    for item in list.items {
      table.add(
        String(item.number), item.title, item.country ?? "–", item.year.map(String.init) ?? "–",
        item.catalogNumber ?? "–", item.formats)
    }
    table.lines.forEach(StandardOutput.line)
    StandardOutput.line(list.attribution)
    if let time = list.fetchedAt { StandardOutput.line("Discogs' response of \(time).") }
    return .done
  }

  /// `deadwax discogs add`: adds a release of Discogs to the library.
  static let discogsAdd = Verb(
    "discogs add", operands: [.one("NUMBER")], summary: "add a release of Discogs to the library",
    details: """
      Needs the role staff. NUMBER is the release's number at Discogs. Its facts arrive as soon as Discogs answers.
      deadwax undo takes the addition back.
      """,
    examples: [
      ("discogs add 52391", "with a copy"), ("discogs add 52391 --wishlist", "as a wish"),
    ],
    options: [Option.flag("wishlist", "put the release on the wish list, without a copy")]
  ) { invocation in
    guard let number = Int64(invocation.operand), number > 0 else {
      throw Failure(.usage, "NUMBER must be a whole number above 0.", advice: "See: deadwax discogs add --help")
    }
    let request = DiscogsReleaseRequest(wishlist: invocation.has("wishlist"))
    let answer = try HubClient(invocation).give(ChangeRequest(.post, "\(discogsPath)/\(number)", request))
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let release: ReleaseResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(release.summary.line)
    return .done
  }
}
