/// The criteria for a choice among several releases with the same barcode.
package struct LookupPreference: Hashable, Sendable {
  /// The likely countries, the likeliest first, in the catalogue's spelling.
  package var countries: [String]
  /// The catalogue number that a person entered for the release; nil if there is none.
  package var catalogNumber: String?

  package init(countries: [String] = [], catalogNumber: String? = nil) {
    self.countries = countries
    self.catalogNumber = catalogNumber
  }
}
