package import Deadwax

/// A release in the response to a search.
///
/// Every field but the id may be missing. `identifiers` holds every identifier of the release in one list (barcodes,
/// matrix numbers, label codes). A hit is therefore no match until its identifiers have been compared.
package struct SearchHit: Hashable, Sendable {
  package var id: Int64
  /// "Artist - Title". It cannot be split safely, because names contain hyphens too.
  package var title: String
  /// The country as free text, such as "UK & Europe"; nil if unknown.
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  package var formats: [Format]
  package var identifiers: [String]
  /// The number of the catalogue's users who own it. It helps to choose between editions and is not stored.
  package var have: Int

  package init(
    id: Int64, title: String, country: String? = nil, year: Int? = nil, catalogNumber: String? = nil,
    formats: [Format] = [], identifiers: [String] = [], have: Int = 0
  ) {
    self.id = id
    self.title = title
    self.country = country
    self.year = year
    self.catalogNumber = catalogNumber
    self.formats = formats
    self.identifiers = identifiers
    self.have = have
  }

  /// Returns the degree of certainty that this release carries the barcode.
  package func likeness(to gtin: GTIN) -> GTIN.Likeness { identifiers.map(gtin.likeness(to:)).max() ?? .none }
}
