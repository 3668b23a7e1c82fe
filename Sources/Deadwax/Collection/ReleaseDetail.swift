/// The details of a release beyond the main record, shown when it is opened.
package struct ReleaseDetail: Hashable, Sendable {
  package var released: String?
  package var notes: String?
  package var genres: [String]
  package var styles: [String]
  package var artists: [ArtistCredit]
  package var labels: [LabelCredit]
  package var formats: [Format]
  package var tracks: [Track]
  package var identifiers: [ReleaseIdentifier]
  /// The series, and the companies that took part.
  package var companies: [CompanyCredit]
  /// The source's number of the master, which stands for all editions of the release; nil for none.
  package var master: String?
  package var source: Source?
  /// The numbers of the release at external sources, side by side.
  package var links: [ReleaseLink]
  /// The tags that people put on the release. No source has them, and they are no NFC tags.
  package var tags: [String]
  /// The marks of the fields that a person has edited.
  package var edited: [Release.Field: Release.Edit]

  package init(
    released: String? = nil, notes: String? = nil, genres: [String] = [], styles: [String] = [],
    artists: [ArtistCredit] = [], labels: [LabelCredit] = [], formats: [Format] = [], tracks: [Track] = [],
    identifiers: [ReleaseIdentifier] = [], companies: [CompanyCredit] = [], master: String? = nil,
    source: Source? = nil, links: [ReleaseLink] = [], tags: [String] = [],
    edited: [Release.Field: Release.Edit] = [:]
  ) {
    self.released = released
    self.notes = notes
    self.genres = genres
    self.styles = styles
    self.artists = artists
    self.labels = labels
    self.formats = formats
    self.tracks = tracks
    self.identifiers = identifiers
    self.companies = companies
    self.master = master
    self.source = source
    self.links = links
    self.tags = tags
    self.edited = edited
  }

  /// The source of the facts.
  package struct Source: Hashable, Sendable {
    package var name: String
    package var id: String
    package var url: String
    package var fetchedAt: Timestamp

    package init(name: String, id: String, url: String, fetchedAt: Timestamp) {
      self.name = name
      self.id = id
      self.url = url
      self.fetchedAt = fetchedAt
    }
  }
}
