internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax concert note`: puts a show into the library.
  static let concertNote = Verb(
    "concert note", operands: [.one("SHOW")], summary: "put a show into the library, with notes and tags",
    details: "Needs the role staff. It replaces what was noted about the show before. A new import leaves it.",
    examples: [
      ("concert note 1977-05-08-barton-hall-cornell-university-ithaca-ny-usa --rating 5 --pin", "the best one")
    ],
    options: [
      .flag("pin", "mark it with a pin"),
      Option("notes", .anyText, "TEXT", "notes"),
      Option("rating", "NUMBER", "the library's own rating, 0 to 5"),
      Option("tags", .list, "TAG,…", "tags"),
    ]
  ) { invocation in
    var rating: Double?
    if let text = invocation.text("rating") {
      guard let number = Double(text), (0...5).contains(number) else {
        throw Failure(.usage, "--rating needs a number from 0 to 5.")
      }
      rating = number
    }
    let tags = invocation.text("tags").map { $0.split(separator: ",").map(String.init) }
    let request = ShowLibraryRequest(
      isPinned: invocation.has("pin"), notes: invocation.text("notes"), rating: rating, tags: tags)
    let answer = try HubClient(invocation).give(
      ChangeRequest(.put, path(of: invocation.operand) + "/library", request))
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : "In the library.")
    return .done
  }

  /// `deadwax concert forget`: removes a show from the library.
  static let concertForget = Verb(
    "concert forget", operands: [.one("SHOW")], summary: "remove a show from the library, with what was noted",
    details: "Needs the role staff. The show stays in the catalogue.",
    examples: [("concert forget 1977-05-07-boston-garden-boston-ma-usa", "it is in the catalogue alone")]
  ) { invocation in
    try HubClient(invocation).give(ChangeRequest(.delete, path(of: invocation.operand) + "/library"))
    StandardOutput.line("Removed.")
    return .done
  }

  /// `deadwax concert played`: counts that a show was played.
  static let concertPlayed = Verb(
    "concert played", operands: [.one("SHOW")], summary: "count that a show was played now",
    details: "Needs the role staff. It cannot be undone.",
    examples: [("concert played 1977-05-07-boston-garden-boston-ma-usa", "it is the first of the recent shows")]
  ) { invocation in
    try HubClient(invocation).give(ChangeRequest(.post, path(of: invocation.operand) + "/plays"))
    StandardOutput.line("Counted.")
    return .done
  }

  /// `deadwax concert recent`: lists the shows that were played last.
  static let concertRecent = Verb(
    "concert recent", summary: "list the shows that were played last",
    examples: [("concert recent", "the last one first")]
  ) { invocation in
    let list = try HubClient(invocation).wholeList("/api/v1/recent-shows")
    return try ListReport.show(list, invocation, giving: 1, none: "No show was played.") {
      (item: RecentShowResource, table) in
      let place = item.show.map { "\($0.date) \($0.venue)" } ?? "no longer in the catalogue"
      table.add(ClockTime.short(item.lastAt), place, "\(item.count)×", item.id)
    }
  }

  /// `deadwax concert copy`: adds a copy that has a recording of a show.
  static let concertCopy = Verb(
    "concert copy", operands: [.one("SHOW")], summary: "add a tape or a disc that has a recording of a show",
    details: """
      Needs the role staff. The copy gets a number and a code, like every copy. deadwax label make prints its label, and
      a scan of it shows the day, the venue, the songs and the source.
      """,
    examples: [
      (
        "concert copy 1977-05-08-barton-hall-cornell-university-ithaca-ny-usa --medium cd",
        "a disc of this show"
      )
    ],
    options: [
      Option("medium", .anyText, "WORD", standard: "cassette", "cassette, cd, vinyl or other"),
      Option("recording", "ID", "the identifier of the recording"),
    ]
  ) { invocation in
    guard let medium = Medium(rawValue: invocation.text("medium") ?? "cassette") else {
      throw Failure(.usage, "--medium must be one of \(Medium.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let request = ShowCopyRequest(recording: invocation.text("recording"), medium: medium)
    let answer = try HubClient(invocation).give(
      ChangeRequest(.post, path(of: invocation.operand) + "/copies", request))
    return try bound(answer, invocation)
  }

  /// `deadwax concert bind`: binds a copy to a show.
  static let concertBind = Verb(
    "concert bind", operands: [.one("COPY"), .one("SHOW")], summary: "record which show a copy has a recording of",
    details: "Needs the role staff. COPY is a number, a code or an id. deadwax undo takes it back.",
    examples: [("concert bind 12 1977-05-07-boston-garden-boston-ma-usa", "copy 12 has this show")],
    options: [Option("recording", "ID", "the identifier of the recording")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let copy = try CopyReference.find(invocation.operands[0], hub).id
    let request = ShowBindingRequest(show: invocation.operands[1], recording: invocation.text("recording"))
    return try bound(try hub.give(ChangeRequest(.put, "/api/v1/copies/\(copy)/show", request)), invocation)
  }

  /// `deadwax concert unbind`: ends the binding of a copy to a show.
  static let concertUnbind = Verb(
    "concert unbind", operands: [.one("COPY")], summary: "end the binding of a copy to a show",
    details: "Needs the role staff. COPY is a number, a code or an id. deadwax undo takes it back.",
    examples: [("concert unbind 12", "copy 12 has no show")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let copy = try CopyReference.find(invocation.operand, hub).id
    try hub.give(ChangeRequest(.delete, "/api/v1/copies/\(copy)/show"))
    StandardOutput.line("Unbound.")
    return .done
  }

  private static func path(of show: String) -> String { "/api/v1/shows/\(HubClient.encoded(show))" }

  private static func bound(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 1) { (item: ShowCopyResource, table) in
      let show = item.show
      let place = [show.date, show.venue, show.place].compactMap(\.self).joined(separator: ", ")
      table.add("copy \(item.copy.number)", place, show.sourceType ?? "", item.copy.code)
    }
  }
}
