/// A language of the user interface. The raw value is its ISO 639 code.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"

  /// True if zero uses the singular: "0 prêt", but "0 loans".
  var countsZeroAsOne: Bool { self == .french }
}
