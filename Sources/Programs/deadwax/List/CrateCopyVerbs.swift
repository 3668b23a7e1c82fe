internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension Verb {
  /// The commands for all copies of a crate, in the order of the help.
  static let crateCopies = [crateCopyList, crateExport, crateLend]

  private static let copiesOfCrate = """
    CRATE is the name or id of a crate. Its copies are those in it, and all copies of the releases in it; the crates in
    it count too.
    """

  /// `deadwax crate copies`: lists the copies of a crate.
  static let crateCopyList = Verb(
    "crate copies", operands: [.one("CRATE")], summary: "list the copies of a crate in the order of their numbers",
    details: """
      \(copiesOfCrate)
      deadwax label make --search and deadwax bulk take these copies by the query crate:="NAME".
      """,
    examples: [("crate copies \"Sunday show\"", "its own copies, and those of its releases")],
    options: [Option("limit", .number(1...100_000), "N", standard: "200", "the maximum number of copies")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operand, hub)
    let page = try hub.list("/api/v1/crates/\(crate.id)/copies", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "The crate has no copies.") {
      (copy: CopyResource, table) in table.add("copy \(copy.number)", copy.release.line, copy.code)
    }
  }

  /// `deadwax crate export`: writes the copies of a crate to a file.
  static let crateExport = Verb(
    "crate export", operands: [.one("CRATE"), .one("FILE")],
    summary: "write the copies of a crate to a file of comma-separated values",
    details: """
      Needs the role staff.
      \(copiesOfCrate)
      The table and its proof are those of deadwax export csv copies.
      """,
    examples: [("crate export \"Sunday show\" sunday.csv --columns number,artist,title", "three columns")],
    options: exportOptions
  ) { invocation in
    let crate = try CrateReference.find(invocation.operands[0], try HubClient(invocation))
    return try export("copies", to: invocation.operands[1], of: CrateReference.query(of: crate), invocation)
  }

  /// `deadwax crate lend`: checks out the copies of a crate.
  static let crateLend = Verb(
    "crate lend", operands: [.one("CRATE")], summary: "check out the copies of a crate to a borrower",
    details: """
      \(copiesOfCrate)
      Each copy is one check-out, as with deadwax loan out. A refused copy is reported with its reason, and does not
      stop the others. Begin with --dry-run.
      """,
    examples: [("crate lend \"Sunday show\" --to ada --dry-run", "says what would be lent, and what not")],
    options: CheckOuts.options
  ) { invocation in
    let hub = try HubClient(invocation)
    let crate = try CrateReference.find(invocation.operand, hub)
    var copies: [CopyResource] = []
    for item in try hub.list("/api/v1/crates/\(crate.id)/copies", limit: 100_000).items {
      copies.append(try JSONCoding.decode(item, as: CopyResource.self))
    }
    guard !copies.isEmpty else {
      StandardError.line("The crate has no copies.")
      return .done
    }
    return try CheckOuts(invocation).run(copies, named: { "copy \($0.number)" }) { copy, _ throws(Failure) in
      CopyReference.Found(copy)
    }
  }
}
