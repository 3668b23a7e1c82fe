internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for the concert catalogue, in the order of the help.
  static let concert = [
    concertFind, concertShow, concertRecordings, concertCollections, concertStatus, concertArchive, concertNote,
    concertForget, concertPlayed, concertRecent, concertCopy, concertBind, concertUnbind, concertImport,
  ]

  /// `deadwax concert find`: finds shows.
  static let concertFind = Verb(
    "concert find", operands: [.any("WORD")], summary: "find shows by day, place, musician and song",
    details: """
      Words are searched for in days, venues, cities, states, musicians and songs. 5-8-77, 5/8/77 and 1977-05-08 are
      the same day. A search lists the shows of the best rating first; without words, the newest ones are first.
      """,
    examples: [
      ("concert find Cornell 77", "the show at Cornell in 1977"),
      ("concert find --day 05-08", "the shows on this day of all years"),
      ("concert find --song 'Dark Star' --year 1969", "the shows of a year with a song"),
    ],
    options: [
      Option("year", .number(1...9999), "YEAR", "only shows of this year"),
      Option("month", "MONTH", "only shows of this month, such as 1977-05"),
      Option("since", "DAY", "only shows on or after this day"),
      Option("to", "DAY", "only shows on or before this day"),
      Option("day", "DAY", "only shows on this day of all years, such as 05-08"),
      Option("venue", .anyText, "NAME", "only shows at this venue, by its whole name"),
      Option("city", .anyText, "NAME", "only shows in this city"),
      Option("region", .anyText, "NAME", "only shows in this state or province, such as NY"),
      Option("song", .anyText, "TITLE", "only shows with this song, by its whole title"),
      Option("collection", "ID", "the shows of a collection, in its order"),
      .flag("library", "only shows in the library"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of shows"),
    ]
  ) { invocation in
    var query: [(String, String)] = []
    let words = invocation.operands.joined(separator: " ")
    if !words.isEmpty { query.append(("search", words)) }
    for name in ["year", "month", "since", "to", "day", "venue", "city", "region", "song", "collection"] {
      if let text = invocation.text(name) { query.append((name, text)) }
    }
    if invocation.has("library") { query.append(("library", "yes")) }
    let page = try HubClient(invocation).list("/api/v1/shows", query, limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 2, none: "No shows found.") { (show: ShowSummary, table) in
      show.add(to: &table)
    }
  }

  /// `deadwax concert show`: shows a show with its setlist and recordings.
  static let concertShow = Verb(
    "concert show", operands: [.one("SHOW")], summary: "show a show with its setlist and its recordings",
    details: "SHOW is the id that deadwax concert find prints in its last column.",
    examples: [("concert show 1977-05-08-barton-hall-cornell-university-ithaca-ny-usa", "the show at Cornell")]
  ) { invocation in
    let answer = try HubClient(invocation).get("/api/v1/shows/\(HubClient.encoded(invocation.operand))")
    let show: ShowResource = try JSONCoding.decode(answer.body)
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(answer.body))
    } else {
      show.lines.forEach(StandardOutput.line)
    }
    return .done
  }

  /// `deadwax concert recordings`: lists the recordings of the best rating.
  static let concertRecordings = Verb(
    "concert recordings", summary: "list recordings of shows, those of the best rating first",
    examples: [("concert recordings --source SBD --reviews 20", "soundboards with at least 20 reviews")],
    options: [
      Option("source", "WORD", "only this kind: SBD, AUD, FM, MATRIX, REMASTER or UNKNOWN"),
      Option("reviews", .number(0...1_000_000), "N", "only recordings with at least this number of reviews"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of recordings"),
    ]
  ) { invocation in
    var query: [(String, String)] = []
    for name in ["source", "reviews"] { if let text = invocation.text(name) { query.append((name, text)) } }
    let page = try HubClient(invocation).list("/api/v1/show-recordings", query, limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 3, none: "No recordings found.") {
      (recording: ShowRecordingResource, table) in
      table.add(
        recording.sourceType, stars(recording.rating), "\(recording.reviews) reviews", recording.show,
        recording.identifier)
    }
  }

  /// `deadwax concert collections`: lists the collections of the catalogue.
  static let concertCollections = Verb(
    "concert collections", summary: "list the collections of the concert catalogue",
    examples: [("concert collections", "deadwax concert find --collection lists the shows of one")]
  ) { invocation in
    let list = try HubClient(invocation).wholeList("/api/v1/concert-collections")
    return try ListReport.show(list, invocation, giving: 1, none: "There are no collections.") {
      (collection: ConcertCollectionResource, table) in
      table.add(collection.id, collection.name, "\(collection.shows) shows")
    }
  }

  /// `deadwax concert status`: shows the package of the catalogue and its numbers.
  static let concertStatus = Verb(
    "concert status", summary: "show the package of the concert catalogue, and its recordings by source",
    examples: [("concert status", "the version, and the number of shows")]
  ) { invocation in
    let answer = try HubClient(invocation).get("/api/v1/concerts")
    let catalogue: ConcertCatalogueResource = try JSONCoding.decode(answer.body)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    guard let package = catalogue.package else {
      StandardError.line("There is no concert catalogue. deadwax concert import reads a package.")
      return .done
    }
    StandardOutput.line(package.line)
    var table = Table(giving: 1)
    for item in catalogue.statistics {
      table.add(
        "  \(item.sourceType)", "\(item.recordings) recordings", "\(item.reviews) reviews",
        "average \(stars(item.averageRating))")
    }
    table.lines.forEach(StandardOutput.line)
    return .done
  }

  /// `deadwax concert archive`: shows what Archive.org has about a recording.
  static let concertArchive = Verb(
    "concert archive", operands: [.one("RECORDING")], summary: "show the tracks and reviews that Archive.org has",
    details: """
      Needs the role staff. RECORDING is the identifier of a recording. The hub asks Archive.org once a day at most.
      """,
    examples: [("concert archive gd77-05-08.sbd.hicks.4982", "the tracks with their lengths")]
  ) { invocation in
    let hub = try HubClient(invocation, patience: .seconds(60))
    let answer = try hub.get("/api/v1/show-recordings/\(HubClient.encoded(invocation.operand))/archive")
    let item: ArchivedItemResource = try JSONCoding.decode(answer.body)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    StandardOutput.line(printable(item.title ?? invocation.operand))
    var table = Table(giving: 1)
    for track in item.tracks {
      let length = track.seconds.map { "\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" } ?? ""
      table.add("  \(track.number ?? "")", track.title ?? track.file, length)
    }
    table.lines.forEach(StandardOutput.line)
    for review in item.reviews {
      StandardOutput.line(
        "  \(review.stars.map { "\(stars($0)) " } ?? "")\(printable(review.title ?? review.text ?? ""))")
    }
    return .done
  }

  /// Returns a rating with two digits.
  static func stars(_ rating: Double) -> String {
    let hundredths = Int((min(max(rating, 0), 99) * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension ShowSummary {
  /// Adds the show as a row: day, rating, place, recordings and id.
  func add(to table: inout Table) {
    let place = [venue, city, state].compactMap(\.self).joined(separator: ", ")
    table.add(
      date, rating.map { Verb.stars($0) } ?? "", place, "\(recordings) \(recordings == 1 ? "recording" : "recordings")",
      isInLibrary ? "in the library" : "", id)
  }
}
