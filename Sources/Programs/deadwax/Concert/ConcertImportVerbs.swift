internal import CommandLineArguments
internal import Foundation
internal import HTTPClient
internal import HubClient
internal import Wire

extension Verb {
  private static let importPath = "/api/v1/concert-imports"

  /// `deadwax concert import`: imports a package of the concert catalogue.
  static let concertImport = Verb(
    "concert import", operands: [.one("FILE")], summary: "replace the concert catalogue by a package",
    details: """
      Needs the role admin. FILE is a ZIP file with manifest.json, shows, recordings and collections.json. Files that
      cannot be used are left out and printed with their reasons. The catalogue is replaced as a whole or not at all.
      What was noted about shows, and the copies that have recordings of them, stay.
      """,
    examples: [
      ("concert import shows.zip --dry-run", "only say what the package has"),
      ("concert import shows.zip", "replace the catalogue"),
    ],
    options: [.dryRun]
  ) { invocation in
    let file = invocation.operand
    guard let bytes = FileManager.default.contents(atPath: file) else {
      throw Failure(.notFound, "Cannot read \(printable(file)).")
    }
    let hub = try HubClient(invocation, patience: .seconds(600))
    var view: ConcertImportResource = try JSONCoding.decode(try hub.upload(Array(bytes), to: importPath, []).body)
    let own = "\(importPath)/\(HubClient.encoded(view.id))"
    view = try waited(for: own, hub)
    guard view.state == "ready" else {
      throw Failure(.usage, "\(printable(file)): \(printable(view.detail ?? view.state))")
    }
    if !invocation.isJSON { show(view) }
    if !invocation.has("dry-run") {
      try hub.give(ChangeRequest(.post, own + "/apply"))
      view = try waited(for: own, hub)
      guard view.state == "done" else { throw Failure(.conflict, printable(view.detail ?? view.state)) }
    }
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(try hub.get(own).body))
    } else if view.state == "done" {
      let removed = view.removedShows ?? 0
      let kept = view.keptShows ?? 0
      StandardOutput.line(
        "Imported. \(removed) shows were removed, and \(kept) others stay because the library uses them.")
    } else {
      StandardOutput.line("Nothing was imported.")
    }
    return .done
  }

  /// Waits until nothing is under way, and shows the progress.
  private static func waited(for path: String, _ hub: HubClient) throws(Failure) -> ConcertImportResource {
    while true {
      let view: ConcertImportResource = try JSONCoding.decode(try hub.get(path).body)
      guard ["reading", "writing"].contains(view.state) else { return view }
      if view.total > 0 {
        StandardError.line("\(view.state) \(view.phase): \(view.processed) of \(view.total)")
      }
      Thread.sleep(forTimeInterval: 0.3)
    }
  }

  private static func show(_ view: ConcertImportResource) {
    if let package = view.package { StandardOutput.line(package.line) }
    StandardOutput.line(
      "\(view.shows) shows, \(view.recordings) recordings, \(view.collections) collections; "
        + "\(view.unnamedRecordings) recordings that no show names are left out")
    for fault in view.faults { StandardOutput.line("  left out: \(printable(fault.file)): \(printable(fault.detail))") }
    if view.faultCount > view.faults.count {
      StandardOutput.line("  and \(view.faultCount - view.faults.count) more files")
    }
  }
}

extension ConcertPackageResource {
  /// The package on one line.
  var line: String {
    let day = importedAt.map { ", imported on \(ClockTime.day($0))" } ?? ""
    return "\(printable(name)) \(printable(version)): \(shows) shows at \(venues) venues, \(files) files\(day)"
  }
}

extension ShowResource {
  /// The show over several lines.
  var lines: [String] {
    let place = [show.venue, show.city, show.state, show.country].compactMap(\.self).joined(separator: ", ")
    var lines = ["\(show.date) \(printable(show.band)): \(printable(place))"]
    for set in sets {
      let songs = set.songs.map { printable($0.title) + ($0.isSegue ? " >" : ",") }.joined(separator: " ")
      lines.append("  \(printable(set.name)): \(songs.hasSuffix(",") ? String(songs.dropLast()) : songs)")
    }
    var table = Table(giving: 3)
    for recording in recordings {
      table.add(
        "  \(recording.sourceType)", Verb.stars(recording.rating), "\(recording.reviews) reviews",
        recording.source ?? "", recording.identifier)
    }
    for bound in copies {
      table.add("  copy \(bound.copy.number)", "", "", bound.copy.status.rawValue, bound.recording ?? "")
    }
    lines += table.lines
    if let library {
      let tags = library.tags.isEmpty ? "" : " [\(library.tags.map { printable($0) }.joined(separator: ", "))]"
      lines.append("  in the library since \(ClockTime.day(library.addedAt))\(tags)")
    }
    return lines
  }
}
