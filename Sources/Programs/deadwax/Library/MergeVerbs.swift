internal import CommandLineArguments
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  private static let merges = "/api/v1/merges"

  /// `deadwax library merge`: merges another library into this one.
  static let libraryMerge = Verb(
    "library merge", operands: [.one("FILE-OR-FOLDER")],
    summary: "merge another library into this one, as one change",
    details: """
      Needs the role admin. The file is an archive of deadwax library export, the database of another library, a JSON
      document, or a text with a record in each line. A database may also be in a ZIP file, and may be of another
      program: GRDB, Room or DiscDex. A folder, or a ZIP file of one, may have property lists. The content decides,
      never the name. A record that both libraries have is one record, with what was changed last. The command prints
      each record that is added, changed or refused, and what is left out. deadwax undo with the printed change takes
      all of it back. The same file twice changes nothing the second time.
      """,
    examples: [
      ("library merge library.zip --dry-run", "only say what would happen to each record"),
      ("library merge library.zip", "merge it"),
      ("library merge Preferences", "all property lists of a folder"),
      ("library merge deadwax.sqlite --all-records", "a database, with the records that stay as they are"),
    ],
    options: [.dryRun, .flag("all-records", "print the fate of every record, also of equal ones")]
  ) { invocation in
    let path = invocation.operand
    let folder = try FolderOfLists(path)
    let file = folder == nil ? MappedFile(path) : nil
    guard folder != nil || file != nil else { throw Failure(.notFound, "Cannot read \(printable(path)).") }
    // The newest changes of a database are in its log alone.
    guard !FileManager.default.fileExists(atPath: path + "-wal") else {
      throw Failure(
        .usage,
        "\(printable(path)) has a log beside it with its newest changes. Put both into one ZIP file, and merge it.")
    }
    let hub = try HubClient(invocation, patience: .seconds(24 * 3600))
    let answer = try file.map { file throws(Failure) in try hub.upload(file, to: merges, []) }
    var view: MergeResource = try JSONCoding.decode(
      try answer?.body ?? hub.upload(folder?.bytes ?? [], to: merges, []).body)
    let own = "\(merges)/\(HubClient.encoded(view.id))"
    view = try waited(for: own, hub)
    // What is not applied is of no use to anyone later.
    defer { _ = try? hub.change(.delete, own) }
    if let fault = view.fault { throw Failure(.usage, "\(printable(path)): \(printable(fault))") }
    if !invocation.isJSON { try show(view, own, hub, all: invocation.has("all-records")) }
    let counts = view.counts
    if !invocation.has("dry-run"), counts.add + counts.change + counts.adopt + (view.notes?.newDeviceSettings ?? 0) > 0,
      let plan = view.plan
    {
      try hub.give(ChangeRequest(.post, own + "/apply", PreviewOrder(plan: plan, skipsRefused: nil)))
      view = try waited(for: own, hub)
      if let fault = view.fault { throw Failure(.conflict, printable(fault)) }
    }
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(try hub.get(own).body))
    } else if let change = view.change {
      StandardOutput.line("Merged. To take all of it back: deadwax undo \(change)")
    } else {
      StandardOutput.line("Nothing was merged.")
    }
    return .done
  }

  /// Waits until nothing is under way, and shows the progress.
  private static func waited(for path: String, _ hub: HubClient) throws(Failure) -> MergeResource {
    while true {
      let view: MergeResource = try JSONCoding.decode(try hub.get(path).body)
      guard ["checking", "applying"].contains(view.state) else { return view }
      if let left = view.secondsLeft {
        StandardError.line("\(view.state == "applying" ? "Merging" : "Comparing"): \(view.percent) %, \(left) s left")
      }
      Thread.sleep(forTimeInterval: 0.5)
    }
  }

  private static func show(_ view: MergeResource, _ own: String, _ hub: HubClient, all: Bool) throws(Failure) {
    let counts = view.counts
    StandardOutput.line(
      "\(counts.add) add, \(counts.change) change, \(counts.adopt) adopt, \(counts.same) same, "
        + "\(counts.refused) refused (\(view.origin ?? view.kind))")
    if let notes = view.notes {
      StandardOutput.line(
        "Notes: \(notes.favourites) favourites, \(notes.cachedObjects) cached objects, "
          + "\(notes.deviceSettings) settings of devices (\(notes.newDeviceSettings) new)")
    }
    if let recents = view.recents { StandardOutput.line("Recent releases: \(recents)") }
    if !view.leftOut.isEmpty {
      StandardOutput.line("Left out: \(view.leftOut.map { printable($0) }.joined(separator: ", "))")
    }
    for fate in all ? ["all"] : ["add", "change", "adopt", "refused"] {
      var cursor: String?
      repeat {
        var query = [("fate", fate), ("limit", "200")]
        if let cursor { query.append(("cursor", cursor)) }
        let page: ListPage<MergedRecordResource> = try JSONCoding.decode(try hub.get(own + "/records", query).body)
        for record in page.items { StandardOutput.line(record.text) }
        cursor = page.next
      } while cursor != nil
    }
  }
}

extension MergedRecordResource {
  /// The fate in one line, with each difference on a line below.
  fileprivate var text: String {
    var text = "\(fate) \(table) \(printable(subject.isEmpty ? id : subject))"
    if let reason { text += ": \(reason)" }
    for item in differences {
      let (before, after) = (item.before.map { printable($0) } ?? "none", item.after.map { printable($0) } ?? "none")
      text += "\n  \(item.column): \(before) -> \(after)"
    }
    return text
  }
}
