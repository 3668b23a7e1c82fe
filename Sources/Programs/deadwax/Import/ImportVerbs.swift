internal import CommandLineArguments
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  private static let path = "/api/v1/imports"

  /// `deadwax import csv`: imports a table.
  static let importTable = Verb(
    "import csv", operands: [.one("FILE")],
    summary: "import a table of copies, borrowers or loans from a file, as one change",
    details: """
      Needs the role admin. The hub finds out the encoding and the delimiter, and the field of each column by its
      name. It knows the table of deadwax export csv, the collection and the inventory of Discogs, the lists of CLZ
      Music, and the columns of other programs. Fields of an import that was applied are used again for files with the
      same columns. The command prints each line that is refused. With refused lines, it imports nothing unless
      --skip-refused is given. deadwax undo with the printed change takes all of it back. Import copies and borrowers
      before loans: a loan names one of each.
      """,
    examples: [
      ("import csv collection.csv --dry-run", "only say what would happen"),
      ("import csv collection.csv", "import it"),
      ("import csv members.csv --table borrowers", "import borrowers with their cards"),
      ("import csv list.csv --program other", "find the fields again, as those of an unknown program"),
      ("import csv list.csv --map Owner=acquired_from,Code=", "one column to a field, and one left out"),
    ],
    options: [
      .dryRun,
      Option("table", .anyText, "WORD", "copies, borrowers or loans; by the columns if it is absent"),
      Option("program", .anyText, "WORD", "deadwax, discogs-collection, discogs-listings, clz or other"),
      .flag("skip-refused", "leave out the lines that are refused"),
      .flag("all-lines", "print the fate of every line"),
      Option("map", .list, "COLUMN=FIELD,…", "the fields of columns; without a field, the column is left out"),
      Option("encoding", .anyText, "WORD", "utf-8, utf-8-mark, utf-16le, utf-16be or windows-1252"),
      Option("delimiter", .anyText, "WORD", "comma, semicolon or tab"),
    ]
  ) { invocation in
    let file = invocation.operand
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw Failure(.notFound, "Cannot read \(printable(file)).")
    }
    let hub = try HubClient(invocation, patience: .seconds(600))
    let table = invocation.text("table").map { [("table", $0)] } ?? []
    var view: ImportResource = try JSONCoding.decode(try hub.upload(Array(bytes), to: path, table).body)
    let own = "\(path)/\(HubClient.encoded(view.id))"
    view = try waited(for: own, hub)
    // The fields of another program are known after the file was read as one of it.
    if let program = invocation.text("program"), view.fault == nil {
      let patch = ImportPatch(encoding: nil, delimiter: nil, program: program, fields: nil)
      try hub.give(ChangeRequest(.patch, own, patch))
      view = try waited(for: own, hub)
    }
    if let patch = try patch(invocation, view) {
      try hub.give(ChangeRequest(.patch, own, patch))
      view = try waited(for: own, hub)
    }
    if let fault = view.fault {
      throw Failure(.usage, "\(printable(file)): \(fault.place)\(printable(fault.detail))")
    }
    if !invocation.isJSON { try show(view, own, hub, all: invocation.has("all-lines")) }
    let isSkipping = invocation.has("skip-refused")
    let isBlocked = view.counts.refused > 0 && !isSkipping
    if !invocation.has("dry-run"), !isBlocked, view.counts.add + view.counts.change > 0, let plan = view.plan {
      try hub.give(ChangeRequest(.post, own + "/apply", PreviewOrder(plan: plan, skipsRefused: isSkipping)))
      view = try waited(for: own, hub)
      if let fault = view.fault { throw Failure(.conflict, printable(fault.detail)) }
    }
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(try hub.get(own).body))
    } else if let change = view.change {
      StandardOutput.line("Imported. To take all of it back: deadwax undo \(change)")
    } else {
      StandardOutput.line("Nothing was imported.")
    }
    return isBlocked && !invocation.has("dry-run") ? .conflict : .done
  }

  /// Waits until nothing is under way, and shows the progress.
  private static func waited(for path: String, _ hub: HubClient) throws(Failure) -> ImportResource {
    while true {
      let view: ImportResource = try JSONCoding.decode(try hub.get(path).body)
      guard ["checking", "applying"].contains(view.state) else { return view }
      if let left = view.secondsLeft {
        StandardError.line("\(view.state == "applying" ? "Importing" : "Checking"): \(view.percent) %, \(left) s left")
      }
      Thread.sleep(forTimeInterval: 0.5)
    }
  }

  /// Returns what the options change; nil for nothing.
  private static func patch(_ invocation: Invocation, _ view: ImportResource) throws(Failure) -> ImportPatch? {
    var fields: [String?]?
    if let map = invocation.text("map") {
      var chosen = view.fields
      for entry in map.split(separator: ",") {
        let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let index = view.columns.firstIndex(of: parts[0]) else {
          let names = view.columns.map { printable($0) }.joined(separator: ", ")
          throw Failure(.usage, "--map needs COLUMN=FIELD. The columns of the file: \(names).")
        }
        if !parts[1].isEmpty, let other = chosen.firstIndex(of: parts[1]) { chosen[other] = nil }
        chosen[index] = parts[1].isEmpty ? nil : parts[1]
      }
      fields = chosen
    }
    let (encoding, delimiter) = (invocation.text("encoding"), invocation.text("delimiter"))
    guard fields != nil || encoding != nil || delimiter != nil else { return nil }
    return ImportPatch(encoding: encoding, delimiter: delimiter, program: nil, fields: fields)
  }

  private static func show(_ view: ImportResource, _ own: String, _ hub: HubClient, all: Bool) throws(Failure) {
    let counts = view.counts
    StandardOutput.line(
      "\(counts.add) add, \(counts.change) change, \(counts.same) same, \(counts.refused) refused; "
        + "new releases: \(counts.releases) (\(view.table), \(view.program), \(view.encoding), \(view.delimiter))")
    if view.isMappingSaved { StandardOutput.line("The columns have the fields of an earlier import.") }
    for (column, field) in zip(view.columns, view.fields) where field == nil {
      StandardOutput.line("  left out: \(printable(column))")
    }
    var cursor: String?
    repeat {
      var query = [("fate", all ? "all" : "refused"), ("limit", "200")]
      if let cursor { query.append(("cursor", cursor)) }
      let page: ListPage<ImportLineResource> = try JSONCoding.decode(try hub.get(own + "/lines", query).body)
      for line in page.items { StandardOutput.line(line.text) }
      cursor = page.next
    } while cursor != nil
  }
}

extension ImportResource.Fault {
  /// The position in words, with a colon; empty without one.
  fileprivate var place: String { line.map { "line \($0), character \(column ?? 1): " } ?? "" }
}

extension ImportLineResource {
  /// The fate in one line, with each difference on a line below.
  fileprivate var text: String {
    var text = "line \(line): \(fate) \(printable(subject))"
    if let reason { text += ": \(printable(reason.detail))" }
    for item in differences {
      let before = item.before.map { printable($0) } ?? "none"
      let kept = item.isKept ? " (stays)" : item.isEdited ? " (a person entered the value before)" : ""
      text += "\n  \(item.field): \(before) -> \(printable(item.after))\(kept)"
    }
    return text
  }
}
