/// A catalogue record: one published edition from Discogs, entered by hand, or known only by its barcode.
package struct Release: Hashable, Sendable {
  package typealias ID = Identifier<Release>

  package var id: ID
  package var status: Status
  package var medium: Medium
  package var title: String
  /// The artist as printed on the sleeve: all main artists with the words that join them.
  package var artist: String
  package var label: String?
  package var catalogNumber: String?
  package var year: Int?
  package var country: String?
  /// The barcode by which it was first found.
  package var barcode: GTIN?
  /// The number of changes to the row; the strong ETag of the record.
  package var version: Int

  package init(
    id: ID, status: Status, medium: Medium, title: String, artist: String, label: String? = nil,
    catalogNumber: String? = nil, year: Int? = nil, country: String? = nil, barcode: GTIN? = nil, version: Int = 1
  ) {
    self.id = id
    self.status = status
    self.medium = medium
    self.title = title
    self.artist = artist
    self.label = label
    self.catalogNumber = catalogNumber
    self.year = year
    self.country = country
    self.barcode = barcode
    self.version = version
  }

  package enum Status: String, CaseIterable, Sendable {
    /// Known only by its barcode; a look-up is in progress.
    case unresolved
    /// Filled in from an online catalogue.
    case resolved
    /// Entered by a person.
    case manual
    /// Looked up, but no online catalogue has it.
    case notFound = "not-found"
  }
}

/// The type of carrier, by which collections are sorted.
package enum Medium: String, CaseIterable, Codable, Sendable {
  case cd, vinyl, cassette, other
}

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
  package var source: Source?

  package init(
    released: String? = nil, notes: String? = nil, genres: [String] = [], styles: [String] = [],
    artists: [ArtistCredit] = [], labels: [LabelCredit] = [], formats: [Format] = [], tracks: [Track] = [],
    identifiers: [ReleaseIdentifier] = [], source: Source? = nil
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
    self.source = source
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

/// An artist's name on a release, and the role there.
package struct ArtistCredit: Hashable, Sendable {
  package var name: String
  /// The text between this name and the next, such as " & ".
  package var join: String?
  /// The role; nil for a main artist.
  package var role: String?

  package init(name: String, join: String? = nil, role: String? = nil) {
    self.name = name
    self.join = join
    self.role = role
  }
}

/// A record label with its catalogue number for the release.
package struct LabelCredit: Hashable, Sendable {
  package var name: String
  package var catalogNumber: String?

  package init(name: String, catalogNumber: String? = nil) {
    self.name = name
    self.catalogNumber = catalogNumber
  }
}

/// The physical format of a release, such as "2 × Vinyl, LP, Album".
package struct Format: Hashable, Sendable {
  package var name: String
  package var quantity: Int
  package var text: String?
  package var descriptions: [String]

  package init(name: String, quantity: Int = 1, text: String? = nil, descriptions: [String] = []) {
    self.name = name
    self.quantity = quantity
    self.text = text
    self.descriptions = descriptions
  }
}

/// A row of the track list. A heading groups the rows after it; an index has parts below it.
package struct Track: Hashable, Sendable {
  package enum Kind: String, Sendable { case track, heading, index, part }

  package var kind: Kind
  /// The printed position: "A1", "2-04"; empty for a heading.
  package var position: String
  package var title: String
  /// The length in seconds; nil if unknown.
  package var seconds: Int?
  package var parts: [Track]

  package init(kind: Kind = .track, position: String, title: String, seconds: Int? = nil, parts: [Track] = []) {
    self.kind = kind
    self.position = position
    self.title = title
    self.seconds = seconds
    self.parts = parts
  }
}

/// A number or text on the release: barcode, matrix, label code.
package struct ReleaseIdentifier: Hashable, Sendable {
  package var type: String
  package var value: String
  package var note: String?

  package init(type: String, value: String, note: String? = nil) {
    self.type = type
    self.value = value
    self.note = note
  }
}
