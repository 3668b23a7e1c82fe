package import Deadwax

/// The criteria for a choice among several releases with the same barcode.
package struct LookupPreference: Hashable, Sendable {
  /// The preferred medium; nil for any.
  package var medium: Medium?
  /// The likely countries, the likeliest first, in the catalogue's spelling.
  package var countries: [String]

  package init(medium: Medium? = nil, countries: [String] = []) {
    self.medium = medium
    self.countries = countries
  }
}
