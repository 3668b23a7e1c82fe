package import Deadwax

/// A release with the facts of its tracks, for the plays of its copies.
package struct PlayedRelease: Hashable, Sendable {
  package var release: Release
  package var detail: ReleaseDetail

  /// The roles that make a person a composer or an author of a work, as Discogs names them.
  private static let composing = [
    "written-by", "written by", "composed by", "composer", "songwriter", "music by", "words by", "lyrics by",
    "lyricist",
  ]

  package init(release: Release, detail: ReleaseDetail) {
    self.release = release
    self.detail = detail
  }

  /// Returns the tracks that a play is about; none if they are not known.
  package func tracks(of play: Play) -> [PlayedTrack] { PlayedTrack.tracks(at: play.position, of: detail.tracks) }

  /// Returns the artist of a track in one line, or that of the release.
  package func artist(of track: PlayedTrack?) -> String { track?.artist ?? release.artist }

  /// Returns the people who wrote a track, each once. Those of the release count if the track states none of its own.
  package func composers(of track: PlayedTrack?) -> [String] {
    let own = track.map { Self.composers(in: $0.track.credits) } ?? []
    let names = own.isEmpty ? Self.composers(in: detail.artists.filter { $0.tracks == nil }) : own
    var seen: Set<String> = []
    return names.filter { seen.insert($0.lowercased()).inserted }
  }

  /// Returns the ISRC of a track: an identifier of this type whose note names the position of the track, or the only one
  /// of a release with one track. Nil if none is known.
  package func isrc(of track: PlayedTrack?) -> ISRC? {
    guard let track else { return nil }
    let codes = detail.identifiers.filter { $0.type.lowercased() == "isrc" }.compactMap { identifier in
      ISRC(identifier.value).map { (code: $0, note: identifier.note ?? "") }
    }
    let position = track.track.position.trimmed.uppercased()
    if !position.isEmpty, let named = codes.first(where: { Self.words(in: $0.note).contains(position) }) {
      return named.code
    }
    let isOnly = PlayedTrack.all(of: detail.tracks).filter { $0.track.kind == .track }.count == 1
    return isOnly && codes.count == 1 ? codes.first?.code : nil
  }

  /// The label code of the release (GVL), such as LC 0193; nil if it is not known.
  package var labelCode: String? {
    detail.identifiers.first { $0.type.lowercased() == "label code" }?.value.trimmed
  }

  /// Returns the recordings of a play, for the performance complement. If the track is not known, the play counts as a
  /// recording of its own.
  package func selections(of play: Play) -> [PerformanceComplement.Selection] {
    let tracks = tracks(of: play)
    guard !tracks.isEmpty else {
      return [selection(of: play, recording: play.id.text, on: nil, by: release.artist)]
    }
    return tracks.map { track in
      selection(
        of: play, recording: "\(release.id) \(track.track.position) \(track.track.title)", on: track.place.disc,
        by: artist(of: track))
    }
  }

  private func selection(
    of play: Play, recording: String, on disc: String?, by artist: String
  ) -> PerformanceComplement.Selection {
    var groups = [
      PerformanceComplement.Group(kind: .phonorecord, key: "\(release.id) \(disc ?? "")", name: release.title)
    ]
    if Set(PlayedTrack.all(of: detail.tracks).map(\.place.disc)).count > 1 {
      groups.append(PerformanceComplement.Group(kind: .set, key: release.id.text, name: release.title))
    }
    // The artist of a compilation is no person.
    let name = artist.trimmed
    if !name.isEmpty, !["various", "various artists", "unknown artist"].contains(name.lowercased()) {
      groups.append(PerformanceComplement.Group(kind: .artist, key: name.lowercased(), name: name))
    }
    return PerformanceComplement.Selection(play: play.id, at: play.startedAt, recording: recording, groups: groups)
  }

  private static func composers(in credits: [ArtistCredit]) -> [String] {
    credits.filter { credit in
      guard let role = credit.role?.lowercased() else { return false }
      return composing.contains { role.contains($0) }
    }.map(\.name)
  }

  /// Returns the words of a note, with hyphens and dots as they are in positions: "Track 2-04" has the word 2-04.
  private static func words(in note: String) -> Set<String> {
    Set(
      note.uppercased().split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }.map(String.init))
  }
}
