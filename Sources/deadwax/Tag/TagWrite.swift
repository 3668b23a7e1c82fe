internal import HTTPClient

extension Verb {
  /// `deadwax tag write`: writes a copy's code to a tag and binds the tag to the copy.
  static let tagWrite = Verb(
    "tag write", operands: "[COPY]…", summary: "write the tags of copies, and bind them",
    details: """
      A COPY is its number, the code on its label, or its id. One copy goes to the tag that lies on the reader, or to
      the next that is laid there. Several copies, --place and --untagged make a queue: one tag after the other, the
      next when the one before is taken away. Everything that is written is read back and compared, and only then is the
      tag bound. A tag that is taken away too early is finished at its next tap.

      The exit code is 0 when it is written, 1 when the tag cannot be used, 5 when one of --move, --overwrite, --second
      or --replace has to be said, 75 when no tag came.
      """,
    examples: [
      ("tag write 12", "copy 12, on the tag that lies there"),
      ("tag write DW:I:0123456789ABCX --second", "a second tag for a copy that has one"),
      ("tag write --place DW:P:0123456789ABCX", "every copy without a tag on that shelf, one after the other"),
    ],
    options: [
      Option("place", "PLACE", "every copy without a tag at this place and below it: its name, code or id"),
      Option("untagged", nil, "every copy that has no tag"),
      Option("uid", "UID", "only this tag, whenever it is laid down within the time"),
      Option("second", nil, "the copy may have a tag already; this one is added"),
      Option("replace", nil, "the copy may have a tag already; this one takes its place"),
      Option("move", nil, "the tag may be bound to something else; it is taken from there"),
      Option("overwrite", nil, "what stands on the tag and is not ours may be lost"),
      Option("seal", nil, "set a password against accidental overwriting"),
      .station, .seconds, Option("no-wait", nil, "give the order and do not wait for its end"), .dryRun,
    ]
  ) { try TagWrite($0).run() }
}

/// The copies of one command, and the tags to write for them.
private struct TagWrite {
  private let invocation: Invocation
  private let desk: TagDesk

  init(_ invocation: Invocation) throws(Failure) {
    let ways = [!invocation.operands.isEmpty, invocation.has("place"), invocation.has("untagged")]
    guard ways.contains(true) else {
      throw Failure(.usage, "No copy is given.", advice: "Name copies, or say --place PLACE or --untagged.")
    }
    guard ways.filter(\.self).count == 1 else {
      throw Failure(.usage, "Copies, --place and --untagged cannot stand together.")
    }
    guard !invocation.has("second") || !invocation.has("replace") else {
      throw Failure(.usage, "--second and --replace cannot stand together.")
    }
    self.invocation = invocation
    desk = try TagDesk(invocation)
  }

  func run() throws(Failure) -> ExitCode {
    var copies: [CopyReference.Found] = []
    for operand in invocation.operands { copies.append(try CopyReference.find(operand, desk.hub)) }
    if copies.count == 1 { return try write(copies[0]) }
    for option in ["uid", "second", "replace", "move", "overwrite"] where invocation.has(option) {
      throw Failure(.usage, "--\(option) goes with one copy only.")
    }
    return try queue(copies)
  }

  private func write(_ copy: CopyReference.Found) throws(Failure) -> ExitCode {
    let order = TagOrder(
      action: "write", station: desk.station, uid: invocation.text("uid"), copy: copy.id,
      overwrite: invocation.flag("overwrite"), move: invocation.flag("move"),
      second: invocation.has("second") ? "add" : invocation.has("replace") ? "replace" : nil,
      seal: invocation.flag("seal"), seconds: max(1, desk.seconds))
    if invocation.has("dry-run") {
      var tag = order.uid
      if tag == nil { tag = try desk.lying().tags.first?.uid }
      StandardOutput.line(
        "\(copy.line) would be written to \(tag.map(printable) ?? "the next tag that is laid there").")
      return .done
    }
    if !invocation.isJSON { StandardError.line(copy.line) }
    return try desk.carryOut(order)
  }

  private func queue(_ copies: [CopyReference.Found]) throws(Failure) -> ExitCode {
    var wanted = TagQueueWanted(seal: invocation.flag("seal"))
    if let place = invocation.text("place") {
      wanted.place = try PlaceReference.find(place, desk.hub)
    } else if invocation.has("untagged") {
      wanted.untagged = true
    } else {
      wanted.copies = copies.map(\.id)
    }
    if invocation.has("dry-run") {
      for copy in copies { StandardOutput.line("\(copy.line) would be queued.") }
      if copies.isEmpty { StandardOutput.line("Every copy without a tag there would be queued.") }
      return .done
    }
    let answer = try desk.hub.change(.put, desk.path("tag-queue"), JSONText.encode(wanted))
    let queue = TagQueueWatch(desk: desk, bytes: answer.body)
    return try invocation.has("no-wait") ? queue.show() : queue.follow()
  }
}

extension Invocation {
  /// Returns true if an option is given; nil if it is not, so that the hub's default applies.
  func flag(_ option: String) -> Bool? { has(option) ? true : nil }
}
