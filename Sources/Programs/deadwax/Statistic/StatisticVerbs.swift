internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for statistics and the weeding list, in the order of the help.
  static let statistic = [statisticList, statisticShow, yearShow, weedingList]

  private static let csv = Option.flag("csv", "print comma-separated values (RFC 4180)")

  /// `deadwax statistic list`: lists the statistics.
  static let statisticList = Verb("statistic list", summary: "list the statistics that the hub has") { invocation in
    let list = try HubClient(invocation).wholeList("/api/v1/statistics")
    return try ListReport.show(list, invocation, giving: 0, none: "No statistics found.") {
      (item: StatisticSummary, table) in table.add(item.name, item.unit)
    }
  }

  /// `deadwax statistic show`: prints a statistic.
  static let statisticShow = Verb(
    "statistic show", operands: [.one("NAME")], summary: "show a statistic of the library",
    details: """
      deadwax statistic list has the names. A row has the number, the name, and the query that finds the releases with
      deadwax find. Loans and copies have the number of these releases beside them.
      """,
    examples: [
      ("statistic show label --top 50", "the labels with the most releases"),
      ("statistic show growth --csv", "the releases and copies that were added, by month"),
    ],
    options: [Option("top", .number(1...200), "N", standard: "20", "the maximum number of groups"), csv]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/statistics/\(try name(invocation.operand))"
    if invocation.has("csv") { return printed(try hub.get("\(path)/csv")) }
    let answer = try hub.get(path, [("top", String(invocation.number("top")))])
    let statistic: StatisticResource = try JSONCoding.decode(answer.body)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    var table = Table(giving: 1)
    for group in statistic.groups {
      table.add(
        String(group.count), group.name,
        group.copies.map { "\($0) copies" } ?? group.releases.map { "\($0) releases" } ?? "",
        group.query ?? group.release?.text ?? "")
    }
    table.lines.forEach(StandardOutput.line)
    if statistic.groups.isEmpty { StandardError.line("There is nothing to count.") }
    let more = statistic.groupCount - statistic.groups.count
    if more > 0 { StandardError.line("\(more) more \(more == 1 ? "group is" : "groups are") not shown.") }
    if !statistic.isCurrent {
      StandardError.line("Counted at \(statistic.countedAt), before the last changes. A new count has begun.")
    }
    if statistic.without > 0 { StandardError.line("\(statistic.without) \(statistic.unit) are in no group.") }
    return .done
  }

  /// `deadwax year`: prints the numbers of a year.
  static let yearShow = Verb(
    "year", operands: [.one("YEAR")], summary: "show the numbers of a year, as libraries report them",
    details: "Needs the role staff. Borrowers are counted, and none is named.",
    examples: [("year 2026 --csv", "for a spreadsheet")], options: [csv]
  ) { invocation in
    let year = invocation.operand
    guard year.utf8.count == 4, year.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Failure(.usage, "\(printable(year)) is no year. A year has four digits.")
    }
    let hub = try HubClient(invocation)
    if invocation.has("csv") { return printed(try hub.get("/api/v1/years/\(year)/csv")) }
    let answer = try hub.get("/api/v1/years/\(year)")
    return try RecordReport.show(answer, invocation, giving: 1) { (form: YearFormResource, table) in
      for figure in form.figures { table.add(String(figure.count), figure.name, figure.query ?? "") }
    }
  }

  /// `deadwax weeding`: lists the copies to look at when the library makes room.
  static let weedingList = Verb(
    "weeding", summary: "list copies that the library may withdraw, with the reasons",
    details: """
      Needs the role staff. Copies on loan are left out, and the command changes nothing.
      The reasons: \(reasons.joined(separator: ", ")).
      """,
    examples: [("weeding --reason never-lent --years 5", "what was never lent, played or used in five years")],
    options: [
      Option("reason", .choice(reasons), "REASON", "list the copies with this reason only"),
      Option("years", .number(1...99), "N", standard: "3", "the years after which a copy counts as unused"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of copies"), csv,
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    var query = [("years", String(invocation.number("years")))]
    if let reason = invocation.text("reason") { query.append(("reason", reason)) }
    if invocation.has("csv") { return printed(try hub.get("/api/v1/weeding/csv", query)) }
    let list = try hub.list("/api/v1/weeding", query, limit: invocation.number("limit"))
    return try ListReport.show(list, invocation, giving: 1, none: "No copies found.") {
      (item: WeedingResource, table) in
      table.add(
        "copy \(item.copy.number)", item.release.title, item.reasons.joined(separator: ", "),
        item.lastLentAt.map { "lent \(ClockTime.short($0))" } ?? "never lent")
    }
  }

  private static let reasons = WeedingReason.allCases.map(\.rawValue)

  /// Returns the name of a statistic, which is a part of an address.
  private static func name(_ text: String) throws(Failure) -> String {
    let names = Statistic.allCases.map(\.rawValue)
    guard names.contains(text) else {
      let near = nearest(text, among: names).map { " Did you mean \($0)?" } ?? ""
      throw Failure(
        .usage, "\(printable(text)) is no statistic.\(near)", advice: "The statistics: \(names.joined(separator: ", "))"
      )
    }
    return text
  }

  private static func printed(_ answer: HTTPClientResponse) -> ExitCode {
    let text = String(decoding: answer.body, as: UTF8.self)
    StandardOutput.line(text.hasSuffix("\r\n") ? String(text.dropLast()) : text)
    return .done
  }
}
