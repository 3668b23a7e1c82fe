internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax find`: finds releases by a query of the library.
  static let find = Verb(
    "find", operands: [.some("QUERY")], summary: "find releases by a query of the library",
    details: """
      Words are searched for in titles, artists, labels, tracks, notes, formats, genres, styles, tags and numbers. A
      condition such as artist:bowie or year:1969..1975 has a field; -on-loan leaves out what is on loan. Put a query in
      quotation marks, so that the shell leaves it alone. docs/queries.md describes the whole language.
      A query that finds nothing is corrected to the most similar one that finds something, and standard error says so.
      With --facets, the command counts the releases by medium, decade, genre, style, label, country, tag, condition,
      place and loan state instead. Each row has the query that adds the value, or takes it away if it is chosen.
      """,
    examples: [
      ("find 'artist:bowie year:1969..1975 -on-loan'", "what could be lent of these years"),
      ("find 'added:30d medium:vinyl sort:-year'", "new vinyl, the newest edition first"),
      ("find genre:jazz --facets", "how many of them are on which medium, label and so on"),
    ],
    options: [
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of releases"),
      Option.flag("exact", "do not correct a query that finds nothing"),
      Option.flag("facets", "count the releases by their values, and list none"),
    ]
  ) { invocation in
    if invocation.has("facets") { return try facets(of: invocation.operands.joined(separator: " "), invocation) }
    return try found(
      invocation.operands.joined(separator: " "), invocation.has("exact") ? [] : [("correct", "true")], invocation)
  }

  /// Prints the releases that a query finds. A mistake in it is shown with carets below it.
  static func found(
    _ text: String, _ filters: [(String, String)], _ invocation: Invocation
  ) throws(Failure) -> ExitCode {
    let query = text.isEmpty ? filters : [("search", text)] + filters
    let page: HubList
    do {
      page = try HubClient(invocation).list("/api/v1/releases", query, limit: invocation.number("limit"))
    } catch {
      throw marked(text, error)
    }
    if let corrected = page.corrected {
      StandardError.line("Nothing was found for \(printable(text)). These releases are of: \(printable(corrected))")
    }
    if page.isPartial {
      StandardError.line("The search index is being built, so releases may be missing. Try again in some minutes.")
    } else if page.isCutShort {
      StandardError.line("The search took too long, so releases may be missing. Use a narrower query.")
    }
    return try ListReport.show(page, invocation, giving: 1, none: "No releases found.") {
      (item: ReleaseSummary, table) in
      table.add(item.id.text, item.line, item.barcode ?? "", item.isWished == true ? "wished" : "")
    }
  }

  /// Prints the number of releases that a query finds, by their values.
  private static func facets(of text: String, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let answer: HTTPClientResponse
    do {
      answer = try HubClient(invocation).get("/api/v1/releases/facets", [("search", text)])
    } catch {
      throw marked(text, error)
    }
    let found: FacetsResource = try JSONCoding.decode(answer.body)
    if found.isCutShort == true {
      StandardError.line("Counting took too long. Use a narrower query.")
    }
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    var table = Table(giving: 2)
    for facet in found.facets {
      for value in facet.values {
        table.add(facet.name, String(value.count), value.name, value.isChosen == true ? "chosen" : "", value.search)
      }
    }
    table.lines.forEach(StandardOutput.line)
    for facet in found.facets where facet.more > 0 {
      StandardError.line("\(facet.more) more \(facet.more == 1 ? "value" : "values") of \(facet.name)")
    }
    if found.total == 0 { StandardError.line("No releases found.") }
    return .done
  }

  /// Returns a failure with the mistake in a query marked, if it has one.
  private static func marked(_ text: String, _ failure: Failure) -> Failure {
    guard let mistake = failure.mistake else { return failure }
    var failure = failure
    failure.advice = marked(text, mistake)
    return failure
  }

  /// Returns a query with carets below a mistake.
  static func marked(_ text: String, _ mistake: QueryMistake) -> String {
    let line = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) }
    let from = min(max(mistake.from, 0), line.count)
    let carets = min(max(mistake.to - from, 1), max(line.count - from, 1))
    return
      "  \(printable(String(line)))\n  \(String(repeating: " ", count: from))\(String(repeating: "^", count: carets))"
  }
}
