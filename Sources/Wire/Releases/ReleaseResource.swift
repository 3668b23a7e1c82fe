package import Deadwax

/// A release with its details and its copies: the members of its summary, and further ones.
package struct ReleaseResource: Codable, Sendable {
  package var summary: ReleaseSummary
  private var further: Further

  private struct Further: Codable {
    var country: String?
    var released: String?
    var notes: String?
    var genres: [String]
    var styles: [String]
    var artists: [ArtistCredit]
    var labels: [LabelCredit]
    var formats: [FormatDetail]
    var tracks: [TrackDetail]
    var identifiers: [IdentifierDetail]
    var copies: [CopySummary]
    var source: SourceDetail?
    var edited: [EditedField]?
  }

  private struct FormatDetail: Codable {
    var name: String
    var qty: Int
    var text: String?
    var descriptions: [String]?
  }

  private struct TrackDetail: Codable {
    var kind: Track.Kind
    var position: String
    var title: String
    /// In the usual notation: 3:32, 1:02:33.
    var duration: String?
    var tracks: [TrackDetail]?

    init(_ track: Track) {
      kind = track.kind
      position = track.position
      title = track.title
      duration = track.seconds.map { ReleaseResource.duration($0) }
      tracks = track.parts.isEmpty ? nil : track.parts.map { TrackDetail($0) }
    }
  }

  private struct IdentifierDetail: Codable {
    var type: String
    var value: String
    var description: String?
  }

  private struct SourceDetail: Codable {
    var name: String
    var id: String
    var url: String
    var fetchedAt: RFC3339Time
  }

  package init(_ release: Release, _ detail: ReleaseDetail, copies: [Copy]) {
    summary = ReleaseSummary(release)
    further = Further(
      country: release.country, released: detail.released, notes: detail.notes, genres: detail.genres,
      styles: detail.styles, artists: detail.artists, labels: detail.labels,
      formats: detail.formats.map {
        FormatDetail(name: $0.name, qty: $0.quantity, text: $0.text, descriptions: $0.descriptions)
      }, tracks: detail.tracks.map { TrackDetail($0) },
      identifiers: detail.identifiers.map { IdentifierDetail(type: $0.type, value: $0.value, description: $0.note) },
      copies: copies.map { CopySummary($0) },
      source: detail.source.map {
        SourceDetail(name: $0.name, id: $0.id, url: $0.url, fetchedAt: RFC3339Time($0.fetchedAt))
      }, edited: Self.marks(of: detail))
  }

  /// The fields that a person has edited.
  package var edited: [EditedField] { further.edited ?? [] }
  package var country: String? { further.country }
  package var released: String? { further.released }
  package var notes: String? { further.notes }
  package var copies: [CopySummary] { further.copies }
  package var sourceName: String? { further.source?.name }

  /// Returns the marks in the order of the fields; nil for none.
  private static func marks(of detail: ReleaseDetail) -> [EditedField]? {
    let marks = Release.Field.allCases.compactMap { field in detail.edited[field].map { EditedField(field, $0) } }
    return marks.isEmpty ? nil : marks
  }

  package init(from decoder: any Decoder) throws {
    summary = try ReleaseSummary(from: decoder)
    further = try Further(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try summary.encode(to: encoder)
    try further.encode(to: encoder)
  }

  private static func duration(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds < 3600
      ? "\(seconds / 60):\(two(seconds % 60))"
      : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
