/// A feature that distinguishes alternatives and can be read off the object.
package enum AlternativeFeature: String, CaseIterable, Codable, Sendable {
  // In the order in which they are easiest to see.
  case country, year
  case catalogNumber = "catalog-number"
  /// The colour and other remarks, such as "Blue Marbled".
  case note
  case formats
  /// The numbers in the run-out of a record, or on the hub of a CD.
  case matrix

  /// Returns the feature of an alternative as a person reads it; nil if the catalogue does not state it.
  package func text(of alternative: Alternative) -> String? {
    switch self {
    case .country: alternative.country
    case .year: alternative.year.map(String.init)
    case .catalogNumber: alternative.catalogNumber
    case .note: alternative.note
    case .formats: alternative.formats
    case .matrix: alternative.matrix.isEmpty ? nil : alternative.matrix.joined(separator: " / ")
    }
  }

  /// Returns the form in which two alternatives are compared: without the punctuation that people type as they like.
  func key(of alternative: Alternative) -> String? {
    guard let text = text(of: alternative)?.lowercased() else { return nil }
    let key = self == .catalogNumber || self == .matrix ? text.filter { $0.isLetter || $0.isNumber } : text
    return key.isEmpty ? nil : key
  }
}
