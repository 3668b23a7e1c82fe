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
    var series: [CompanyDetail]?
    var companies: [CompanyDetail]?
    var tracks: [TrackDetail]
    /// The discs and sides in order; omitted if no track states one.
    var sides: [SideDetail]?
    var identifiers: [IdentifierDetail]
    var copies: [CopySummary]
    var source: SourceDetail?
    /// The numbers at external sources; omitted if there are none.
    var links: [LinkDetail]?
    /// The number at Discogs, by the name that a change has for it; omitted if there is none. So are the other two.
    var discogs: String?
    var musicbrainz: String?
    var wikidata: String?
    /// The tags that people put on the release; omitted if there are none.
    var tags: [String]?
    var edited: [EditedField]?
  }

  /// A format of a release.
  package struct FormatDetail: Codable {
    package var name: String
    package var qty: Int
    package var text: String?
    package var descriptions: [String]?
  }

  /// A row of the track list.
  package struct TrackDetail: Codable {
    package var kind: Track.Kind
    package var position: String
    package var title: String
    /// In the usual notation: 3:32, 1:02:33.
    package var duration: String?
    package var disc: String?
    package var side: String?
    package var credits: [ArtistCredit]?
    package var tracks: [TrackDetail]?

    /// `places` are those of the track, of its parts and of all later tracks. Those that are used are removed.
    fileprivate init(_ track: Track, _ places: inout ArraySlice<TrackPlace>) {
      let place = places.popFirst()
      disc = place?.disc
      side = place?.side
      credits = track.credits.isEmpty ? nil : track.credits
      kind = track.kind
      position = track.position
      title = track.title
      duration = track.seconds.map { ReleaseResource.duration($0) }
      var parts: [TrackDetail] = []
      for part in track.parts { parts.append(TrackDetail(part, &places)) }
      tracks = parts.isEmpty ? nil : parts
    }
  }

  /// A disc, or one side of it.
  package struct SideDetail: Codable {
    package var disc: String?
    package var side: String?
    /// The number of its tracks.
    package var tracks: Int
    /// The sum of the durations; omitted if one is unknown.
    package var duration: String?

    fileprivate init(_ side: TrackSide) {
      disc = side.place.disc
      self.side = side.place.side
      tracks = side.tracks
      duration = side.seconds.map { ReleaseResource.duration($0) }
    }
  }

  /// A series, or a company that took part.
  package struct CompanyDetail: Codable {
    package var name: String
    package var number: String?
    package var role: String?

    fileprivate init(_ company: CompanyCredit) {
      name = company.name
      number = company.number
      role = company.role
    }

    fileprivate static func list(_ companies: [CompanyCredit], _ kind: CompanyCredit.Kind) -> [CompanyDetail]? {
      let list = companies.filter { $0.kind == kind }.map { CompanyDetail($0) }
      return list.isEmpty ? nil : list
    }
  }

  /// A number on a release.
  package struct IdentifierDetail: Codable {
    package var type: String
    package var value: String
    package var description: String?
  }

  /// The number of a release at an external source.
  package struct LinkDetail: Codable, Sendable {
    package var source: OpenWord<ReleaseLink.Source>
    package var number: String
    /// The address at which people read the record.
    package var url: String
    /// True if a person has set it.
    package var isOwn: Bool

    fileprivate init?(_ link: ReleaseLink) {
      guard let number = link.number, let url = link.url else { return nil }
      source = OpenWord(link.source)
      self.number = number
      self.url = url
      isOwn = link.isOwn
    }

    fileprivate static func list(_ links: [ReleaseLink]) -> [LinkDetail]? {
      let list = links.compactMap { LinkDetail($0) }
      return list.isEmpty ? nil : list
    }
  }

  private struct SourceDetail: Codable {
    var name: String
    var id: String
    var url: String
    /// The source's number of the master; omitted if there is none.
    var master: String?
    var fetchedAt: RFC3339Time
  }

  package init(_ release: Release, _ detail: ReleaseDetail, copies: [Copy]) {
    summary = ReleaseSummary(release)
    let sides = TrackSide.sides(of: detail.tracks)
    further = Further(
      country: release.country, released: detail.released, notes: detail.notes, genres: detail.genres,
      styles: detail.styles, artists: detail.artists, labels: detail.labels,
      formats: detail.formats.map {
        FormatDetail(name: $0.name, qty: $0.quantity, text: $0.text, descriptions: $0.descriptions)
      }, series: CompanyDetail.list(detail.companies, .series),
      companies: CompanyDetail.list(detail.companies, .company), tracks: Self.tracks(detail.tracks),
      sides: sides.contains { $0.place != TrackPlace() } ? sides.map { SideDetail($0) } : nil,
      identifiers: detail.identifiers.map { IdentifierDetail(type: $0.type, value: $0.value, description: $0.note) },
      copies: copies.map { CopySummary($0) },
      source: detail.source.map {
        SourceDetail(name: $0.name, id: $0.id, url: $0.url, master: detail.master, fetchedAt: RFC3339Time($0.fetchedAt))
      }, links: LinkDetail.list(detail.links), discogs: detail.links[.discogs]?.number,
      musicbrainz: detail.links[.musicbrainz]?.number, wikidata: detail.links[.wikidata]?.number,
      tags: detail.tags.isEmpty ? nil : detail.tags, edited: Self.marks(of: detail))
  }

  /// The fields that a person has edited.
  package var edited: [EditedField] { further.edited ?? [] }
  package var country: String? { further.country }
  package var released: String? { further.released }
  package var notes: String? { further.notes }
  package var copies: [CopySummary] { further.copies }
  package var sourceName: String? { further.source?.name }
  package var genres: [String] { further.genres }
  package var styles: [String] { further.styles }
  /// The tags that people put on the release.
  package var tags: [String] { further.tags ?? [] }
  /// The artists, and the others who took part: these have a role.
  package var artists: [ArtistCredit] { further.artists }
  package var formats: [FormatDetail] { further.formats }
  package var series: [CompanyDetail] { further.series ?? [] }
  package var companies: [CompanyDetail] { further.companies ?? [] }
  /// The top level of the track list.
  package var tracks: [TrackDetail] { further.tracks }
  /// The discs and sides in order; empty if no track states one.
  package var sides: [SideDetail] { further.sides ?? [] }
  package var identifiers: [IdentifierDetail] { further.identifiers }
  /// The numbers at external sources.
  package var links: [LinkDetail] { further.links ?? [] }
  /// The source's number of the master; nil if there is none.
  package var master: String? { further.source?.master }

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

  private static func tracks(_ tracks: [Track]) -> [TrackDetail] {
    var places = TrackPlace.places(of: tracks)[...]
    var details: [TrackDetail] = []
    for track in tracks { details.append(TrackDetail(track, &places)) }
    return details
  }

  private static func duration(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds < 3600
      ? "\(seconds / 60):\(two(seconds % 60))"
      : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }
}
