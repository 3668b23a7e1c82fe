/// A release that the stand-in for MusicBrainz knows.
package struct MusicBrainzEntry: Hashable, Sendable {
  /// The MBID.
  package var number: String
  package var title: String
  /// The digits as MusicBrainz has them; nil for a release without a barcode.
  package var barcode: String?
  /// The name of the format, such as `12" Vinyl`.
  package var format: String
  package var date: String?
  /// The number of the linked release at Discogs.
  package var discogs: Int64?
  /// The number of the linked item at Wikidata.
  package var wikidata: String?
  /// The front cover in the archive; nil for none.
  package var cover: [UInt8]?

  package init(
    number: String, title: String, barcode: String?, format: String, date: String?, discogs: Int64?,
    wikidata: String?, cover: [UInt8]?
  ) {
    self.number = number
    self.title = title
    self.barcode = barcode
    self.format = format
    self.date = date
    self.discogs = discogs
    self.wikidata = wikidata
    self.cover = cover
  }
}
