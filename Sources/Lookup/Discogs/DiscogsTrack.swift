internal import Deadwax

/// A row of the track list as Discogs writes it.
struct DiscogsTrack: Decodable {
  let kind: Kind
  let position: String
  let title: String
  let duration: String?
  let artists: [DiscogsArtist]
  let extraArtists: [DiscogsArtist]
  let subTracks: [DiscogsTrack]

  enum Kind: String {
    case track, heading, index
  }

  private enum Keys: String, CodingKey {
    case position, title, duration, artists, extraartists
    case kind = "type_"
    case subTracks = "sub_tracks"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    position = container.text(.position) ?? ""
    title = container.text(.title) ?? ""
    duration = container.text(.duration)
    artists = container.list(.artists)
    extraArtists = container.list(.extraartists)
    // There is only one level. A document with endless nesting fails at the decoder's own limit.
    subTracks = container.list(.subTracks)
    kind =
      container.text(.kind).flatMap(Kind.init(rawValue:))
      ?? (!subTracks.isEmpty ? .index : position.isEmpty && duration == nil ? .heading : .track)
    guard !title.isEmpty || !position.isEmpty else {
      throw DecodingError.keyNotFound(Keys.title, .init(codingPath: [], debugDescription: "neither title nor position"))
    }
  }

  /// Converts the track list to a tree.
  ///
  /// The rows below an index have two meanings, which their positions distinguish. Pieces of one physical track ("B4.1,
  /// B4.2", "5a, 5b") become parts of one track, which has the duration. Separate tracks ("A3, B1") stay tracks, below
  /// the title of the work.
  ///
  /// - Parameters:
  ///   - tracks: the list from Discogs.
  ///   - artist: the artist of the release. Tracks by another artist get that name before their title.
  /// - Returns: the top level of the tree.
  static func tree(_ tracks: [DiscogsTrack], artist: String) -> [Track] {
    let others = tracks.filter { $0.subTracks.isEmpty }.map(\.position)
    let stems = tracks.map { $0.kind == .heading ? nil : commonStem(of: $0.subTracks) }
    return tracks.enumerated().map { index, track in
      guard !track.subTracks.isEmpty else {
        return Track(
          kind: track.kind == .heading ? .heading : .track, position: track.position,
          title: track.title(beside: artist),
          seconds: DiscogsDate.seconds(track.duration), credits: track.credits)
      }
      let seconds = DiscogsDate.seconds(track.duration)
      var rivals = others
      for (position, stem) in stems.enumerated() where position != index {
        if let stem { rivals.append(stem) }
      }
      if let position = track.piecePosition(stem: stems[index], rivals: rivals) {
        let parts = track.subTracks.map { $0.leaf(.part, beside: artist) }
        let lengths = parts.compactMap(\.seconds)
        let total = lengths.count == parts.count ? lengths.reduce(0, +) : nil
        return Track(
          kind: .track, position: position, title: track.title(beside: artist), seconds: seconds ?? total, parts: parts,
          credits: track.credits)
      }
      return Track(
        kind: .index, position: track.position, title: track.title(beside: artist), seconds: seconds,
        parts: track.subTracks.map { $0.leaf(.track, beside: artist) }, credits: track.credits)
    }
  }

  private func leaf(_ kind: Track.Kind, beside releaseArtist: String) -> Track {
    Track(
      kind: kind, position: position, title: title(beside: releaseArtist), seconds: DiscogsDate.seconds(duration),
      credits: credits)
  }

  private var credits: [ArtistCredit] { DiscogsArtist.credits(main: artists, others: extraArtists) }

  /// Returns the title, preceded by the artist if it differs from the release's, as on a compilation.
  private func title(beside releaseArtist: String) -> String {
    let artist = DiscogsArtist.display(artists)
    if artist.isEmpty || artist == releaseArtist { return title }
    return title.isEmpty ? artist : "\(artist) – \(title)"
  }

  /// Returns the position of the track that the sub-tracks are pieces of.
  ///
  /// - Parameters:
  ///   - stem: the common part of the sub-positions.
  ///   - rivals: the positions and stems elsewhere in the list. A stem that occurs again is a disc, not a track.
  /// - Returns: the position of that one physical track; nil if the sub-tracks are separate tracks.
  private func piecePosition(stem: String?, rivals: [String]) -> String? {
    if subTracks.allSatisfy({ $0.position.isEmpty }) { return position.isEmpty ? nil : position }
    guard let stem else { return nil }
    let isTaken = rivals.contains { rival in
      rival == stem || Self.stem(of: rival) == stem
    }
    if isTaken { return nil }
    // "1.1, 1.2" alone can mean "disc 1" or "track 1". Pieces with durations below a work without one are tracks.
    let isNumber = stem.allSatisfy(\.isNumber) && subTracks.allSatisfy { $0.position.contains(".") }
    if isNumber, DiscogsDate.seconds(duration) == nil,
      subTracks.allSatisfy({ DiscogsDate.seconds($0.duration) != nil })
    {
      return nil
    }
    return stem
  }

  private static func commonStem(of tracks: [DiscogsTrack]) -> String? {
    guard let first = tracks.first, let stem = stem(of: first.position),
      tracks.allSatisfy({ self.stem(of: $0.position) == stem })
    else { return nil }
    return stem
  }

  /// Returns "B4" for "B4.1", "5" for "5a", "1-2" for "1-2b", "4" for "4.II"; nil for a position that is not a piece of
  /// another.
  private static func stem(of position: String) -> String? {
    if let dot = position.lastIndex(of: ".") {
      let piece = position[position.index(after: dot)...]
      let isPiece =
        !piece.isEmpty
        && (piece.allSatisfy { $0.isASCII && $0.isNumber } || piece.allSatisfy { "IVXivx".contains($0) }
          || piece.count == 1 && piece.allSatisfy { $0.isASCII && $0.isLetter })
      return isPiece && dot > position.startIndex ? String(position[..<dot]) : nil
    }
    guard let last = position.last, last.isASCII, last.isLowercase else { return nil }
    let stem = position.dropLast()
    guard let end = stem.last, end.isNumber else { return nil }
    return String(stem)
  }
}
