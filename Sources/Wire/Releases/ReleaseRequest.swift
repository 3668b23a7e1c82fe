package import Deadwax

/// A release to enter by hand.
package struct ReleaseRequest: Codable, Sendable {
  /// The title, 1 to 500 characters.
  package var title: String
  /// All artists in one line, at most 500 characters.
  package var artist: String?
  package var medium: Medium
  /// The label, at most 200 characters.
  package var label: String?
  /// The catalogue number, at most 100 characters.
  package var catalogNumber: String?
  /// The year of this edition.
  package var year: Int?
  /// The country, at most 100 characters.
  package var country: String?
  /// The date of this edition as YYYY, YYYY-MM or YYYY-MM-DD.
  package var released: String?
  /// Notes, at most 5000 characters.
  package var notes: String?
  /// The genres, at most 20.
  package var genres: [String]?
  /// The styles, at most 20.
  package var styles: [String]?
  /// The tags that people put on the release, at most 50. They are no NFC tags.
  package var tags: [String]?
  /// The barcode, as printed.
  package var barcode: String?
  /// The number or address of the release at Discogs.
  package var discogs: String?
  /// The MBID or address of the release at MusicBrainz.
  package var musicbrainz: String?
  /// The number or address of the item at Wikidata.
  package var wikidata: String?
  /// True to put the release on the wish list.
  package var isWished: Bool?
  /// True to add the release to the favourites.
  package var isFavourite: Bool?

  package init(title: String, artist: String?, medium: Medium) {
    self.title = title
    self.artist = artist
    self.medium = medium
  }

  /// The request as a patch of an empty release.
  package var patch: Release.Patch {
    func field<Value>(_ value: Value?) -> PatchField<Value> { value.map { .set($0) } ?? .unchanged }
    return Release.Patch {
      $0.title = title
      $0.artist = field(artist)
      $0.medium = medium
      $0.label = field(label)
      $0.catalogNumber = field(catalogNumber)
      $0.year = field(year)
      $0.country = field(country)
      $0.released = field(released)
      $0.notes = field(notes)
      $0.genres = genres
      $0.styles = styles
      $0.tags = tags
      $0.barcode = field(barcode)
      $0.discogs = field(discogs)
      $0.musicbrainz = field(musicbrainz)
      $0.wikidata = field(wikidata)
      $0.isWished = isWished
      $0.isFavourite = isFavourite
    }
  }
}
