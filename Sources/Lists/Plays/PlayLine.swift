package import Deadwax
package import Lending

/// A row of a report: one recording that was played, with the facts that are known about it.
package struct PlayLine: Hashable, Sendable {
  package var release: Release
  /// The position of the track, or that of the play if the track is not known; nil for none.
  package var position: String?
  /// The facts. One that is not known is absent.
  package var values: [PlayField: String]
  package var plays: Int

  /// Returns the rows of a play: one for each track of a side, and one without a title if the track is not known.
  ///
  /// The tracks of a side begin one after the other, as long as the lengths of those before are known.
  ///
  /// - Parameters:
  ///   - play: the play.
  ///   - played: the release of its copy.
  ///   - zone: the time zone of the library.
  /// - Returns: at least one row.
  package static func lines(of play: Play, _ played: PlayedRelease, in zone: POSIXTimeZone) -> [PlayLine] {
    let tracks = played.tracks(of: play)
    guard !tracks.isEmpty else { return [PlayLine(play, nil, at: play.startedAt, played, in: zone)] }
    var start: Timestamp? = play.startedAt
    return tracks.map { track in
      let line = PlayLine(play, track, at: start ?? play.startedAt, played, in: zone)
      start = start.flatMap { time in track.track.seconds.map { time + .seconds($0) } }
      return line
    }
  }

  private init(
    _ play: Play, _ track: PlayedTrack?, at start: Timestamp, _ played: PlayedRelease, in zone: POSIXTimeZone
  ) {
    release = played.release
    position = track.map(\.track.position) ?? play.position
    plays = 1
    let (day, second) = zone.local(at: start)
    // The end of a play is that of its last track only, so a side has none.
    let isWhole = track == nil || played.tracks(of: play).count == 1
    let end = isWhole ? play.endedAt : nil
    var facts: [PlayField: String?] = [
      .date: day.description, .europeanDate: Self.european(day), .time: Self.time(second),
      .end: end.map { Self.time(zone.local(at: $0).second) }, .title: track?.track.title,
      .artist: played.artist(of: track), .composer: played.composers(of: track).joined(separator: " / "),
      .album: played.release.title, .albumArtist: played.release.artist, .label: played.release.label,
      .catalogNumber: played.release.catalogNumber, .labelCode: played.labelCode, .isrc: played.isrc(of: track)?.text,
      .barcode: played.release.barcode?.key, .country: played.release.country,
      .medium: played.release.medium.rawValue, .position: position, .station: play.station?.text,
    ]
    facts[.year] = played.release.year.map(String.init)
    facts[.duration] = track?.track.seconds.map { Self.length($0) }
    facts[.seconds] = track?.track.seconds.map(String.init)
    values = facts.compactMapValues { fact in fact.flatMap { $0.trimmed.isEmpty ? nil : $0 } }
  }

  /// The fact of a column; empty if it is not known.
  package func text(_ field: PlayField) -> String { field == .plays ? String(plays) : values[field] ?? "" }

  /// Returns true if the fact is known.
  package func has(_ field: PlayField) -> Bool { !text(field).isEmpty }

  /// The lists of facts of which the row needs one and has none.
  package func unmet(_ needs: [[PlayField]]) -> [[PlayField]] {
    needs.filter { fields in !fields.contains { has($0) } }
  }

  /// Returns the second of a day, such as `09:15:00`.
  private static func time(_ second: Int) -> String { (second < 36_000 ? "0" : "") + length(second) }

  /// Returns a number of seconds as hours, minutes and seconds, such as `0:05:12`.
  private static func length(_ seconds: Int) -> String {
    let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(seconds / 3600):\(parts.joined(separator: ":"))"
  }

  private static func european(_ day: CivilDate) -> String {
    let parts = [day.day, day.month].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(parts.joined(separator: ".")).\(day.year)"
  }
}
