/// The criteria for a choice among several releases with the same barcode.
package struct LookupPreference: Hashable, Sendable {
  /// The likely countries, the likeliest first, in the catalogue's spelling.
  package var countries: [String]

  package init(countries: [String] = []) {
    self.countries = countries
  }
}
