package import Deadwax

/// A release in short.
package struct ReleaseSummary: Codable, Sendable {
  package var id: Release.ID
  /// The title; for an unresolved release, the known facts about it.
  package var title: String
  /// All artists in one line; may be empty.
  package var artist: String
  /// The year of this edition.
  package var year: Int?
  package var medium: Medium
  /// The first label.
  package var label: String?
  /// The catalogue number on that label.
  package var catalogNumber: String?
  package var status: Release.Status
  /// The digits of the barcode.
  package var barcode: String?
  /// The version, which increases with every change.
  package var version: Int?
  /// True if the release is on the wish list; omitted otherwise.
  package var isWished: Bool?
  /// True if the release is one of the favourites; omitted otherwise.
  package var isFavourite: Bool?
  /// In a search, the number that matches; nil for a match of title and artist.
  package var matched: MatchedNumber?

  /// A number of a release that matches a search.
  package struct MatchedNumber: Codable, Sendable {
    package var kind: ReleaseNumberKind
    /// The number, as printed.
    package var value: String
  }

  package init(_ release: Release) {
    id = release.id
    title = release.title
    artist = release.artist
    year = release.year
    medium = release.medium
    label = release.label
    catalogNumber = release.catalogNumber
    status = release.status
    barcode = release.barcode?.key
    version = release.version
    isWished = release.isWished ? true : nil
    isFavourite = release.isFavourite ? true : nil
  }
}
