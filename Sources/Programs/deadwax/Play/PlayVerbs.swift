internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for plays, in the order of the help.
  static let play = [playList, playAdd, playRemove, playReport]

  /// The options for the plays of a span of time, at a station.
  private static let spanOfPlays = [
    Option("since", "TIME", "only plays at or after this day or time (RFC 3339)"),
    Option("until", "TIME", "only plays before this day or time"),
    Option("station", "NAME", "only plays at this station"),
  ]

  /// `deadwax play list`: lists plays.
  static let playList = Verb(
    "play list", summary: "list plays of copies, the newest first",
    examples: [("play list --copy 12", "the plays of copy 12")],
    options: [
      Option("copy", "COPY", "only plays of this copy: a number, a code or an id"),
      Option("release", "RELEASE", "only plays of copies of this release"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of plays"),
    ] + spanOfPlays
  ) { invocation in
    let hub = try HubClient(invocation)
    var query = try span(invocation)
    if let text = invocation.text("copy") { query.append(("copy", try CopyReference.find(text, hub).id.text)) }
    if let text = invocation.text("release") {
      query.append(("release", try RecordReference.find(text, hub).release.text))
    }
    let page = try hub.list("/api/v1/plays", query, limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No plays found.") { (item: PlayResource, table) in
      item.add(to: &table)
    }
  }

  /// `deadwax play add`: adds a play.
  static let playAdd = Verb(
    "play add", operands: [.one("COPY")], summary: "add a play of a copy",
    details: """
      Needs the role staff. COPY is a number, a code or an id. Without --start, the copy is played now. A play of a side
      is a play of each of its tracks.
      """,
    examples: [
      ("play add 12", "copy 12 is played now"),
      ("play add 12 --position A --start 2026-11-28T20:15:00Z", "its side A, at another time"),
    ],
    options: [
      Option("position", "POSITION", "the track, the side or the disc, as printed: A1, A or 2"),
      Option("start", "TIME", "the beginning (RFC 3339), not in the future"),
      Option("end", "TIME", "the end, at most 24 hours later"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let request = PlayRequest(
      copy: try CopyReference.find(invocation.operand, hub).id, position: invocation.text("position"),
      startedAt: try time("start", invocation), endedAt: try time("end", invocation))
    let answer = try hub.give(ChangeRequest(.post, "/api/v1/plays", request))
    return try RecordReport.show(answer, invocation, giving: 1) { (play: PlayResource, table) in
      play.add(to: &table)
    }
  }

  /// `deadwax play remove`: removes a play.
  static let playRemove = Verb(
    "play remove", operands: [.one("PLAY")], summary: "remove a play, which its copy then counts no longer",
    details: "Needs the role staff. PLAY is the id that deadwax play list shows.",
    examples: [("play remove 01934893-1111-7e0b-a1c3-5d9e8f274b16", "deadwax undo restores it")]
  ) { invocation in
    guard let id = Play.ID(invocation.operand) else {
      throw Failure(
        .usage, "\(printable(invocation.operand)) is not the id of a play.", advice: "deadwax play list shows the ids.")
    }
    try HubClient(invocation).give(ChangeRequest(.delete, "/api/v1/plays/\(id)"))
    StandardOutput.line("Removed.")
    return .done
  }

  /// `deadwax play report`: lists the forms of reports, checks a report, or prints it.
  static let playReport = Verb(
    "play report", operands: [.optional("FORM")], summary: "check or print a report of plays for a society",
    details: """
      Without FORM, the command lists the forms. With it, the command shows what the report lacks, so that it can be
      added in time; this needs the role staff. Without --since and --until, the report is about the month before.
      """,
    examples: [
      ("play report soundexchange", "what the report of the last month lacks"),
      ("play report prs --since 2026-11-01 --until 2026-12-01 --csv", "the table, for a spreadsheet"),
    ],
    options: spanOfPlays + [Option.flag("csv", "print comma-separated values (RFC 4180)")]
  ) { invocation in
    let hub = try HubClient(invocation)
    guard let name = invocation.operands.first else {
      let list = try hub.wholeList("/api/v1/play-reports")
      return try ListReport.show(list, invocation, giving: 0, none: "There are no forms.") {
        (form: PlayReportForm, table) in table.add(form.name, form.title, "checked on \(form.checkedOn)")
      }
    }
    let path = "/api/v1/play-reports/\(HubClient.encoded(name))"
    let query = try span(invocation)
    if invocation.has("csv") {
      let text = String(decoding: try hub.get("\(path)/csv", query).body, as: UTF8.self)
      StandardOutput.line(text.hasSuffix("\r\n") ? String(text.dropLast()) : text)
      return .done
    }
    let answer = try hub.get(path, query)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let report: PlayReportResource = try JSONCoding.decode(answer.body)
    report.lines.forEach(StandardOutput.line)
    if report.gapCount > report.gaps.count {
      StandardError.line("\(report.gapCount - report.gaps.count) more recordings are not shown.")
    }
    return .done
  }

  /// Returns the span and the station of plays, as the query of a request.
  private static func span(_ invocation: Invocation) throws(Failure) -> [(String, String)] {
    var query: [(String, String)] = []
    for name in ["since", "until"] {
      if let time = try time(name, invocation) { query.append((name, time.description)) }
    }
    if let station = invocation.text("station") { query.append(("station", station)) }
    return query
  }

  /// Returns the time of an option; nil without it. A day stands for its beginning in local time.
  private static func time(_ name: String, _ invocation: Invocation) throws(Failure) -> RFC3339Time? {
    guard let text = invocation.text(name) else { return nil }
    guard let day = CivilDate(iso: text) else { return try ClockTime.moment(text, of: name) }
    // A day alone stands for its end elsewhere.
    let before = CivilDate(daysSince1970: day.daysSince1970 - 1)
    return RFC3339Time(try ClockTime.moment(before.description, of: name).time + .seconds(1))
  }
}
