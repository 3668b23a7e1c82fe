internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for the records of Discogs that share a barcode, in the order of the help.
  static let alternative = [alternativeList, alternativeQuestion, alternativeChoose]

  /// `deadwax alternative list`: lists the records that carry the barcode of a release.
  static let alternativeList = Verb(
    "alternative list", operands: [.optional("RELEASE")],
    summary: "list the Discogs records with the barcode of a release",
    details: """
      Without RELEASE it lists the releases that have several such records, if no one has chosen one; this needs the role
      staff. RELEASE is the barcode or the id of a release, or the number or code of one of its copies. The most likely record
      is first; the others say why they are not. A * marks the record that the release was filled in from.
      """,
    examples: [
      ("alternative list", "the releases with an open choice"),
      ("alternative list 074646963524", "the records with this barcode"),
    ],
    options: [Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of releases")]
  ) { invocation in
    let hub = try HubClient(invocation)
    guard let operand = invocation.operands.first else {
      let page = try hub.list("/api/v1/releases/undecided", limit: invocation.number("limit"))
      return try ListReport.show(page, invocation, giving: 1, none: "No release has an open choice.") {
        (item: UndecidedReleaseResource, table) in
        table.add(
          item.release.id.text, item.release.line, item.release.barcode ?? "", "\(item.alternatives) records")
      }
    }
    if invocation.has("limit") { throw Failure(.usage, "--limit is for the list of the whole library.") }
    let record = try RecordReference.find(operand, hub)
    return try show(try hub.get(path(record.release, "alternatives")), invocation)
  }

  /// `deadwax alternative question`: shows the questions that find the right record.
  static let alternativeQuestion = Verb(
    "alternative question", operands: [.one("RELEASE")], summary: "show the next question that finds the right record",
    details: "The answers so far are the whole state: add the number of the answer to --answers and ask again.",
    examples: [
      ("alternative question 074646963524", "the first question"),
      ("alternative question 074646963524 --answers 2,0", "after the answers 2 and \"not known\""),
    ],
    options: [Option("answers", "NUMBERS", "the answers so far, separated by commas; 0 for one that is not known")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let record = try RecordReference.find(invocation.operand, hub)
    let answers = invocation.text("answers").map { [("answers", $0)] } ?? []
    let answer = try hub.get(path(record.release, "question"), answers)
    let dialogue: AlternativeDialogueResource = try JSONCoding.decode(answer.body)
    guard !invocation.isJSON else { return try show(answer, invocation) }
    if let question = dialogue.question {
      StandardOutput.line("\(question.feature.rawValue)?")
      for choice in question.choices {
        StandardOutput.line("  \(choice.number)  \(printable(choice.text ?? "none of these"))  (\(choice.count))")
      }
      return .done
    }
    return try show(answer, invocation)
  }

  /// `deadwax alternative choose`: chooses the record that describes a release.
  static let alternativeChoose = Verb(
    "alternative choose", operands: [.one("RELEASE"), .one("NUMBER")],
    summary: "fill in a release from another Discogs record",
    details: """
      Needs the role staff. NUMBER is the record number of one of the alternatives. The choice is remembered for the
      barcode; the facts arrive as soon as Discogs answers.
      """,
    examples: [("alternative choose 074646963524 288308", "deadwax undo takes it back")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let record = try RecordReference.find(invocation.operands[0], hub)
    let known: AlternativeList = try JSONCoding.decode(try hub.get(path(record.release, "alternatives")).body)
    let request = SourceChoiceRequest(id: invocation.operands[1])
    let choice = ChangeRequest(
      .put, path(record.release, "source"), request, version: "\"\(known.version)\"")
    return try show(try hub.give(choice), invocation)
  }

  private static func path(_ release: Release.ID, _ part: String) -> String {
    "/api/v1/releases/\(release.text)/\(part)"
  }

  /// The members that the list and the dialogue share.
  private struct Items: Decodable {
    var items: [AlternativeResource]
    /// The certainty of the first one; nil in a dialogue.
    var confidence: AlternativeList.Confidence?
  }

  private static func show(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(answer.body))
      return .done
    }
    let list: Items = try JSONCoding.decode(answer.body)
    guard !list.items.isEmpty else {
      StandardOutput.line("No look-up has found a record with its barcode.")
      return .done
    }
    var table = Table(giving: 2)
    for item in list.items {
      table.add(
        item.isCurrent ? "*" : "", item.id, item.title, item.country ?? "–", item.year.map(String.init) ?? "–",
        item.catalogNumber ?? "–", item.formats, item.behindBy?.rawValue ?? "–")
    }
    table.lines.forEach(StandardOutput.line)
    list.confidence.map(sentence).map(StandardOutput.line)
    return .done
  }

  private static func sentence(_ confidence: AlternativeList.Confidence) -> String {
    switch confidence {
    case .chosen: "A person chose one of them."
    case .unique: "Only one of them fits the scan target."
    case .dominant: "The first of them fits best."
    case .ambiguous: "Several of them fit equally well: compare them with the package."
    }
  }
}
