/// A disc, or one side of it, with the number of its tracks and their total time.
package struct TrackSide: Hashable, Sendable {
  package var place: TrackPlace
  package var tracks: Int
  /// The sum of the durations; nil if one is unknown.
  package var seconds: Int?

  package init(place: TrackPlace, tracks: Int, seconds: Int?) {
    self.place = place
    self.tracks = tracks
    self.seconds = seconds
  }

  /// Returns the discs and sides of a track list, in order.
  ///
  /// Headings do not count, and a track with parts counts once. An index counts by its tracks.
  ///
  /// - Parameter tracks: the top level of the track list.
  /// - Returns: each disc or side once; one without a place if no track states any.
  package static func sides(of tracks: [Track]) -> [TrackSide] {
    var sides: [TrackSide] = []
    var places = TrackPlace.places(of: tracks)[...]
    func count(_ track: Track) {
      let place = places.popFirst() ?? TrackPlace()
      let isIndex = track.kind == .index
      if track.kind == .track {
        let index = sides.firstIndex { $0.place == place } ?? sides.endIndex
        if index == sides.endIndex { sides.append(TrackSide(place: place, tracks: 0, seconds: 0)) }
        sides[index].tracks += 1
        sides[index].seconds = sides[index].seconds.flatMap { sum in track.seconds.map { sum + $0 } }
      }
      for part in track.parts {
        if isIndex { count(part) } else { places = places.dropFirst() }
      }
    }
    for track in tracks { count(track) }
    return sides
  }
}
