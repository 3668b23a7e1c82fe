internal import CommandLineArguments
internal import Deadwax
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension InboxResource {
  private var words: String {
    guard let target else { return state.rawValue }
    return "\(state.rawValue): \(target.title ?? "a \(target.kind)")"
  }

  /// Adds a row: code, symbology, number of scans, time of the last scan, station, state.
  fileprivate func add(to table: inout Table) {
    table.add(text, symbology, "\(scans)×", ClockTime.short(lastAt), station.text, words)
  }
}

extension Verb {
  /// The commands for the inbox, in the order of the help.
  static let inbox = [inboxList, inboxName, inboxLookUp, inboxClaim, inboxForget]

  /// `deadwax inbox list`: lists inbox items.
  static let inboxList = Verb(
    "inbox list", summary: "list codes that could not be resolved",
    details: "Needs the role staff.",
    examples: [("inbox list --state claimed", "codes that were bound to a copy")],
    options: [
      Option(
        "state", .choice(["all"] + InboxItem.State.allCases.map(\.rawValue)), "WORD", standard: "open",
        "all, open, named, looked-up, claimed or forgotten"),
      Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of codes"),
    ]
  ) { invocation in
    let limit = invocation.number("limit")
    let page = try HubClient(invocation).list(
      "/api/v1/inbox", [("state", invocation.text("state") ?? "open")], limit: limit)
    return try ListReport.show(page, invocation, giving: 0, none: "No codes found.") { (item: InboxResource, table) in
      item.add(to: &table)
    }
  }

  /// `deadwax inbox name`: creates a release and a copy for a code.
  static let inboxName = Verb(
    "inbox name", operands: [.one("CODE")], summary: "enter the release by hand, with one copy",
    examples: [
      ("inbox name 4017866921482 --title Demo --artist Unknown --medium cd", "a release that no catalogue lists")
    ],
    options: [
      Option("title", "TEXT", "the title of the release"), Option("artist", "TEXT", "the artist of the release"),
      Option("medium", .choice(Medium.allCases.map(\.rawValue)), "WORD", standard: "other", "the medium"), .dryRun,
    ]
  ) { invocation in
    guard let title = invocation.text("title"), let artist = invocation.text("artist"), !title.isEmpty,
      !artist.isEmpty
    else { throw Failure(.usage, "--title and --artist are required.") }
    return try decide(
      invocation, invocation.operand, "name",
      InboxRelease(
        title: title, artist: artist, medium: invocation.text("medium").flatMap(Medium.init(rawValue:)) ?? .other))
  }

  /// `deadwax inbox look-up`: requests a new look-up of a code.
  static let inboxLookUp = Verb(
    "inbox look-up", operands: [.one("CODE")], summary: "look the code up again",
    examples: [("inbox look-up 4017866921482", "a commercial barcode")], options: [.dryRun]
  ) { invocation in try decide(invocation, invocation.operand, "look-up", nil) }

  /// `deadwax inbox claim`: binds a code to a copy.
  static let inboxClaim = Verb(
    "inbox claim", operands: [.one("CODE"), .one("COPY")], summary: "bind the code to a copy",
    examples: [("inbox claim 4017866921482 12", "binds the code to copy 12")], options: [.dryRun]
  ) { invocation in
    let copy = try CopyReference.find(invocation.operands[1], try HubClient(invocation))
    return try decide(invocation, invocation.operands[0], "claim", InboxBinding(copy: copy.id))
  }

  /// `deadwax inbox forget`: removes a code from the open items.
  static let inboxForget = Verb(
    "inbox forget", operands: [.one("CODE")], summary: "remove the code until it is scanned again",
    examples: [("inbox forget 4017866921482", "the code was a price label")], options: [.dryRun]
  ) { invocation in try decide(invocation, invocation.operand, "forget", nil) }

  /// Finds an open item by its code or its id, and decides it.
  private static func decide(
    _ invocation: Invocation, _ text: String, _ verb: String, _ document: (any Encodable)?
  ) throws(Failure) -> ExitCode {
    let hub = try HubClient(invocation)
    var found: (item: InboxResource, bytes: [UInt8])?
    if UUID(uuidString: text) != nil {
      let answer = try hub.get("/api/v1/inbox/\(HubClient.encoded(text))")
      found = (try JSONCoding.decode(answer.body), answer.body)
    } else {
      for item in try hub.list("/api/v1/inbox", [("state", "open")], limit: 100_000).items {
        let shape: InboxResource = try JSONCoding.decode(item)
        if shape.text.uppercased() == text.uppercased() { found = (shape, item) }
      }
    }
    guard var found else {
      throw Failure(
        .notFound, "The inbox has no open code \(printable(text)).", advice: "To list its codes: deadwax inbox list")
    }
    if !invocation.has("dry-run") {
      let answer = try hub.give(
        ChangeRequest(.post, "/api/v1/inbox/\(HubClient.encoded(found.item.id))/\(verb)", document))
      found = (try JSONCoding.decode(answer.body), answer.body)
    }
    guard !invocation.isJSON else {
      StandardOutput.line(JSONCoding.line(found.bytes))
      return .done
    }
    var table = Table(giving: 0)
    found.item.add(to: &table)
    let words = invocation.has("dry-run") ? "\(verb) would be applied to: " : ""
    table.lines.forEach { StandardOutput.line(words + $0) }
    return .done
  }
}
