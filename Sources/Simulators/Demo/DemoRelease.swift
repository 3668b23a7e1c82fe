package import Deadwax

/// A real release with public data about it.
package struct DemoRelease: Hashable, Sendable {
  /// The record number at Discogs.
  package let discogs: Int64
  package let title: String
  package let artist: String
  package let label: String
  package let catalogNumber: String
  /// The barcode. Nil for records made before barcodes, and for those that never had one.
  package let barcode: GTIN?
  /// The barcode with the spaces that Discogs' users copied from the sleeve, nil if there were none.
  package let barcodeAsWritten: String?
  package let country: String?
  package let year: Int?
  package let medium: Medium
  package let formats: [Format]
  package let genres: [String]
  package let tracks: [DemoTrack]
  /// The records of this release on the demo's table, at least one.
  package let records: [DemoRecord]
  /// The source of the facts.
  package let source: String
}
