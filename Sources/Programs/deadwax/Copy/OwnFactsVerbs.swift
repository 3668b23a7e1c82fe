internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  /// `deadwax copy add`: adds a copy of a release.
  static let copyAdd = Verb(
    "copy add", operands: [.one("RELEASE")], summary: "add a copy of a release",
    details: "Needs the role staff. RELEASE is the barcode or id of a release, or the number of one of its copies.",
    examples: [("copy add 0074646362822 --parts 2", "a double album")],
    options: [Option("parts", .number(1...1000), "N", standard: "1", "the number of discs, cassettes and booklets")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let request = CopyRequest(
      release: try RecordReference.find(invocation.operand, hub).release, parts: invocation.number("parts"))
    let answer = try hub.give(ChangeRequest(.post, "/api/v1/copies", request))
    let copy: CopyResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(
      invocation.isJSON ? JSONCoding.line(answer.body) : "\(copy.release.line), copy \(copy.number) (\(copy.code))")
    return .done
  }

  /// `deadwax copy remove`: removes a copy that was added by mistake.
  static let copyRemove = Verb(
    "copy remove", operands: [.one("COPY")], summary: "remove a copy that was added by mistake",
    details: """
      Needs the role staff. A copy with loans, holds or written tags is withdrawn instead: deadwax copy edit COPY
      --status withdrawn.
      """,
    examples: [("copy remove 12", "deadwax undo restores it")]
  ) { invocation in
    let hub = try HubClient(invocation)
    let path = "/api/v1/copies/\(HubClient.encoded(try CopyReference.find(invocation.operand, hub).id))"
    let copy: CopyResource = try JSONCoding.decode(try hub.get(path).body)
    try hub.give(ChangeRequest(.delete, path, version: "\"\(copy.version)\""))
    StandardOutput.line("Removed.")
    return .done
  }

  /// `deadwax copy facts`: shows or changes the own facts of a copy.
  static let copyFacts = Verb(
    "copy facts", operands: [.one("COPY")], summary: "show or record where a copy came from, its price and its value",
    details: """
      Needs the role staff. Without an option of a fact, the facts are shown. An empty value, as in --price=, clears a
      fact. Amounts are in minor units with their currency, as in "1250 EUR" for 12.50 euros.
      """,
    examples: [
      ("copy facts 12", "shows the facts"),
      ("copy facts 12 --value \"2500 EUR\" --valued-by \"Ada L.\"", "an own valuation of today"),
      ("copy facts 12 --sold yes --reason \"Duplicate\"", "a withdrawn copy was sold"),
    ],
    options: [
      Option("accession", .choice(OwnFacts.Accession.allCases.map(\.rawValue)), "WORD", "bought, given or on-deposit"),
      Option("from", "TEXT", "the person or shop that it came from"),
      Option("on", "DATE", "the date of the accession, as YYYY-MM-DD"),
      Option("price", "MONEY", "the price that the library paid"),
      Option("value", "MONEY", "the library's own valuation"),
      Option("valued-on", "DATE", "the date of the valuation; today if omitted"),
      Option("valued-by", "TEXT", "the author of the valuation"),
      Option("replacement", "MONEY", "the amount that a borrower is charged who loses it"),
      Option("since", "DATE", "the date of the loss or the withdrawal"),
      Option("reason", "TEXT", "the reason of the loss or the withdrawal"),
      Option("sold", .choice(["yes", "no"]), "YES", "yes or no: the withdrawn copy was sold"),
      Option("notes", "TEXT", "notes of the library"),
    ]
  ) { invocation in
    let patch = try ownFactsPatch(invocation)
    let hub = try HubClient(invocation)
    let path = "/api/v1/copies/\(HubClient.encoded(try CopyReference.find(invocation.operand, hub).id))/own-facts"
    var answer = try hub.get(path)
    if !JSONCoding.members(of: patch).isEmpty {
      let seen: OwnFactsResource = try JSONCoding.decode(answer.body)
      answer = try hub.give(ChangeRequest(.patch, path, patch, version: "\"\(seen.version)\""))
    }
    let facts: OwnFactsResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(invocation.isJSON ? JSONCoding.line(answer.body) : facts.full)
    return .done
  }

  /// `deadwax insurance list`: lists the copies with an own valuation.
  static let insuranceList = Verb(
    "insurance list", summary: "list the copies with a valuation of the library", details: "Needs the role staff.",
    options: [Option("limit", .number(1...100_000), "N", standard: "200", "the maximum number of copies")]
  ) { invocation in
    let page = try HubClient(invocation).list("/api/v1/insurance", limit: invocation.number("limit"))
    return try ListReport.show(page, invocation, giving: 1, none: "No copy has a valuation.") {
      (item: OwnFactsResource, table) in
      table.add(
        String(item.copy.number), item.release.line,
        item.valuation.map { MoneyText.text($0.amount, $0.currency) } ?? "", item.valuedOn ?? "")
    }
  }

  private static func ownFactsPatch(_ invocation: Invocation) throws(Failure) -> OwnFacts.Patch {
    func text(_ name: String) -> PatchField<String> {
      invocation.text(name).map { $0.isEmpty ? .cleared : .set($0) } ?? .unchanged
    }
    func money(_ name: String) throws(Failure) -> PatchField<Deadwax.Money> {
      guard let text = invocation.text(name) else { return .unchanged }
      guard !text.isEmpty else { return .cleared }
      let parts = text.split(separator: " ")
      guard parts.count == 2, let amount = Int(parts[0]) else {
        throw Failure(.usage, "--\(name) must be an amount in minor units and a currency, as in \"1250 EUR\".")
      }
      return .set(Deadwax.Money(amount: amount, currency: parts[1].uppercased()))
    }
    var patch = OwnFacts.Patch { _ in }
    patch.accession =
      invocation.text("accession").flatMap(OwnFacts.Accession.init(rawValue:)).map { .set($0) } ?? .unchanged
    patch.acquiredFrom = text("from")
    patch.acquiredOn = text("on")
    patch.price = try money("price")
    patch.valuation = try money("value")
    patch.valuedOn = text("valued-on")
    patch.valuedBy = text("valued-by")
    patch.replacementCost = try money("replacement")
    patch.statusOn = text("since")
    patch.statusReason = text("reason")
    patch.isSold = invocation.text("sold").map { $0 == "yes" }
    patch.notes = text("notes")
    return patch
  }
}

extension OwnFactsResource {
  /// The facts over several lines.
  fileprivate var full: String {
    func money(_ money: Deadwax.Money?) -> String? { money.map { MoneyText.text($0.amount, $0.currency) } }
    let rows: [(String, String?)] = [
      ("accession", accession?.rawValue), ("from", acquiredFrom), ("on", acquiredOn), ("price", money(price)),
      ("value", money(valuation)), ("valued on", valuedOn), ("valued by", valuedBy),
      ("replacement", money(replacementCost)), ("since", statusOn), ("reason", statusReason),
      ("sold", isSold == true ? "yes" : nil), ("notes", notes),
    ]
    let lines = rows.compactMap { name, value in value.map { "  \(name): \(printable($0))" } }
    return (["\(release.line), copy \(copy.number)"] + lines).joined(separator: "\n")
  }
}
