internal import CommandLineArguments
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax tag bind`: binds a tag to a copy by the tag's number, without writing to it.
  static let tagBind = Verb(
    "tag bind", operands: [.one("UID|-"), .some("COPY")], summary: "bind a tag to a copy without writing to it",
    details: """
      COPY is the number, code or id of a copy. With -, binds the tag on the reader, or the next one that is put there.
      With several copies, waits for one tag after another. Works for every tag with a permanent number, even if the tag
      is not writable. Needs the role staff.
      """,
    examples: [
      ("tag bind 04A2B3C4D5E680 12", "binds that tag to copy 12"),
      ("tag bind - 12 13 14", "binds the next three tags to these copies, in order"),
    ],
    options: [
      Option("move", nil, "take the tag from the record that it is bound to"), .station, .seconds,
      .dryRun,
    ]
  ) { try TagBindCommand($0).run() }

  /// `deadwax tag unbind`: removes the binding of a tag.
  static let tagUnbind = Verb(
    "tag unbind", operands: [.one("UID")], summary: "unbind a tag",
    details: "The content of the tag is not changed; see tag erase. Needs the role staff.",
    examples: [("tag unbind 04A2B3C4D5E680", "removes the binding of that tag")],
    options: [.dryRun]
  ) { invocation in
    let uid = invocation.operand
    let hub = try HubClient(invocation)
    if invocation.has("dry-run") {
      let tag: TagResource = try JSONCoding.decode(try hub.get("/api/v1/tags/\(HubClient.encoded(uid))").body)
      StandardOutput.line("\(printable(tag.uid)) would be unbound from \(tag.bound?.line ?? "nothing").")
      return .done
    }
    let answer = try hub.change(.delete, "/api/v1/tags/\(HubClient.encoded(uid))/binding")
    let tag: TagResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : TagText(tag).full)
    return .done
  }
}

/// The tags and copies of one command.
private struct TagBindCommand {
  private let invocation: Invocation
  private let station: TagStation
  private let uid: String

  init(_ invocation: Invocation) throws(Failure) {
    guard let uid = invocation.operands.first else {
      throw Failure(.usage, "No tag is given.", advice: "Give its number, or - for the tag on the reader.")
    }
    guard invocation.operands.count > 1 else { throw Failure(.usage, "No copy is given.") }
    guard uid == "-" || invocation.operands.count == 2 else {
      throw Failure(
        .usage, "A tag can be bound to one copy only.", advice: "With - instead, each copy gets a tag of its own.")
    }
    self.invocation = invocation
    self.uid = uid
    station = try TagStation(invocation)
  }

  func run() throws(Failure) -> ExitCode {
    // All copies are looked up before the first is bound, so that a mistyped one does not stop the command half-way.
    var copies: [CopyReference.Found] = []
    for operand in invocation.operands.dropFirst() { copies.append(try CopyReference.find(operand, station.hub)) }
    var before: String?
    for copy in copies {
      let uid = try uid == "-" ? next(copy, not: before) : self.uid
      if invocation.has("dry-run") {
        StandardOutput.line("\(printable(uid)) would be bound to \(copy.line).")
      } else {
        let answer = try station.hub.change(
          .put, "/api/v1/tags/\(HubClient.encoded(uid))/binding",
          JSONCoding.encode(
            BindingRequest {
              $0.copy = copy.id
              $0.move = invocation.flag("move")
            }))
        let tag: TagResource = try JSONCoding.decode(answer.body)
        StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : "✓ \(TagText(tag).full)")
      }
      before = uid
    }
    return .done
  }

  /// Returns the only tag on the reader that was not bound just before.
  private func next(_ copy: CopyReference.Found, not before: String?) throws(Failure) -> String {
    let found = try station.wait("Put the tag of \(copy.line) on the reader.") { tags in
      tags.count == 1 && tags[0].uid != before
    }
    guard found.tags.count <= 1 else {
      throw Failure(
        .conflict, "\(found.tags.count) tags are on the reader.", advice: TagRefusalAdvice.known["two-tags"]?.advice)
    }
    guard let tag = found.tags.first, tag.uid != before else {
      throw Failure(
        .tryAgain, "No tag was put on the reader within \(station.seconds) s.", advice: "To wait longer: --seconds N.")
    }
    return tag.uid
  }
}
