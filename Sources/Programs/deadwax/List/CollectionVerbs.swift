internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for smart collections, in the order of the help.
  static let collection = [collectionList, collectionShow, collectionAdd, collectionEdit, collectionRemove]

  private static let collectionReference = "COLLECTION is the name or id of a collection."

  /// `deadwax collection list`: lists the smart collections.
  static let collectionList = Verb(
    "collection list", summary: "list the smart collections with the number of their releases",
    details: "A smart collection is a named query of the library. Private ones are listed for their owner alone."
  ) { invocation in
    let list = try HubClient(invocation).wholeList("/api/v1/collections")
    return try ListReport.show(list, invocation, giving: 1, none: "No collections found.") {
      (item: CollectionResource, table) in item.add(to: &table)
    }
  }

  /// `deadwax collection show`: lists the releases of a smart collection.
  static let collectionShow = Verb(
    "collection show", operands: [.one("COLLECTION")], summary: "list the releases of a smart collection",
    details: collectionReference, examples: [("collection show overdue-loans", "what should be back by now")],
    options: [Option("limit", .number(1...100_000), "N", standard: "50", "the maximum number of releases")]
  ) { invocation in
    let collection = try CollectionReference.find(invocation.operand, try HubClient(invocation))
    return try found(collection.query, [], invocation)
  }

  /// `deadwax collection add`: makes a smart collection.
  static let collectionAdd = Verb(
    "collection add", operands: [.one("NAME"), .some("QUERY")], summary: "make a smart collection from a query",
    details: """
      Needs the role staff. The query is one of deadwax find, and its order, such as sort:-year, belongs to it.
      Only a person who is signed in has private collections.
      """,
    examples: [
      ("collection add Vinyl 'added:30d medium:vinyl sort:-year'", "for everyone"),
      ("collection add \"To clean\" condition:..VG --private", "for oneself"),
    ],
    options: [.flag("private", "only its owner sees it")]
  ) { invocation in
    let text = invocation.operands.dropFirst().joined(separator: " ")
    let request = CollectionRequest(
      name: invocation.operands[0], query: text, isShared: !invocation.has("private"))
    return try marking(text) { () throws(Failure) in
      try report(try HubClient(invocation).give(ChangeRequest(.post, "/api/v1/collections", request)), invocation)
    }
  }

  /// `deadwax collection edit`: changes a smart collection.
  static let collectionEdit = Verb(
    "collection edit", operands: [.one("COLLECTION")], summary: "rename a smart collection, or change its query",
    details: "Needs the role staff. \(collectionReference)",
    examples: [
      ("collection edit Vinyl --query 'added:60d medium:vinyl'", "another query"),
      ("collection edit \"To clean\" --shared yes", "for everyone from now on"),
    ],
    options: [
      Option("name", "NAME", "the new name"), Option("query", "QUERY", "a query of the library"),
      Option("shared", .choice(["yes", "no"]), "WORD", "yes for everyone, no for its owner alone"),
    ]
  ) { invocation in
    var patch = SmartCollection.Patch { _ in }
    patch.name = invocation.text("name")
    patch.query = invocation.text("query")
    patch.isShared = invocation.text("shared").map { $0 == "yes" }
    guard !JSONCoding.members(of: patch).isEmpty else {
      throw Failure(.usage, "No change is given.", advice: "See: deadwax collection edit --help")
    }
    let hub = try HubClient(invocation)
    let collection = try CollectionReference.find(invocation.operand, hub)
    return try marking(patch.query ?? "") { () throws(Failure) in
      try report(
        try hub.give(
          ChangeRequest(.patch, "/api/v1/collections/\(collection.id)", patch, version: collection.seen)), invocation)
    }
  }

  /// `deadwax collection remove`: removes a smart collection.
  static let collectionRemove = Verb(
    "collection remove", operands: [.one("COLLECTION")], summary: "remove a smart collection",
    details: "Needs the role staff. \(collectionReference) The releases remain in the library.",
    examples: [("collection remove \"New vinyl\"", "deadwax undo restores it")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let collection = try CollectionReference.find(invocation.operand, hub)
    try hub.give(ChangeRequest(.delete, "/api/v1/collections/\(collection.id)", version: collection.seen))
    StandardOutput.line("Removed.")
    return .done
  }

  /// Runs a request with a query. A mistake in it is shown with carets below it.
  private static func marking(
    _ text: String, _ request: () throws(Failure) -> ExitCode
  ) throws(Failure) -> ExitCode {
    do throws(Failure) {
      return try request()
    } catch {
      guard let mistake = error.mistake else { throw error }
      var failure = error
      failure.advice = marked(text, mistake)
      throw failure
    }
  }

  private static func report(_ answer: HTTPClientResponse, _ invocation: Invocation) throws(Failure) -> ExitCode {
    try RecordReport.show(answer, invocation, giving: 1) { (record: CollectionResource, table) in
      record.add(to: &table)
    }
  }
}

extension CollectionResource {
  /// The version as `If-Match`; `*` for a collection that has none, which the hub refuses to change.
  fileprivate var seen: String { version.map { "\"\($0)\"" } ?? "*" }

  /// Adds a row: id, name, count, query, use.
  fileprivate func add(to table: inout Table) {
    let number = count.map { "\($0) releases" } ?? obstacle
    table.add(printable(id), printable(name), number, printable(query), isShared ? "" : "private")
  }

  private var obstacle: String {
    switch noCount?.known {
    case .timeout?: "not counted: it took too long"
    case .indexing?: "not counted: the search index is being built"
    case .mistake?: "the query has a mistake"
    case nil: "not counted"
    }
  }
}
