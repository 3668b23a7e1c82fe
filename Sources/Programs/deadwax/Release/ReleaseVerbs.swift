internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for releases, in the order of the help.
  static let release = [
    releaseList, releaseShow, releaseAdd, releaseEdit, releaseLinks, releaseDuplicates, releaseDifferent,
    releaseMerge, releaseRemove, releaseTags, insuranceList,
  ]

  static let reference = "RELEASE is the barcode or id of a release, or the number, code or id of a copy."

  /// `deadwax release list`: lists releases.
  static let releaseList = Verb(
    "release list", operands: [.any("WORD")], summary: "list releases, the newest first",
    details: "The words are a query of the library, as for deadwax find.",
    examples: [
      ("release list --wished yes", "the wish list"), ("release list --medium vinyl blue", "vinyl with this word"),
    ],
    options: [
      Option(
        "medium", .choice(MediumFilter.allCases.map(\.rawValue)), "WORD", "cd, vinyl, or other for all other media"),
      Option("wished", .choice(["yes", "no"]), "WORD", "yes for the wish list, no for all other releases"),
      Option("favourite", .choice(["yes", "no"]), "WORD", "yes for the favourites, no for all other releases"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of releases"),
    ]
  ) { invocation in
    var query: [(String, String)] = []
    if let medium = invocation.text("medium") { query.append(("medium", medium)) }
    if let wished = invocation.text("wished") { query.append(("wished", wished == "yes" ? "true" : "false")) }
    if let word = invocation.text("favourite") { query.append(("favourite", word == "yes" ? "true" : "false")) }
    return try found(invocation.operands.joined(separator: " "), query, invocation)
  }

  /// `deadwax release show`: prints the whole record of a release, with its edited fields.
  static let releaseShow = Verb(
    "release show", operands: [.one("RELEASE")], summary: "show the whole record of a release",
    details: """
      \(reference)
      Shows the discs and sides with their tracks and total times, the credits, series, companies and numbers, the links
      to external sources, where the cover comes from, and the fields that people have edited.
      """,
    examples: [("release show 0074646362822", "the release with this barcode")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let answer = try hub.get(try path(invocation.operand, hub))
    let release: ReleaseResource = try JSONCoding.decode(answer.body)
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let cover = try coverLine(of: release.summary.id, hub)
    StandardOutput.line(([release.full] + release.linkLines + [cover] + release.record).joined(separator: "\n"))
    return .done
  }

  /// `deadwax release add`: enters a release by hand.
  static let releaseAdd = Verb(
    "release add", summary: "enter a release by hand",
    details: "Needs the role staff. No look-up changes the fields that are given.",
    examples: [("release add --title \"Demo\" --artist \"The Band\" --medium cassette", "a tape without a barcode")],
    options: ReleaseOptions.all + [ReleaseOptions.tags]
  ) { invocation in
    var patch = try ReleaseOptions.patch(invocation)
    if !invocation.texts("tag").isEmpty { patch.tags = invocation.texts("tag") }
    guard patch.title != nil, patch.medium != nil else {
      throw Failure(.usage, "--title and --medium are needed.", advice: "See: deadwax release add --help")
    }
    return try report(
      try HubClient(invocation).give(ChangeRequest(.post, "/api/v1/releases", patch)), invocation)
  }

  /// `deadwax release edit`: corrects a release.
  static let releaseEdit = Verb(
    "release edit", operands: [.one("RELEASE")], summary: "correct a release",
    details: """
      Needs the role staff. \(reference)
      Only the given options change; an empty value, as in --label=, clears a field. Edited fields are marked, and no
      refresh from the source changes them. --use-source gives fields back to the source.
      """,
    examples: [
      ("release edit 12 --title \"The Right Title\"", "corrects the title"),
      ("release edit 0074646362822 --wished yes", "puts it on the wish list"),
      ("release edit 12 --use-source title,year", "takes both from the source again"),
      ("release edit 12 --tag \"jazz night\" --no-tag reissue", "adds a tag, and takes one away"),
    ],
    options: ReleaseOptions.all + ReleaseOptions.tagChanges + [
      Option("use-source", "FIELDS", "the fields that get the value of the source again, separated by commas"), .dryRun,
    ]
  ) { invocation in
    var patch = try ReleaseOptions.patch(invocation)
    let sourced = try ReleaseOptions.fields(invocation.text("use-source") ?? "")
    guard
      !JSONCoding.members(of: patch).isEmpty || !sourced.isEmpty || invocation.has("tag") || invocation.has("no-tag")
    else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax release edit --help")
    }
    let hub = try HubClient(invocation)
    let path = try path(invocation.operand, hub)
    var answer = try hub.get(path)
    var release: ReleaseResource = try JSONCoding.decode(answer.body)
    patch.tags = try ReleaseOptions.changedTags(of: release, invocation)
    let members = JSONCoding.members(of: patch) + sourced.map(\.rawValue)
    guard !invocation.has("dry-run") else {
      StandardOutput.line("\(members.joined(separator: ", ")) of \(release.summary.line) would change.")
      return .done
    }
    if !JSONCoding.members(of: patch).isEmpty {
      answer = try hub.give(ChangeRequest(.patch, path, patch, version: release.seen))
      release = try JSONCoding.decode(answer.body)
    }
    if !sourced.isEmpty {
      let request = SourceRequest(fields: sourced)
      answer = try hub.give(ChangeRequest(.post, path + "/use-source", request, version: release.seen))
    }
    return try report(answer, invocation)
  }

  /// `deadwax release duplicates`: lists the releases that may be the same edition as one, or all such groups.
  static let releaseDuplicates = Verb(
    "release duplicates", operands: [.optional("RELEASE")], summary: "list releases that may be the same edition",
    details: """
      Needs the role staff. \(reference)
      Without RELEASE it lists the groups of the whole library: one record of a source, or the same label, catalogue number
      and title. Nothing is merged; deadwax release different takes a group off the list.
      """,
    examples: [
      ("release duplicates 12", "candidates for a merge"), ("release duplicates", "the groups of the whole library"),
    ],
    options: [Option("limit", .number(1...1_000_000), "N", standard: "200", "the maximum number of groups")]
  ) { invocation in
    let hub = try HubClient(invocation)
    guard let operand = invocation.operands.first else { return try duplicateGroups(invocation, hub) }
    if invocation.has("limit") { throw Failure(.usage, "--limit is for the list of the whole library.") }
    let page = try hub.wholeList("\(try path(operand, hub))/duplicates")
    return try ListReport.show(page, invocation, giving: 1, none: "No duplicates found.") {
      (item: DuplicateResource, table) in
      table.add(
        item.release.id.text, item.release.line, "\(item.copies) copies",
        item.reasons.map(\.rawValue).joined(separator: ", "))
    }
  }

  private static func duplicateGroups(_ invocation: Invocation, _ hub: HubClient) throws(Failure) -> ExitCode {
    let page = try hub.list("/api/v1/releases/duplicates", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No duplicates found.") {
      (group: DuplicateGroupResource, table) in
      for (index, item) in group.releases.enumerated() {
        table.add(
          index == 0 ? "=" : "", item.release.id.text, item.release.line, "\(item.copies) copies",
          index == 0 ? group.reasons.map(\.rawValue).joined(separator: ", ") : "")
      }
    }
  }

  /// `deadwax release different`: notes that releases are different editions.
  static let releaseDifferent = Verb(
    "release different", operands: [.some("RELEASE")], summary: "note that releases are different editions",
    details: """
      Needs the role staff. \(reference)
      The releases, at least two, are no longer listed as duplicates of one another. deadwax undo takes it back.
      """, examples: [("release different 12 40", "the releases of copies 12 and 40 are two editions")]
  ) { invocation in
    guard invocation.operands.count > 1 else { throw Failure(.usage, "At least two releases are needed.") }
    let hub = try HubClient(invocation)
    let releases = try invocation.operands.map { operand throws(Failure) in
      try RecordReference.find(operand, hub).release
    }
    try hub.give(
      ChangeRequest(.post, "/api/v1/releases/duplicates/different", DifferentReleases(releases: releases)))
    return .done
  }

  /// `deadwax release merge`: merges a release into another one.
  static let releaseMerge = Verb(
    "release merge", operands: [.one("RELEASE"), .one("OTHER")], summary: "merge another release into a release",
    details: """
      Needs the role staff. \(reference)
      The copies, holds and codes of OTHER move to RELEASE, and OTHER leaves the lists. --dry-run shows what would move.
      deadwax undo restores every row.
      """,
    examples: [("release merge 12 40 --dry-run", "shows what the release of copy 40 would bring")],
    options: [.dryRun]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = try path(invocation.operands[0], hub)
    let other = try RecordReference.find(invocation.operands[1], hub).release
    let answer = try hub.get("\(path)/merge", [("other", other.text)])
    let preview: MergePreview = try JSONCoding.decode(answer.body)
    guard !invocation.has("dry-run") else {
      StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : preview.full)
      return .done
    }
    let request = MergeRequest(other: other, otherVersion: preview.other.version)
    return try report(
      try hub.give(
        ChangeRequest(.post, "\(path)/merge", request, version: preview.release.version.map { "\"\($0)\"" } ?? "*")),
      invocation)
  }

  /// `deadwax release remove`: removes a release.
  static let releaseRemove = Verb(
    "release remove", operands: [.one("RELEASE")], summary: "remove a release without copies and open holds",
    details: "Needs the role staff. \(reference)",
    examples: [("release remove 0074646362822", "deadwax undo restores it")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = try path(invocation.operand, hub)
    let release: ReleaseResource = try JSONCoding.decode(try hub.get(path).body)
    try hub.give(ChangeRequest(.delete, path, version: release.seen))
    StandardOutput.line("Removed.")
    return .done
  }

  static func path(_ text: String, _ hub: HubClient) throws(Failure) -> String {
    "/api/v1/releases/\(HubClient.encoded(try RecordReference.find(text, hub).release.text))"
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    let release: ReleaseResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : release.full)
    return .done
  }
}

