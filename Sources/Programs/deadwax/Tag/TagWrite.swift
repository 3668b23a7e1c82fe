internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax tag write`: writes a copy's code to a tag and binds the tag to the copy.
  static let tagWrite = Verb(
    "tag write", operands: [.any("COPY")], summary: "write the tags of copies and bind them",
    details: """
      COPY is the number, code or id of a copy. One copy is written to the tag on the reader, or to the next one that is
      put there. Several copies, --place and --untagged create a queue: the next tag follows when the previous one is
      removed. All written data is read back and compared before the tag is bound. A tag that is removed too early is
      finished at its next tap.

      The exit code is 0 if the tag was written and 1 if it cannot be used. It is 5 if one of --move, --overwrite,
      --second or --replace is required, and 75 if no tag was put on the reader.
      """,
    examples: [
      ("tag write 12", "copy 12, on the tag on the reader"),
      ("tag write DW:I:0123456789ABCX --second", "a second tag for a copy that has one"),
      ("tag write --place DW:P:0123456789ABCX", "every copy without a tag on that shelf, one after another"),
    ],
    options: [
      Option("place", "PLACE", "every copy without a tag in or below this place: its name, code or id"),
      Option("untagged", nil, "every copy without a tag"),
      Option("uid", "UID", "only this tag, if it is put on the reader in time"),
      Option("second", nil, "add a tag to a copy that already has one"),
      Option("replace", nil, "replace the tag that the copy has"),
      Option("move", nil, "take the tag from the record that it is bound to"),
      Option("overwrite", nil, "overwrite foreign content on the tag"),
      Option("seal", nil, "set a password against accidental writing"),
      .station, .seconds, Option("no-wait", nil, "create the job and do not wait for its end"), .dryRun,
    ]
  ) { try TagWrite($0).run() }
}

/// The copies of one command, and the tags to write for them.
private struct TagWrite {
  private let invocation: Invocation
  private let station: TagStation

  init(_ invocation: Invocation) throws(Failure) {
    let ways = [!invocation.operands.isEmpty, invocation.has("place"), invocation.has("untagged")]
    guard ways.contains(true) else {
      throw Failure(.usage, "No copy is given.", advice: "Give copies, --place PLACE or --untagged.")
    }
    guard ways.filter(\.self).count == 1 else {
      throw Failure(.usage, "Copies, --place and --untagged cannot be combined.")
    }
    guard !invocation.has("second") || !invocation.has("replace") else {
      throw Failure(.usage, "--second and --replace cannot be combined.")
    }
    self.invocation = invocation
    station = try TagStation(invocation)
  }

  func run() throws(Failure) -> ExitCode {
    var copies: [CopyReference.Found] = []
    for operand in invocation.operands { copies.append(try CopyReference.find(operand, station.hub)) }
    if copies.count == 1 { return try write(copies[0]) }
    for option in ["uid", "second", "replace", "move", "overwrite"] where invocation.has(option) {
      throw Failure(.usage, "--\(option) is for one copy only.")
    }
    return try queue(copies)
  }

  private func write(_ copy: CopyReference.Found) throws(Failure) -> ExitCode {
    let order = TagOrderRequest(action: .write) {
      $0.station = station.name
      $0.uid = invocation.text("uid")
      $0.copy = copy.id
      $0.overwrite = invocation.flag("overwrite")
      $0.move = invocation.flag("move")
      $0.second = invocation.has("second") ? .add : invocation.has("replace") ? .replace : nil
      $0.seal = invocation.flag("seal")
      $0.seconds = max(1, station.seconds)
    }
    if invocation.has("dry-run") {
      var tag = order.uid
      if tag == nil { tag = try station.lying().tags.first?.uid }
      StandardOutput.line(
        "\(copy.line) would be written to \(tag.map(printable) ?? "the next tag that is laid there").")
      return .done
    }
    if !invocation.isJSON { StandardError.line(copy.line) }
    return try station.carryOut(order)
  }

  private func queue(_ copies: [CopyReference.Found]) throws(Failure) -> ExitCode {
    var wanted = TagQueueRequest { $0.seal = invocation.flag("seal") }
    if let place = invocation.text("place") {
      wanted.place = try PlaceReference.find(place, station.hub)
    } else if invocation.has("untagged") {
      wanted.untagged = true
    } else {
      wanted.copies = copies.map(\.id)
    }
    if invocation.has("dry-run") {
      for copy in copies { StandardOutput.line("\(copy.line) would be queued.") }
      if copies.isEmpty { StandardOutput.line("Every copy without a tag in that place would be queued.") }
      return .done
    }
    let answer = try station.hub.change(.put, station.path("tag-queue"), JSONCoding.encode(wanted))
    let queue = TagQueueWatch(station: station, bytes: answer.body)
    return try invocation.has("no-wait") ? queue.show() : queue.follow()
  }
}

extension Invocation {
  /// Returns true if an option is given; nil if it is not, so that the hub's default applies.
  func flag(_ option: String) -> Bool? { has(option) ? true : nil }
}
