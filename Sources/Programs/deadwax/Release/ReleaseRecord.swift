internal import CommandLineArguments
internal import Deadwax
internal import Wire

extension ReleaseResource {
  /// The further lines of the whole record: what was published, who took part, the numbers, and the tracks.
  var record: [String] {
    var lines: [String] = []
    func row(_ name: String, _ values: [String?]) {
      let values = values.compactMap(\.self)
      if !values.isEmpty { lines.append("  \(printable(name)): \(printable(values.joined(separator: ", ")))") }
    }
    row("formats", formats.map(\.line))
    row("genres", genres + styles)
    for one in series { row("series", [one.line]) }
    for company in companies { row(company.role ?? "company", [company.line]) }
    for one in identifiers {
      row(one.description.map { "\(one.type) (\($0))" } ?? one.type, [one.value])
    }
    row("master", [master])
    lines += Self.lines(of: artists, indent: "  ")
    return lines + tracklist
  }

  /// The tracks below the discs and sides that they are on. Without stated places there is one list.
  private var tracklist: [String] {
    guard !tracks.isEmpty else { return [] }
    guard !sides.isEmpty else { return ["Tracks"] + tracks.flatMap { Self.lines(of: $0, indent: "  ") } }
    var lines: [String] = []
    var heading: String?
    func add(_ track: TrackDetail, _ indent: String) {
      let side = sides.first { $0.disc == track.disc && $0.side == track.side }
      if let side, heading != side.heading {
        heading = side.heading
        lines.append(printable(side.line))
      }
      lines += Self.row(track, indent: indent)
      for part in track.tracks ?? [] { add(part, indent + "  ") }
    }
    for track in tracks { add(track, "  ") }
    return lines
  }

  private static func lines(of track: TrackDetail, indent: String) -> [String] {
    row(track, indent: indent) + (track.tracks ?? []).flatMap { lines(of: $0, indent: indent + "  ") }
  }

  /// Returns a track without its parts.
  private static func row(_ track: TrackDetail, indent: String) -> [String] {
    let time = track.duration.map { "(\($0))" }
    let words = [track.position, track.title, time].compactMap(\.self).filter { !$0.isEmpty }
    return [indent + printable(words.joined(separator: " "))] + lines(of: track.credits ?? [], indent: indent + "    ")
  }

  /// Returns a line for each credit with a role. The main artists stand in the line of the release, or before a title.
  private static func lines(of credits: [ArtistCredit], indent: String) -> [String] {
    credits.compactMap { credit in
      guard let role = credit.role else { return nil }
      let remarks = [credit.listedAs.map { "listed as \($0)" }, credit.tracks].compactMap(\.self)
      let more = remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
      return indent + printable("\(role): \(credit.name)\(more)")
    }
  }
}

extension ReleaseResource.FormatDetail {
  /// The format in one line: "2 × Vinyl, LP, Album".
  fileprivate var line: String {
    ([qty > 1 ? "\(qty) × \(name)" : name] + (descriptions ?? []) + [text].compactMap(\.self)).joined(separator: ", ")
  }
}

extension ReleaseResource.CompanyDetail {
  fileprivate var line: String { [name, number].compactMap(\.self).joined(separator: " – ") }
}

extension ReleaseResource.SideDetail {
  /// The name of the disc and side. A printed name such as CD2 stays as it is.
  fileprivate var heading: String {
    let disc = disc.map { $0.allSatisfy { $0.isASCII && $0.isNumber } ? "Disc \($0)" : $0 }
    return [disc, side.map { "Side \($0)" }].compactMap(\.self).joined(separator: ", ")
  }

  fileprivate var line: String {
    let name = heading.isEmpty ? "Tracks" : heading
    return "\(name): \(tracks) \(tracks == 1 ? "track" : "tracks")" + (duration.map { ", \($0)" } ?? "")
  }
}
