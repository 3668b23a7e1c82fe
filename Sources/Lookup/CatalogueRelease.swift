package import Deadwax

/// A release as described by an external catalogue, converted and ready to store. It holds facts only: no prices, no
/// pictures, no numbers of owners.
package struct CatalogueRelease: Hashable, Sendable {
  /// The catalogue's record number.
  package var id: Int64
  /// False for drafts and for records that the catalogue has withdrawn.
  package var isAccepted: Bool
  package var medium: Medium
  package var title: String
  /// All main artists, with the words that join them.
  package var artist: String
  package var label: String?
  package var catalogNumber: String?
  package var year: Int?
  package var country: String?
  package var detail: ReleaseDetail

  /// Copies the facts into a stored release, which retains its id, its barcode and its version.
  package func fill(_ release: inout Release) {
    release.status = .resolved
    release.medium = medium
    release.title = title
    release.artist = artist
    release.label = label
    release.catalogNumber = catalogNumber
    release.year = year
    release.country = country
  }

  /// Returns the degree of certainty that this release carries the barcode.
  package func likeness(to gtin: GTIN) -> GTIN.Likeness {
    detail.identifiers.map { gtin.likeness(to: $0.value) }.max() ?? .none
  }
}