extension ReleaseResource {
  /// The version as `If-Match`.
  var seen: String { summary.version.map { "\"\($0)\"" } ?? "*" }

  /// The release over several lines.
  fileprivate var full: String {
    var lines = [summary.line, "  id: \(summary.id.text)", "  status: \(summary.status.rawValue)"]
    if let label = summary.label {
      lines.append("  label: \(printable([label, summary.catalogNumber].compactMap(\.self).joined(separator: " – ")))")
    }
    if let country { lines.append("  country: \(printable(country))") }
    if let released { lines.append("  released: \(printable(released))") }
    if let barcode = summary.barcode { lines.append("  barcode: \(barcode)") }
    lines.append("  copies: \(copies.map { String($0.number) }.joined(separator: ", "))")
    if summary.isWished == true { lines.append("  on the wish list") }
    if summary.isFavourite == true { lines.append("  one of the favourites") }
    if !tags.isEmpty { lines.append("  tags: \(printable(tags.joined(separator: "; ")))") }
    for mark in edited {
      let source =
        mark.isSourced ? "\(sourceName ?? "the source") has: \(printable(mark.sourceValue ?? "nothing"))" : "no source"
      lines.append("  edited: \(mark.field.rawValue) (\(source))")
    }
    return lines.joined(separator: "\n")
  }
}

extension MergePreview {
  /// The preview over several lines.
  fileprivate var full: String {
    var lines = ["From \(other.line)", "into \(release.line):"]
    lines.append("  copies: \(copies.map { String($0.number) }.joined(separator: ", "))")
    lines.append("  loans: \(loans)")
    lines.append("  holds: \(holds)" + (endedHolds > 0 ? ", \(endedHolds) end" : ""))
    if !codes.isEmpty { lines.append("  codes: \(printable(codes.joined(separator: ", ")))") }
    for field in fields { lines.append("  \(field.field.rawValue): \(printable(field.value ?? "-"))") }
    if let tags { lines.append("  tags: \(printable(tags.joined(separator: "; ")))") }
    if movesSource { lines.append("  the data of its source") }
    return lines.joined(separator: "\n")
  }
}
