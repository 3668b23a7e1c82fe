/// The facts that a scan shows about the show of a copy: date, venue, setlist and source.
package struct ShowFacts: Hashable, Codable, Sendable {
  /// The maximum number of songs that a scan shows.
  package static let songLimit = 60

  /// The id of the show.
  package var id: String
  /// The day as `1977-05-08`; omitted if the catalogue has the show no longer.
  package var date: String?
  package var band: String?
  package var venue: String?
  /// The city and the state.
  package var place: String?
  /// The songs in their order.
  package var songs: [String]?
  /// The recording of the copy; omitted if it is not known.
  package var recording: String?
  /// The kind of its source, such as `SBD`.
  package var sourceType: String?
  package var source: String?
  package var taper: String?

  /// Creates the facts about a show.
  ///
  /// - Parameters:
  ///   - binding: the binding of the copy.
  ///   - show: the show; nil if the catalogue has it no longer.
  ///   - recording: the recording; nil if it is not known.
  package init(_ binding: ShowCopy, show: Show?, recording: ShowRecording?) {
    id = binding.show
    date = show?.date
    band = show?.band
    venue = show?.venue
    let parts = [show?.city, show?.state].compactMap(\.self)
    place = parts.isEmpty ? nil : parts.joined(separator: ", ")
    let songs = show?.songs.prefix(Self.songLimit) ?? []
    self.songs = songs.isEmpty ? nil : Array(songs)
    self.recording = binding.recording
    sourceType = recording?.sourceType.rawValue
    source = recording?.source
    taper = recording?.taper
  }
}
