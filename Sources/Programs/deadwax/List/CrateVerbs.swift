internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for lists of records, in the order of the help.
  static let lists = crate + crateCopies + collection + favourite + recent + stockTake

  /// The commands for crates.
  private static let crate = [
    crateList, crateAdd, crateEdit, crateRemove, crateShow, cratePut, crateTake, crateMove, crateOrder,
  ]

  private static let crateReference = "CRATE is the name or id of a crate."

  /// `deadwax crate list`: lists crates.
  static let crateList = Verb(
    "crate list", summary: "list crates with the number of their items",
    examples: [("crate list --holding 12", "the crates with copy 12 or its release")],
    options: [
      Option("holding", "RELEASE", "a release that stands in the crates, itself or with a copy"),
      Option("limit", .number(1...100_000), "N", standard: "200", "the maximum number of crates"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    var query: [(String, String)] = []
    if let text = invocation.text("holding") {
      query.append(("release", try RecordReference.find(text, hub).release.text))
    }
    let page = try hub.list("/api/v1/crates", query, limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No crates found.") { (item: CrateResource, table) in
      item.add(to: &table)
    }
  }

  /// `deadwax crate add`: makes a crate.
  static let crateAdd = Verb(
    "crate add", operands: [.one("NAME")], summary: "make a crate, a list of releases and copies",
    details: "Needs the role staff.",
    examples: [("crate add \"Sunday show\" --in Radio", "a crate in the crate Radio")],
    options: [
      Option("in", "CRATE", "the crate that contains it: a name or an id"),
      Option("note", "TEXT", "a note of one line"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    let request = CrateRequest(
      name: invocation.operand, note: invocation.text("note"),
      parent: try invocation.text("in").map { try CrateReference.find($0, hub).id })
    return try report(try hub.give(ChangeRequest(.post, "/api/v1/crates", request)), invocation)
  }

  /// `deadwax crate edit`: changes a crate.
  static let crateEdit = Verb(
    "crate edit", operands: [.one("CRATE")], summary: "rename a crate, or move it into another one",
    details: "Needs the role staff. \(crateReference) An empty value, as in --in=, clears a field.",
    examples: [
      ("crate edit \"Sunday show\" --name Monday", "another name"), ("crate edit Monday --in=", "out of its crate"),
    ],
    options: [
      Option("name", "NAME", "the new name"), Option("note", "TEXT", "a note of one line"),
      Option("in", "CRATE", "the crate that contains it: a name or an id"),
    ]
  ) { invocation in
    let hub = try HubClient(invocation)
    var patch = Crate.Patch { _ in }
    patch.name = invocation.text("name")
    if let note = invocation.text("note") { patch.note = note.isEmpty ? .cleared : .set(note) }
    if let parent = invocation.text("in") {
      patch.parent = parent.isEmpty ? .cleared : .set(try CrateReference.find(parent, hub).id)
    }
    guard !JSONCoding.members(of: patch).isEmpty else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax crate edit --help")
    }
    let crate = try CrateReference.find(invocation.operand, hub)
    return try report(
      try hub.give(ChangeRequest(.patch, "/api/v1/crates/\(crate.id)", patch, version: crate.seen)), invocation)
  }

  /// `deadwax crate remove`: removes a crate.
  static let crateRemove = Verb(
    "crate remove", operands: [.one("CRATE")], summary: "remove a crate with the crates in it",
    details: "Needs the role staff. \(crateReference) The records in them remain in the library.",
    examples: [("crate remove Monday", "deadwax undo restores it")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operand, hub)
    try hub.give(ChangeRequest(.delete, "/api/v1/crates/\(crate.id)", version: crate.seen))
    StandardOutput.line("Removed.")
    return .done
  }

  /// `deadwax crate show`: lists the items of a crate.
  static let crateShow = Verb(
    "crate show", operands: [.one("CRATE")], summary: "list the items of a crate in their order",
    details: crateReference,
    options: [Option("limit", .number(1...100_000), "N", standard: "200", "the maximum number of items")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operand, hub)
    let page = try hub.list("/api/v1/crates/\(crate.id)/items", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "The crate is empty.") {
      (item: CrateItemResource, table) in item.add(to: &table)
    }
  }

  /// `deadwax crate put`: adds records to a crate.
  static let cratePut = Verb(
    "crate put", operands: [.one("CRATE"), .some("RECORD")], summary: "add releases or copies at the end of a crate",
    details: """
      Needs the role staff. \(crateReference)
      RECORD is the number, code or id of a copy, or the barcode or id of a release. One that is in the crate already
      stays where it is.
      """,
    examples: [("crate put Monday 12 13 0074646362822", "two copies and a release")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operands[0], hub)
    var table = Table(giving: 1)
    for text in invocation.operands.dropFirst() {
      let record = try RecordReference.find(text, hub)
      let request = CrateItemRequest(release: record.copy == nil ? record.release : nil, copy: record.copy)
      let answer = try hub.give(ChangeRequest(.post, "/api/v1/crates/\(crate.id)/items", request))
      if invocation.isJSON { StandardOutput.line(JSONCoding.line(answer.body)) }
      let item: CrateItemResource = try JSONCoding.decode(answer.body)
      item.add(to: &table)
    }
    if !invocation.isJSON { table.lines.forEach(StandardOutput.line) }
    return .done
  }

  /// `deadwax crate take`: takes a record out of a crate.
  static let crateTake = Verb(
    "crate take", operands: [.one("CRATE"), .one("RECORD")], summary: "take a release or a copy out of a crate",
    details: "Needs the role staff. \(crateReference) The record remains in the library.",
    examples: [("crate take Monday 12", "deadwax undo puts it back")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operands[0], hub)
    let item = try CrateReference.item(try RecordReference.find(invocation.operands[1], hub), of: crate, hub)
    try hub.give(ChangeRequest(.delete, "/api/v1/crates/\(crate.id)/items/\(item.id)", version: "\"\(item.version)\""))
    StandardOutput.line("Taken out.")
    return .done
  }

  /// `deadwax crate move`: moves an item of a crate.
  static let crateMove = Verb(
    "crate move", operands: [.one("CRATE"), .one("RECORD"), .one("POSITION")],
    summary: "move a release or a copy to another position of its crate",
    details: "Needs the role staff. \(crateReference) 1 is the first position.",
    examples: [("crate move Monday 12 1", "the first one")]
  ) { invocation in
    guard let position = Int(invocation.operands[2]) else {
      throw Failure(.usage, "POSITION must be a whole number.")
    }
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operands[0], hub)
    let item = try CrateReference.item(try RecordReference.find(invocation.operands[1], hub), of: crate, hub)
    let answer = try hub.give(
      ChangeRequest(
        .patch, "/api/v1/crates/\(crate.id)/items/\(item.id)", CrateItemPatch(position: position),
        version: "\"\(item.version)\""))
    return try RecordReport.show(answer, invocation, giving: 1) { (item: CrateItemResource, table) in
      item.add(to: &table)
    }
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 1) { (record: CrateResource, table) in record.add(to: &table) }
  }
}

extension CrateResource {
  /// The version as `If-Match`.
  fileprivate var seen: String { "\"\(version)\"" }

  /// Adds a row: id, name, items, crates.
  fileprivate func add(to table: inout Table) {
    table.add(id.text, printable(name), "\(items) items", crates > 0 ? "\(crates) crates" : "")
  }
}

extension CrateItemResource {
  /// Adds a row: position, release, copy.
  fileprivate func add(to table: inout Table) {
    table.add(String(position), release.line, copy.map { "copy \($0.number)" } ?? "")
  }
}
