/// A track of a release that was played, with its disc and side.
package struct PlayedTrack: Hashable, Sendable {
  package var track: Track
  package var place: TrackPlace

  package init(track: Track, place: TrackPlace) {
    self.track = track
    self.place = place
  }

  /// Returns the tracks that a play is about.
  ///
  /// - Parameters:
  ///   - position: the position of a track, a side or a disc; nil if it is not known.
  ///   - tracks: the track list of the release.
  /// - Returns: the tracks in their order; none if it is not known which track was played. Without a position that is so
  ///   unless the release has one track only.
  package static func tracks(at position: String?, of tracks: [Track]) -> [PlayedTrack] {
    let rows = all(of: tracks)
    let whole = rows.filter { $0.track.kind == .track }
    guard let position else { return whole.count == 1 ? whole : [] }
    return found(folded(position), rows)?.tracks ?? []
  }

  /// Returns a position as the release prints it: that of a track, or the name of a side or a disc.
  ///
  /// - Parameters:
  ///   - position: a position as a person typed it.
  ///   - tracks: the track list of the release.
  /// - Returns: the printed form; nil if the release has no such track, side or disc.
  package static func printed(_ position: String, in tracks: [Track]) -> String? {
    found(folded(position), all(of: tracks))?.printed
  }

  /// Returns every track of a release with its place, also the parts of tracks.
  package static func all(of tracks: [Track]) -> [PlayedTrack] {
    zip(flattened(tracks), TrackPlace.places(of: tracks)).compactMap { track, place in
      track.kind == .track || track.kind == .part ? PlayedTrack(track: track, place: place) : nil
    }
  }

  /// The main artists of the track in one line; nil if they are those of the release.
  package var artist: String? {
    let names = track.credits.filter { $0.role == nil }
    guard !names.isEmpty else { return nil }
    var line = ""
    for (index, credit) in names.enumerated() {
      line += credit.name
      guard index < names.count - 1 else { break }
      let join = (credit.join ?? "").trimmed
      line += join.isEmpty || join == "," ? ", " : join.hasPrefix(",") ? "\(join) " : " \(join) "
    }
    return line
  }

  private static func found(_ wanted: String, _ rows: [PlayedTrack]) -> (printed: String, tracks: [PlayedTrack])? {
    guard !wanted.isEmpty else { return nil }
    let named = rows.filter { folded($0.track.position) == wanted }
    if let first = named.first { return (first.track.position, named) }
    let whole = rows.filter { $0.track.kind == .track }
    let names: [(TrackPlace) -> String?] = [
      { $0.side }, { $0.disc }, { place in place.disc.flatMap { disc in place.side.map { "\(disc)-\($0)" } } },
    ]
    for name in names {
      let there = whole.filter { name($0.place).map(folded) == wanted }
      if let first = there.first, let printed = name(first.place) { return (printed, there) }
    }
    return nil
  }

  private static func folded(_ position: String) -> String { position.trimmed.uppercased() }

  /// Each row before its parts, as `TrackPlace.places` counts them.
  private static func flattened(_ tracks: [Track]) -> [Track] { tracks.flatMap { [$0] + flattened($0.parts) } }
}
