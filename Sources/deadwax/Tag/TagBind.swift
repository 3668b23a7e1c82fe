internal import HTTPClient

extension Verb {
  /// `deadwax tag bind`: binds a tag to a copy by the tag's number, without writing to it.
  static let tagBind = Verb(
    "tag bind", operands: "UID|- COPY…", summary: "let a tag stand for a copy, without writing to it",
    details: """
      A COPY is its number, the code on its label, or its id. With - it is the tag that lies on the reader, or the next
      that is laid there; with several copies one tag after the other is waited for. It works for every tag with a
      lasting number, also for those that cannot be written. It needs the role staff.
      """,
    examples: [
      ("tag bind 04A2B3C4D5E680 12", "that tag for copy 12"),
      ("tag bind - 12 13 14", "the next three tags, for these copies in their order"),
    ],
    options: [
      Option("move", nil, "the tag may be bound to something else; it is taken from there"), .station, .seconds,
      .dryRun,
    ]
  ) { try TagBinding($0).run() }

  /// `deadwax tag unbind`: removes the binding of a tag.
  static let tagUnbind = Verb(
    "tag unbind", operands: "UID", summary: "let a tag stand for nothing any more",
    details: "What is written on it stays: see tag erase. It needs the role staff.",
    examples: [("tag unbind 04A2B3C4D5E680", "that tag is free again")],
    options: [.dryRun]
  ) { invocation in
    let uid = try invocation.operand("tag's number")
    let hub = try Hub(invocation)
    if invocation.has("dry-run") {
      let tag: TagShape = try JSONText.decode(try hub.get("/api/v1/tags/\(Hub.encoded(uid))").body)
      StandardOutput.line("\(printable(tag.uid)) would be taken from \(tag.bound?.line ?? "nothing").")
      return .done
    }
    let answer = try hub.change(.delete, "/api/v1/tags/\(Hub.encoded(uid))/binding")
    let tag: TagShape = try JSONText.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONText.line(answer.body) : tag.full)
    return .done
  }
}

/// The tags and copies of one command.
private struct TagBinding {
  private struct Wanted: Encodable {
    var copy: String
    var move: Bool?
  }

  private let invocation: Invocation
  private let desk: TagDesk
  private let uid: String

  init(_ invocation: Invocation) throws(Failure) {
    guard let uid = invocation.operands.first else {
      throw Failure(.usage, "No tag is given.", advice: "Give its number, or - for the one on the reader.")
    }
    guard invocation.operands.count > 1 else { throw Failure(.usage, "No copy is given.") }
    guard uid == "-" || invocation.operands.count == 2 else {
      throw Failure(
        .usage, "A tag can stand for one copy only.", advice: "With - in its place each copy gets a tag of its own.")
    }
    self.invocation = invocation
    self.uid = uid
    desk = try TagDesk(invocation)
  }

  func run() throws(Failure) -> ExitCode {
    // All copies are looked up before the first is bound, so that a mistyped one does not stop the command half-way.
    var copies: [CopyReference.Found] = []
    for operand in invocation.operands.dropFirst() { copies.append(try CopyReference.find(operand, desk.hub)) }
    var before: String?
    for copy in copies {
      let uid = try uid == "-" ? next(copy, not: before) : self.uid
      if invocation.has("dry-run") {
        StandardOutput.line("\(printable(uid)) would be bound to \(copy.line).")
      } else {
        let answer = try desk.hub.change(
          .put, "/api/v1/tags/\(Hub.encoded(uid))/binding",
          JSONText.encode(Wanted(copy: copy.id, move: invocation.flag("move"))))
        let tag: TagShape = try JSONText.decode(answer.body)
        StandardOutput.line(invocation.isJSON ? JSONText.line(answer.body) : "✓ \(tag.full)")
      }
      before = uid
    }
    return .done
  }

  /// Returns the only tag on the reader that was not bound just before.
  private func next(_ copy: CopyReference.Found, not before: String?) throws(Failure) -> String {
    let found = try desk.wait("Lay the tag of \(copy.line) on the reader.") { tags in
      tags.count == 1 && tags[0].uid != before
    }
    guard found.tags.count <= 1 else {
      throw Failure(.conflict, "\(found.tags.count) tags lie there.", advice: TagRefusal.known["two-tags"]?.advice)
    }
    guard let tag = found.tags.first, tag.uid != before else {
      throw Failure(.tryAgain, "No tag came within \(desk.seconds) s.", advice: "Longer: --seconds N.")
    }
    return tag.uid
  }
}
